// A program that gets newer: each version has a migration of state and of the journal more, and every second one computes figures by other code. It is built
// into few files, as an installed one is.
import { appendFileSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { buildProgram } from '../../../../bin/program/build.ts';
import { temporaryFolder } from '../../folder.ts';
import { addMigration, copyProgram, nameVersion, PARTS } from '../newer-version.ts';

export interface GrowingProgram {
  /** The next version, installed beside the one that runs; the first of all is this one. */
  install(): Promise<{ version: string; main: string }>;
}

export function growingProgram(t: TestContext): GrowingProgram {
  const folder = temporaryFolder(t);
  const rootOf = (n: number): string => join(folder, `program-${n}`);
  let next = 0;
  return {
    install: async () => {
      const n = next;
      next += 1;
      const root = rootOf(n);
      if (n === 0) copyProgram(root, [...PARTS, 'console/dist', 'package.json']);
      else cpSync(rootOf(n - 1), root, { recursive: true, verbatimSymlinks: true });
      const version = n === 0 ? 'this one' : plantVersion(root, n);
      await buildProgram({ main: join(root, 'src', 'main.ts'), root: join(root, 'src'), folder: join(root, 'dist', 'program') });
      return { version, main: join(root, 'dist', 'program', 'main.mjs') };
    },
  };
}

/** Plants what a version has more than the one before. */
function plantVersion(root: string, n: number): string {
  const table = `planted_${n}`;
  const sql = `create table ${table} (\n  profile_id text primary key,\n  facts integer not null\n) strict, without rowid;\n`;
  addMigration(root, 'state', n, `${sql}insert into ${table} select profile_id, ${n} from profiles;`);
  addMigration(root, 'journal', n, `create table ${table} as select profile_no, last_seq from profiles;`);
  appendFileSync(join(root, 'sql', 'state', 'schema', 'planted.sql'), `${sql}\n`);
  appendFileSync(join(root, 'sql', 'state', 'tables.csv'), `${table},base,profile_id,delete,none,\n`);
  if (n % 2 === 0) writeFileSync(join(root, 'seeds', 'planted.csv'), `planted\n${n}\n`);
  const version = `1.0.0-planted.${n}`;
  nameVersion(root, version);
  return version;
}
