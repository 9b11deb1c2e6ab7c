// The list of sealed columns, sql/state/sealed.csv: the rotation of the master key works from it, and so do the tests that look for a column of bytes that is
// not in it.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { projectFile } from '../kit/paths.ts';

const name = z.string().regex(/^[a-z_]+$/);
const rowShape = z.object({
  store: z.enum(['state', 'journal', 'short-lived']),
  table: name,
  column: name,
  key: z.enum(['master', 'vault', 'profile', 'day']),
  context: z.string(),
  /** `bytes`, or the field of a JSON column that has the sealed bytes in base64. */
  form: name,
});

export type SealedColumn = z.infer<typeof rowShape>;

let list: readonly SealedColumn[] | undefined;

export function sealedColumns(): readonly SealedColumn[] {
  if (list) return list;
  const text = readFileSync(projectFile('sql', 'state', 'sealed.csv'), 'utf8');
  const rows: unknown = parse(text, { columns: true, comment: '#', comment_no_infix: true, skip_empty_lines: true, trim: true });
  list = z.array(rowShape).parse(rows);
  return list;
}

const textOf = (value: unknown): string => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value));

/** The columns of the row that the context names. */
export const contextColumns = ({ context }: SealedColumn): string[] =>
  [...context.matchAll(/\{([a-z_]+)\}/g)].map(([, column]) => column as string);

/** What the value of this row is sealed for; bytes are named in hex. */
export const contextOf = ({ context }: SealedColumn, row: Readonly<Record<string, unknown>>): string =>
  context.replace(/\{([a-z_]+)\}/g, (_, column: string) => textOf(row[column]));
