// Reads docs/releases.md, by which everything finds a release, and the schemas that the first one had (sql/migrations/baseline).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { projectFile } from '../../src/base/kit/paths.ts';
import { createSchema } from '../../src/base/state/schema.ts';
import type { Store } from '../../src/base/upgrade/migrations.ts';

export const RELEASES = projectFile('docs', 'releases.md');
export const COLUMNS = [
  'version',
  'date',
  'commit',
  'folder',
  'state',
  'journal',
  'ledger',
  'short-lived',
  'archive',
  'figures',
  'SHA-256 of the package',
  'SHA-256 of the kept folder',
] as const;

export const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

const checksum = z.string().regex(/^[0-9a-f]{64}$/);
const number = z.coerce.number().int().positive();
const shape = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-(?:alpha|beta|rc)\.\d+)?$/),
  date: z.iso.date(),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  folder: number,
  state: number,
  journal: number,
  ledger: number,
  'short-lived': number,
  archive: number,
  figures: z.string().regex(/^[0-9a-f]{16}$/),
  'SHA-256 of the package': checksum,
  'SHA-256 of the kept folder': checksum,
});
export type Release = z.infer<typeof shape>;

/** The table's rows, as they are listed. @throws Error for a row of another form */
export function releases(text = readFileSync(RELEASES, 'utf8')): Release[] {
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| version '));
  return rows.map((row) => {
    const cells = row.split('|').slice(1, -1);
    return shape.parse(Object.fromEntries(COLUMNS.map((name, i) => [name, cells[i]?.trim()])));
  });
}

/** The data folder that is kept of a release, with its answers. */
export const keptFile = (version: string): string => projectFile('test', 'folders', `${version}.tar.br`);

/** The row of a release, in the order of the columns. */
export const lineOf = (release: Release): string => `| ${COLUMNS.map((name) => shape.parse(release)[name]).join(' | ')} |`;

const FILES: Record<Exclude<Store, 'state'>, string[]> = {
  journal: ['journal/schema', 'journal/schema_2', 'journal/schema_3'],
  ledger: ['ledger/schema'],
  'short-lived': ['short-lived/schema'],
};

export const baselineFile = (store: Store): string => projectFile('sql', 'migrations', 'baseline', `${store}.sql`);

/** What the first release made of an empty file. */
export const baselineText = (store: Store): string => readFileSync(baselineFile(store), 'utf8');

/** Made by SQLite itself, with the indexes of search. */
const OF_SQLITE = /^(?:sqlite_.*|(?:search|knowledge)_index_(?:data|idx|content|docsize|config))$/;

/** What this version makes of an empty file before its migrations; of state, its tables as they are. */
export function startingText(store: Store): string {
  if (store !== 'state') return FILES[store].map((name) => readFileSync(projectFile('sql', `${name}.sql`), 'utf8')).join('\n');
  const db = new Database(':memory:');
  createSchema(db, 0);
  const objects = db
    .prepare<[], { name: string; sql: string }>('select name, sql from sqlite_schema where sql is not null order by rowid')
    .all();
  const tables = objects.filter(({ name }) => !OF_SQLITE.test(name)).map(({ sql }) => sql);
  db.close();
  return `${tables.join(';\n\n')};\n`;
}
