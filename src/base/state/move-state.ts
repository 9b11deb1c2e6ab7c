// Moves a file of state that an older version made into the schema of this one, when a backup is restored: rows are copied by the names of
// tables and columns. What cannot be copied is refused by its name; nothing is dropped that sql/state/move/names.csv does not list.
import { readFileSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { makePrivate, syncToDisk } from '../files/durable.ts';
import { projectFile } from '../kit/paths.ts';
import { createSchema, SchemaDiffers, schemaOf } from './schema.ts';

/** The last migration of the versions that still had them: what came before it changed rows, not only tables. */
const OLDEST_MIGRATION = 530;
/** Created again, or kept by the engine. */
const NOT_COPIED = /^(sqlite_|schema_version$|search_index|knowledge_index)/;

type Names = ReadonlyMap<string, string>;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const listed = (names: readonly string[]): string => names.map(quoted).join(', ');

function readNames(): Names {
  const text = readFileSync(projectFile('sql', 'state', 'move', 'names.csv'), 'utf8');
  const rows: unknown = parse(text, { columns: true, comment: '#', comment_no_infix: true, skip_empty_lines: true, trim: true });
  const names = z.array(z.object({ before: z.string(), now: z.string() })).parse(rows);
  return new Map(names.map(({ before, now }) => [before, now]));
}

/** Tables of one of the attached files. */
const tablesOf = (db: Database.Database, schema: 'main' | 'before'): string[] =>
  db
    .prepare<[], string>(`select name from ${schema}.sqlite_schema where type = 'table' order by name`)
    .pluck()
    .all()
    .filter((name) => !NOT_COPIED.test(name));

/** Columns that are stored; those computed from others are not. */
const columnsOf = (db: Database.Database, schema: 'main' | 'before', table: string): string[] =>
  db.prepare<[string, string], string>('select name from pragma_table_xinfo(?, ?) where hidden = 0').pluck().all(table, schema);

const countOf = (db: Database.Database, schema: 'main' | 'before', table: string, where = 'true'): number =>
  Number(
    db
      .prepare(`select count(*) from ${schema}.${quoted(table)} where ${where}`)
      .pluck()
      .get(),
  );

const refuse = (what: string): never => {
  throw new SchemaDiffers(`The backup cannot be moved to this version: ${what}`);
};

function copyTable(db: Database.Database, table: string, names: Names): void {
  const target = names.get(table) ?? table;
  const rows = target === '' ? 0 : countOf(db, 'before', table);
  if (rows === 0) return;
  const columns = columnsOf(db, 'main', target);
  if (columns.length === 0) refuse(`it has ${rows} rows in the table ${table}, which this version does not have.`);
  const pairs: [string, string][] = [];
  for (const column of columnsOf(db, 'before', table)) {
    const newName = names.get(`${table}.${column}`);
    const now = newName ?? column;
    if (columns.includes(now)) pairs.push([column, now]);
    else if (newName !== '' && countOf(db, 'before', table, `${quoted(column)} is not null`) > 0)
      refuse(`this version does not have the column ${table}.${column}, which contains values.`);
  }
  // Rows that the schema itself inserts, such as the id of a new installation, are replaced by the rows of the backup.
  if (countOf(db, 'main', target) > 0) db.exec(`delete from main.${quoted(target)}`);
  const from = listed(pairs.map(([column]) => column));
  const to = listed(pairs.map(([, column]) => column));
  const isOrdered =
    db.prepare<[string], number>("select wr from pragma_table_list(?) where schema = 'before'").pluck().get(table) === 0;
  db.exec(
    `insert into main.${quoted(target)} (${to}) select ${from} from before.${quoted(table)}${isOrdered ? ' order by rowid' : ''}`,
  );
  const copied = countOf(db, 'main', target);
  if (copied !== rows) refuse(`of ${rows} rows in ${table} ${copied} arrived.`);
}

/** Numbers that were issued and are free again must not be issued twice. */
function copySequences(db: Database.Database, names: Names): void {
  const tables = db.prepare("select 1 from before.sqlite_schema where name = 'sqlite_sequence'").get();
  if (!tables) return;
  const sequences = db.prepare<[], { name: string; seq: number }>('select name, seq from before.sqlite_sequence').all();
  for (const { name, seq } of sequences) {
    const target = names.get(name) ?? name;
    db.prepare('delete from main.sqlite_sequence where name = ?').run(target);
    db.prepare('insert into main.sqlite_sequence (name, seq) values (?, ?)').run(target, BigInt(seq));
  }
}

function requireKnown(db: Database.Database): void {
  const isMigrated = db.prepare("select 1 from before.sqlite_schema where name = 'migrations'").get();
  if (!isMigrated) return;
  const last = Number(db.prepare('select max(number) from before.migrations').pluck().get());
  if (last < OLDEST_MIGRATION)
    refuse('it is older than 1.0.0-alpha.1. Restore it with 1.0.0-alpha.1, start the service once, and back it up again.');
}

function copyInto(target: string, source: string, now: number): void {
  const db = new Database(target);
  try {
    db.pragma('foreign_keys = off');
    createSchema(db, now);
    db.prepare('attach database ? as before').run(source);
    requireKnown(db);
    const names = readNames();
    const copy = db.transaction(() => {
      for (const table of tablesOf(db, 'before')) copyTable(db, table, names);
      copySequences(db, names);
      db.exec(readFileSync(projectFile('sql', 'state', 'move', 'after.sql'), 'utf8'));
    });
    copy.immediate();
    const broken = db.prepare<[], { table: string }>('select distinct "table" from pragma_foreign_key_check').all();
    if (broken.length > 0) refuse(`rows of ${broken.map(({ table }) => table).join(', ')} name rows that do not exist.`);
  } finally {
    db.close();
  }
}

/** Answers whether the file was of another schema. It is replaced once its successor is complete and on disk. */
export function moveState(file: string, now: number): boolean {
  const old = new Database(file);
  try {
    if (schemaOf(old) === 'current') return false;
    // The copy reads the file alone, so that its log is in it.
    old.pragma('journal_mode = delete');
  } finally {
    old.close();
  }
  const moved = `${file}.moved`;
  rmSync(moved, { force: true });
  makePrivate(moved);
  copyInto(moved, file, now);
  syncToDisk(moved);
  renameSync(moved, file);
  return true;
}
