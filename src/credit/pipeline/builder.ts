// The builder creates a profile's warehouse again, beside the live file, catches up with later facts, and puts it in the live file's place. A
// rebuild, a schema change and a first start begin with nothing and take the facts from the archive and the journal; a replay begins with a copy of
// the live file, whose facts depend on no setting, and computes all the rest of it again.
import { archivedProfile } from '../../account/access/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import type { Decision } from '../../base/state/decisions.ts';
import { type Target, WarehouseFailure, type WarehouseFailureReason } from '../../base/warehouse/port.ts';
import { type Bounds, BUILD_BYTES, type FactsBatch, factBatches, withFacts } from './fact-batches.ts';
import { whileFactsStay } from './fact-sources.ts';
import { recordFits } from './fit.ts';
import {
  cursorsStatement,
  decisionPages,
  landRound,
  type Reached,
  ROUND_FACTS,
  reachedOf,
  type Write,
  withDecisions,
} from './landing.ts';
import type { FactKinds, FactSource } from './model-statements.ts';
import { applyOnlyStatements, fullStatements, incrementStatements, landOnlyStatements } from './models.ts';
import { quarantine, quarantineUnreadable, reasonOf } from './quarantine.ts';
import {
  differencesFrom,
  dropEarlierFigures,
  type EarlierFigures,
  earlierFigures,
  recordComputed,
} from './recomputed/earlier-figures.ts';
import type { Difference } from './recomputed/stored.ts';
import { codeVersion, newFileStatements, uncomputedStatements } from './schema.ts';

const CHUNK_DECISIONS = 20_000;
/** Built without waiting for a heavy build of another profile. */
export const SMALL_FACTS = 100_000n;
const CATCH_UP_ROUNDS = 20;
/** Close enough to swap: the rest is landed inside the live file's writer queue. */
const CLOSE_ENOUGH = 2_000;

export interface BuildProgress {
  phase: 'archive' | 'journal' | 'decisions' | 'compute' | 'fit' | 'catch_up' | 'swap';
  landedSeq: string;
  lastSeq: string;
}
export type OnProgress = (progress: BuildProgress) => void;

export interface BuildOptions {
  /** Keep the facts that have landed in the live file, where they are as they should be. */
  keepsFacts?: true;
  /** Fit the data-driven model again (a replay does; comparing versions does not). */
  fit: boolean;
  /** Quarantine facts that cannot be landed instead of failing. */
  quarantines?: true;
  /** Reasons that keep facts from being sealed, by caller: `whileFactsAreChanged`. */
  isHeld?: true;
  onProgress?: OnProgress | undefined;
}

interface FillOptions extends BuildOptions {
  /** The last fact and decision; otherwise all that are there. */
  through?: Pick<Reached, 'landedSeq' | 'landedDecision'>;
}

type LandOptions = Pick<BuildOptions, 'quarantines' | 'onProgress'> & Pick<Bounds, 'upTo'>;

/** Builds and swaps. Answers the version reached. Throws away what it built when it fails. */
export async function buildAndSwap(base: Base, profileId: string, options: BuildOptions): Promise<Reached> {
  if (archivedProfile(base, profileId)) throw new WarehouseFailure('closed', 'The profile is archived.');
  const hold: typeof whileFactsStay = options.isHeld ? (_base, _profileId, build) => build() : whileFactsStay;
  return hold(base, profileId, async () => {
    const isSmall = base.journal.lastSeq(profileId) < SMALL_FACTS;
    const kept = options.keepsFacts ? await tryWithKeptFacts(base, profileId, options, isSmall) : undefined;
    if (kept) return kept;
    const earlier = await earlierFigures(base, profileId);
    try {
      const build = await base.warehouse.startBuild(profileId, { isSmall, ofNothing: newFileStatements() });
      return await fillAndSwap(base, build, options, earlier);
    } finally {
      await dropEarlierFigures(earlier);
    }
  });
}

/** A live file that is missing, or whose facts cannot be read to the end; in every case the archive helps. */
const UNFIT: readonly WarehouseFailureReason[] = ['lost', 'crashed', 'query'];
export const isUnfit = (error: unknown): boolean => error instanceof WarehouseFailure && UNFIT.includes(error.reason);

/** Undefined when the live file's facts are not fit to be kept. */
async function tryWithKeptFacts(
  base: Base,
  profileId: string,
  options: BuildOptions,
  isSmall: boolean,
): Promise<Reached | undefined> {
  try {
    if (!(await hasFittingFacts(base, profileId))) return undefined;
    const build = await base.warehouse.startBuild(profileId, { isSmall, ofLive: uncomputedStatements() });
    return await fillAndSwap(base, build, options);
  } catch (error) {
    if (!isUnfit(error)) throw error;
    base.log.warn({ err: error, profile_id: profileId }, 'the facts that have landed cannot be kept; they are landed again');
    return undefined;
  }
}

/** Read by this version's statements, and no further than the stores. */
export async function hasFittingFacts(base: ReadBase, profileId: string): Promise<boolean> {
  if (!(await base.warehouse.exists(profileId))) return false;
  const { schemaVersion, landedSeq, landedDecision } = await base.warehouse.exclusive(profileId, reachedThrough);
  const isKnown = landedSeq <= base.state.cursor('stitched', profileId) && landedDecision <= base.state.lastDecision(profileId);
  return schemaVersion === codeVersion() && isKnown;
}

async function fillAndSwap(base: Base, build: Target, options: BuildOptions, earlier?: EarlierFigures): Promise<Reached> {
  try {
    const differences = earlier && (await fillAndCompare(base, build, options, earlier));
    if (!earlier) await fillBuild(base, build, options);
    await catchUp(base, build, options.onProgress);
    recordComputed(base, build.profileId, earlier, differences);
    let reached: Reached | undefined;
    await base.warehouse.swap(build, async () => {
      report(base, build.profileId, 'swap', 0n, options.onProgress);
      reached = await landEverything(base, build);
    });
    return reached as Reached;
  } catch (error) {
    await base.warehouse.dropBuild(build);
    throw error;
  }
}

/** Fills a build as far as the figures of other code had come, compares both, and adds what has come since. */
async function fillAndCompare(
  base: Base,
  build: Target,
  options: BuildOptions,
  earlier: EarlierFigures,
): Promise<Difference[] | null> {
  const { through, lines } = earlier;
  await fillBuild(base, build, { ...options, fit: false, ...(lines === undefined ? {} : { through }) });
  const differences = await differencesFrom(base, build, earlier);
  const isLittle = base.journal.lastSeq(build.profileId) - through.landedSeq < SMALL_FACTS;
  if (isLittle && options.fit) await recordFits(base, build);
  if (isLittle || lines === undefined) return differences;
  await base.warehouse.write(build, uncomputedStatements());
  await fillBuild(base, build, options);
  return differences;
}

/**
 * Lands what a started build lacks of facts and decisions, and computes everything in it; used by `buildAndSwap` and by comparisons of versions. The
 * build is a new file, or a copy of the live one in which nothing is computed any more.
 */
export async function fillBuild(base: Base, build: Target, { through, ...options }: FillOptions): Promise<void> {
  const write = writeTo(base, build);
  const from = await reachedThrough(write);
  const landed = await landFacts(base, build, write, from, { ...options, upTo: through?.landedSeq });
  await applyDecisions(base, build, write, { ...from, landedSeq: landed }, { ...options, upTo: through?.landedDecision });
  report(base, build.profileId, 'compute', landed, options.onProgress);
  // Figures are computed of facts alone.
  if (landed > 0n) await write(fullStatements());
  if (!options.fit) return;
  report(base, build.profileId, 'fit', landed, options.onProgress);
  await recordFits(base, build);
}

const writeTo =
  (base: ReadBase, target: Target): Write =>
  (statements) =>
    base.warehouse.write(target, statements);

function report(base: ReadBase, profileId: string, phase: BuildProgress['phase'], landed: bigint, onProgress?: OnProgress): void {
  onProgress?.({ phase, landedSeq: landed.toString(), lastSeq: base.journal.lastSeq(profileId).toString() });
}

/** Lands facts, as many at once as there are; where that fails, fewer and fewer, until one is left that is to blame. */
async function landFacts(base: Base, build: Target, write: Write, from: Reached, options: LandOptions): Promise<bigint> {
  const { profileId } = build;
  const land = (source: FactSource, kinds: FactKinds, upTo: bigint) =>
    failureOf(() => write(landOnlyStatements(source, kinds, upTo, from.landedDecision)));
  const bounds: Bounds = { facts: Number.POSITIVE_INFINITY, bytes: BUILD_BYTES, upTo: options.upTo };
  let landed = from.landedSeq;
  let isLeft = true;
  while (isLeft) {
    isLeft = false;
    for await (const batch of factBatches(base, profileId, landed, bounds)) {
      const failure = await land(batch.source, batch, batch.upTo);
      if (!failure) {
        landed = batch.upTo;
        bounds.facts *= 2;
        report(base, profileId, 'segments' in batch.source ? 'archive' : 'journal', landed, options.onProgress);
        continue;
      }
      if (!options.quarantines) throw failure;
      // When landing nothing by the same statements fails as well, the fault is not in a fact, and none may be put aside for it.
      const elsewhere = await withFacts(base, profileId, landed, 0, (none) => land(none.source, batch, landed));
      if (elsewhere) throw elsewhere;
      bounds.facts = await withoutPoison(base, build, batch, failure);
      isLeft = true;
      break;
    }
  }
  return landed;
}

/** Quarantines what of a batch is found to be to blame, and answers how many facts to try next. */
async function withoutPoison(base: Base, build: Target, batch: FactsBatch, failure: WarehouseFailure): Promise<number> {
  if (batch.count <= ROUND_FACTS && (await quarantineUnreadable(base, build, batch)) > 0) return batch.count;
  if (batch.count > 1) return Math.ceil(batch.count / 2);
  if (batch.firstSeq === undefined) throw failure;
  quarantine(base, build.profileId, batch.firstSeq, reasonOf(failure));
  return 1;
}

/** A refusal of the statement itself; any other error is thrown. */
async function failureOf(write: () => Promise<unknown>): Promise<WarehouseFailure | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    if (error instanceof WarehouseFailure && error.reason === 'query') return error;
    throw error;
  }
}

async function applyDecisions(
  base: Base,
  build: Target,
  write: Write,
  { landedSeq: landed, landedDecision }: Reached,
  { upTo, onProgress }: LandOptions,
): Promise<void> {
  for (let after: bigint | undefined = landedDecision; after !== undefined; ) {
    const left = upTo === undefined ? CHUNK_DECISIONS : Math.min(CHUNK_DECISIONS, Number(upTo - after));
    const pages = decisionPages(base, build.profileId, after, left);
    after = await applyChunk(base, build.profileId, write, pages, landed);
    if (after !== undefined) report(base, build.profileId, 'decisions', landed, onProgress);
  }
}

/** Answers the number of the last, or undefined when there was none. */
const applyChunk = (
  base: ReadBase,
  profileId: string,
  write: Write,
  pages: Iterable<readonly Decision[]>,
  landed: bigint,
): Promise<bigint | undefined> =>
  withDecisions(base, profileId, pages, async ({ path, kinds, last }) => {
    if (last !== undefined) await write(applyOnlyStatements(path, kinds, landed, last));
    return last;
  });

/** A file without facts after `upTo`, with the decisions that `applyTo` applies; nothing is computed in it. */
export async function landUpTo(base: Base, build: Target, upTo: bigint): Promise<void> {
  const write = writeTo(base, build);
  const from = await reachedThrough(write);
  await landFacts(base, build, write, from, { upTo });
}

/** Applies chosen decisions, in their order. */
export async function applyTo(base: ReadBase, build: Target, decisions: Decision[]): Promise<void> {
  const write = writeTo(base, build);
  const { landedSeq } = await reachedThrough(write);
  for (let i = 0; i < decisions.length; i += CHUNK_DECISIONS)
    await applyChunk(base, build.profileId, write, [decisions.slice(i, i + CHUNK_DECISIONS)], landedSeq);
}

/** Applies decisions to a file in which everything is computed, as an increment does: what they touch is computed again. None may reach all history. */
export async function applyComputed(
  base: ReadBase,
  file: Target,
  decisions: readonly Decision[],
  onStatement?: (share: number) => void,
): Promise<void> {
  const { profileId } = file;
  const from = await reachedThrough(writeTo(base, file));
  await withDecisions(base, profileId, [decisions], ({ path, kinds, last = from.landedDecision }) =>
    withFacts(base, profileId, from.landedSeq, 0, async ({ source, hasSpend, hasAdObjects, absent }) => {
      const batch = { hasSpend, hasAdObjects, absent, decisionKinds: kinds };
      await base.warehouse.write(file, incrementStatements(source, path, batch, { ...from, landedDecision: last }), onStatement);
    }),
  );
}

/** Lands later facts in ordinary rounds until few are left. */
async function catchUp(base: ReadBase, build: Target, onProgress?: OnProgress): Promise<void> {
  for (let round = 0; round < CATCH_UP_ROUNDS; round++) {
    const landed = await landRound(base, build.profileId, writeTo(base, build));
    report(base, build.profileId, 'catch_up', landed.reached.landedSeq, onProgress);
    if (landed.facts + landed.decisions <= CLOSE_ENOUGH) return;
  }
}

async function landEverything(base: ReadBase, build: Target): Promise<Reached> {
  for (;;) {
    const round = await landRound(base, build.profileId, writeTo(base, build));
    if (round.facts + round.decisions === 0) return round.reached;
  }
}

/** The same without a deadline, in the file's writer queue. */
const reachedThrough = async (write: Write): Promise<Reached> => reachedOf((await write([cursorsStatement]))[0] ?? []);

/** The positions that a file has reached. */
export const reachedBy = async (base: ReadBase, target: Target): Promise<Reached> =>
  reachedOf(await base.warehouse.query(target, cursorsStatement, { size: 'small' }));
