// Earlier knowledge: figures as of a moment or a version. Facts and decisions are in order, so a file beside the live one has those up to
// there, answers and is thrown away. One at a time over all profiles; the file is never swapped in.
import { archivedProfile } from '../../account/access/index.ts';
import { type Base, keeperOf, type ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { DISK_TIGHT, usedShare } from '../../base/files/disk.ts';
import { type Target, WarehouseFailure } from '../../base/warehouse/port.ts';
import { factTables } from '../../base/warehouse/schema-files.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { allDefinitions, builtInDefinitions, definitionNamed, goalKey } from '../definitions/index.ts';
import {
  applyTo,
  decisionsThrough,
  fullStatements,
  hasFittingFacts,
  inTurn,
  isUnfit,
  landUpTo,
  newFileStatements,
  type Reader,
  SMALL_FACTS,
  uncomputedStatements,
  undecidedStatements,
  whileFactsStay,
} from '../pipeline/index.ts';
import { isKnown, type Knowledge } from './knowledge.ts';
import { type Progress, type Steps, stepsOf } from './progress.ts';

/** The definition that a request's `goal` names, in force now or at one of these times. */
export function goalKnown(base: ReadBase, profileId: string, named: string, times: readonly Knowledge[]): string {
  const goal = goalKey(named);
  const definition = allDefinitions(base, profileId).find(({ conversion_key }) => conversion_key === goal);
  const isRemoved = definition !== undefined && !definition.is_active;
  if (isRemoved && times.some((knowledge) => stoodAt(base, profileId, goal, knowledge))) return goal;
  return definitionNamed(base, profileId, goal).conversion_key;
}

function stoodAt(base: ReadBase, profileId: string, subject: string, { decision, at }: Knowledge): boolean {
  const last = base.state.statement('credit/as-of/definition_stood').get({ profile_id: profileId, subject, decision, at });
  if (last) return last.is_active === 1;
  return builtInDefinitions().some(({ conversion_key }) => conversion_key === subject);
}

const WAITING_AT_MOST = 4;
const queueOf = (base: ReadBase): { waiting: number } => base.memo('earlier figures', () => ({ waiting: 0 }));
const TURN = 'recall';

/** The profile's facts in a file of their own: a copy of the live one where it is as it should be, and otherwise an empty one. */
async function copyFacts(base: ReadBase, profileId: string, mayCopy: boolean): Promise<Target> {
  const isSmall = base.journal.lastSeq(profileId) < SMALL_FACTS;
  if (mayCopy) return base.warehouse.startBuild(profileId, { isSmall, ofLive: [] });
  return base.warehouse.startBuild(profileId, { isSmall, ofNothing: newFileStatements() });
}

/** Runs work on a file that has some of the profile's facts, and anything else; `landUpTo` lands the others. */
async function onFile<T>(base: Base, profileId: string, steps: Steps, work: (file: Target) => Promise<T>): Promise<T> {
  const run = async (mayCopy: boolean): Promise<T> => {
    const file = await steps.run('copy', () => copyFacts(base, profileId, mayCopy));
    try {
      return await work(file);
    } finally {
      await base.warehouse.dropBuild(file);
    }
  };
  if (!(await hasFittingFacts(base, profileId))) return run(false);
  try {
    return await run(true);
  } catch (error) {
    if (!isUnfit(error)) throw error;
    return run(false);
  }
}

/** Runs work when it is its turn. */
async function inLine<T>(base: Base, profileId: string, steps: Steps, work: () => Promise<T>): Promise<T> {
  if (usedShare(base.config.dataDir) >= DISK_TIGHT)
    throw new ApiError(
      'service_unavailable',
      'The disk is more than 92 % full; earlier figures are computed again once there is room.',
    );
  const queue = queueOf(base);
  if (queue.waiting >= WAITING_AT_MOST) throw new WarehouseFailure('busy', 'Other earlier figures are being computed.');
  queue.waiting += 1;
  await steps.run('waiting', async () => undefined);
  try {
    return await inTurn(base, TURN, () =>
      whileFactsStay(base, profileId, async () => {
        if (archivedProfile(base, profileId)) throw new WarehouseFailure('closed', 'The profile is archived.');
        return work();
      }),
    );
  } finally {
    queue.waiting -= 1;
  }
}

/** Runs work on a file that has some of the profile's facts, when it is its turn. */
export const withFacts = <T>(base: Base, profileId: string, steps: Steps, work: (file: Target) => Promise<T>): Promise<T> =>
  inLine(base, profileId, steps, () => onFile(base, profileId, steps, work));

/** Runs work on a copy of the profile's figures in force, when it is its turn. */
export const withCopy = <T>(base: Base, profileId: string, steps: Steps, work: (file: Target) => Promise<T>): Promise<T> =>
  inLine(base, profileId, steps, async () => {
    const file = await steps.run('copy', () => copyFacts(base, profileId, true));
    try {
      return await work(file);
    } finally {
      await base.warehouse.dropBuild(file);
    }
  });

/** Until the one that runs is through. */
export const whenNotRecalling = (base: Base): Promise<void> => inTurn(base, TURN, async () => undefined);

const DEADLINE_MS = 300_000;

export const readerOf =
  (base: ReadBase, file: Target): Reader =>
  (statements) =>
    base.warehouse.query(file, statements, { deadlineMs: DEADLINE_MS, size: 'heavy' });

/** Computes everything of a file whose facts and decisions are in place. */
export const computeAll = (base: ReadBase, file: Target, onStatement?: (share: number) => void) =>
  base.warehouse.write(file, [...uncomputedStatements(), ...fullStatements()], onStatement);

/** Applies the decisions of that knowledge to a file without any. */
export async function decideThrough(base: ReadBase, file: Target, knowledge: Knowledge): Promise<void> {
  for (const page of decisionsThrough(base, file.profileId, knowledge.decision))
    await applyTo(
      base,
      file,
      page.filter((decision) => isKnown(knowledge, decision)),
    );
}

async function fill(base: Base, file: Target, knowledge: Knowledge, steps: Steps): Promise<void> {
  await steps.run('facts', async () => {
    await landUpTo(base, file, knowledge.seq);
    await base.warehouse.write(file, [
      ...undecidedStatements(),
      ...factTables().map((table) => ({ sql: `delete from ${table} where seq > $after`, params: { after: knowledge.seq } })),
      statement('models/recall/held_origins_delete'),
    ]);
  });
  await steps.run('earlier', async (onStatement) => {
    await decideThrough(base, file, knowledge);
    await computeAll(base, file, onStatement);
  });
}

/** The result of `read` on the figures of that knowledge, computed by the models of today. */
export const recall = <T>(
  reading: ReadBase,
  profileId: string,
  knowledge: Knowledge,
  read: (reader: Reader) => Promise<T>,
  onProgress?: (progress: Progress) => void,
): Promise<T> => {
  const base = keeperOf(reading);
  const steps = stepsOf(onProgress);
  steps.plan([]);
  return withFacts(base, profileId, steps, async (file) => {
    await fill(base, file, knowledge, steps);
    return read(readerOf(base, file));
  });
};
