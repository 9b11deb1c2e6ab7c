// Builds of a profile in ClickHouse: databases p<installation>_<number>_g<generation>, as several installations may use one server. State names
// the complete one, which also contains its own identity; no other is read, and the rest of a crash is dropped before the next build.
import { createHash } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import type { ClickHouse } from '../../base/warehouse/clickhouse/clickhouse.ts';
import { type AnyStatement, type Statement, WarehouseFailure } from '../../base/warehouse/port.ts';
import { codeVersion } from '../pipeline/index.ts';

/** Nobody waits for a build as for a report. */
const LIST_MS = 60_000;

export interface Build {
  database: string;
  generation: number;
}

export interface CurrentBuild {
  database: string;
  generation: number;
  landedSeq: bigint;
  landedDecision: bigint;
}

const installationOf = (base: ReadBase): string => {
  const id = base.state.statement('base/installation_get').get()?.id;
  if (id === undefined) throw new Error('The installation has no id.');
  return id;
};

/** The names of a profile's databases without their generation. */
function beginningOf(base: ReadBase, { prefix }: ClickHouse, profileNo: number): string {
  const installation = createHash('sha256').update(installationOf(base)).digest('hex').slice(0, 8);
  return `${prefix}p${installation}_${profileNo}_g`;
}

/** The complete build of a profile, of this version of the models. */
export function currentBuild(base: ReadBase, profileId: string): CurrentBuild | undefined {
  const row = base.state.statement('credit/second-engine/build_get').get({ profile_id: profileId });
  if (!base.clickhouse || !row || row.current_generation === null || row.code !== Number(codeVersion())) return undefined;
  return {
    database: `${beginningOf(base, base.clickhouse, row.profile_no)}${row.current_generation}`,
    generation: row.current_generation,
    landedSeq: BigInt(row.landed_seq ?? 0),
    landedDecision: BigInt(row.landed_decision ?? 0),
  };
}

/** An empty database for the next build. Older ones go, but for the one that is read. */
export async function beginBuild(base: Base, clickhouse: ClickHouse, profileId: string): Promise<Build> {
  const begun = base.state.tx(() => base.state.statement('credit/second-engine/build_begin').get({ profile_id: profileId }));
  if (!begun) throw new Error('A build has no number.');
  await dropBuilds(base, clickhouse, profileId);
  const database = `${beginningOf(base, clickhouse, begun.profile_no)}${begun.generation}`;
  await clickhouse.execute(undefined, [{ sql: `create database ${database}` }]);
  return { database, generation: begun.generation };
}

type Landed = Pick<CurrentBuild, 'landedSeq' | 'landedDecision'>;

const identityOf = (base: ReadBase, profileId: string, build: Build & Landed): Record<string, string> => ({
  installation: installationOf(base),
  profile_id: profileId,
  generation: String(build.generation),
  landed_seq: String(build.landedSeq),
  landed_decision: String(build.landedDecision),
  code: String(codeVersion()),
});

/** The build says of what it is: a table of one row, which each read compares. */
export async function signBuild(base: ReadBase, clickhouse: ClickHouse, profileId: string, build: Build & Landed): Promise<void> {
  const params = identityOf(base, profileId, build);
  const columns = Object.keys(params).map((name) => `{${name}:String} as ${name}`);
  const sql = `create table build_identity engine = MergeTree order by tuple() as select ${columns.join(', ')}`;
  await clickhouse.execute(build.database, [{ sql, params }]);
}

/** A read that fails in a database that is not this build, and goes before what is read of it. */
export function identityCheck(base: ReadBase, profileId: string, build: CurrentBuild): AnyStatement {
  const params = identityOf(base, profileId, build);
  const isSame = Object.keys(params).map((name) => `${name} = {${name}:String}`);
  const sql = `select throwIf(count() <> 1, 'The database is not the build of this profile.') from build_identity where ${isSame.join(' and ')}`;
  return { sql, params };
}

/** Checks that the current build exists and was not replaced. @throws WarehouseFailure if the server cannot say so. */
export async function isBuildThere(base: ReadBase, clickhouse: ClickHouse, profileId: string): Promise<boolean> {
  const build = currentBuild(base, profileId);
  if (!build) return false;
  try {
    await clickhouse.query(build.database, identityCheck(base, profileId, build));
    return true;
  } catch (error) {
    if (error instanceof WarehouseFailure && error.reason === 'query') return false;
    throw error;
  }
}

/** From now on the build is what is read. The one before stays until the next begins, for reads that are under way. */
export function completeBuild(base: Base, profileId: string, { generation }: Build, landed: Landed): void {
  base.state.tx(() =>
    base.state.statement('credit/second-engine/build_complete').run({
      profile_id: profileId,
      generation,
      code: Number(codeVersion()),
      built_at: base.clock.now(),
      landed_seq: landed.landedSeq,
      landed_decision: landed.landedDecision,
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
  const begin = beginningOf(base, clickhouse, row.profile_no);
  const statement: Statement<{ name: string }> = {
    sql: 'select name from system.databases where startsWith(name, {begin:String}) order by name',
    params: { begin },
  };
  const isOwn = new RegExp(`^${begin}[0-9]+$`);
  const databases = await clickhouse.query(undefined, statement, { deadlineMs: LIST_MS });
  const names = databases.map(({ name }) => name).filter((name) => isOwn.test(name));
  const current = row.current_generation === null ? undefined : `${begin}${row.current_generation}`;
  for (const name of names) if (name !== current) await dropBuild(clickhouse, { database: name, generation: 0 });
}
