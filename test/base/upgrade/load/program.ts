// A program that gets newer: each version has a migration of state and of the journal more, and every second one computes figures by other code.
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../../folder.ts';
import { addMigration, copyProgram, nameVersion, PARTS } from '../newer-version.ts';

export interface GrowingProgram {
  main: string;
  /** Makes it the next version; it must not run meanwhile. */
  grow(): string;
}

export function growingProgram(t: TestContext): GrowingProgram {
  const root = join(temporaryFolder(t), 'program');
  copyProgram(root, [...PARTS, 'console/dist', 'package.json']);
  let n = 0;
  return {
    main: join(root, 'src', 'main.ts'),
    grow: () => {
      n += 1;
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
    },
  };
}
