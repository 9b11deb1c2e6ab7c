// Days of random shops as the warehouse answers them, with incidents planted in some: what rules say of them is compared with what was planted.
import type { Board } from '../../../src/act/alerts/judging/board.ts';
import { DAYS_BEFORE } from '../../../src/act/alerts/judging/chance.ts';
import type { OverviewRow } from '../../../src/report/analytics/index.ts';

export const JUDGED = 90;
const DAY_MS = 86_400_000;
const FIRST = Date.parse('2025-06-02');

export type Random = (below: number) => number;
export type Watched = 'outcomes' | 'revenue' | 'visitors' | 'spend';

interface Day {
  visitors: number;
  outcomes: number;
  revenue: number;
  spend: number;
}

export interface ShopDays {
  board: Board;
  /** Undefined in a shop without one. */
  incident: Incident | undefined;
}

export interface Incident {
  figure: Watched;
  /** Among the judged days, from 0. */
  day: number;
  name: string;
}

const fraction = (random: Random): number => (random(1_000_000) + 0.5) / 1_000_000;
const normal = (random: Random): number => Math.sqrt(-2 * Math.log(fraction(random))) * Math.cos(2 * Math.PI * fraction(random));

/** Marsaglia and Tsang; the shape is at least 1. */
function gamma(random: Random, shape: number): number {
  const [d, c] = [shape - 1 / 3, 1 / Math.sqrt(9 * (shape - 1 / 3))];
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(fraction(random)) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

function poisson(random: Random, mean: number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let [count, product] = [0, fraction(random)];
  for (const limit = Math.exp(-mean); product > limit; count += 1) product *= fraction(random);
  return count;
}

/** From eight outcomes a day to hundreds; weekdays, growth, and days that vary by more than chance. */
function usualDays(random: Random, length: number): Day[] {
  const mean = 12 * Math.exp(fraction(random) * Math.log(40));
  const growth = (fraction(random) - 0.4) * 0.006;
  const weekdays = Array.from({ length: 7 }, () => 0.6 + 0.8 * fraction(random));
  const steadiness = 10 + 60 * fraction(random);
  const [order, perOutcome, budget] = [20 + random(180), 15 + random(60), 30 + random(500)];
  return Array.from({ length }, (_, day) => {
    const expected = mean * (weekdays[day % 7] ?? 1) * Math.exp(growth * day);
    const demand = (expected * gamma(random, steadiness)) / steadiness;
    const outcomes = poisson(random, demand);
    const orders = Array.from({ length: outcomes }, () => order * Math.exp(0.6 * normal(random)));
    return {
      visitors: poisson(random, demand * perOutcome),
      outcomes,
      revenue: orders.reduce((sum, each) => sum + each, 0),
      spend: budget * (0.95 + 0.1 * fraction(random)),
    };
  });
}

const INCIDENTS: readonly { name: string; figure: Watched; change: (day: Day) => Day }[] = [
  { name: 'purchases are not sent', figure: 'outcomes', change: (day) => ({ ...day, outcomes: 0, revenue: 0 }) },
  {
    name: 'purchases are sent three times',
    figure: 'outcomes',
    change: (day) => ({ ...day, outcomes: 3 * day.outcomes, revenue: 3 * day.revenue }),
  },
  {
    name: 'the tracker is missing on most pages',
    figure: 'visitors',
    change: (day) => ({ ...day, visitors: Math.round(day.visitors / 10) }),
  },
  { name: 'a robot visits', figure: 'visitors', change: (day) => ({ ...day, visitors: 4 * day.visitors }) },
  { name: 'a coupon takes nearly all', figure: 'revenue', change: (day) => ({ ...day, revenue: day.revenue / 20 }) },
  { name: 'a budget has a zero too many', figure: 'spend', change: (day) => ({ ...day, spend: 10 * day.spend }) },
  { name: 'ads are paused', figure: 'spend', change: (day) => ({ ...day, spend: 0 }) },
];

const amount = (value: number): string => value.toFixed(2);

function rowOf({ visitors, outcomes, revenue, spend }: Day, at: number): OverviewRow {
  const day = new Date(FIRST + at * DAY_MS).toISOString().slice(0, 10);
  const none = {
    outcome_squares: 0n,
    attributed_squares: 0n,
    attributed_products: 0n,
    revenue_squares: 0n,
    paid_revenue_squares: 0n,
  };
  return {
    date_from: day,
    date_to: day,
    spend: amount(spend),
    covered_days: 1n,
    missing_days: 0n,
    visitors: BigInt(visitors),
    pageviews: BigInt(visitors * 2),
    sessions: BigInt(visitors),
    bounces: 0n,
    engaged_ms: 0n,
    outcome_millionths: BigInt(outcomes) * 1_000_000n,
    attributed_millionths: 0n,
    revenue_millionths: amount(revenue * 1e6),
    refunded_millionths: '0',
    paid_revenue_millionths: '0',
    cash_millionths: amount(revenue * 1e6),
    returned_millionths: '0',
    payment_millionths: BigInt(outcomes) * 1_000_000n,
    ...none,
    cash_squares: 0n,
    payment_squares: 0n,
    unpriced_currencies: [],
    older_rates: null,
  };
}

export function shopDays(random: Random, hasIncident: boolean): ShopDays {
  const days = usualDays(random, DAYS_BEFORE + JUDGED);
  const planted = hasIncident ? INCIDENTS[random(INCIDENTS.length)] : undefined;
  const at = 30 + random(50);
  const changed = days.map((day, n) => (planted && n === DAYS_BEFORE + at ? planted.change(day) : day));
  const board = { rows: changed.map(rowOf), currency: 'EUR', first: 0, budget: null, series: new Map() };
  return { board, incident: planted && { figure: planted.figure, day: at, name: planted.name } };
}
