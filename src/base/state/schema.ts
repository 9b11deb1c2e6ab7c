// The schema of state: one file per slice in sql/state/schema and its folders. A file of state remembers the hash of the schema that it was made with, and
// the number of its last migration. One of an earlier release is migrated (base/upgrade); one of a version that was none is not opened but moved by a backup
// and a restore. Comments and white space do not count.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { projectFile } from '../kit/paths.ts';
import { currentNumber, type MigrateOptions, migrate, numberOf } from '../upgrade/migrations.ts';
import { requireSameSchema } from './schema-shape.ts';

/** The data folder was made with another schema. It was left as it is; the message says how to move it. */
export class SchemaDiffers extends Error {}

export const schemaFolder = (): string => projectFile('sql', 'state', 'schema');

function readSchema(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));
  return files
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

function hashOf(schema: string): string {
  const meaning = schema.replace(/--[^\n]*/g, ' ').replace(/\s+/g, ' ');
  return createHash('sha256').update(meaning).digest('hex');
}

const hasTable = (db: Database, name: string): boolean =>
  db.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined;

/** The kind of a file of state: new, of this version's schema, or of another. */
export function schemaOf(db: Database, folder = schemaFolder()): 'none' | 'current' | 'other' {
  if (!db.prepare("select 1 from sqlite_schema where type = 'table'").get()) return 'none';
  const hash = hasTable(db, 'schema_version') ? db.prepare('select hash from schema_version').pluck().get() : undefined;
  return hash === hashOf(readSchema(folder)) ? 'current' : 'other';
}

/** Makes the tables of an empty file, in one transaction. */
export function createSchema(db: Database, now: number, folder = schemaFolder()): void {
  const schema = readSchema(folder);
  const create = db.transaction(() => {
    db.exec(schema);
    db.prepare('insert into schema_version (hash, created_at) values (?, ?)').run(hashOf(schema), BigInt(now));
    db.pragma(`user_version = ${currentNumber('state')}`);
  });
  create.immediate();
}

/** Brings the tables of an earlier release to this schema. @throws Error where they are not what they should be then; the last migration is undone */
export function migrateState(db: Database, onMigration?: MigrateOptions['onMigration']): void {
  const finish = (): void => {
    const fresh = new Sqlite(':memory:');
    createSchema(fresh, 0);
    try {
      requireSameSchema(db, fresh);
    } finally {
      fresh.close();
    }
    db.prepare('update schema_version set hash = ?').run(hashOf(readSchema(schemaFolder())));
  };
  migrate(db, 'state', { onMigration, finish });
}

/** A file of this schema that was made before files had numbers. */
export function giveNumber(db: Database): void {
  if (numberOf(db) === 0) db.pragma(`user_version = ${currentNumber('state')}`);
}

/** Answers whether the file has its schema; throws SchemaDiffers for a file of another version. Changes nothing. */
export function hasSchema(db: Database, dataDir: string, folder = schemaFolder()): boolean {
  const found = schemaOf(db, folder);
  if (found !== 'other') return found === 'current';
  throw new SchemaDiffers(
    `${dataDir} was made by another version of Tributary and was not changed: back it up with that version (\`tributary backup <folder>\`), then restore the backup with this one into an empty folder (\`tributary restore <folder>\`).`,
  );
}
