// All that a warehouse file holds, as text, so that two can be held against each other.
import assert from 'node:assert/strict';
import type { Base } from '../../../src/base/base.ts';
import type { Target } from '../../../src/base/warehouse/port.ts';
import { fillBuild } from '../../../src/credit/pipeline/builder.ts';
import { newFileStatements } from '../../../src/credit/pipeline/schema.ts';

const TABLES = 'select table_name from duckdb_tables() where not temporary order by table_name';

/** However busy the machine is. */
const DEADLINE_MS = 60_000;

/** Every row of every table, the file's own cursors left out unless they are asked for. */
export async function contents(base: Base, target: Target, withCursors = false): Promise<Map<string, string[]>> {
  const all = (await base.warehouse.query(target, { sql: TABLES })).map((row) => row['table_name'] as string);
  const tables = all.filter((table) => withCursors || table !== 'cursors');
  // In one statement, as each costs milliseconds whatever it reads.
  const sql = tables.map((table) => `select '${table}' as name, row::varchar as line from ${table} as row`).join(' union all ');
  const result = new Map<string, string[]>(tables.map((table) => [table, []]));
  const lines = await base.warehouse.query(target, { sql }, { deadlineMs: DEADLINE_MS });
  for (const { name, line } of lines) result.get(name as string)?.push(line as string);
  return result;
}

/** The first table in which the two differ, in words; empty when none does. */
export function difference(live: Map<string, string[]>, full: Map<string, string[]>): string {
  for (const [table, rows] of full) {
    const mine = new Set(live.get(table) ?? []);
    const theirs = new Set(rows);
    const missing = rows.filter((row) => !mine.has(row));
    const extra = (live.get(table) ?? []).filter((row) => !theirs.has(row));
    if (missing.length + extra.length > 0 || rows.length !== live.get(table)?.length)
      return `${table}: increments have ${live.get(table)?.length} rows, full ${rows.length}\n only full: ${missing.slice(0, 3).join('\n  ')}\n only increments: ${extra.slice(0, 3).join('\n  ')}`;
  }
  return '';
}

/** What increments have left of a settled profile is what a full computation makes. */
export async function assertEqualsFull(base: Base, profileId: string, isSmall = true): Promise<void> {
  const build = await base.warehouse.startBuild(profileId, { isSmall, ofNothing: newFileStatements() });
  try {
    await fillBuild(base, build, { fit: false });
    assert.equal(difference(await contents(base, { profileId }), await contents(base, build)), '');
  } finally {
    await base.warehouse.dropBuild(build);
  }
}
