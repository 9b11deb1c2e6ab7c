// Figures that change because other code computes them, which must not happen in silence: before a file that other code has computed is replaced, its
// sums are compared with those of the new file at the same facts and decisions. The file says its sums by a view of its own, so this version need not
// know its tables.
import { rm } from 'node:fs/promises';
import type { Base, ReadBase } from '../../../base/base.ts';
import { programVersion } from '../../../base/upgrade/version.ts';
import { type Target, WarehouseFailure } from '../../../base/warehouse/port.ts';
import { statement } from '../../../base/warehouse/statements.ts';
import { landingFile } from '../fact-batches.ts';
import { cursorsStatement, type Reached, reachedOf } from '../landing.ts';
import { codeVersion } from '../schema.ts';
import { type Difference, storedDifferences } from './stored.ts';

/** What was served, computed by other code. */
export interface EarlierFigures {
  code: bigint;
  /** Of the program; null: unknown. */
  version: string | null;
  through: Pick<Reached, 'landedSeq' | 'landedDecision'>;
  /** A file with its sums; undefined where they cannot be read. */
  lines: string | undefined;
}

/** Undefined where this code has computed what is there, or nothing is. */
export async function earlierFigures(base: ReadBase, profileId: string): Promise<EarlierFigures | undefined> {
  const last = base.state.statement('credit/pipeline/figure_version_get').get({ profile_id: profileId });
  const versionOf = (code: bigint): string | null => (last && BigInt(last.code) === code ? last.version : null);
  const reached = await ifReadable(async () => reachedOf(await base.warehouse.query({ profileId }, cursorsStatement)));
  if (reached?.schemaVersion === codeVersion()) return undefined;
  if (reached) {
    const { schemaVersion: code, ...through } = reached;
    return { code, version: versionOf(code), through, lines: await writeSums(base, { profileId }, through) };
  }
  if (!last || BigInt(last.code) === codeVersion()) return undefined;
  const [landedSeq, landedDecision] = [base.state.cursor('landed', profileId), base.state.cursor('landed_decision', profileId)];
  return { code: BigInt(last.code), version: last.version, through: { landedSeq, landedDecision }, lines: undefined };
}

/** A file that is missing, damaged or of tables that this version cannot read. */
async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WarehouseFailure && (error.reason === 'lost' || error.reason === 'query')) return undefined;
    throw error;
  }
}

async function writeSums(base: ReadBase, target: Target, { landedSeq, landedDecision }: EarlierFigures['through']) {
  const { profileId } = target;
  if (landedSeq > base.state.cursor('stitched', profileId) || landedDecision > base.state.lastDecision(profileId))
    return undefined;
  const lines = landingFile(base, profileId);
  const options = { deadlineMs: DEADLINE_MS, size: 'heavy' } as const;
  const written = await ifReadable(() =>
    base.warehouse.query(target, statement('warehouse/credit/pipeline/figure_sums_write', { target: lines }), options),
  );
  return written && lines;
}
const DEADLINE_MS = 300_000;

export async function dropEarlierFigures(earlier: EarlierFigures | undefined): Promise<void> {
  if (earlier?.lines !== undefined) await rm(earlier.lines, { force: true });
}

/** What a build that has come as far has more; null where that cannot be known. */
export async function differencesFrom(base: ReadBase, build: Target, { lines }: EarlierFigures): Promise<Difference[] | null> {
  if (lines === undefined) {
    const [[row]] = await base.warehouse.write(build, [statement('warehouse/credit/pipeline/figure_sums_is_empty')]);
    return row?.is_empty === true ? [] : null;
  }
  const [rows] = await base.warehouse.write(build, [statement('warehouse/credit/pipeline/figure_sums_compare', { lines })]);
  return storedDifferences.read(JSON.stringify(rows.map((row) => ({ ...row, weight: Number(row.weight) }))));
}

/**
 * Before the new file takes the place of the old one, so that no changed figure is served unsaid. `differences`: undefined where there were no figures
 * of other code.
 */
export function recordComputed(
  base: Base,
  profileId: string,
  earlier: EarlierFigures | undefined,
  differences: Difference[] | null | undefined,
): void {
  const [code, version] = [codeVersion(), programVersion()];
  const last = base.state.statement('credit/pipeline/figure_version_get').get({ profile_id: profileId });
  const isChange = earlier !== undefined && differences !== undefined && differences?.length !== 0;
  if (last && BigInt(last.code) === code && !isChange) return;
  base.state.tx(() => {
    base.state.statement('credit/pipeline/figure_version_put').run({ profile_id: profileId, code, version });
    if (!isChange) return;
    base.state.statement('credit/pipeline/figure_change_put').run({
      profile_id: profileId,
      through_seq: earlier.through.landedSeq,
      through_decision: earlier.through.landedDecision,
      from_code: earlier.code,
      to_code: code,
      from_version: earlier.version,
      to_version: version,
      changed_at: base.clock.now(),
      differences: differences === null ? null : storedDifferences.write(differences),
    });
  });
  if (isChange)
    base.log.warn(
      { profile_id: profileId, from_version: earlier.version, to_version: version, sums: differences?.length ?? null },
      'figures of a profile are computed differently by this version; GET /api/v1/attribution/changes and the console show what changed',
    );
}
