// The question that a page answers, and its form in the URL: every control of the question bar is a query parameter, left out where it has
// its usual value, so that an address restores the view.
import { COMPARISONS, type Comparison, isPeriod, USUAL_PRESET } from './period.ts';

export const MODELS = {
  first_touch: 'First touch',
  last_touch: 'Last touch',
  last_non_direct: 'Last non-direct',
  first_paid: 'First paid',
  last_paid: 'Last paid',
  linear: 'Linear',
  position_based: 'Position-based',
  time_decay: 'Time decay',
  data_driven: 'Data-driven',
} as const;
export type Model = keyof typeof MODELS;

export const DIMENSIONS = {
  channel: 'Channel',
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  device: 'Device',
  country: 'Country',
} as const;
export type Dimension = keyof typeof DIMENSIONS;
export const DIMENSION_NAMES: readonly Dimension[] = ['channel', 'source', 'medium', 'campaign', 'device', 'country'];

/** The comparison of a filter with its value; `is_empty` has none. */
export const MODES = { is: 'is', is_not: 'is not', contains: 'contains', is_empty: 'is empty' } as const;
export type Mode = keyof typeof MODES;
const MODE_NAMES: readonly Mode[] = ['is', 'is_not', 'contains', 'is_empty'];

/** The modes of each dimension, as reports take them. */
export const MODES_OF: Readonly<Record<Dimension, readonly Mode[]>> = {
  channel: ['is', 'is_not', 'contains'],
  source: MODE_NAMES,
  medium: MODE_NAMES,
  campaign: MODE_NAMES,
  device: ['is', 'is_not', 'is_empty'],
  country: ['is', 'is_not', 'is_empty'],
};

export interface Question {
  /** A preset's name, or `from..to`. */
  period: string;
  comparison: Comparison;
  /** The moment of knowledge that is compared with, a day. */
  knownOn: string | undefined;
  /** The key of a definition; undefined: the profile's default. */
  goal: string | undefined;
  /** Undefined: the profile's. */
  model: Model | undefined;
  /** Days of the window for clicks; undefined: the profile's. */
  windowDays: number | undefined;
  axis: 'sale' | 'cash';
  /** Values; empty under `is_empty`. */
  filters: Partial<Record<Dimension, string>>;
  /** The modes of filters other than `is`. */
  modes: Partial<Record<Dimension, Mode>>;
  hasIntervals: boolean;
  /** Everything as it was known then: an instant or a version. */
  asOf: string | undefined;
}

const isKey = <T extends object>(table: T, key: string | null): key is Extract<keyof T, string> =>
  key !== null && Object.hasOwn(table, key);

const LONGEST_WINDOW = 3650;

function windowOf(text: string | null): number | undefined {
  const days = text === null ? Number.NaN : Number(text);
  return Number.isInteger(days) && days > 0 && days <= LONGEST_WINDOW ? days : undefined;
}

/** A filter in the URL: `channel=Email`, or with its mode `channel.is_not=Email`, `campaign.is_empty=`. */
function readFilters(query: URLSearchParams): Pick<Question, 'filters' | 'modes'> {
  const filters: Question['filters'] = {};
  const modes: Question['modes'] = {};
  for (const dimension of DIMENSION_NAMES) {
    const mode = MODES_OF[dimension].find((each) => query.has(parameterOf(dimension, each)));
    const value = mode === undefined ? '' : (query.get(parameterOf(dimension, mode)) ?? '');
    if (mode === undefined || (value === '') !== (mode === 'is_empty')) continue;
    filters[dimension] = value;
    if (mode !== 'is') modes[dimension] = mode;
  }
  return { filters, modes };
}

const parameterOf = (dimension: Dimension, mode: Mode): string => (mode === 'is' ? dimension : `${dimension}.${mode}`);

/** With another filter of a dimension, or with none. */
export function withFilter(
  { filters, modes }: Pick<Question, 'filters' | 'modes'>,
  dimension: Dimension,
  value: string | undefined,
  mode: Mode = 'is',
): Pick<Question, 'filters' | 'modes'> {
  const { [dimension]: _value, ...otherFilters } = filters;
  const { [dimension]: _mode, ...otherModes } = modes;
  if (value === undefined) return { filters: otherFilters, modes: otherModes };
  return {
    filters: { ...otherFilters, [dimension]: mode === 'is_empty' ? '' : value },
    modes: mode === 'is' ? otherModes : { ...otherModes, [dimension]: mode },
  };
}

export function readQuestion(search: string): Question {
  const query = new URLSearchParams(search);
  const [period, comparison, model] = [query.get('period'), query.get('compare'), query.get('model')];
  return {
    period: period !== null && isPeriod(period) ? period : USUAL_PRESET,
    comparison: isKey(COMPARISONS, comparison) ? comparison : 'previous',
    knownOn: query.get('known_on') ?? undefined,
    goal: query.get('goal') ?? undefined,
    model: isKey(MODELS, model) ? model : undefined,
    windowDays: windowOf(query.get('window')),
    axis: query.get('axis') === 'cash' ? 'cash' : 'sale',
    ...readFilters(query),
    hasIntervals: query.get('intervals') === 'on',
    asOf: query.get('as_of') ?? undefined,
  };
}

/** With the parameters of the page's own that `search` has. */
export function writeQuestion(question: Question, search: string): string {
  const query = new URLSearchParams(search);
  const put = (name: string, value: string | undefined): void => {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  };
  put('period', question.period === USUAL_PRESET ? undefined : question.period);
  put('compare', question.comparison === 'previous' ? undefined : question.comparison);
  put('known_on', question.comparison === 'known' ? question.knownOn : undefined);
  put('goal', question.goal);
  put('model', question.model);
  put('window', question.windowDays === undefined ? undefined : String(question.windowDays));
  put('axis', question.axis === 'sale' ? undefined : question.axis);
  for (const dimension of DIMENSION_NAMES) {
    const chosen = question.modes[dimension] ?? 'is';
    for (const mode of MODE_NAMES) put(parameterOf(dimension, mode), mode === chosen ? question.filters[dimension] : undefined);
  }
  put('intervals', question.hasIntervals ? 'on' : undefined);
  put('as_of', question.asOf);
  return query.toString();
}
