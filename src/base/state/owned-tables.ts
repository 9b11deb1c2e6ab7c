// The list of state's tables, sql/state/tables.csv: the slice that owns each, and what a purge and an erasure do with its rows. Purges
// are derived from it, so that a table which is added to the list is purged, and one that is missing fails a test.
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

/** A column that holds the id of a profile or of a workspace. */
const EITHER = 'place_id';

/** What is purged: a profile or a workspace. */
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
