// The question of a shared report in words: what it covers, and how it was counted.
import { DIMENSION_NAMES, DIMENSIONS, MODELS } from '../question/question.ts';
import { days, moment, monthName, plural } from '../words/format.ts';
import type { Contents, Sheet } from './document.ts';

interface Term {
  name: string;
  text: string;
}

const MODE_WORDS: Readonly<Record<string, string>> = { is_not: 'is not', contains: 'contains' };

function filterTerms({ question }: Pick<Sheet, 'question'>): Term[] {
  return DIMENSION_NAMES.flatMap((dimension) => {
    const mode = question.filter_modes?.find((each) => each.startsWith(`${dimension}:`))?.split(':')[1];
    if (mode === 'is_empty') return [{ name: DIMENSIONS[dimension], text: 'is empty' }];
    const value = question[dimension];
    return value === undefined ? [] : [{ name: DIMENSIONS[dimension], text: `${MODE_WORDS[mode ?? ''] ?? 'is'} ${value}` }];
  });
}

export const modelName = (model: string): string => Object.entries(MODELS).find(([name]) => name === model)?.[1] ?? model;

/** An instant in the zone of the profile; a version as it is. */
const momentOf = (at: string, timezone: string): string => (at.includes('T') ? moment(at, timezone) : `version ${at}`);

function momentTerms({ question }: Pick<Sheet, 'question'>, { timezone }: Contents): Term[] {
  const { as_of, known_from, known_to, compared } = question;
  return [
    ...(compared ? [{ name: 'Compared with', text: comparedText(compared, timezone) }] : []),
    ...(as_of === undefined ? [] : [{ name: 'As known', text: momentOf(as_of, timezone) }]),
    ...(known_from === undefined ? [] : [{ name: 'Known before', text: momentOf(known_from, timezone) }]),
    ...(known_to === undefined ? [] : [{ name: 'Known then', text: momentOf(known_to, timezone) }]),
  ];
}

function comparedText({ date_from, date_to, as_of }: NonNullable<Sheet['question']['compared']>, timezone: string): string {
  const range = days(date_from, date_to);
  return as_of === undefined ? range : `${range}, as known ${momentOf(as_of, timezone)}`;
}

const TRANSFORMS = { exposure: 'once in a row', unique: 'each', first: 'each channel once', frequency: 'with counts' } as const;

export function termsOf(sheet: Sheet): Term[] {
  const { question, contents } = sheet;
  const { date_from, date_to, month_from, month_to, click_window_days: window, transform } = question;
  return [
    ...(date_from && date_to ? [{ name: 'Days', text: days(date_from, date_to) }] : []),
    ...(month_from && month_to ? [{ name: 'Months', text: `${monthName(month_from)} to ${monthName(month_to)}` }] : []),
    ...(contents.goal === null ? [] : [{ name: 'Goal', text: contents.goal }]),
    ...(contents.model === null ? [] : [{ name: 'Model', text: modelName(contents.model) }]),
    ...(window === undefined ? [] : [{ name: 'Window', text: plural(window, 'day') }]),
    ...(transform === undefined ? [] : [{ name: 'Repeats', text: TRANSFORMS[transform] }]),
    ...filterTerms(sheet),
    ...momentTerms(sheet, contents),
    { name: 'Currency and zone', text: `${contents.currency}, ${contents.timezone}` },
  ];
}
