// Bringing one profile as far as it can come: stitched, landed, computed, sealed. One piece of work at a time per profile,
// the caller that requests it; every step may be repeated after a crash.
import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { archivedProfile } from '../../account/access/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { requireNotAhead } from '../../base/folder/watch.ts';
import { Backoff } from '../../base/kit/backoff.ts';
import { isArriving } from '../../base/move/moves.ts';
import { WarehouseFailure } from '../../base/warehouse/port.ts';
import { isErasing, stitch } from '../../collect/identity/index.ts';
import { type BuildProgress, buildAndSwap, reachedBy } from './builder.ts';
import { leastOf } from './fact-batches.ts';
import { sealUnlessBuilding } from './fact-sources.ts';
import { landRound, ROUND_FACTS, type Round } from './landing.ts';
import { isReplayPending, queueReplay, recordReached } from './replays.ts';
import { codeVersion } from './schema.ts';

/**
 * A backlog this large, and as large as a fifth of what is landed, is built again rather than added in rounds: faster, but for as long as it
 * takes the file and its memory are there twice.
 */
const BUILD_BACKLOG = 250_000n;

/** Rounds of different profiles at once: half of the processors are left to intake and answers. */
const ROUNDS_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

/**
 * The pause between the rounds of a place: a round has a fixed cost, so while intake is busy, rounds come
 * less often, contain more, and leave it the processors.
 */
const backoffsOf = ({ memo }: ReadBase): Map<string, Backoff> => memo('backoffs of landing', () => new Map());

/** A profile's place among the profiles that land at the same time; the last letters of its id are random. */
const placeOf = (profileId: string): string => `rounds ${Number.parseInt(profileId.slice(-8), 16) % ROUNDS_AT_ONCE}`;

/** Called by the worker, `settle`, a rebuild from the command line, or a read that finds no file. */
export const inTurn = <T>(base: ReadBase, name: string, work: () => Promise<T>): Promise<T> =>
  base.mutex('credit/pipeline', name, work);

/** Facts or decisions wait that are not in the live file yet, according to the cursors in state. */
export function isBehind(base: Base, profileId: string): boolean {
  return (
    base.state.cursor('stitched', profileId) < base.journal.lastSeq(profileId) ||
    base.state.cursor('landed', profileId) < base.journal.lastSeq(profileId) ||
    base.state.cursor('landed_decision', profileId) < base.state.lastDecision(profileId)
  );
}

/**
 * Brings one profile as far as it can come without a replay: stitched, landed, computed, sealed. Facts that are accepted during it wait for the next
 * call: under steady traffic this would otherwise never end, and nothing be sealed or replayed.
 */
export async function advance(
  base: Base,
  profileId: string,
  onProgress?: OnAdvance,
  stop: () => boolean = () => false,
): Promise<void> {
  await inTurn(base, profileId, async () => {
    if (archivedProfile(base, profileId) || isErasing(base, profileId) || isArriving(base, profileId)) return;
    const lastSeq = base.journal.lastSeq(profileId);
    let lastDecision: bigint | undefined;
    for (;;) {
      if (stop()) return;
      const from = base.state.cursor('stitched', profileId);
      const stitched = await stitch(base, profileId);
      lastDecision ??= base.state.lastDecision(profileId);
      if (stop()) return;
      const decisionBefore = base.state.cursor('landed_decision', profileId);
      const moved = await landLive(base, profileId, onProgress);
      if (!moved && stitched.to === from) break;
      const decision = base.state.cursor('landed_decision', profileId);
      // Decisions that do not advance wait for a replay.
      const isDecided = decision >= lastDecision || (moved && decision === decisionBefore);
      if (base.state.cursor('landed', profileId) >= lastSeq && isDecided) break;
    }
    await sealIfDue(base, profileId);
  });
}

/** Lands one round into the live file, or builds it when it is missing, outdated or far behind. True when anything moved. */
async function landLive(base: Base, profileId: string, onProgress?: OnAdvance): Promise<boolean> {
  if (!(await base.warehouse.exists(profileId))) {
    if (base.journal.lastSeq(profileId) === 0n && base.state.lastDecision(profileId) === 0n) return false;
    return buildNow(base, profileId, onProgress);
  }
  const reached = await reachedBy(base, { profileId });
  const stitched = base.state.cursor('stitched', profileId);
  requireNotAhead(base, profileId, reached);
  const isOutdated = reached.schemaVersion !== codeVersion();
  if (isOutdated || isBuildDue(stitched, reached.landedSeq)) return buildNow(base, profileId, onProgress);

  const round = await liveRound(base, profileId);
  recordReached(base, profileId, round.reached.landedSeq, round.reached.landedDecision);
  if (round.needsReplay && !isReplayPending(base, profileId))
    queueReplay(base, profileId, 'a setting, definition or rule changed');
  return round.facts + round.decisions > 0 || round.reached.landedSeq !== reached.landedSeq;
}

function liveRound(base: Base, profileId: string): Promise<Round> {
  const place = placeOf(profileId);
  return inTurn(base, place, () =>
    backoffOf(base, place).run(() =>
      base.warehouse.exclusive(profileId, (write) => landRound(base, profileId, write, ROUND_FACTS)),
    ),
  );
}

function backoffOf(base: Base, place: string): Backoff {
  const backoffs = backoffsOf(base);
  const backoff = backoffs.get(place) ?? new Backoff();
  backoffs.set(place, backoff);
  return backoff;
}

/** `seal`: facts that wait are brought to the archive first. */
export type AdvanceProgress = Omit<BuildProgress, 'phase'> & { phase: BuildProgress['phase'] | 'seal' };
export type OnAdvance = (progress: AdvanceProgress) => void;

/** By profile: who waits for a build that others began. */
const listenersOf = (base: Base, profileId: string): Set<OnAdvance> => {
  const all = base.memo('listeners of builds', () => new Map<string, Set<OnAdvance>>());
  const listeners = all.get(profileId) ?? new Set();
  all.set(profileId, listeners);
  return listeners;
};

/** A large backlog is sealed first: the archive has parsed bodies and lands five times as fast, and the facts must be sealed anyway. */
async function buildNow(base: Base, profileId: string, onProgress?: OnAdvance): Promise<boolean> {
  const listeners = listenersOf(base, profileId);
  const report: OnAdvance = (progress) => {
    onProgress?.(progress);
    for (const listener of listeners) listener(progress);
  };
  await sealBacklog(base, profileId, report);
  const reached = await buildAndSwap(base, profileId, { fit: false, onProgress: report });
  recordReached(base, profileId, reached.landedSeq, reached.landedDecision);
  return true;
}

async function sealIfDue(base: Base, profileId: string): Promise<void> {
  await orStay(base, profileId, async () => {
    const sealed = base.archive.sealedUpTo(profileId);
    const passed = leastOf(base.state.cursor('landed', profileId), base.state.cursor('stitched', profileId));
    if (passed <= sealed) return;
    const age = base.clock.now() - (base.journal.receivedAt(profileId, sealed + 1n) ?? base.clock.now());
    if (passed - sealed < BigInt(base.config.sealRows) && age < base.config.sealSeconds * 1000) return;
    await sealUnlessBuilding(base, profileId, passed);
  });
}

async function sealBacklog(base: Base, profileId: string, onProgress?: OnAdvance): Promise<void> {
  await orStay(base, profileId, async () => {
    const stitched = base.state.cursor('stitched', profileId);
    const most = leastOf(BUILD_BACKLOG, BigInt(base.config.sealRows));
    if (stitched - base.archive.sealedUpTo(profileId) < most) return;
    await sealUnlessBuilding(base, profileId, stitched, (seq) =>
      onProgress?.({ phase: 'seal', landedSeq: seq.toString(), lastSeq: stitched.toString() }),
    );
  });
}

/** Sealing must not stop landing: a damaged archive is logged and by `verify`, and figures continue. */
async function orStay(base: Base, profileId: string, seal: () => Promise<void>): Promise<void> {
  try {
    await seal();
  } catch (error) {
    base.log.error({ err: error, profile_id: profileId }, 'facts could not be sealed; they stay in the journal');
  }
}

/**
 * During the intake of a file: stitches and seals what has arrived so far, once it is enough to build the file again. Sealing
 * frees room in the journal, and shortens the work at the end.
 */
export async function sealAhead(base: Base, profileId: string): Promise<void> {
  await inTurn(base, profileId, async () => {
    if (archivedProfile(base, profileId) || isErasing(base, profileId) || isArriving(base, profileId)) return;
    const { to } = await stitch(base, profileId);
    if (isBuildDue(to, base.state.cursor('landed', profileId))) await sealBacklog(base, profileId);
  });
}

const isBuildDue = (stitched: bigint, landed: bigint): boolean =>
  stitched - landed >= BUILD_BACKLOG && (stitched - landed) * 5n >= landed;

/** Builds the live file again from the archive, the journal and the decisions; until it is there, the old one answers. */
export async function rebuild(base: Base, profileId: string, onProgress?: OnAdvance): Promise<void> {
  await inTurn(base, profileId, () => buildNow(base, profileId, onProgress));
}

const BUILD_WAIT_MS = 10_000;

/** Set where a caller waits for builds as long as they take: who ends with its process would lose them. */
const patience = new AsyncLocalStorage<OnAdvance>();

/** Carries `work` out, which waits for figures that are being built until they are there. */
export const waitingForBuilds = <T>(onProgress: OnAdvance, work: () => T): T => patience.run(onProgress, work);

/** Builds the live file unless it is usable by then; waits at most ten seconds for it, but for `waitingForBuilds`. */
export function buildUnless(base: Base, profileId: string, isUsable: () => Promise<boolean>): Promise<void> {
  const build = inTurn(base, profileId, async () => {
    if (!(await isUsable())) await buildNow(base, profileId);
  });
  // Anyone who stops waiting leaves the build to continue; its failure is the next caller's to see.
  build.catch(() => undefined);
  return waitFor(base, profileId, build);
}

async function waitFor(base: Base, profileId: string, build: Promise<void>): Promise<void> {
  const onProgress = patience.getStore();
  if (!onProgress) return Promise.race([build, pause(BUILD_WAIT_MS, undefined, { ref: false }).then(() => busy())]);
  const listeners = listenersOf(base, profileId).add(onProgress);
  await build.finally(() => listeners.delete(onProgress));
}

function busy(): never {
  throw new WarehouseFailure('busy', "The profile's figures are being recomputed.");
}
