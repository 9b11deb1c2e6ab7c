// The figures that a response of the copilot may contain, each with its operation, its place there and its text.
import type { Answer } from '../../../base/contract/operation.ts';
import { type Board, briefOf, rowOf } from '../board.ts';

type Row = Answer<'listTopPerformers'>['data'][number];
type Operation = 'listTopPerformers' | 'getTopPerformersBrief';

/** The most rows that `GET …/top-performers` lists. */
export const MOST_ROWS = 100;

export interface Figure {
  text: string;
  operation: Operation;
  /** JSON pointer into the answer of the operation, with `limit=100` where it has one. */
  at: string;
}

/** An ad in the currency of the workspace, or in its own without a rate. */
export interface AdFact {
  row: Row;
  /** A text of its author. */
  name: string;
  currency: string;
  sales: Figure;
  spend: Figure;
  cost: Figure | null;
  low: Figure;
  high: Figure;
  /** Rates that the platform counts, by their names. */
  rates: { name: string; figure: Figure }[];
}

type Counter = keyof Answer<'getTopPerformersBrief'>['data'];

export interface Facts {
  currency: string;
  ads: AdFact[];
  counters: Record<Counter, Figure>;
}

const RATES = [
  ['hook', 'share of times shown that were seen for three seconds'],
  ['hold', 'share of these that were seen to the end'],
  ['click', 'share of times shown that were clicked'],
] as const;

function adFact(row: Row, at: number): AdFact {
  const inner = row.compared ? 'compared/' : '';
  const { currency, spend, cost_per_cash_outcome: cost, interval } = row.compared ?? row;
  const figure = (text: string, name: string): Figure => ({ text, operation: 'listTopPerformers', at: `/data/${at}/${name}` });
  return {
    row,
    name: row.ad_name ?? row.ad_id,
    currency,
    sales: figure(row.attributed_cash_outcomes, 'attributed_cash_outcomes'),
    spend: figure(spend, `${inner}spend`),
    cost: cost === null ? null : figure(cost, `${inner}cost_per_cash_outcome`),
    low: figure(interval.low, `${inner}interval/low`),
    high: figure(interval.high, `${inner}interval/high`),
    rates: RATES.flatMap(([name, words]) => {
      const rate = row.rates[name]?.rate;
      return rate === undefined ? [] : [{ name: words, figure: figure(String(rate), `rates/${name}/rate`) }];
    }),
  };
}

export function factsOf(board: Board): Facts {
  const brief = briefOf(board);
  const counter = (name: Counter): Figure => ({
    text: String(brief[name]),
    operation: 'getTopPerformersBrief',
    at: `/data/${name}`,
  });
  return {
    currency: board.currency,
    ads: board.rows.slice(0, MOST_ROWS).map((placed, at) => adFact(rowOf(placed, at + 1, board.currency), at)),
    counters: {
      live: counter('live'),
      proven: counter('proven'),
      winners: counter('winners'),
      fatiguing: counter('fatiguing'),
      unproven_spend: counter('unproven_spend'),
      new: counter('new'),
    },
  };
}

export const figuresOfAd = ({ sales, spend, cost, low, high, rates }: AdFact): Figure[] => [
  sales,
  spend,
  ...(cost ? [cost] : []),
  low,
  high,
  ...rates.map(({ figure }) => figure),
];
