// The builder makes a profile's warehouse anew, beside the live file, from the archive, the journal and the decisions, catches
// up with what came meanwhile, and puts it in the live file's place. Replay, rebuild, schema change and a first start are this.
import type { Base } from '../../base/base.ts';
import { leastOf } from '../../base/kit/bigints.ts';
import { type Row, type Statement, type Target, WarehouseFailure } from '../../base/warehouse/port.ts';
import { whileFactsStay } from './fact-sources.ts';
import { recordFits } from './fit.ts';
import { cursorsStatement, kindsOf, landRound, type Reached, reachedOf, withDecisions, withFacts } from './landing.ts';
import { applyOnlyStatements, fullStatements, landOnlyStatements } from './models.ts';
import { quarantine, quarantinedSeqs } from './quarantine.ts';
import { newFileStatements } from './schema.ts';

const CHUNK_FACTS = 200_000;
const CHUNK_DECISIONS = 20_000;
/** Built without waiting for a heavy build of another profile. */
const SMALL_FACTS = 100_000n;
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
  /** Fit the data-driven model anew (a replay does; comparing versions does not). */
  fit: boolean;
  /** Quarantine facts of the journal that cannot be landed instead of failing. */
  quarantines?: true;
  onProgress?: OnProgress | undefined;
}

/** Builds and swaps. Answers the version reached. Throws away what it built when it fails. */
export async function buildAndSwap(base: Base, profileId: string, options: BuildOptions): Promise<Reached> {
  return whileFactsStay(base, profileId, async () => {
    const isSmall = base.journal.lastSeq(profileId) < SMALL_FACTS;
    const build = await base.warehouse.startBuild(profileId, { isSmall });
    return fillAndSwap(base, build, options);
  });
}

async function fillAndSwap(base: Base, build: Target, options: BuildOptions): Promise<Reached> {
  try {
    await fillBuild(base, build, options);
    await catchUp(base, build, options.onProgress);
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

/** Fills a started build with everything known now, computed; used by `buildAndSwap` and by comparisons of versions. */
export async function fillBuild(base: Base, build: Target, options: BuildOptions): Promise<void> {
  const write = writeTo(base, build);
  await write(newFileStatements());
  let landed = await landArchive(base, build, write, options.onProgress);
  landed = await landJournal(base, build, write, landed, options);
  await applyAllDecisions(base, build, write, landed, options.onProgress);
  report(base, build.profileId, 'compute', landed, options.onProgress);
  await write(fullStatements());
  if (!options.fit) return;
  report(base, build.profileId, 'fit', landed, options.onProgress);
  await recordFits(base, build);
}

const writeTo =
  (base: Base, target: Target) =>
  (statements: Statement[]): Promise<Row[][]> =>
    base.warehouse.write(target, statements);

function report(base: Base, profileId: string, phase: BuildProgress['phase'], landed: bigint, onProgress?: OnProgress): void {
  onProgress?.({ phase, landedSeq: landed.toString(), lastSeq: base.journal.lastSeq(profileId).toString() });
}

async function landArchive(
  base: Base,
  build: Target,
  write: (s: Statement[]) => Promise<Row[][]>,
  onProgress?: OnProgress,
): Promise<bigint> {
  let landed = 0n;
  const stitched = base.state.cursor('stitched', build.profileId);
  for (const segment of base.archive.describeFacts(build.profileId).segments) {
    if (landed >= stitched) break;
    const upTo = leastOf(segment.lastSeq, stitched);
    const leaveOut = quarantinedSeqs(base, build.profileId).map(String);
    await write(landOnlyStatements({ parquet: [segment.path], after: landed, upTo, leaveOut }, upTo, 0n));
    landed = upTo;
    report(base, build.profileId, 'archive', landed, onProgress);
  }
  return landed;
}

async function landJournal(
  base: Base,
  build: Target,
  write: (s: Statement[]) => Promise<Row[][]>,
  from: bigint,
  options: BuildOptions,
): Promise<bigint> {
  let landed = from;
  let limit = CHUNK_FACTS;
  for (;;) {
    const batch = await withFacts(base, build.profileId, landed, limit, async (facts) => {
      if (facts.upTo === landed) return facts;
      const failure = await failureOf(() => write(landOnlyStatements({ json: facts.path }, facts.upTo, 0n)));
      return failure ? { ...facts, failure } : facts;
    });
    if (batch.upTo === landed) return landed;
    if (!('failure' in batch)) {
      landed = batch.upTo;
      limit = Math.min(limit * 2, CHUNK_FACTS);
      report(base, build.profileId, 'journal', landed, options.onProgress);
      continue;
    }
    if (!options.quarantines || batch.firstSeq === undefined) throw batch.failure;
    if (batch.count > 1) {
      limit = Math.ceil(batch.count / 2);
      continue;
    }
    // When landing nothing fails as well, the fault lies elsewhere, and no fact may pay for it.
    await withFacts(base, build.profileId, landed, 0, (none) => write(landOnlyStatements({ json: none.path }, landed, 0n)));
    quarantine(base, build.profileId, batch.firstSeq, batch.failure.message.slice(0, 200));
  }
}

/** A refusal of the statement itself; whatever else goes wrong is thrown. */
async function failureOf(write: () => Promise<unknown>): Promise<WarehouseFailure | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    if (error instanceof WarehouseFailure && error.reason === 'query') return error;
    throw error;
  }
}

async function applyAllDecisions(
  base: Base,
  build: Target,
  write: (s: Statement[]) => Promise<Row[][]>,
  landed: bigint,
  onProgress?: OnProgress,
): Promise<void> {
  let after = 0n;
  for (;;) {
    const decisions = base.state.decisions(build.profileId, after, CHUNK_DECISIONS);
    const last = decisions.at(-1);
    if (!last) return;
    await withDecisions(base, build.profileId, decisions, (file) =>
      write(applyOnlyStatements(file, kindsOf(decisions), landed, last.decisionNo)),
    );
    after = last.decisionNo;
    report(base, build.profileId, 'decisions', landed, onProgress);
  }
}

/** Lands what came meanwhile in ordinary rounds until little is left. */
async function catchUp(base: Base, build: Target, onProgress?: OnProgress): Promise<void> {
  for (let round = 0; round < CATCH_UP_ROUNDS; round++) {
    const landed = await landRound(base, build.profileId, writeTo(base, build));
    report(base, build.profileId, 'catch_up', landed.reached.landedSeq, onProgress);
    if (landed.facts + landed.decisions <= CLOSE_ENOUGH) return;
  }
}

async function landEverything(base: Base, build: Target): Promise<Reached> {
  for (;;) {
    const round = await landRound(base, build.profileId, writeTo(base, build));
    if (round.facts + round.decisions === 0) return round.reached;
  }
}

/** How far a file has come. */
export const reachedBy = async (base: Base, target: Target): Promise<Reached> =>
  reachedOf(await base.warehouse.query(target, cursorsStatement));
