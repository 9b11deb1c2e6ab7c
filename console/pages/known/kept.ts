// Saved views that keep the figures of an earlier moment, and how figures of two moments differ.
import type { Schemas } from '../../api/client.ts';
import { type ReportQuery, reportQuery } from '../../question/use-question.tsx';
import { count, credit, money, percent, ratio } from '../../words/format.ts';

export type Difference = Schemas['SnapshotDifference'];
type Unit = Difference['unit'];

export interface Kept {
  name: string;
  asOf: string;
  query: ReportQuery;
  /** The same without the moment. */
  now: ReportQuery;
}

export function keptViews(views: readonly Schemas['SavedView'][], profileId: string, today: string): Kept[] {
  return views.flatMap(({ name, query: search }) => {
    const { as_of: asOf, ...now } = reportQuery(search, profileId, today);
    return asOf === undefined ? [] : [{ name, asOf, query: { ...now, as_of: asOf }, now }];
  });
}

const MEASURES = [
  ['Revenue', 'revenue', 'money'],
  ['Spend', 'spend', 'money'],
  ['Conversions', 'outcomes', 'credit'],
  ['Cash revenue', 'cash_revenue', 'money'],
  ['Visitors', 'visitors', 'count'],
] as const satisfies readonly (readonly [string, keyof Schemas['OverviewMetrics'], Unit])[];

const textOf = (value: number | null): string | null => (value === null ? null : String(value));

export function differencesOf(was: Schemas['OverviewAnswer'], is: Schemas['OverviewAnswer']): Difference[] {
  return MEASURES.flatMap(([name, member, unit]) => {
    const [before, after] = [was.data.current[member], is.data.current[member]];
    return before === after ? [] : [{ name, unit, was: textOf(before), is: textOf(after) }];
  });
}

export function shownFigure(value: string | null, unit: Unit, currency: string): string {
  if (value === null) return '—';
  if (unit === 'money') return money(value, currency);
  if (unit === 'percent') return percent(Number(value));
  if (unit === 'ratio') return ratio(Number(value));
  return unit === 'count' ? count(value) : credit(value);
}

const MINUS = '\u2212';

/** With its sign. */
export function movedText({ was, is, unit }: Difference, currency: string): string {
  if (was === null || is === null) return '—';
  const by = Number(is) - Number(was);
  return `${by < 0 ? MINUS : '+'}${shownFigure(String(Math.abs(by)), unit, currency)}`;
}
