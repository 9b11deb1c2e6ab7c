// The words of the page: dimensions, what their keys are called, and how figures of visits are written.
import { count, credit, percent } from '../../words/format.ts';

export const DIMENSIONS = {
  channel: 'Channel',
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  term: 'Term',
  content: 'Content',
  referrer: 'Referrer',
  landing_page: 'Landing page',
  country: 'Country',
  device: 'Device',
  browser: 'Browser',
  visitor_type: 'New and returning',
} as const;
export type Dimension = keyof typeof DIMENSIONS;
export const DIMENSION_VALUES: readonly Dimension[] = [
  ...(['channel', 'source', 'medium', 'campaign', 'term', 'content', 'referrer'] as const),
  ...(['landing_page', 'country', 'device', 'browser', 'visitor_type'] as const),
];

export const SORTS = ['visits', 'people', 'views', 'conversions'] as const;
export type Sort = (typeof SORTS)[number];

const NO_VISIT = 'Without a visit: an ad that was seen or clicked elsewhere';
const NAMES: Readonly<Partial<Record<Dimension, Readonly<Record<string, string>>>>> = {
  country: { '(unknown)': 'Country not measured' },
  device: { '(unknown)': 'Device not measured', desktop: 'Desktop', mobile: 'Phone', tablet: 'Tablet' },
  browser: { '(unknown)': 'Browser not measured' },
  visitor_type: { new: 'New', returning: 'Returning', '(unknown)': NO_VISIT },
  referrer: { '(none)': 'No other site before' },
  landing_page: { '(none)': 'No page viewed' },
  term: { '(none)': 'Without a term' },
  content: { '(none)': 'Without a content' },
};

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** What a key is called on the page. */
export function nameOf(dimension: Dimension, key: string): string {
  const own = NAMES[dimension];
  if (own !== undefined && Object.hasOwn(own, key)) return own[key] ?? key;
  return dimension === 'country' && /^[A-Z]{2}$/.test(key) ? (regions.of(key) ?? key) : key;
}

type Kind = 'count' | 'share' | 'seconds' | 'conversions';

/** A figure of an answer, as a page shows it. */
export interface Column {
  member: string;
  text: string;
  kind: Kind;
  /** For receipts. */
  unit: string;
  /** Where it is null; a dash if left out. */
  missing?: string;
  moreIs?: 'better' | 'worse';
}

const counted = (member: string, text: string, unit: string, moreIs: 'better' | 'worse' = 'better'): Column => ({
  member,
  text,
  unit,
  moreIs,
  kind: 'count',
});
const BOUNCE: Column = {
  member: 'bounce_rate',
  text: 'Bounce rate',
  kind: 'share',
  unit: 'of the visits',
  moreIs: 'worse',
};
const ENGAGED: Column = {
  member: 'avg_engaged_seconds',
  text: 'Engaged',
  kind: 'seconds',
  unit: 'seconds',
  moreIs: 'better',
  missing: 'not measured',
};
const CONVERSIONS: Column = {
  member: 'conversions',
  text: 'Conversions',
  kind: 'conversions',
  unit: 'conversions',
  moreIs: 'better',
};

interface Tile extends Column {
  /** Which reason not to compare applies. */
  reason: 'visits' | 'outcomes';
  meaning: string;
}

export const COLUMNS: readonly Tile[] = [
  { ...counted('visits', 'Visits', 'visits'), reason: 'visits', meaning: 'Until half an hour without an event' },
  { ...counted('people', 'People', 'people'), reason: 'visits', meaning: 'Different people with a visit' },
  { ...counted('views', 'Views', 'page views'), reason: 'visits', meaning: 'Pages viewed in visits' },
  { ...BOUNCE, reason: 'visits', meaning: 'One page, under 10 engaged seconds' },
  { ...ENGAGED, reason: 'visits', meaning: 'Attention for each visit' },
  { ...CONVERSIONS, reason: 'outcomes', meaning: 'Counted conversions of the goal' },
];

export const PAGE_SORTS = ['views', 'visits', 'people', 'entries', 'exits', 'conversions'] as const;
export type PageSort = (typeof PAGE_SORTS)[number];

export const PAGE_COLUMNS: readonly Column[] = [
  counted('views', 'Views', 'page views'),
  counted('visits', 'Visits', 'visits'),
  counted('people', 'People', 'people'),
  counted('entries', 'Entries', 'visits'),
  counted('exits', 'Exits', 'visits'),
  { ...BOUNCE, unit: 'of the entries' },
  { ...ENGAGED, text: 'Engaged a view' },
  CONVERSIONS,
];

export const JOURNEY_COLUMNS: readonly Column[] = [
  counted('visits', 'Visits', 'visits'),
  counted('people', 'People', 'people'),
  counted('longer_visits', 'Went further', 'visits'),
  CONVERSIONS,
];

/** A figure as it is printed. */
export function show(kind: Kind, value: number | string): string {
  if (kind === 'share') return percent(100 * Number(value));
  if (kind === 'seconds') return `${count(value)} s`;
  return kind === 'conversions' ? credit(value) : count(value);
}

const signed = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** A change with its sign, in per cent or points. */
export const changeText = (change: number, unit: '%' | 'points'): string =>
  `${signed.format(change).replace('-', '\u2212')} ${unit}`;
