// Proves a profile's figures by a second engine: ClickHouse folds the same facts and decisions into a build of its own, and each computed
// table is compared with DuckDB's. DuckDB's live file is only copied. A build that is equal becomes the one that is read.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Base } from '../../base/base.ts';
import type { ClickHouse } from '../../base/warehouse/clickhouse/clickhouse.ts';
import type { Target } from '../../base/warehouse/port.ts';
import { schemaText } from '../../base/warehouse/schema-files.ts';
import { cursorsStatement, reachedOf, SMALL_FACTS } from '../pipeline/index.ts';
import { type Build, beginBuild, completeBuild, dropBuild } from './builds.ts';
import { columnsOf, compareTable, computedTables, type TableDifference } from './compare.ts';
import { createTables, fold } from './fold.ts';

export interface Verification {
  database: string;
  landedSeq: bigint;
  landedDecision: bigint;
  tables: TableDifference[];
  isEqual: boolean;
}

export interface VerifyOptions {
  onProgress?: (step: string, done: number, total: number) => void;
}

export const verifyClickHouse = (
  base: Base,
  clickhouse: ClickHouse,
  profileId: string,
  options: VerifyOptions = {},
): Promise<Verification> =>
  base.mutex('credit/second-engine', profileId, async () => {
    const isSmall = base.journal.lastSeq(profileId) < SMALL_FACTS;
    const copy = await base.warehouse.startBuild(profileId, { isSmall, ofLive: [] });
    try {
      return await verifyCopy(base, clickhouse, copy, options);
    } finally {
      await base.warehouse.dropBuild(copy);
    }
  });

async function verifyCopy(
  base: Base,
  clickhouse: ClickHouse,
  copy: Target,
  { onProgress = () => undefined }: VerifyOptions,
): Promise<Verification> {
  const { landedSeq, landedDecision } = reachedOf(await base.warehouse.query(copy, cursorsStatement, { size: 'small' }));
  const build = await beginBuild(base, clickhouse, copy.profileId);
  let isKept = false;
  try {
    await createTables(clickhouse, build.database);
    await copyFacts(base, clickhouse, copy, build, onProgress);
    onProgress('fold', 0, 1);
    await fold(clickhouse, build.database);
    const tables = await compareAll({ base, target: copy, clickhouse, database: build.database }, onProgress);
    const isEqual = tables.every(({ columns }) => columns.length === 0);
    if (isEqual) completeBuild(base, copy.profileId, build, { landedSeq, landedDecision });
    isKept = isEqual;
    return { database: build.database, landedSeq, landedDecision, tables, isEqual };
  } finally {
    // What cannot be dropped now, the next build drops.
    if (!isKept) await dropBuild(clickhouse, build).catch(() => undefined);
  }
}

async function compareAll(
  comparison: Parameters<typeof compareTable>[0],
  onProgress: NonNullable<VerifyOptions['onProgress']>,
): Promise<TableDifference[]> {
  const names = computedTables();
  const tables: TableDifference[] = [];
  for (const [done, table] of names.entries()) {
    onProgress('compare', done, names.length);
    tables.push(await compareTable(comparison, table));
  }
  return tables;
}

/** The tables that are not computed. */
const landedTables = (): string[] =>
  ['1-facts.sql', '2-decisions.sql']
    .flatMap((file) => [...schemaText(file).matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name))
    .filter((table) => table !== 'visitor_people');

async function copyFacts(
  base: Base,
  clickhouse: ClickHouse,
  copy: Target,
  build: Build,
  onProgress: NonNullable<VerifyOptions['onProgress']>,
): Promise<void> {
  const names = landedTables();
  for (const [done, table] of names.entries()) {
    onProgress('facts', done, names.length);
    const file = join(base.warehouse.landingFolder(copy.profileId), `${build.database}-${table}.parquet`);
    const columns = (await columnsOf({ base, target: copy }, table)).map(({ name }) => name);
    try {
      await base.warehouse.write(copy, [
        { sql: `copy ${table} to '${file.replaceAll("'", "''")}' (format parquet, compression zstd)` },
      ]);
      await clickhouse.insertParquet(build.database, table, columns, file);
    } finally {
      await rm(file, { force: true });
    }
  }
}
