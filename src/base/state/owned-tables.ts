// The list of state's tables, sql/state/tables.csv: the slice that owns each, and what a purge and an erasure do with its rows. Purges
// and plain erasures are derived from it, so that a table which is added to the list is purged, and one that is missing fails a test.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { projectFile } from '../kit/paths.ts';
import { inChunks } from './delete-in-chunks.ts';
import type { State } from './state.ts';

const rowShape = z.object({
  table: z.string().regex(/^[a-z_]+$/),
  slice: z.string(),
  column: z.string().transform((columns) => columns.split(' ').filter((column) => column !== '')),
  on_purge: z.enum(['delete', 'slice', 'keep']),
  on_erasure: z.enum(['delete', 'slice', 'none']),
  reason: z.string(),
});

export type OwnedTable = z.infer<typeof rowShape>;

let list: readonly OwnedTable[] | undefined;

/** Every table of state, in the order in which rows are deleted. */
export function ownedTables(): readonly OwnedTable[] {
  if (list) return list;
  const text = readFileSync(projectFile('sql', 'state', 'tables.csv'), 'utf8');
  const rows: unknown = parse(text, { columns: true, comment: '#', comment_no_infix: true, skip_empty_lines: true, trim: true });
  list = z.array(rowShape).parse(rows);
  return list;
}

/** A column with the id of a profile or of a workspace. */
const EITHER = 'place_id';

/** The owner of rows to purge: a profile or a workspace. */
export type Purged = { profile_id: string } | { workspace_id: string };

/** Deletes the rows of a profile or a workspace from the tables of a slice that the list says are deleted. It may be repeated. */
export async function purgeTables(state: Pick<State, 'db'>, slice: string, purged: Purged): Promise<void> {
  const [[named, id] = ['', '']] = Object.entries(purged);
  for (const { table, column: columns } of ownedTables().filter((each) => each.slice === slice && each.on_purge === 'delete')) {
    const column = columns.find((each) => each === named || each === EITHER);
    if (column === undefined) continue;
    const statement = state.db.prepare<[string, number]>(`delete from ${table} where ${column} = ? limit ?`);
    await inChunks((limit) => statement.run(id, limit).changes);
  }
}

/** The index by which a table finds the rows of a customer; undefined where its primary key does. */
function indexOfCustomer(state: Pick<State, 'db'>, table: string): string | undefined {
  const indexes = state.db
    .prepare<[string], { name: string; origin: string }>('select name, origin from pragma_index_list(?)')
    .all(table);
  const columnsOf = state.db.prepare<[string], string>('select name from pragma_index_info(?) order by seqno').pluck();
  const fitting = indexes.filter(({ name }) => columnsOf.all(name).slice(0, 2).join() === 'profile_id,customer_no');
  return fitting.some(({ origin }) => origin === 'pk') ? undefined : fitting[0]?.name;
}

/** Deletes the rows of a customer from the tables of a slice that the list says are deleted. Inside the caller's transaction. */
export function eraseTables(state: Pick<State, 'db'>, slice: string, profileId: string, customerNo: bigint): void {
  for (const { table } of ownedTables().filter((each) => each.slice === slice && each.on_erasure === 'delete')) {
    // TRICKY: without statistics SQLite may read the whole profile by the primary key instead.
    const index = indexOfCustomer(state, table);
    const from = index === undefined ? table : `${table} indexed by ${index}`;
    state.db.prepare<[string, bigint]>(`delete from ${from} where profile_id = ? and customer_no = ?`).run(profileId, customerNo);
  }
}
