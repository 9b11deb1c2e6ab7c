// Looks for words in a data folder the way a stranger with a copy of it would: in the bytes of every file, and in every value of
// every SQLite, DuckDB and Parquet file. Answers where each was found.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'better-sqlite3';

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function sqliteTexts(file: string): string {
  const db = new Database(file, { readonly: true });
  try {
    const tables = db.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
    const values = tables.flatMap((table) => db.prepare(`select * from "${table}"`).safeIntegers(true).raw(true).all().flat());
    return values.map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))).join('\n');
  } finally {
    db.close();
  }
}

async function duckTexts(texts: { file: string; isParquet: boolean }): Promise<string> {
  const instance = await DuckDBInstance.create(texts.isParquet ? ':memory:' : texts.file);
  const connection = await instance.connect();
  try {
    const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
    if (texts.isParquet) return JSON.stringify(await rows(`select * from read_parquet('${texts.file}')`));
    const tables = (await rows('select table_name from duckdb_tables()')).flat();
    const all = await Promise.all(tables.map((table) => rows(`select * from "${table}"`)));
    return JSON.stringify(all);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Of the words those that are there, with the files that hold them. A warehouse file is looked into by a copy. */
export async function foundIn(folder: string, words: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const see = (text: string, where: string): void => {
    for (const word of words) if (text.includes(word)) found.set(word, [...(found.get(word) ?? []), where]);
  };
  const copies = mkdtempSync(join(tmpdir(), 'tributary-copies-'));
  try {
    for (const file of filesOf(folder)) {
      const where = relative(folder, file);
      const bytes = readFileSync(file);
      for (const word of words)
        if (bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le'))) see(word, `${where} (bytes)`);
      if (/\.sqlite$/.test(file) && !/lock/.test(file)) see(sqliteTexts(file), where);
      if (/\.parquet$/.test(file)) see(await duckTexts({ file, isParquet: true }), where);
      if (!/\.duckdb$/.test(file)) continue;
      const copy = join(copies, 'copy.duckdb');
      copyFileSync(file, copy);
      if (existsSync(`${file}.wal`)) copyFileSync(`${file}.wal`, `${copy}.wal`);
      see(await duckTexts({ file: copy, isParquet: false }), where);
      rmSync(copy);
      rmSync(`${copy}.wal`, { force: true });
    }
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
  return found;
}
