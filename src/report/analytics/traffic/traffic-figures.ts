// The figures of visits as they are printed: of a key of a dimension in one period, and of all keys together.
import type { components } from '../../../base/contract/types.ts';
import { decimalText, ratio } from '../../../base/kit/decimals.ts';
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';

export type TrafficRow = WarehouseRow<'warehouse/report/analytics/traffic_get'>;
export type TrafficData = components['schemas']['TrafficData'];
export type TrafficFigures = components['schemas']['TrafficFigures'];

/** What figures of visits are calculated from. */
export interface VisitSums {
  visits: bigint;
  views: bigint;
  bounces: bigint;
  engaged_ms: bigint;
}

/** A share of nothing, and time that no browser reported, are not known. */
export const visitFigures = ({ visits, views, bounces, engaged_ms }: VisitSums) => ({
  visits: Number(visits),
  views: Number(views),
  bounce_rate: visits === 0n ? null : ratio(bounces, visits),
  avg_engaged_seconds: engaged_ms === 0n ? null : ratio(engaged_ms, visits * 1000n, 3),
});

export const countText = (millionths: bigint): string => decimalText(millionths, 6);

const figuresOf = (row: TrafficRow, millionths: bigint): TrafficFigures => {
  const { visits, ...others } = visitFigures(row);
  return { visits, people: Number(row.people), ...others, conversions: countText(millionths) };
};

/** The two rows of one key: of the period, and of the compared one. */
export interface KeyPair {
  key: string | null;
  current: TrafficRow;
  previous: TrafficRow;
}

/** The totals first, then the keys in their order. */
export function pairsOf(rows: readonly TrafficRow[]): { totals: KeyPair; keys: (KeyPair & { key: string })[] } {
  const pairs = [...Map.groupBy(rows, ({ place }) => place).values()].map(([current, previous]): KeyPair => {
    if (!current || !previous) throw new Error('traffic_get answers two rows for each key.');
    return { key: current.key, current, previous };
  });
  const totals = pairs.find(({ key }) => key === null);
  if (!totals) throw new Error('traffic_get answers totals.');
  return { totals, keys: pairs.flatMap(({ key, ...pair }) => (key === null ? [] : [{ key, ...pair }])) };
}

export function trafficData(rows: readonly TrafficRow[]): TrafficData {
  const { totals, keys } = pairsOf(rows);
  const rest = (row: TrafficRow) => ({ conversions: countText(row.counted_millionths - row.credited_millionths) });
  return {
    rows: keys.map(({ key, current, previous }) => ({
      key,
      current: figuresOf(current, current.credited_millionths),
      previous: figuresOf(previous, previous.credited_millionths),
    })),
    unattributed: { current: rest(totals.current), previous: rest(totals.previous) },
    totals: {
      current: figuresOf(totals.current, totals.current.counted_millionths),
      previous: figuresOf(totals.previous, totals.previous.counted_millionths),
    },
  };
}
