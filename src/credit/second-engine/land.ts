// Facts and decisions of a profile, again from archive, journal and state: DuckDB lands them into a file of their own, which goes to
// ClickHouse table by table. What the live file has of them is not used, so that comparing the two proves it too.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Base } from '../../base/base.ts';
import type { ClickHouse } from '../../base/warehouse/clickhouse/clickhouse.ts';
import type { Target } from '../../base/warehouse/port.ts';
import { applyTo, decisionsThrough, landUpTo, newFileStatements } from '../pipeline/index.ts';
import type { Build } from './builds.ts';
import { columnsOf, tablesOf } from './compare.ts';

interface Landing {
  profileId: string;
  /** The last fact and the last decision. */
  reached: { landedSeq: bigint; landedDecision: bigint };
  build: Build;
  onProgress: (step: string, done: number, total: number) => void;
}

export async function landFacts(
  base: Base,
  clickhouse: ClickHouse,
  { profileId, reached, build, onProgress }: Landing,
): Promise<void> {
  onProgress('land', 0, 1);
  // It waits for no other build: the copy of the live file, which this verification has open, is one.
  const file = await base.warehouse.startBuild(profileId, { isSmall: true });
  try {
    await base.warehouse.write(file, newFileStatements());
    await landUpTo(base, file, reached.landedSeq);
    for (const page of decisionsThrough(base, profileId, reached.landedDecision)) await applyTo(base, file, page);
    // Models compute it from the others.
    const names = tablesOf('1-facts.sql', '2-decisions.sql').filter((name) => name !== 'visitor_people');
    for (const [done, table] of names.entries()) {
      onProgress('copy', done, names.length);
      await copyTable(base, clickhouse, file, build, table);
    }
  } finally {
    await base.warehouse.dropBuild(file);
  }
}

async function copyTable(base: Base, clickhouse: ClickHouse, source: Target, build: Build, table: string): Promise<void> {
  const path = join(base.warehouse.landingFolder(source.profileId), `${build.database}-${table}.parquet`);
  const columns = (await columnsOf({ base, target: source }, table)).map(({ name }) => name);
  try {
    await base.warehouse.write(source, [
      { sql: `copy ${table} to '${path.replaceAll("'", "''")}' (format parquet, compression zstd)` },
    ]);
    await clickhouse.insertParquet(build.database, table, columns, path);
  } finally {
    await rm(path, { force: true });
  }
}
