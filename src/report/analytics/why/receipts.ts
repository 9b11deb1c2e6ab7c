// Receipts of what moved a figure between two periods: each amount from its rows, each part from the amounts, each total from its parts.
import { decimalText } from '../../../base/kit/decimals.ts';
import { exactTerm, type Figure, pointer, type Rows, type Term, term, whole } from '../receipts/receipt.ts';
import { type Covered, conversionsBehind, type Narrowed } from '../receipts/rows-behind.ts';
import type { DayLine, DaySide } from './days.ts';
import { flooredMicros } from './expression.ts';
import { STEPS, type Step } from './split.ts';
import { type Amounts, amountOf, type Line, type Period, type Table } from './table.ts';

export interface About {
  table: Table;
  days: readonly DayLine[];
  /** The days of each period. */
  covered: Record<Period, Covered>;
  goal: string;
  currency: string;
  dimension: string;
  /** The filters that a list of conversions takes; undefined where it cannot list those of the figures. */
  filters: Narrowed | undefined;
}

const PERIODS: readonly Period[] = ['before', 'after'];
const MILLION = 1_000_000n;
const REMAINDER = 'Rounded down, plus what rounding left over: parts add up to the whole as printed.';
/** The dimensions that a list of conversions can be narrowed by. */
const LISTED: ReadonlySet<string> = new Set(['channel', 'source', 'campaign']);

const TEXTS: Readonly<Record<Step, string>> = {
  visits: 'What more or fewer visits in all changed, with the mean of both shares of each row.',
  mix: 'What a larger or smaller share of all visits changed, with the mean of all visits in both periods.',
  conversion_rate: 'What more or fewer conversions per visit changed.',
  order_value: 'What larger or smaller conversions changed, before refunds.',
  refunds: 'What refunds per conversion changed.',
  without_visits: 'What more or fewer conversions changed, of a row that had no visit in one of the periods.',
};

const unitOf = ({ table, currency }: About): string => (table.measure === 'revenue' ? currency : 'conversions');

function rowsOf({ covered, goal, dimension, filters }: About, period: Period, key?: string): Rows[] {
  if (filters === undefined) return [conversionsBehind(covered[period], goal)];
  if (key === undefined || !LISTED.has(dimension)) return [conversionsBehind(covered[period], goal, filters)];
  // The row's key is compared by `is`.
  const modes = filters.filter_modes?.split(',').filter((mode) => !mode.startsWith(`${dimension}:`));
  const filter_modes = modes && modes.length > 0 ? modes.join(',') : undefined;
  return [conversionsBehind(covered[period], goal, { ...filters, filter_modes, [dimension]: key })];
}

export function* whyFigures(about: About): Generator<Figure> {
  const { table } = about;
  yield* coverageFigures(about);
  yield* amountFigures('/data/totals', table.totals, about);
  yield difference('/data/totals', table.totals, about);
  for (const step of STEPS) yield sumOfRows(step, about);
  for (const [at, row] of table.rows.entries()) yield* lineFigures(pointer('data', 'rows', at), row, about, row.key);
  if (table.unattributed) yield* lineFigures('/data/unattributed', table.unattributed, about);
  if (table.others) yield* otherFigures(table.others, about);
  for (const [at, day] of about.days.entries()) yield* dayFigures(pointer('data', 'days', at), day, about);
}

function* coverageFigures(about: About): Generator<Figure> {
  for (const period of PERIODS) {
    const conversions = about.table.totals[period].conversions;
    const at = `/data/coverage/${period}`;
    const text = 'Conversions with a touch in the window that is not direct, in percent of all.';
    if (conversions === 0n) yield { path: at, text, formula: 'coverage', terms: [term('coverage', null, 'percent')], rows: [] };
    else
      yield {
        path: at,
        text,
        formula: 'round(100 × attributed ÷ conversions, 6)',
        terms: [
          exactTerm('attributed', about.table.attributed[period], 6, 'conversions'),
          exactTerm('conversions', conversions, 6, 'conversions'),
        ],
        rows: rowsOf(about, period),
      };
  }
}

function* lineFigures(at: string, line: Line, about: About, key?: string): Generator<Figure> {
  yield* amountFigures(at, line, about, key);
  yield difference(at, line, about);
  for (const step of STEPS) yield stepFigure(at, step, line, about, key);
}

/** Visits, conversions and money of each period. */
function* amountFigures(at: string, line: Line, about: About, key?: string): Generator<Figure> {
  for (const period of PERIODS) {
    const [place, amounts] = [`${at}/${period}`, line[period]];
    const rows = rowsOf(about, period, key);
    const conversions = exactTerm('conversions', amounts.conversions, 6, 'conversions');
    const visits = term('visits', String(amounts.visits), 'visits');
    yield whole(`${place}/visits`, 'Visits of these days.', visits);
    yield whole(`${place}/conversions`, 'Conversions of these days, as they are credited.', conversions, rows);
    yield {
      path: `${place}/conversion_percent`,
      text: 'Conversions for each hundred visits.',
      formula: amounts.visits === 0n ? 'rate' : 'round(100 × conversions ÷ visits, 6)',
      terms:
        amounts.visits === 0n
          ? [term('rate', null, 'percent')]
          : [
              { ...conversions, path: `${place}/conversions` },
              { ...visits, path: `${place}/visits` },
            ],
      rows,
    };
    if (about.table.measure === 'revenue') yield* moneyFigures(place, amounts, about, rows);
  }
}

function* moneyFigures(place: string, amounts: Amounts, { currency }: About, rows: Rows[]): Generator<Figure> {
  const { revenue, refunded, exact, conversions } = amounts;
  yield rounded(`${place}/revenue`, { name: 'value', exact: exact.revenue, printed: revenue, unit: currency }, rows);
  yield rounded(`${place}/refunded`, { name: 'refunds', exact: exact.refunded, printed: refunded, unit: currency }, rows);
  const hasNone = conversions === 0n;
  yield {
    path: `${place}/order_value`,
    text: 'Value of a conversion before refunds.',
    formula: hasNone ? 'order_value' : 'round((revenue + refunded) ÷ conversions, 6)',
    terms: hasNone
      ? [term('order_value', null, currency)]
      : [
          { ...exactTerm('revenue', revenue, 6, currency), path: `${place}/revenue` },
          { ...exactTerm('refunded', refunded, 6, currency), path: `${place}/refunded` },
          { ...exactTerm('conversions', conversions, 6, 'conversions'), path: `${place}/conversions` },
        ],
    rows,
  };
}

interface Rounded {
  name: string;
  /** Units of 10^-12. */
  exact: bigint;
  /** Units of 10^-6. */
  printed: bigint;
  unit: string;
}

/** The exact amount rounded down, and its share of what rounding leaves over. */
function rounded(path: string, { name, exact, printed, unit }: Rounded, rows: Rows[]): Figure {
  const floor = (exact - (((exact % MILLION) + MILLION) % MILLION)) / MILLION;
  return {
    path,
    text: REMAINDER,
    formula: `floor(${name}, 6) + remainder`,
    terms: [exactTerm(name, exact, 12, unit), exactTerm('remainder', printed - floor, 6, unit)],
    rows,
  };
}

function difference(at: string, line: Line, about: About): Figure {
  const { measure } = about.table;
  const termOf = (name: Period): Term => ({
    ...exactTerm(name, amountOf(line[name], measure), 6, unitOf(about)),
    path: `${at}/${name}/${measure}`,
  });
  return {
    path: `${at}/difference`,
    text: 'The later period less the earlier one.',
    formula: 'after − before',
    terms: [termOf('after'), termOf('before')],
    rows: [],
  };
}

/** The amounts that the formula of a part may name. */
function termsOf(at: string, line: Line, about: About): Term[] {
  const { totals, measure } = about.table;
  return PERIODS.flatMap((period) => {
    const amounts = line[period];
    const money = (['revenue', 'refunded'] as const).map((name) => ({
      ...exactTerm(`${name}_${period}`, amounts[name], 6, about.currency),
      path: `${at}/${period}/${name}`,
    }));
    return [
      { ...term(`all_visits_${period}`, String(totals[period].visits), 'visits'), path: `/data/totals/${period}/visits` },
      { ...term(`visits_${period}`, String(amounts.visits), 'visits'), path: `${at}/${period}/visits` },
      {
        ...exactTerm(`conversions_${period}`, amounts.conversions, 6, 'conversions'),
        path: `${at}/${period}/conversions`,
      },
      ...(measure === 'revenue' ? money : []),
    ];
  });
}

function stepFigure(at: string, step: Step, line: Line, about: About, key?: string): Figure {
  const { split } = line;
  if (split === null) throw new Error('A row has parts.');
  const text = split[step].text();
  const remainder = line.steps[step] - flooredMicros(split[step]).micros;
  const names = new Set(text.match(/[a-z_]+/g) ?? []);
  return {
    path: `${at}/steps/${step}`,
    text: `${TEXTS[step]} ${REMAINDER}`,
    formula: `floor(${text}, 6) + remainder`,
    terms: [
      ...termsOf(at, line, about).filter(({ name }) => names.has(name)),
      exactTerm('remainder', remainder, 6, unitOf(about)),
    ],
    rows: PERIODS.flatMap((period) => rowsOf(about, period, key)),
  };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Names of terms have letters alone. */
const rowName = (at: number): string =>
  `row_${LETTERS[Math.floor(at / LETTERS.length)] ?? ''}${LETTERS[at % LETTERS.length] ?? ''}`;

function sumOfRows(step: Step, about: About): Figure {
  const { rows, others, unattributed } = about.table;
  const termOf = (name: string, at: string, line: Line): Term => ({
    ...exactTerm(name, line.steps[step], 6, unitOf(about)),
    path: `${at}/steps/${step}`,
  });
  const terms = [
    ...rows.map((row, at) => termOf(rowName(at), pointer('data', 'rows', at), row)),
    ...(others ? [termOf('others', '/data/others', others)] : []),
    ...(unattributed ? [termOf('unattributed', '/data/unattributed', unattributed)] : []),
  ];
  return {
    path: `/data/totals/steps/${step}`,
    text: `${TEXTS[step]} The sum of all rows.`,
    formula: terms.length === 0 ? '0' : terms.map(({ name }) => name).join(' + '),
    terms,
    rows: [],
  };
}

/** Rows beyond the limit: sums of what each would print. */
function* otherFigures(line: Line & { count: number }, about: About): Generator<Figure> {
  const at = '/data/others';
  const text = 'The sum over the rows that are not listed.';
  yield whole(`${at}/count`, 'Rows that are not listed.', term('rows', String(line.count), 'rows'));
  for (const period of PERIODS)
    for (const figure of amountFigures(at, { ...line, [period]: line[period] }, about))
      if (figure.path.startsWith(`${at}/${period}/`)) yield sumFigure(figure, line[period], about, text);
  yield difference(at, line, about);
  for (const step of STEPS) yield whole(`${at}/steps/${step}`, text, exactTerm('sum', line.steps[step], 6, unitOf(about)));
}

/** Money of several rows is a sum of printed amounts, which has no rounding of its own. */
function sumFigure(figure: Figure, amounts: Amounts, { currency }: About, text: string): Figure {
  const name = figure.path.split('/').at(-1);
  if (name !== 'revenue' && name !== 'refunded') return figure;
  return whole(figure.path, text, exactTerm('sum', amounts[name], 6, currency));
}

function* dayFigures(at: string, { before, after }: DayLine, about: About): Generator<Figure> {
  const unit = unitOf(about);
  const { measure } = about.table;
  for (const [period, side] of [['before', before] as const, ['after', after] as const]) {
    if (side === null) continue;
    const { profileId } = about.covered[period];
    const rows = [conversionsBehind({ profileId, date_from: side.day, date_to: side.day }, about.goal)];
    yield whole(`${at}/visits_${period}`, 'Visits of the day.', term('visits', String(side.visits), 'visits'));
    yield rounded(`${at}/${period}`, { name: measure, exact: side.exact, printed: side.amount, unit }, rows);
  }
  yield {
    path: `${at}/difference`,
    text: 'The day less the one that it is compared with; a day that a period does not have counts as 0.',
    formula: 'after − before',
    terms: [dayTerm('after', after, at, unit), dayTerm('before', before, at, unit)],
    rows: [],
  };
}

const dayTerm = (name: Period, side: DaySide | null, at: string, unit: string): Term =>
  side === null ? term(name, '0', unit) : { ...term(name, decimalText(side.amount, 6), unit), path: `${at}/${name}` };
