// Figures of days as rules name them, with the words for their values.
import { decimalText } from '../../../base/kit/decimals.ts';
import { metricsOf, type OverviewRow, sumOfDays } from '../../../report/analytics/index.ts';
import type { Figure } from '../condition.ts';

type Unit = 'money' | 'count' | 'percent' | 'ratio' | 'seconds';

const FIGURES: Readonly<Record<Figure, { title: string; unit: Unit }>> = {
  spend: { title: 'Spend', unit: 'money' },
  revenue: { title: 'Revenue', unit: 'money' },
  roas: { title: 'ROAS', unit: 'ratio' },
  outcomes: { title: 'Outcomes', unit: 'count' },
  attributed_outcomes: { title: 'Attributed outcomes', unit: 'count' },
  coverage_percent: { title: 'Coverage', unit: 'percent' },
  visitors: { title: 'Visitors', unit: 'count' },
  pageviews: { title: 'Page views', unit: 'count' },
  bounce_rate: { title: 'Bounce rate', unit: 'ratio' },
  avg_engaged_seconds: { title: 'Engaged time', unit: 'seconds' },
  cash_revenue: { title: 'Cash', unit: 'money' },
  cash_payments: { title: 'Payments', unit: 'count' },
  cost_per_outcome: { title: 'Cost per outcome', unit: 'money' },
};

export const isFigure = (name: string): name is Figure => Object.hasOwn(FIGURES, name);
export const figureTitle = (figure: Figure): string => FIGURES[figure].title;

/** Figures that usually move together have one cause. */
export function familyOf(figure: Figure): string {
  if (['outcomes', 'attributed_outcomes', 'revenue', 'cash_revenue', 'cash_payments'].includes(figure)) return 'sales';
  return figure === 'visitors' || figure === 'pageviews' ? 'traffic' : figure;
}

/** Null where it is not known. */
export function figureValue(figure: Figure, row: OverviewRow): number | null {
  const metrics = metricsOf(row);
  if (figure !== 'cost_per_outcome') return metrics[figure];
  return metrics.spend === null || !metrics.outcomes ? null : metrics.spend / metrics.outcomes;
}

/** Of the days that end with one; null where a day is missing. */
export function figureOfDays(figure: Figure, rows: readonly OverviewRow[], last: number, days: number): number | null {
  if (last - days + 1 < 0) return null;
  const sum = sumOfDays(rows.slice(last - days + 1, last + 1));
  return sum ? figureValue(figure, sum) : null;
}

export const moneyText = (value: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' }).format(value).replaceAll('\u00a0', ' ');

export function valueText(figure: Figure, value: number, currency: string): string {
  const { unit } = FIGURES[figure];
  if (unit === 'money') return moneyText(value, currency);
  const text = new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(value);
  return unit === 'percent' ? `${text} %` : unit === 'seconds' ? `${text} s` : text;
}

/** As answers have it: at most six decimals. */
export const decimalOf = (value: number): string => decimalText(BigInt(Math.round(value * 1e6)), 6);

/** A day before the profile measured anything is no day without visitors. */
export function firstMeasured(rows: readonly OverviewRow[]): number {
  const first = rows.findIndex((row) => row.sessions > 0n || row.outcome_millionths > 0n || row.covered_days > 0n);
  return first < 0 ? rows.length : first;
}
