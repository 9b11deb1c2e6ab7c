// What other tools measured by day, in state. It is part of no figure: a day that is said again replaces what was said of it.
import { z } from 'zod';
import type { Base, ReadBase } from '../../../base/base.ts';
import { storedJson } from '../../../base/kit/stored-json.ts';

const count = z.int().nonnegative().optional();

const countsShape = z.object({
  /** Of an export of events: how many of them were of the day. */
  events: count,
  visits: count,
  visitors: count,
  pageviews: count,
  bounces: count,
  duration_s: count,
  purchases: count,
  /** Exact decimal text. */
  revenue: z.string().optional(),
  currency: z.string().optional(),
});
export type Counts = z.infer<typeof countsShape>;
const storedCounts = storedJson('elsewhere_days.counts', countsShape);

/** The numbers of a row; undefined of one that is a part of its day, as of a source or a page. */
export function totalOf(values: Readonly<Record<string, string | number>>): Counts | undefined {
  const names = Object.keys(countsShape.shape);
  if (Object.keys(values).some((name) => !names.includes(name))) return undefined;
  const { success, data } = countsShape.safeParse(values);
  return success ? data : undefined;
}

export interface ElsewhereDay {
  source: string;
  day: string;
  counts: Counts;
}

/** What a day would change: nothing, one that is there, or none that is there. */
export function effectOf(base: ReadBase, profileId: string, { source, day, counts }: ElsewhereDay): 'new' | 'same' | 'changed' {
  const row = base.state.statement('act/uploads/elsewhere_day_get').get({ profile_id: profileId, source, day });
  if (!row) return 'new';
  const before = storedCounts.read(row.counts);
  return storedCounts.write({ ...before, ...counts }) === storedCounts.write(before) ? 'same' : 'changed';
}

/** Inside the caller's transaction. What the day has and the file does not say stays. */
export function putDay(base: Base, profileId: string, importId: string, { source, day, counts }: ElsewhereDay): void {
  const row = base.state.statement('act/uploads/elsewhere_day_get').get({ profile_id: profileId, source, day });
  const before = row ? storedCounts.read(row.counts) : {};
  base.state.statement('act/uploads/elsewhere_day_put').run({
    profile_id: profileId,
    source,
    day,
    import_id: importId,
    counts: storedCounts.write({ ...before, ...counts }),
  });
}

/** An import by the command line, which is listed nowhere. */
export const BY_COMMAND = '';

export function findDay(
  base: ReadBase,
  profileId: string,
  { source, day }: Pick<ElsewhereDay, 'source' | 'day'>,
): Counts | undefined {
  const row = base.state.statement('act/uploads/elsewhere_day_get').get({ profile_id: profileId, source, day });
  return row && storedCounts.read(row.counts);
}

/** Inside the caller's transaction. Nothing of what the day had before stays. */
export const putWholeDay = (
  base: Base,
  { profileId, importId }: { profileId: string; importId: string },
  { source, day, counts }: ElsewhereDay,
): void =>
  void base.state
    .statement('act/uploads/elsewhere_day_put')
    .run({ profile_id: profileId, source, day, import_id: importId, counts: storedCounts.write(counts) });

export const undoDays = (base: Base, profileId: string, importId: string): void =>
  void base.state.statement('act/uploads/elsewhere_days_undo').run({ profile_id: profileId, import_id: importId });

/** All days that any tool measured, in order of tool and day. */
export const elsewhereDays = (base: ReadBase, profileId: string): ElsewhereDay[] =>
  base.state
    .statement('act/uploads/elsewhere_days_list')
    .all({ profile_id: profileId })
    .map(({ source, day, counts }) => ({ source, day, counts: storedCounts.read(counts) }));
