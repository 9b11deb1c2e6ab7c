// The frame of a report: the zone and currency of its figures, its definition and model, its version.
import type { ReadBase } from '../../base/base.ts';
import type { Statement } from '../../base/warehouse/port.ts';
import { statement, typed } from '../../base/warehouse/statements.ts';
import { goalKnown, type Knowledge, knowledgeVersion } from '../../credit/as-of/index.ts';
import { defaultDefinition } from '../../credit/definitions/index.ts';
import type { Model } from '../../credit/goals/index.ts';
import { ask, askHeld, profileVersion, type Reader, type Version } from '../../credit/pipeline/index.ts';

export interface ReportFrame {
  /** `conversion_key` of the definition requested, or of the default one. */
  goal: string;
  currency: string;
  timezone: string;
  /** The profile's model. */
  model: Model;
  version: Version;
}

/** Where a report reads: the live figures, or those of earlier knowledge. */
export interface Figures {
  read: Reader;
  /** The rows of a small statement that every report needs. */
  readHeld: <AnyRow>(statement: Statement<AnyRow>) => Promise<AnyRow[]>;
  versionNow: () => Promise<Version>;
  /** Refuses what these figures know no definition of. */
  goalNamed: (goal: string) => string;
}

/** The current figures; for a request about an earlier time, a definition may have been removed since. */
export const live = (base: ReadBase, profileId: string, times: readonly Knowledge[] = []): Figures => ({
  read: (statements) => ask(base, profileId, statements),
  readHeld: (request) => askHeld(base, profileId, request),
  versionNow: () => profileVersion(base, profileId),
  goalNamed: (goal) => goalKnown(base, profileId, goal, times),
});

/** The figures of earlier knowledge, or at some step of the movement from one to another. */
export const earlier = (base: ReadBase, profileId: string, read: Reader, to: Knowledge, from: Knowledge = to): Figures => ({
  read,
  readHeld: async (request) => typed(await read(request)),
  versionNow: async () => knowledgeVersion(to),
  goalNamed: (goal) => goalKnown(base, profileId, goal, [from, to]),
});

/** Refuses a goal that no definition of the profile has; `undefined` requests the default definition. */
export async function frameOf(
  base: ReadBase,
  profileId: string,
  goal: string | undefined,
  { readHeld, versionNow, goalNamed }: Figures = live(base, profileId),
): Promise<ReportFrame> {
  const named = goal === undefined ? undefined : goalNamed(goal);
  const [rows, version] = await Promise.all([readHeld(statement('warehouse/report/analytics/frame_get')), versionNow()]);
  const [row] = rows;
  if (!row) throw new Error('frame_get answers one row.');
  return {
    goal: named ?? row.default_goal ?? defaultDefinition(base, profileId).conversion_key,
    currency: row.currency,
    timezone: row.timezone,
    model: row.model,
    version,
  };
}

const TRIES = 3;

/**
 * Runs a report that reads its frame first, again until the figures had one version from start to end, so that the version it
 * names is the one it was computed from. Under steady landing the third answer is returned unchecked.
 */
export async function atOneVersion<Report extends { meta?: { version: Version } }>(
  base: ReadBase,
  profileId: string,
  report: () => Promise<Report>,
): Promise<Report> {
  for (let tried = 1; ; tried++) {
    const answer = await report();
    const { through_seq, through_decision, code } = await profileVersion(base, profileId);
    const named = answer.meta?.version;
    const isSame = named?.through_seq === through_seq && named.through_decision === through_decision && named.code === code;
    if (isSame || tried === TRIES) return answer;
  }
}
