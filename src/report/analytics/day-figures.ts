// Figures by local day, for slices that judge them: one statement for a stretch of days, kept for as long as the figures stay at one version.
import type { ReadBase } from '../../base/base.ts';
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { attributionReport } from './attribution.ts';
import { frameOf, live } from './figures.ts';
import { type FilterParams, filtersOf } from './filters.ts';
import { askFigures, type OverviewRow } from './overview-figures.ts';
import { cachedByVersion } from './report.ts';

export { metricsOf, type OverviewRow } from './overview-figures.ts';

export interface DayRange {
  date_from: string;
  date_to: string;
}

/** A row for each day, the oldest first. */
export const dayFigures = (base: ReadBase, profileId: string, { date_from, date_to }: DayRange, filters: FilterParams) =>
  cachedByVersion(base, profileId, ['dayFigures', date_from, date_to, filters], async () => {
    const figures = live(base, profileId);
    const { version, currency } = await frameOf(base, profileId, undefined, figures);
    const cut = { interval: 'day' as const, periodDays: 1, from: date_from, to: date_to };
    return { rows: await askFigures(figures, cut, filtersOf(filters), undefined), currency, meta: { version } };
  });

/** Null where the day does not know them. */
const KNOWN_MONEY = ['spend', 'revenue_millionths', 'paid_revenue_millionths', 'cash_millionths'] as const;
const MONEY = ['refunded_millionths', 'returned_millionths'] as const;
const COUNTS = [
  'covered_days',
  'missing_days',
  'visitors',
  'pageviews',
  'sessions',
  'bounces',
  'engaged_ms',
  'outcome_millionths',
  'attributed_millionths',
  'payment_millionths',
] as const;

/** The figures of several days together; visitors are those of each day, added. Undefined of no days. */
export function sumOfDays(rows: readonly OverviewRow[]): OverviewRow | undefined {
  const [first, ...others] = rows;
  if (!first) return undefined;
  const sum = { ...first };
  for (const row of others) {
    for (const name of KNOWN_MONEY) sum[name] = sumOfKnown(sum[name], row[name]);
    for (const name of MONEY) sum[name] = added(sum[name], row[name]);
    for (const name of COUNTS) sum[name] += row[name];
    sum.date_to = row.date_to;
  }
  return sum;
}

const added = (sum: string, more: string): string => decimalText(unitsOf(sum, 6) + unitsOf(more, 6), 6);

const sumOfKnown = (sum: string | null, more: string | null): string | null =>
  sum === null || more === null ? (sum ?? more) : added(sum, more);

/** Revenue that each channel is credited with in some days, under the model and goal of the profile; null where it is in other currencies without a rate. */
export async function channelRevenue(base: ReadBase, profileId: string, days: DayRange): Promise<Map<string, string | null>> {
  const { data, meta } = await attributionReport(base, profileId, { ...days, dimension: 'channel' }, live(base, profileId));
  const model = meta.models[0] ?? '';
  return new Map(data.rows.map(({ key, models }) => [key, models[model]?.revenue ?? null]));
}
