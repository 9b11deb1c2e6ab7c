// The rows of state that are about a person, with what is sealed in them opened, for the person's file. sql/state/person-file.csv says how those of each table
// are found; a test compares it with the tables from which an erasure removes something.
import { readFileSync } from 'node:fs';
import { setImmediate as otherTurns } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { projectFile } from '../kit/paths.ts';
import { ownedTables } from '../state/owned-tables.ts';
import { contextOf, type SealedColumn, sealedColumns } from '../state/sealed-columns.ts';
import type { State } from '../state/state.ts';

const PAGE_ROWS = 500;
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** Shorter words occur in other texts by chance. */
const SHORTEST_WORD = 6;
/** Tokens and hashes name nobody to a reader. */
const KEYED = /(?:^profile_id|_token|_hash|^sealed_key|^number_key)$/;

const words = z.string().transform((text) => text.split(' ').filter((word) => word !== ''));
const rowShape = z.object({
  table: z.string().regex(/^[a-z_]+$/),
  by: z.enum(['customer', 'visitor', 'person', 'key', 'seq', 'words', 'of', 'none']),
  columns: words,
  shown: words,
  reason: z.string(),
});
export type PersonTable = z.infer<typeof rowShape>;

/** By whom rows are found. */
export interface PersonNamed {
  customerNos: readonly bigint[];
  visitorKeys: readonly bigint[];
  identifierKeys: readonly bigint[];
  /** The person's facts. */
  seqs: readonly bigint[];
  words: readonly string[];
}

export type Row = Record<string, unknown>;
type RowsByTable = Readonly<Record<string, Row[]>>;
type Reader = Pick<State, 'db' | 'keys'>;

let list: readonly PersonTable[] | undefined;

export function personTables(): readonly PersonTable[] {
  if (list) return list;
  const text = readFileSync(projectFile('sql', 'state', 'person-file.csv'), 'utf8');
  const rows: unknown = parse(text, { columns: true, comment: '#', comment_no_infix: true, skip_empty_lines: true, trim: true });
  list = z.array(rowShape).parse(rows);
  return list;
}

/** Rows by table, only of tables that have some. Others are served in between. */
export async function rowsOfPerson(state: Reader, profileId: string, person: PersonNamed): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {};
  const all: Record<string, Row[]> = {};
  for (const table of personTables()) {
    const rows: Row[] = [];
    for await (const page of pagesOf(state, profileId, table, person, all)) rows.push(...page);
    all[table.table] = rows;
    const shown = rows.map((row) => shownOf(table, row));
    if (shown.length > 0) found[table.table] = shown;
  }
  return found;
}

async function* pagesOf(
  state: Reader,
  profileId: string,
  table: PersonTable,
  person: PersonNamed,
  before: RowsByTable,
): AsyncGenerator<Row[]> {
  if (table.by === 'none') return;
  if (table.by === 'words') return yield* withWords(state, profileId, table, { words: person.words, before });
  const columns = table.columns.map((column) => column.split('=')[0] ?? '');
  const values = valuesFor(table, person, before);
  const statement = state.db
    .prepare<[string, string], Row>(
      `select * from ${table.table} where profile_id = ? and exists (select 1 from json_each(?) where ${columns.map((column) => `value = ${column}`).join(' or ')})`,
    )
    .safeIntegers(true);
  for (let from = 0; from < values.length; from += PAGE_ROWS) {
    const page = values.slice(from, from + PAGE_ROWS);
    yield statement.all(profileId, `[${page.join(',')}]`).map((row) => opened(state, profileId, table.table, row));
    await otherTurns();
  }
}

/** As JSON texts. */
function valuesFor(table: PersonTable, person: PersonNamed, before: RowsByTable): string[] {
  const { customerNos, visitorKeys, identifierKeys, seqs } = person;
  if (table.by === 'of') return [...valuesOf(table, before)].map((value) => JSON.stringify(value));
  const numbers = {
    customer: customerNos,
    visitor: visitorKeys,
    person: [...customerNos, ...visitorKeys.map((key) => -key)],
    key: [...visitorKeys, ...identifierKeys],
    seq: seqs,
    words: [],
    none: [],
  };
  return numbers[table.by].map(String);
}

/** The values by which a table belongs to rows that were found before. */
function valuesOf({ columns }: PersonTable, before: RowsByTable): Set<string> {
  const [table = '', column = ''] = (columns[0]?.split('=')[1] ?? '').split('.');
  return new Set((before[table] ?? []).map((row) => String(row[column])));
}

/** Every row of the profile is opened and searched. */
async function* withWords(
  state: Reader,
  profileId: string,
  table: PersonTable,
  { words: all, before }: { words: readonly string[]; before: RowsByTable },
): AsyncGenerator<Row[]> {
  const long = all.filter((word) => word.length >= SHORTEST_WORD).map((word) => word.toLowerCase());
  const values = valuesOf(table, before);
  const [column = ''] = table.columns[0]?.split('=') ?? [];
  if (long.length === 0 && values.size === 0) return;
  const isTheirs = (row: Row): boolean => {
    if (values.has(String(row[column]))) return true;
    const text = textOf(row);
    return long.some((word) => text.includes(word));
  };
  const statement = state.db
    .prepare<[string, number, number], Row>(`select * from ${table.table} where profile_id = ? limit ? offset ?`)
    .safeIntegers(true);
  for (let from = 0; ; from += PAGE_ROWS) {
    const page = statement.all(profileId, PAGE_ROWS, from);
    yield page.map((row) => opened(state, profileId, table.table, row)).filter(isTheirs);
    if (page.length < PAGE_ROWS) return;
    await otherTurns();
  }
}

const textOf = (row: Row): string =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)).toLowerCase();

/** The row with its sealed columns opened, numbers that JSON cannot hold as texts, and JSON as what it says. */
function opened({ keys }: Pick<State, 'keys'>, profileId: string, table: string, row: Row): Row {
  const sealed = new Map(sealedOf(table).map((column) => [column.column, column]));
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const column = sealed.get(name);
      if (Buffer.isBuffer(value))
        return [name, column && value.length > 0 ? parsed(keys.decrypt(profileId, contextOf(column, row), value)) : null];
      if (typeof value === 'bigint') return [name, Number.isSafeInteger(Number(value)) ? Number(value) : String(value)];
      return [name, typeof value === 'string' ? parsed(value) : value];
    }),
  );
}

const sealedOf = (table: string): SealedColumn[] =>
  sealedColumns().filter((each) => each.table === table && each.store === 'state' && each.key === 'profile');

/** Base64 of what gzip begins with. */
const PACKED = 'H4sI';

/** What a packed text contains, and what a text of a JSON object or list says. */
function parsed(text: string): unknown {
  if (text.startsWith(PACKED)) return unpacked(text);
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function unpacked(text: string): string {
  try {
    return gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: MAX_UNPACKED_BYTES }).toString();
  } catch {
    return text;
  }
}

const shownOf = ({ shown }: PersonTable, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) =>
      shown.length > 0 ? shown.includes(name) : !KEYED.test(name) && value !== null,
    ),
  );

/** Tables from which an erasure removes something. */
export const tablesOfPeople = (): string[] =>
  ownedTables()
    .filter(({ on_erasure }) => on_erasure !== 'none')
    .map(({ table }) => table);
