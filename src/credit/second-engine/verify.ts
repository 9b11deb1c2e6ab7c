// Proves a profile's figures by a second engine: ClickHouse folds archive, journal and decisions into a build of its own, and each table
// is compared with DuckDB's. DuckDB's live file is only copied. A build that is equal becomes the one that is read.
import { archivedProfile } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import type { ClickHouse } from '../../base/warehouse/clickhouse/clickhouse.ts';
import { type Target, WarehouseFailure } from '../../base/warehouse/port.ts';
import { isErasing } from '../../collect/identity/index.ts';
import { cursorsStatement, reachedOf, SMALL_FACTS, whileFactsStay } from '../pipeline/index.ts';
import { beginBuild, completeBuild, dropBuild, signBuild } from './builds.ts';
import { comparedTables, compareTable, DEADLINE_MS, type TableDifference } from './compare.ts';
import { createTables, fold } from './fold.ts';
import { landDecisions } from './land-decisions.ts';
import { landFacts } from './land-facts.ts';

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

/** Waits until no other process changes facts; during it none seals or changes them. */
export const verifyClickHouse = (
  base: Base,
  clickhouse: ClickHouse,
  profileId: string,
  options: VerifyOptions = {},
): Promise<Verification> =>
  base.mutex('credit/second-engine', profileId, () =>
    whileFactsStay(base, profileId, async () => {
      requireReadable(base, profileId);
      const isSmall = base.journal.lastSeq(profileId) < SMALL_FACTS;
      const copy = await base.warehouse.startBuild(profileId, { isSmall, ofLive: [] });
      try {
        return await verifyCopy(base, clickhouse, copy, options);
      } finally {
        await base.warehouse.dropBuild(copy);
      }
    }),
  );

/** An erasure makes every build that was begun before it worthless. */
function requireReadable(base: Base, profileId: string): void {
  if (archivedProfile(base, profileId)) throw new WarehouseFailure('closed', 'The profile is archived.');
  if (isErasing(base, profileId))
    throw new WarehouseFailure('cancelled', 'A person is being erased from the profile; try again afterwards.');
}

async function verifyCopy(
  base: Base,
  clickhouse: ClickHouse,
  copy: Target,
  { onProgress = () => undefined }: VerifyOptions,
): Promise<Verification> {
  const { landedSeq, landedDecision } = reachedOf(
    await base.warehouse.query(copy, cursorsStatement, { size: 'small', deadlineMs: DEADLINE_MS }),
  );
  const build = await beginBuild(base, clickhouse, copy.profileId);
  let isKept = false;
  try {
    await createTables(clickhouse, build.database);
    await landDecisions(base, clickhouse, { profileId: copy.profileId, landedDecision, database: build.database });
    await landFacts(base, clickhouse, { profileId: copy.profileId, landedSeq, database: build.database, onProgress });
    onProgress('fold', 0, 1);
    await fold(clickhouse, build.database);
    const tables = await compareAll({ base, target: copy, clickhouse, database: build.database }, onProgress);
    const isEqual = tables.every(({ columns }) => columns.length === 0);
    if (isEqual) await signBuild(base, clickhouse, copy.profileId, { ...build, landedSeq, landedDecision });
    requireReadable(base, copy.profileId);
    if (isEqual) completeBuild(base, copy.profileId, build, { landedSeq, landedDecision });
    isKept = isEqual;
    return { database: build.database, landedSeq, landedDecision, tables, isEqual };
  } finally {
    // The next build drops what cannot be dropped now.
    if (!isKept) await dropBuild(clickhouse, build).catch(() => undefined);
  }
}

async function compareAll(
  comparison: Parameters<typeof compareTable>[0],
  onProgress: NonNullable<VerifyOptions['onProgress']>,
): Promise<TableDifference[]> {
  const names = comparedTables();
  const tables: TableDifference[] = [];
  for (const [done, table] of names.entries()) {
    onProgress('compare', done, names.length);
    tables.push(await compareTable(comparison, table));
  }
  return tables;
}
