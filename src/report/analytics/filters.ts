// The filters that reports take: they choose origins, and the device and country of sessions and touches.

const NAMES = ['channel', 'source', 'medium', 'campaign', 'device', 'country'] as const;
type Name = (typeof NAMES)[number];
/** Null = not asked. */
export type Filters = Record<Name, string | null>;

export const filtersOf = (params: Partial<Record<Name, string | undefined>>): Filters =>
  Object.fromEntries(NAMES.map((name) => [name, params[name] ?? null])) as Filters;

/** Do they need to know where a touch was seen, and on what? */
export const asksPlace = ({ device, country }: Filters): boolean => device !== null || country !== null;
