// The engine of a profile's reports. ClickHouse is read only while its verified build contains exactly the facts and decisions of DuckDB's
// figures; until the next build DuckDB answers, so that no report is of an older state than another.
import { archivedProfile } from '../../account/access/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { moveOf } from '../../base/move/moves.ts';
import { EngineRefused } from '../../base/warehouse/port.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { codeVersion, profileVersion, type Version } from '../pipeline/index.ts';
import { type CurrentBuild, currentBuild, isBuildThere } from './builds.ts';
import { verifyClickHouse } from './verify.ts';

export type Engine = 'duckdb' | 'clickhouse';

export const engineOf = (base: ReadBase, profileId: string): Engine =>
  base.state.statement('credit/second-engine/engine_get').get({ profile_id: profileId })?.engine ?? 'duckdb';

/** Runs inside the caller's transaction. @throws EngineRefused */
export function chooseEngine(tx: Base, profileId: string, engine: Engine): void {
  if (engine === 'clickhouse') {
    if (!tx.clickhouse)
      throw new EngineRefused(
        'There is no ClickHouse here: WAREHOUSE_URL names its server (clickhouse://user@host:8123/prefix).',
      );
    if (!currentBuild(tx, profileId))
      throw new EngineRefused(
        'ClickHouse has no verified build of the profile: run `tributary warehouse verify PROFILE --engine clickhouse` first.',
      );
  }
  tx.state.statement('credit/second-engine/engine_put').run({ profile_id: profileId, engine, now: tx.clock.now() });
}

const isOfVersion = ({ landedSeq, landedDecision }: CurrentBuild, version: Version): boolean =>
  Number(landedSeq) === version.through_seq &&
  Number(landedDecision) === version.through_decision &&
  Number(codeVersion()) === version.code;

export interface BuildToRead extends CurrentBuild {
  version: Version;
}

const FAILURE_MS = 60_000;
const lastFailure = (base: ReadBase) => base.memo('credit/second-engine last failure', () => ({ untilMs: 0 }));

/** ClickHouse failed to answer: for a minute no report waits for it. */
export function noteFailure(base: ReadBase): void {
  lastFailure(base).untilMs = base.clock.now() + FAILURE_MS;
}

export const isFailing = (base: ReadBase): boolean => base.clock.now() < lastFailure(base).untilMs;

/** The build that a report of a profile with the engine ClickHouse reads there, or the reason why DuckDB answers it. */
export function buildAt(base: ReadBase, profileId: string, version: Version): BuildToRead | { reason: string } {
  const found = buildOfVersion(base, profileId, version);
  return !('reason' in found) && isFailing(base) ? { reason: 'ClickHouse failed to answer within the last minute' } : found;
}

function buildOfVersion(base: ReadBase, profileId: string, version: Version): BuildToRead | { reason: string } {
  if (!base.clickhouse) return { reason: 'WAREHOUSE_URL is not set' };
  const build = currentBuild(base, profileId);
  if (!build) return { reason: 'ClickHouse has no verified build of this version' };
  if (isOfVersion(build, version)) return { ...build, version };
  const { through_seq, through_decision } = version;
  return {
    reason: `the build in ClickHouse contains fact ${build.landedSeq} and decision ${build.landedDecision}, the figures fact ${through_seq} and decision ${through_decision}`,
  };
}

/** The engine chosen does not answer now; null where it does, or where it is DuckDB. */
export function whyDuckDb(base: ReadBase, profileId: string, version: Version): string | null {
  if (engineOf(base, profileId) === 'duckdb') return null;
  const found = buildAt(base, profileId, version);
  return 'reason' in found ? found.reason : null;
}

/** Builds what is behind or missing again. A build takes as long as a replay, so it follows the figures by hours. */
export const buildSchedule = defineSchedule({
  kind: 'clickhouse_build',
  times: { everySeconds: 21_600 },
  leaseSeconds: 3_600,
  retry: { attempts: 3 },
  profiles: (base) =>
    base.clickhouse === undefined
      ? []
      : base.state
          .statement('credit/second-engine/engine_profiles_list')
          .all()
          .map(({ profile_id }) => profile_id)
          .filter((profileId) => !archivedProfile(base, profileId) && !moveOf(base, profileId)),
  failureText: 'a build in ClickHouse failed; DuckDB answers reports meanwhile, and the service tries it again in some hours',
  run: async (base: Base, profileId: string) => {
    const { clickhouse } = base;
    if (!clickhouse || engineOf(base, profileId) === 'duckdb') return;
    const isCurrent = !('reason' in buildOfVersion(base, profileId, await profileVersion(base, profileId)));
    if (isCurrent && (await isBuildThere(base, clickhouse, profileId))) return;
    const { isEqual, tables } = await verifyClickHouse(base, clickhouse, profileId);
    if (isEqual) return;
    const differing = tables.filter(({ columns }) => columns.length > 0).map(({ table }) => table);
    throw new Error(
      `ClickHouse computes other figures than DuckDB in ${differing.join(', ')}: \`tributary warehouse verify\` shows them`,
    );
  },
});
