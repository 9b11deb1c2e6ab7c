// The pipeline of each profile: stitch, land, compute; and the work beside it: replays, sealing, daily fits. One worker per
// profile, woken by signals and by a slow poll; every step may be repeated after a crash.
import { setTimeout as pause } from 'node:timers/promises';
import type { Base } from '../../base/base.ts';
import { leastOf } from '../../base/kit/bigints.ts';
import { DISK_TIGHT, DISK_WARNING, usedShare } from '../../base/kit/disk.ts';
import { WarehouseFailure } from '../../base/warehouse/port.ts';
import { stitch } from '../../collect/people/index.ts';
import { buildAndSwap, type OnProgress, reachedBy } from './builder.ts';
import { sealUnlessBuilding } from './fact-sources.ts';
import { recordFits } from './fit.ts';
import { FactsSealed, landRound, ROUND_FACTS, type Round } from './landing.ts';
import { landAroundPoison } from './poison.ts';
import { SCHEMA_VERSION } from './schema.ts';

const REPLAY = 'replay';
/** Of one replay; a longer one is started again by whoever takes the job next. */
const LEASE_SECONDS = 3600;
/** A backlog this large, and as large as a fifth of what is landed, is built anew rather than added in rounds. */
const BUILD_BACKLOG = 100_000n;
const MAX_FAILURES = 3;
const RETRY_MS = 1000;
const GIVEN_UP_MS = 600_000;
const STOP_PATIENCE_MS = 1_000;
const FIT_EVERY_MS = 86_400_000;

interface Worker {
  running: Promise<void> | undefined;
  again: boolean;
  failures: number;
  retry: NodeJS.Timeout | undefined;
}

export interface PipelineStatus {
  profileId: string;
  failures: number;
  isRunning: boolean;
}

class Pipeline {
  private readonly base: Base;
  private readonly workers = new Map<string, Worker>();
  private readonly held = new Map<string, number>();
  private readonly stopListening: (() => void)[] = [];
  private poll: NodeJS.Timeout | undefined;
  private isFitting = false;
  private wasTight = false;
  private stopped = false;

  constructor(base: Base) {
    this.base = base;
  }

  start(): void {
    for (const signal of ['facts', 'decisions', 'jobs'] as const)
      this.stopListening.push(this.base.signals.on(signal, (id) => this.wake(id)));
    this.base.warehouse.onLost((profileId, reason) => {
      this.base.log.warn(
        { profile_id: profileId, reason },
        'warehouse file lost; it is rebuilt from the archive and the journal',
      );
      // Not by a replay: that would fit the data-driven model anew, and what was lost must come back as it was.
      this.wake(profileId);
    });
    this.wakeAll();
    this.poll = setInterval(() => this.wakeAll(), this.base.config.pollSeconds * 1000);
    this.poll.unref();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const stop of this.stopListening) stop();
    clearInterval(this.poll);
    for (const worker of this.workers.values()) clearTimeout(worker.retry);
    // What still runs is cut off when the stores close, rolled back, and done again at the next start.
    await Promise.race([Promise.allSettled([...this.workers.values()].map((worker) => worker.running)), pause(STOP_PATIENCE_MS)]);
  }

  /** While held, nothing is landed (a backfill lands once, at its end). Answers the release. */
  hold(profileId: string): () => void {
    this.held.set(profileId, (this.held.get(profileId) ?? 0) + 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const left = (this.held.get(profileId) ?? 1) - 1;
      if (left > 0) this.held.set(profileId, left);
      else this.held.delete(profileId);
      this.wake(profileId);
    };
  }

  isHeld(profileId: string): boolean {
    return this.held.has(profileId);
  }

  status(): PipelineStatus[] {
    return [...this.workers].map(([profileId, worker]) => ({
      profileId,
      failures: worker.failures,
      isRunning: worker.running !== undefined,
    }));
  }

  private wakeAll(): void {
    for (const { profileId } of this.base.journal.profiles()) if (isBehind(this.base, profileId)) this.wake(profileId);
    for (const profileId of profilesWithWork(this.base)) this.wake(profileId);
    this.watchDisk();
    void this.fitDue();
  }

  wake(profileId: string): void {
    if (this.stopped || this.held.has(profileId)) return;
    const worker = this.workers.get(profileId) ?? { running: undefined, again: false, failures: 0, retry: undefined };
    this.workers.set(profileId, worker);
    if (worker.running) {
      worker.again = true;
      return;
    }
    worker.running = this.work(profileId, worker).finally(() => {
      worker.running = undefined;
      if (worker.again && !this.stopped) {
        worker.again = false;
        this.wake(profileId);
      }
    });
  }

  private async work(profileId: string, worker: Worker): Promise<void> {
    try {
      // First: under steady traffic an advance may take long, and the replay runs beside it.
      if (!this.stopped) void startReplay(this.base, profileId)?.then(() => this.wake(profileId));
      await advance(this.base, profileId, undefined, () => this.stopped || this.held.has(profileId));
      worker.failures = 0;
      if (!this.stopped) void startReplay(this.base, profileId)?.then(() => this.wake(profileId));
    } catch (error) {
      worker.failures += 1;
      if (this.stopped) return;
      this.base.log.error(
        { err: error, profile_id: profileId, failures: worker.failures },
        'the pipeline of a profile failed; it is tried again',
      );
      if (worker.failures >= MAX_FAILURES && isOfRound(error)) await this.isolate(profileId, worker);
      worker.retry = setTimeout(() => this.wake(profileId), RETRY_MS * Math.min(2 ** worker.failures, 60));
      worker.retry.unref();
    }
  }

  private async isolate(profileId: string, worker: Worker): Promise<void> {
    try {
      if (await landAroundPoison(this.base, profileId)) worker.failures = 0;
    } catch (error) {
      this.base.log.error({ err: error, profile_id: profileId }, 'looking for the fact that cannot be landed failed');
    }
  }

  private watchDisk(): void {
    const use = usedShare(this.base.config.dataDir);
    if (use >= DISK_WARNING && !this.wasTight)
      this.base.log.warn(
        { disk_use: use },
        'the disk is filling up: replays and exports wait from 92 %, intake is refused from 96 %',
      );
    this.wasTight = use >= DISK_WARNING;
  }

  /** Fits each profile a day after its last fit, one after the other; a fit missed while the service was down is made up for. */
  private async fitDue(): Promise<void> {
    if (this.isFitting) return;
    this.isFitting = true;
    try {
      for (const { profileId } of this.base.journal.profiles()) {
        if (this.stopped) return;
        const due = Number(this.base.state.cursor('fitted_at', profileId)) + FIT_EVERY_MS;
        if (this.base.clock.now() < due || !(await this.base.warehouse.exists(profileId))) continue;
        this.base.state.setCursor('fitted_at', profileId, BigInt(this.base.clock.now()));
        await recordFits(this.base, { profileId });
      }
    } catch (error) {
      if (!this.stopped) this.base.log.error({ err: error }, 'a daily fit failed; the fit in force stays');
    } finally {
      this.isFitting = false;
    }
  }
}

/** Smaller rounds may help: against a fact that cannot be landed, and against want of memory. */
const isOfRound = (error: unknown): boolean =>
  error instanceof WarehouseFailure && (error.reason === 'query' || error.reason === 'busy' || error.reason === 'environment');

const pipelines = new WeakMap<object, Pipeline>();
/** One advance at a time per profile, whoever asks for it: the worker, `settle`, a replay from the command line. */
const turns = new WeakMap<object, Map<string, Promise<unknown>>>();

async function inTurn<T>(base: Base, profileId: string, work: () => Promise<T>): Promise<T> {
  const lines = turns.get(base.state) ?? new Map<string, Promise<unknown>>();
  turns.set(base.state, lines);
  const before = lines.get(profileId) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => undefined);
  lines.set(profileId, settled);
  try {
    return await mine;
  } finally {
    if (lines.get(profileId) === settled) lines.delete(profileId);
  }
}

/** Starts the workers of every profile. */
export function startPipeline(base: Base): { stop(): Promise<void> } {
  const pipeline = new Pipeline(base);
  pipelines.set(base.state, pipeline);
  pipeline.start();
  return {
    stop: async () => {
      pipelines.delete(base.state);
      await pipeline.stop();
    },
  };
}

export const pipelineStatus = (base: Base): PipelineStatus[] => pipelines.get(base.state)?.status() ?? [];

/** Keeps the workers from landing a profile's facts until the answer is called. */
export const holdPipeline = (base: Base, profileId: string): (() => void) =>
  pipelines.get(base.state)?.hold(profileId) ?? (() => undefined);

/** Facts or decisions wait that the live file does not know yet, as far as the cursors in state tell. */
function isBehind(base: Base, profileId: string): boolean {
  return (
    base.state.cursor('stitched', profileId) < base.journal.lastSeq(profileId) ||
    base.state.cursor('landed', profileId) < base.journal.lastSeq(profileId) ||
    base.state.cursor('landed_decision', profileId) < base.state.lastDecision(profileId)
  );
}

const profilesWithWork = (base: Base): string[] =>
  base.state
    .statement('credit/attribution/waiting_list')
    .all({ kind: REPLAY, now: base.clock.now() })
    .map((row) => row['profile_id'] as string);

/** A replay waits, runs, or gave up so lately that asking again would only repeat it. */
function isReplayPending(base: Base, profileId: string): boolean {
  const job = base.state.jobs.latest(REPLAY, profileId);
  if (!job) return false;
  if (job.status === 'failed') return base.clock.now() - (job.finishedAt ?? 0) < GIVEN_UP_MS;
  return job.status !== 'done';
}

/** Queues a full replay; a second one that still waits is the same. */
export function queueReplay(base: Base, profileId: string, reason: string): { jobId: string; created: boolean } {
  const job = base.state.jobs.add({ kind: REPLAY, profileId, payload: { reason }, dedupeKey: profileId, maxAttempts: 5 });
  base.signals.emit('jobs', profileId);
  return job;
}

/**
 * Brings one profile as far as it can come without a replay: stitched, landed, computed, sealed. What is accepted meanwhile is
 * left to the next call: under steady traffic this would otherwise never end, and nothing be sealed or replayed.
 */
export async function advance(
  base: Base,
  profileId: string,
  onProgress?: OnProgress,
  stop: () => boolean = () => false,
): Promise<void> {
  await inTurn(base, profileId, async () => {
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
      // Decisions that stand still wait for a replay.
      const isDecided = decision >= lastDecision || (moved && decision === decisionBefore);
      if (base.state.cursor('landed', profileId) >= lastSeq && isDecided) break;
    }
    await sealIfDue(base, profileId);
  });
}

const replays = new WeakMap<object, Map<string, Promise<boolean>>>();

/**
 * Starts the replay that waits for a profile, beside the landing that goes on. Answers the one that runs already, or
 * undefined when none is due. The promise says whether it ended well.
 */
function startReplay(base: Base, profileId: string, onProgress?: OnProgress): Promise<boolean> | undefined {
  const running = replays.get(base.state) ?? new Map<string, Promise<boolean>>();
  replays.set(base.state, running);
  const known = running.get(profileId);
  if (known) return known;
  const job = base.state.jobs.latest(REPLAY, profileId);
  if (!job || job.status === 'done' || job.status === 'failed') return undefined;
  if (usedShare(base.config.dataDir) >= DISK_TIGHT) return undefined;
  const taken = base.state.jobs.take([REPLAY], LEASE_SECONDS, profileId);
  if (!taken) return undefined;
  const replaying = runReplay(base, taken.jobId, profileId, onProgress).finally(() => running.delete(profileId));
  running.set(profileId, replaying);
  return replaying;
}

async function runReplay(base: Base, jobId: string, profileId: string, onProgress?: OnProgress): Promise<boolean> {
  try {
    const reached = await buildAndSwap(base, profileId, {
      fit: true,
      onProgress: (progress) => {
        base.state.jobs.progress(jobId, progress);
        onProgress?.(progress);
      },
    });
    recordReached(base, profileId, reached.landedSeq, reached.landedDecision);
    base.state.jobs.finish(jobId, {
      through_seq: reached.landedSeq.toString(),
      through_decision: reached.landedDecision.toString(),
    });
    return true;
  } catch (error) {
    base.log.error({ err: error, profile_id: profileId, job_id: jobId }, 'a replay failed; it is tried again');
    base.state.jobs.fail(jobId, error instanceof Error ? error.message : 'unknown');
    return false;
  }
}

/** Lands one round into the live file, or builds it when it is missing, outdated or far behind. True when anything moved. */
async function landLive(base: Base, profileId: string, onProgress?: OnProgress): Promise<boolean> {
  if (!(await base.warehouse.exists(profileId))) {
    if (base.journal.lastSeq(profileId) === 0n && base.state.lastDecision(profileId) === 0n) return false;
    return buildNow(base, profileId, onProgress);
  }
  const reached = await reachedBy(base, { profileId });
  const stitched = base.state.cursor('stitched', profileId);
  const backlog = stitched - reached.landedSeq;
  const isOutdated = reached.schemaVersion !== SCHEMA_VERSION;
  if (isOutdated || (backlog >= BUILD_BACKLOG && backlog * 5n >= reached.landedSeq)) return buildNow(base, profileId, onProgress);

  const round = await liveRound(base, profileId);
  if (!round) return buildNow(base, profileId, onProgress);
  recordReached(base, profileId, round.reached.landedSeq, round.reached.landedDecision);
  if (round.needsReplay && !isReplayPending(base, profileId))
    queueReplay(base, profileId, 'a setting, definition or rule changed');
  return round.facts + round.decisions > 0 || round.reached.landedSeq !== reached.landedSeq;
}

/** One round into the live file; undefined when it is older than the journal's first fact. */
async function liveRound(base: Base, profileId: string): Promise<Round | undefined> {
  try {
    return await base.warehouse.exclusive(profileId, (write) => landRound(base, profileId, write, ROUND_FACTS));
  } catch (error) {
    if (error instanceof FactsSealed) return undefined;
    throw error;
  }
}

async function buildNow(base: Base, profileId: string, onProgress?: OnProgress): Promise<boolean> {
  const reached = await buildAndSwap(base, profileId, { fit: false, onProgress });
  recordReached(base, profileId, reached.landedSeq, reached.landedDecision);
  return true;
}

/** What state remembers of the live file, for questions that should not open it. */
function recordReached(base: Base, profileId: string, landedSeq: bigint, landedDecision: bigint): void {
  if (
    base.state.cursor('landed', profileId) === landedSeq &&
    base.state.cursor('landed_decision', profileId) === landedDecision
  ) {
    return;
  }
  base.state.tx(() => {
    base.state.setCursor('landed', profileId, landedSeq);
    base.state.setCursor('landed_decision', profileId, landedDecision);
    base.state.setCursor('computed_at', profileId, BigInt(base.clock.now()));
  });
}

/** Sealing must not stop landing: a damaged archive is told in the log and by `verify`, and figures go on. */
async function sealIfDue(base: Base, profileId: string): Promise<void> {
  try {
    const sealed = base.archive.sealedUpTo(profileId);
    const passed = leastOf(base.state.cursor('landed', profileId), base.state.cursor('stitched', profileId));
    if (passed <= sealed) return;
    const oldest = base.journal.read(profileId, sealed, 1)[0];
    const age = oldest ? base.clock.now() - oldest.receivedAt : 0;
    if (passed - sealed < BigInt(base.config.sealRows) && age < base.config.sealSeconds * 1000) return;
    await sealUnlessBuilding(base, profileId, passed);
  } catch (error) {
    base.log.error({ err: error, profile_id: profileId }, 'facts could not be sealed; they stay in the journal');
  }
}

/**
 * Waits until everything accepted so far is stitched, landed and computed, replays included. With `fit`, the data-driven
 * model is fitted anew afterwards and applied.
 */
export async function settle(
  base: Base,
  profileId: string,
  options: { fit?: boolean; onProgress?: OnProgress } = {},
): Promise<void> {
  await advanceWithReplays(base, profileId, options.onProgress);
  if (options.fit && (await recordFits(base, { profileId })) > 0) await advanceWithReplays(base, profileId, options.onProgress);
}

async function advanceWithReplays(base: Base, profileId: string, onProgress?: OnProgress): Promise<void> {
  for (;;) {
    await advance(base, profileId, onProgress);
    const replaying = startReplay(base, profileId, onProgress);
    if (!replaying || !(await replaying)) return;
  }
}

/** Runs a full replay now and answers the version reached. */
export async function replay(
  base: Base,
  profileId: string,
  onProgress?: OnProgress,
): Promise<{ jobId: string; result: unknown }> {
  const { jobId } = queueReplay(base, profileId, 'asked for');
  await advanceWithReplays(base, profileId, onProgress);
  const job = base.state.jobs.byId(jobId);
  if (job?.status !== 'done')
    throw new Error(`The replay did not finish: ${job?.error ?? 'it is still waiting to be tried again'}`);
  return { jobId, result: job.result };
}

/** Builds the live file anew from the archive, the journal and the decisions; until it is there, the old one answers. */
export async function rebuild(base: Base, profileId: string, onProgress?: OnProgress): Promise<void> {
  await inTurn(base, profileId, () => buildNow(base, profileId, onProgress));
}

const ensured = new WeakMap<object, Set<string>>();
const ENSURE_MS = 10_000;

/** Makes sure that a profile's live file exists and has this version's schema; waits at most ten seconds for it. */
export async function ensureWarehouse(base: Base, profileId: string): Promise<void> {
  if (ensured.get(base.state)?.has(profileId) && (await base.warehouse.exists(profileId))) return;
  if (!(await isUsable(base, profileId))) {
    const made = inTurn(base, profileId, async () => {
      if (!(await isUsable(base, profileId))) await buildNow(base, profileId);
    });
    // Whoever stops waiting leaves the build to go on; its failure is the next caller's to see.
    made.catch(() => undefined);
    await Promise.race([made, pause(ENSURE_MS, undefined, { ref: false }).then(() => busy())]);
  }
  const profiles = ensured.get(base.state) ?? new Set<string>();
  ensured.set(base.state, profiles.add(profileId));
}

function busy(): never {
  throw new WarehouseFailure('busy', "The profile's figures are being computed anew.");
}

const isUsable = async (base: Base, profileId: string): Promise<boolean> =>
  (await base.warehouse.exists(profileId)) && (await reachedBy(base, { profileId })).schemaVersion === SCHEMA_VERSION;
