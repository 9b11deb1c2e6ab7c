// The figures whose movement is shown, and how they are written.
import { credit, longDay, money, shortDay, shortMoney } from '../../words/format.ts';
import { type Changes, type Figures, isVersion, type Moments } from './changes.ts';

export const METRICS = { revenue: 'Revenue', credited_revenue: 'Credited', outcomes: 'Conversions', spend: 'Spend' } as const;
export type Metric = keyof typeof METRICS;
export const METRIC_VALUES: readonly Metric[] = ['revenue', 'credited_revenue', 'outcomes', 'spend'];

export const numberIn = (figures: Figures, metric: Metric): number => Number(figures[metric] ?? 0);
const MINUS = '\u2212';

interface Words {
  show: (value: number) => string;
  short: (value: number) => string;
  change: (value: number) => string;
}

export function wordsOf(metric: Metric, currency: string): Words {
  const isMoney = metric !== 'outcomes';
  const show = (value: number): string => (isMoney ? money(value, currency) : credit(value));
  const short = (value: number): string => (isMoney ? shortMoney(value, currency) : credit(value));
  const change = (value: number): string => (value === 0 ? '0' : `${value < 0 ? MINUS : '+'}${show(Math.abs(value))}`);
  return { show, short, change };
}

/** As a part of a sentence. */
export const momentName = (moment: string | undefined): string => {
  if (moment === undefined) return 'now';
  return isVersion(moment) ? `in version ${moment}` : `on ${longDay(moment.slice(0, 10))}`;
};
export const shortName = (moment: string): string => (isVersion(moment) ? `in version ${moment}` : shortDay(moment.slice(0, 10)));

export interface MovedProps {
  changes: Changes;
  metric: Metric;
  moments: Moments;
}
