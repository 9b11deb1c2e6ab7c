// The figures of visits as they are printed: of a key of a dimension in one period, and of all keys together.
import type { components } from '../../../base/contract/types.ts';
import { decimalText, ratio } from '../../../base/kit/decimals.ts';
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';

export type TrafficRow = WarehouseRow<'warehouse/report/analytics/traffic_get'>;
export type PageRow = WarehouseRow<'warehouse/report/analytics/traffic_pages_list'>;
export type JourneyRow = WarehouseRow<'warehouse/report/analytics/traffic_journeys_list'>;
export type FunnelRow = WarehouseRow<'warehouse/report/analytics/funnel_get'>;
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

export const SIDES = ['current', 'previous'] as const;

/** The two rows of one key: of the period, and of the compared one. */
export type Pair<Row> = Record<(typeof SIDES)[number], Row>;

/** The totals, whose place is 0, and the keys in their order. */
export function pairsOf<Row extends { place: bigint }>(rows: readonly Row[]): { totals: Pair<Row>; keys: Pair<Row>[] } {
  const [totals, ...keys] = [...Map.groupBy(rows, ({ place }) => place).values()].map(([current, previous]): Pair<Row> => {
    if (!current || !previous) throw new Error('A report of visits answers two rows for each key.');
    return { current, previous };
  });
  if (!totals) throw new Error('A report of visits answers totals.');
  return { totals, keys };
}

/** Of both periods. */
export const bothOf = <Row, Figures>({ current, previous }: Pair<Row>, of: (row: Row) => Figures): Pair<Figures> => ({
  current: of(current),
  previous: of(previous),
});

export function trafficData(rows: readonly TrafficRow[]): TrafficData {
  const { totals, keys } = pairsOf(rows);
  return {
    rows: keys.map((pair) => ({
      key: pair.current.key ?? '',
      ...bothOf(pair, (row) => figuresOf(row, row.credited_millionths)),
    })),
    unattributed: bothOf(totals, (row) => ({ conversions: countText(row.counted_millionths - row.credited_millionths) })),
    totals: bothOf(totals, (row) => figuresOf(row, row.counted_millionths)),
  };
}
