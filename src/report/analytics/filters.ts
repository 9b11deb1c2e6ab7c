// The filters that reports take: they choose origins, and the device and country of sessions and touches.
import { sqlText } from '../../base/kit/sql-files.ts';
import type { Statement } from '../../base/warehouse/port.ts';

const NAMES = ['channel', 'source', 'medium', 'campaign', 'device', 'country'] as const;
type Name = (typeof NAMES)[number];
/** Null = not asked. */
export type Filters = Record<Name, string | null>;

export const filtersOf = (params: Partial<Record<Name, string | undefined>>): Filters =>
  Object.fromEntries(NAMES.map((name) => [name, params[name] ?? null])) as Filters;

/** Leaves `chosen_origins`, and `touch_places`, which has rows only where a filter or the report itself asks for places. */
export function filterStatements(
  { channel, source, medium, campaign, device, country }: Filters,
  asksPlace = false,
): Statement[] {
  return [
    { sql: sqlText('warehouse/report/analytics/chosen_origins'), params: { channel, source, medium, campaign } },
    {
      sql: sqlText('warehouse/report/analytics/touch_places'),
      params: { asks_place: asksPlace || device !== null || country !== null },
    },
  ];
}
