// Rows as they come from the warehouse process, and the types that `npm run sql` wrote for them. The engine's types hold on their own;
// which columns may be null, and which texts they have, a statement says (`-- columns:`), and tests check it of every row.
import { type ColumnNote, columnNotes } from './headers.ts';
import type { AnyStatement, Row } from './port.ts';

/** The one place where rows get the type of their statement. */
export const typed = <Rows>(rows: unknown): Rows => rows as Rows;

let isChecking = false;

/** From now on each row that differs from the `-- columns:` of its statement fails the call. For tests. */
export function checkRows(): void {
  isChecking = true;
}

/** The rows of each statement, empty where one was left out. */
export function checkedRows(statements: readonly AnyStatement[], results: readonly Row[][]): Row[][] {
  const rows = statements.map((_, at) => results[at] ?? []);
  if (isChecking) for (const [at, { name }] of statements.entries()) if (name !== undefined) checkAll(name, rows[at] ?? []);
  return rows;
}

function checkAll(name: string, rows: readonly Row[]): void {
  if (rows.length === 0) return;
  const notes = columnNotes(name);
  const faults = new Set<string>();
  for (const row of rows)
    for (const [column, value] of Object.entries(row)) for (const fault of faultsOf(value, column, notes)) faults.add(fault);
  if (faults.size > 0)
    throw new Error(`sql/${name}.sql: ${[...faults].join('; ')}. Write it as "-- columns: name?" or with its texts.`);
}

function faultsOf(value: unknown, path: string, notes: ReadonlyMap<string, ColumnNote>): string[] {
  const note = notes.get(path);
  if (value === null) return note?.isNullable ? [] : [`${path} is null`];
  if (typeof value === 'string')
    return note && note.texts.length > 0 && !note.texts.includes(`'${value}'`) ? [`${path} is '${value}'`] : [];
  if (Array.isArray(value)) return value.flatMap((item) => faultsOf(item, path.endsWith('[]') ? path : `${path}[]`, notes));
  if (typeof value !== 'object' || value instanceof Uint8Array) return [];
  const prefix = path.replace(/\[\]$/, '');
  return Object.entries(value).flatMap(([member, each]) => faultsOf(each, `${prefix}.${member}`, notes));
}
