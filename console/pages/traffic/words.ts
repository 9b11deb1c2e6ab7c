// The words of the page: dimensions, what their keys are called, and how figures of visits are written.
import { count, credit, percent } from '../../words/format.ts';
import type { Member } from './asked.ts';

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

interface Column {
  member: Member;
  text: string;
  /** Where it is null. */
  missing: string;
  moreIs?: 'better' | 'worse';
  /** Which reason not to compare applies. */
  reason: 'visits' | 'outcomes';
  meaning: string;
}

export const COLUMNS: readonly Column[] = [
  ...(
    [
      { member: 'visits', text: 'Visits', meaning: 'Until half an hour without an event', moreIs: 'better' },
      { member: 'people', text: 'People', meaning: 'Different people with a visit', moreIs: 'better' },
      { member: 'views', text: 'Views', meaning: 'Pages viewed in visits', moreIs: 'better' },
    ] as const
  ).map((each) => ({ ...each, missing: '–', reason: 'visits' as const })),
  {
    ...{ member: 'bounce_rate', text: 'Bounce rate', missing: '–', moreIs: 'worse', reason: 'visits' },
    meaning: 'One page, under 10 engaged seconds',
  },
  {
    ...{ member: 'avg_engaged_seconds', text: 'Engaged', missing: 'not measured', moreIs: 'better', reason: 'visits' },
    meaning: 'Attention for each visit',
  },
  {
    ...{ member: 'conversions', text: 'Conversions', missing: '–', moreIs: 'better', reason: 'outcomes' },
    meaning: 'Counted conversions of the goal',
  },
];

/** A figure as it is printed. */
export function show(member: Member, value: number | string): string {
  if (member === 'bounce_rate') return percent(100 * Number(value));
  if (member === 'avg_engaged_seconds') return `${count(value)} s`;
  return member === 'conversions' ? credit(value) : count(value);
}

const signed = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** A change with its sign, in per cent or points. */
export const changeText = (change: number, unit: '%' | 'points'): string =>
  `${signed.format(change).replace('-', '\u2212')} ${unit}`;
