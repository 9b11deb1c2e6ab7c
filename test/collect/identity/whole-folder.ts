// Looks for words in a data folder: in the bytes of every file, in every value of every SQLite, DuckDB and Parquet file, and, for whoever
// has the keys, in what lies sealed in them. Answers where each was found, as file, table and column.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'better-sqlite3';
import type { Base } from '../../../src/base/base.ts';
import { contextOf, type SealedColumn, sealedColumns } from '../../../src/base/state/sealed-columns.ts';

/** A place, and all texts that stand there. */
type Text = readonly [place: string, text: string];

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const textOf = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value));

function withDatabase<T>(file: string, read: (db: Database.Database) => T): T {
  const db = new Database(file, { readonly: true });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

/** The index of search is no table that can be read; what it is kept in are tables beside it. */
const tablesOf = (db: Database.Database): string[] =>
  db
    .prepare("select name from sqlite_master where type = 'table' and sql not like 'create virtual table%'")
    .pluck()
    .all() as string[];

const sqliteTexts = (file: string): Text[] =>
  withDatabase(file, (db) =>
    tablesOf(db).flatMap((table) => {
      const statement = db.prepare(`select * from "${table}"`).safeIntegers(true).raw(true);
      const rows = statement.all() as unknown[][];
      return statement.columns().map(({ name }, i): Text => [`${table}.${name}`, rows.map((row) => textOf(row[i])).join('\n')]);
    }),
  );

async function duckTexts({ file, isParquet }: { file: string; isParquet: boolean }): Promise<Text[]> {
  const instance = await DuckDBInstance.create(isParquet ? ':memory:' : file);
  const connection = await instance.connect();
  try {
    const columns = async (from: string, before: string): Promise<Text[]> => {
      const all = (await connection.runAndReadAll(`select * from ${from}`)).getColumnsObjectJson();
      return Object.entries(all).map(([name, values]): Text => [`${before}${name}`, JSON.stringify(values)]);
    };
    if (isParquet) return await columns(`read_parquet('${file}')`, '');
    const tables = (await connection.runAndReadAll('select table_name from duckdb_tables()')).getRowsJson().flat() as string[];
    const texts: Text[] = [];
    for (const table of tables) texts.push(...(await columns(`"${table}"`, `${table}.`)));
    return texts;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Columns of bytes that hold hashes and public things: there is nothing to open. */
const PLAIN_BYTES =
  /^(?:facts\.fact_hash|outcomes\.(?:outcome_key|content_hash)|erased_facts\.fact_hash|wiped\.zeros|(?:workspace|profile)_logos\.png|\w+\.(?:hash|secret_hash|key_check|content_hash|call_key|request_hash)|passkeys\.public_key|connect_links\.state_hash|sso_attempts\.(?:state|browser)_hash|(?:search|knowledge)_index_\w+\.\w+)$/;
/** Keys and secrets of the installation itself. */
const OWN_SECRETS =
  /^(?:profile_keys\.sealed_key|earlier_master_keys\.sealed_key|day_keys\.sealed_key|profile_moves\.sealed_key|single_sign_on\.client_secret|sso_attempts\.secrets|second_factors\.secret|sender_domains\.private_key)$/;

const named = ({ table, column }: SealedColumn): string => `${table}.${column}`;

/** The columns of a store that hold sealed bytes. @throws Error for a column of bytes that sql/state/sealed.csv does not have, and that is not known as plain. */
export function sealedBytesIn(db: Database.Database, store: SealedColumn['store']): SealedColumn[] {
  const listed = new Map(sealedColumns().map((each) => [`${each.store} ${named(each)}`, each]));
  const columns = db.prepare<[string], { name: string; type: string }>('select name, type from pragma_table_info(?)');
  return tablesOf(db).flatMap((table) =>
    columns
      .all(table)
      .filter(({ type }) => type.toLowerCase() === 'blob')
      .flatMap(({ name }) => {
        const found = listed.get(`${store} ${table}.${name}`);
        if (found) return [found];
        if (PLAIN_BYTES.test(`${table}.${name}`)) return [];
        throw new Error(
          `${table}.${name} holds bytes that nobody looks into: add it to sql/state/sealed.csv, or say that they are plain`,
        );
      }),
  );
}

type Row = Record<string, unknown>;

function openedValue({ state, shortLived }: Base, profileId: string, column: SealedColumn, row: Row): string {
  const value = row[column.column] as Buffer;
  if (column.key === 'vault') return state.vault.open(contextOf(column, row), value);
  if (column.key === 'day') return shortLived.get(profileId, [String(row['name'])]).get(String(row['name']))?.text ?? '';
  return row['profile_id'] === undefined || row['profile_id'] === profileId
    ? state.keys.decrypt(profileId, contextOf(column, row), value)
    : '';
}

/** What lies sealed in state and in the journal, opened. A column of bytes that the list of sealed columns does not have makes it fail. */
export function openedTexts(base: Base, profileId: string): Text[] {
  const unpack = (text: string): string => gunzipSync(Buffer.from(text, 'base64')).toString();
  return (['state', 'journal', 'short-lived'] as const).flatMap((store) =>
    withDatabase(join(base.config.dataDir, `${store}.sqlite`), (db) =>
      sealedBytesIn(db, store)
        .filter((column) => !OWN_SECRETS.test(named(column)))
        .map((column): Text => {
          const rows = db.prepare(`select * from "${column.table}" where length("${column.column}") > 0`).all() as Row[];
          const texts = rows.map((row) => openedValue(base, profileId, column, row));
          const clear = column.table === 'statement_pieces' ? texts.map(unpack) : texts;
          return [`${store}.sqlite ${named(column)} opened`, clear.join('\n')];
        }),
    ),
  );
}

/**
 * Of the words those that are there, with the places that hold them. A warehouse file is looked into by a copy.
 * @param opened What only the keys open, as `openedTexts` answers it.
 */
export async function foundIn(
  folder: string,
  words: readonly string[],
  opened: readonly Text[] = [],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const note = (word: string, place: string): void => void found.set(word, [...(found.get(word) ?? []), place]);
  const see = (where: string, texts: readonly Text[]): void => {
    for (const [place, text] of texts) for (const word of words) if (text.includes(word)) note(word, `${where}${place}`);
  };
  see('', opened);
  const copies = mkdtempSync(join(tmpdir(), 'tributary-copies-'));
  try {
    for (const file of filesOf(folder)) {
      const where = relative(folder, file);
      const bytes = readFileSync(file);
      for (const word of words)
        if (bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le'))) note(word, `${where} (bytes)`);
      if (/\.sqlite$/.test(file) && !/lock/.test(file)) see(`${where} `, sqliteTexts(file));
      if (/\.parquet$/.test(file)) see(`${where} `, await duckTexts({ file, isParquet: true }));
      if (!/\.duckdb$/.test(file)) continue;
      const copy = join(copies, 'copy.duckdb');
      copyFileSync(file, copy);
      if (existsSync(`${file}.wal`)) copyFileSync(`${file}.wal`, `${copy}.wal`);
      see(`${where} `, await duckTexts({ file: copy, isParquet: false }));
      rmSync(copy);
      rmSync(`${copy}.wal`, { force: true });
    }
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
  return found;
}
