// A newer version of the program, planted: this one's sources with migrations of every store more. What it does to a folder of this version is what the next
// release will do.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { BASELINE, currentNumber, STORES, type Store } from '../../../src/base/upgrade/migrations.ts';
import { filledOnce } from '../../run-folder.ts';
import { temporaryFolder } from '../folder.ts';

export const NEWER = '1.0.0-planted.2';
export const PARTS = ['bin', 'seeds', 'sql', 'src', 'warehouse/schema', 'openapi.yaml', 'openapi.json', 'package-lock.json'];

const NOTES = `create table planted_notes (
  note_no integer primary key,
  -- Whose it is.
  profile_id text not null,
  text text not null,
  revision integer not null default 1
) strict;
create index planted_notes_by_profile on planted_notes (profile_id);
`;

/** Statements by store; each is one migration. */
const PLANTED: Record<Store, string[]> = {
  state: [
    `create table planted_notes (note_no integer primary key, profile_id text not null, text text not null) strict;
     insert into planted_notes (profile_id, text) select profile_id, name from profiles;`,
    `alter table planted_notes add column revision integer not null default 1;
     create index planted_notes_by_profile on planted_notes(profile_id);`,
    `update planted_notes set revision = revision + 1;`,
  ],
  journal: [
    `create table planted_counts (profile_no integer primary key, facts integer not null) strict;
     insert into planted_counts select profile_no, last_seq from profiles;`,
    `update planted_counts set facts = facts * 2;`,
  ],
  ledger: [`alter table entries add column planted text;`, `create index entries_planted on entries (planted);`],
  'short-lived': [`alter table entries add column planted text;`],
};

export interface Planted {
  root: string;
  /** Its command line. */
  program: string;
}

/** The sources of this program in another folder. */
export function copyProgram(root: string, parts: readonly string[] = PARTS): void {
  for (const part of parts) {
    mkdirSync(dirname(join(root, part)), { recursive: true });
    cpSync(projectFile(part), join(root, part), { recursive: true });
  }
  symlinkSync(projectFile('node_modules'), join(root, 'node_modules'));
}

/** Gives a copied program another version. */
export function nameVersion(root: string, version: string): void {
  const manifest = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, version }));
}

/** @param fault SQL that is the last migration of the ledger, and cannot be carried out. Without one it is shared, and not to be changed. */
export async function plantNewer(t: TestContext, { fault }: { fault?: string } = {}): Promise<Planted> {
  const root =
    fault === undefined ? await filledOnce('programs', 'newer', (folder) => plant(folder)) : join(temporaryFolder(t), 'program');
  if (fault !== undefined) await plant(root, [fault]);
  return { root, program: join(root, 'bin', 'tributary') };
}

async function plant(root: string, faults: readonly string[] = []): Promise<void> {
  copyProgram(root);
  nameVersion(root, NEWER);
  for (const store of STORES) addMigrations(root, store, [...PLANTED[store], ...(store === 'ledger' ? faults : [])]);
  writeFileSync(join(root, 'sql', 'state', 'schema', 'planted.sql'), NOTES);
  const tables = join(root, 'sql', 'state', 'tables.csv');
  writeFileSync(tables, `${readFileSync(tables, 'utf8')}planted_notes,base,profile_id,delete,none,\n`);
  // Figures are computed by other code: their files are built anew.
  writeFileSync(join(root, 'seeds', 'planted.csv'), 'planted\n');
}

function addMigrations(root: string, store: Store, texts: string[]): void {
  for (const [i, sql] of texts.entries()) addMigration(root, store, i + 1, sql);
}

/** The n-th after those of this version. */
export function addMigration(root: string, store: Store, n: number, sql: string): void {
  const folder = join(root, 'sql', 'migrations', store);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${String(currentNumber(store) + n).padStart(4, '0')}-planted-${n}.sql`), `${sql}\n`);
}

/** The number that the planted version gives a store. */
export const plantedNumber = (store: Store): number => Math.max(currentNumber(store), BASELINE[store]) + PLANTED[store].length;
