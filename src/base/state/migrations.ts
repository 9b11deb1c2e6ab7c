// Applies the numbered migrations of sql/state/migrations, once each, all pending ones in one transaction. What was applied
// is remembered with its checksum: a file changed or gone since then stops the service before anything is touched.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';

interface Migration {
  number: number;
  name: string;
  text: string;
  checksum: string;
}

function readMigrations(folder: string): Migration[] {
  const found: Migration[] = [];
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.sql')) continue;
    const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file);
    if (!match) throw new Error(`A migration is named NNNN_name.sql; ${file} is not.`);
    const text = readFileSync(join(folder, file), 'utf8');
    const number = Number(match[1]);
    const twin = found.find((m) => m.number === number);
    if (twin) throw new Error(`Two migrations have the number ${match[1]}: ${twin.name} and ${match[2]}.`);
    found.push({ number, name: match[2] as string, text, checksum: createHash('sha256').update(text).digest('hex') });
  }
  return found;
}

const fileOf = (m: { number: number; name: string }): string => `${String(m.number).padStart(4, '0')}_${m.name}.sql`;

/** How many have not been applied; changes nothing. */
export function pendingMigrations(db: Database, folder: string): number {
  const isMade = db.prepare("select count(*) from sqlite_schema where name = 'migrations'").pluck().get() === 1;
  const applied = isMade ? new Set(db.prepare('select number from migrations').pluck().all()) : new Set();
  return readMigrations(folder).filter(({ number }) => !applied.has(number)).length;
}

/** Answers the file names of the migrations it applied. */
export function migrate(db: Database, folder: string, now: number): string[] {
  db.exec(
    `create table if not exists migrations
       (number integer primary key, name text not null, checksum text not null, applied_at integer not null) strict`,
  );
  const files = readMigrations(folder);
  const applied = db.prepare('select number, name, checksum from migrations order by number').all() as Migration[];
  for (const old of applied) {
    const file = files.find((m) => m.number === old.number);
    if (!file) throw new Error(`Migration ${fileOf(old)} was applied to this data folder but its file is missing.`);
    if (file.checksum !== old.checksum)
      throw new Error(`Migration ${fileOf(file)} was changed after it had been applied. Write a new migration instead.`);
  }
  const known = new Set(applied.map((m) => m.number));
  const pending = files.filter((m) => !known.has(m.number));
  const remember = db.prepare('insert into migrations (number, name, checksum, applied_at) values (?, ?, ?, ?)');
  const applyAll = db.transaction(() => {
    for (const migration of pending) {
      try {
        db.exec(migration.text);
      } catch (error) {
        throw new Error(`Migration ${fileOf(migration)} failed: ${(error as Error).message}`, { cause: error });
      }
      if (!db.inTransaction) throw new Error(`Migration ${fileOf(migration)} must not end the transaction it runs in.`);
      remember.run(migration.number, migration.name, migration.checksum, now);
    }
  });
  applyAll.immediate();
  return pending.map(fileOf);
}
