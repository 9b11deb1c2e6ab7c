// Builds of a profile in ClickHouse: databases p<number>_g<generation>. State names the one that is complete; nothing else is read, and
// what a crash left is dropped before the next build.
import type { Base, ReadBase } from '../../base/base.ts';
import type { ClickHouse } from '../../base/warehouse/clickhouse/clickhouse.ts';
import type { Statement } from '../../base/warehouse/port.ts';
import { SCHEMA_VERSION } from '../pipeline/index.ts';

export interface Build {
  database: string;
  generation: number;
}

export interface CurrentBuild {
  database: string;
  landedSeq: bigint;
  landedDecision: bigint;
}

const databaseName = (prefix: string, profileNo: number, generation: number): string => `${prefix}p${profileNo}_g${generation}`;

/** The complete build of a profile, of this version of the models. */
export function currentBuild(base: ReadBase, profileId: string): CurrentBuild | undefined {
  const row = base.state.statement('credit/second-engine/build_get').get({ profile_id: profileId });
  if (!base.clickhouse || !row || row.current_generation === null || row.code !== Number(SCHEMA_VERSION)) return undefined;
  return {
    database: databaseName(base.clickhouse.prefix, row.profile_no, row.current_generation),
    landedSeq: BigInt(row.landed_seq ?? 0),
    landedDecision: BigInt(row.landed_decision ?? 0),
  };
}

/** An empty database for the next build. Older ones go, but for the one that is read. */
export async function beginBuild(base: Base, clickhouse: ClickHouse, profileId: string): Promise<Build> {
  const begun = base.state.tx(() => base.state.statement('credit/second-engine/build_begin').get({ profile_id: profileId }));
  if (!begun) throw new Error('A build has no number.');
  await dropBuilds(base, clickhouse, profileId);
  const database = databaseName(clickhouse.prefix, begun.profile_no, begun.generation);
  await clickhouse.execute(undefined, [{ sql: `create database ${database}` }]);
  return { database, generation: begun.generation };
}

/** From now on the build is what is read. The one before stays until the next begins, for reads that are under way. */
export function completeBuild(
  base: Base,
  profileId: string,
  { generation }: Build,
  landed: Omit<CurrentBuild, 'database'>,
): void {
  base.state.tx(() =>
    base.state.statement('credit/second-engine/build_complete').run({
      ...{ profile_id: profileId, generation, code: Number(SCHEMA_VERSION), built_at: base.clock.now() },
      ...{ landed_seq: landed.landedSeq, landed_decision: landed.landedDecision },
    }),
  );
}

export const dropBuild = (clickhouse: ClickHouse, { database }: Build): Promise<void> =>
  clickhouse.execute(undefined, [{ sql: `drop database if exists ${database} sync` }]);

/** Nothing of the profile is read any more; its databases are still there. */
export const forgetBuilds = (base: Base, profileId: string): unknown =>
  base.state.statement('credit/second-engine/build_forget').run({ profile_id: profileId });

export const hasBuilds = (base: ReadBase, profileId: string): boolean =>
  base.state.statement('credit/second-engine/build_get').get({ profile_id: profileId }) !== undefined;

/** Drops every database of the profile but the current one. */
export async function dropBuilds(base: ReadBase, clickhouse: ClickHouse, profileId: string): Promise<void> {
  const row = base.state.statement('credit/second-engine/build_get').get({ profile_id: profileId });
  if (!row) return;
  const statement: Statement<{ name: string }> = {
    sql: 'select name from system.databases where startsWith(name, {begin:String}) order by name',
    params: { begin: databaseName(clickhouse.prefix, row.profile_no, 0).slice(0, -1) },
  };
  const rows = await clickhouse.query(undefined, statement);
  const current =
    row.current_generation === null ? undefined : databaseName(clickhouse.prefix, row.profile_no, row.current_generation);
  for (const { name } of rows) if (name !== current) await dropBuild(clickhouse, { database: name, generation: 0 });
}
