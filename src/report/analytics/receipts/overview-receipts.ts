// Receipts of the overview: the figures of one period or bucket, from its row of the statement.
import type { components } from '../../../base/contract/types.ts';
import { decimalText, unitsOf } from '../../../base/kit/decimals.ts';
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';
import { exactTerm, type Figure, pointer, term, whole } from './receipt.ts';
import { type CoveredTime, conversionsBehind, eventsBehind, paymentsBehind, spendBehind } from './rows-behind.ts';

type Row = WarehouseRow<'warehouse/report/analytics/overview_series'>;
type Metrics = components['schemas']['OverviewMetrics'];

export interface Bucket {
  row: Row;
  metrics: Metrics;
  covered: CoveredTime;
  /** The default goal. */
  goal: string;
  currency: string;
}

type Figures = Record<keyof Metrics, Figure>;

/** Money times millionths, as the statement has it, in units of 10^-12. */
const moneyOf = (text: string | null): bigint | null => (text === null ? null : unitsOf(text, 6));

/** The minuend of a difference of which only the difference and the subtrahend are known. */
const minuend = (difference: string | null, subtrahend: string): bigint | null => {
  const amount = moneyOf(difference);
  return amount === null ? null : amount + unitsOf(subtrahend, 6);
};

/** All figures of a bucket, in the order in which they are printed. */
export function overviewFigures(at: string, bucket: Bucket): Figure[] {
  const figures: Figures = { ...moneyFigures(at, bucket), ...outcomeFigures(at, bucket), ...visitFigures(at, bucket) };
  const names = Object.keys(bucket.metrics) as (keyof Metrics)[];
  return names.map((name) => figures[name]);
}

function moneyFigures(at: string, { row, covered, goal, currency }: Bucket) {
  const path = (name: string): string => at + pointer(name);
  const sales = [conversionsBehind(covered, goal)];
  const spendTerm = term('spend', row.spend === null ? null : decimalText(unitsOf(row.spend, 6), 6), currency);
  return {
    spend: whole(path('spend'), 'What ads cost, as ad accounts reported it.', spendTerm, [spendBehind(covered)]),
    revenue: {
      path: path('revenue'),
      text: 'Value of the outcomes minus what was reversed of them, on the day of the sale.',
      formula: 'round(sold − reversed, 6)',
      terms: [
        exactTerm('sold', minuend(row.revenue_millionths, row.refunded_millionths), 12, currency),
        exactTerm('reversed', unitsOf(row.refunded_millionths, 6), 12, currency),
      ],
      rows: sales,
    },
    roas: {
      path: path('roas'),
      text: 'Revenue credited to paid touches for each unit of spend.',
      formula: 'round(paid_revenue ÷ spend, 6)',
      terms: [
        exactTerm('paid_revenue', moneyOf(row.paid_revenue_millionths), 12, currency),
        { ...spendTerm, path: path('spend') },
      ],
      rows: [...sales, spendBehind(covered)],
    },
    cash_revenue: {
      path: path('cash_revenue'),
      text: 'Cash received minus cash returned, on the day it moved.',
      formula: 'round(received − returned, 6)',
      terms: [
        exactTerm('received', minuend(row.cash_millionths, row.returned_millionths), 12, currency),
        exactTerm('returned', unitsOf(row.returned_millionths, 6), 12, currency),
      ],
      rows: [paymentsBehind(covered)],
    },
    cash_payments: whole(
      path('cash_payments'),
      'Payments and later instalments received.',
      exactTerm('payments', row.payment_millionths, 6, 'payments'),
      [paymentsBehind(covered)],
    ),
  };
}

function outcomeFigures(at: string, { row, covered, goal }: Bucket) {
  const path = (name: string): string => at + pointer(name);
  const rows = [conversionsBehind(covered, goal)];
  const attributed = exactTerm('attributed_outcomes', row.attributed_millionths, 6, 'outcomes');
  const outcomes = { ...exactTerm('outcomes', row.outcome_millionths, 6, 'outcomes'), path: path('outcomes') };
  const hasNone = row.outcome_millionths === 0n;
  return {
    outcomes: {
      path: path('outcomes'),
      text: 'Counted conversions of the default definition.',
      formula: 'attributed_outcomes + other_outcomes',
      terms: [
        { ...attributed, path: path('attributed_outcomes') },
        exactTerm('other_outcomes', row.outcome_millionths - row.attributed_millionths, 6, 'outcomes'),
      ],
      rows,
    },
    attributed_outcomes: whole(
      path('attributed_outcomes'),
      'Outcomes with at least one touch in the window that is not direct.',
      attributed,
      rows,
    ),
    coverage_percent: {
      path: path('coverage_percent'),
      text: hasNone ? 'There are no outcomes.' : 'The share of outcomes with a touch that is not direct.',
      formula: hasNone ? '0' : 'round(100 × attributed_outcomes ÷ outcomes, 6)',
      terms: [{ ...attributed, path: path('attributed_outcomes') }, outcomes],
      rows,
    },
  };
}

function visitFigures(at: string, { row, covered }: Bucket) {
  const path = (name: string): string => at + pointer(name);
  const rows = [eventsBehind(covered)];
  const sessions = exactTerm('sessions', row.sessions, 0, 'sessions');
  const hasNone = row.sessions === 0n;
  return {
    visitors: whole(path('visitors'), 'Distinct people with a session.', exactTerm('visitors', row.visitors, 0, 'people'), rows),
    pageviews: whole(path('pageviews'), 'Page views.', exactTerm('pageviews', row.pageviews, 0, 'page views'), rows),
    bounce_rate: {
      path: path('bounce_rate'),
      text: hasNone ? 'There are no sessions.' : 'The share of sessions with one page view and less than 10 engaged seconds.',
      formula: hasNone ? '0' : 'round(bounces ÷ sessions, 6)',
      terms: [exactTerm('bounces', row.bounces, 0, 'sessions'), sessions],
      rows,
    },
    avg_engaged_seconds: {
      path: path('avg_engaged_seconds'),
      text: hasNone ? 'There are no sessions.' : 'Engaged seconds for each session.',
      formula: hasNone ? '0' : 'round(engaged_seconds ÷ sessions, 3)',
      terms: [exactTerm('engaged_seconds', row.engaged_ms, 3, 'seconds'), sessions],
      rows,
    },
  };
}
