// The workers that keep each profile's figures moving: woken by signals and by a slow poll, one per profile, at most one round
// in a third of the time; and the work beside them: daily fits, replays, an eye on the disk.
import { setTimeout as pause } from 'node:timers/promises';
import type { Base, ReadBase } from '../../base/base.ts';
import { DISK_WARNING, usedShare } from '../../base/files/disk.ts';
import { type Poller, startPoller } from '../../base/kit/poller.ts';
import { WarehouseFailure } from '../../base/warehouse/port.ts';
import { fetchRatesWhenDue } from '../rates/index.ts';
import { advance, isBehind } from './advance.ts';
import { recordFits } from './fit.ts';
import { hold, isHeld } from './holds.ts';
import { landAroundPoison } from './poison.ts';
import { applyRates, takeUpRates } from './rate-decisions.ts';

const MAX_FAILURES = 3;
/**
 * Between the starts of two rounds of a profile: a round has a fixed cost, so under steady traffic facts are gathered. A profile works for a third of
 * the time at most, and its facts wait for a second at most. The first round after a quiet time starts at once.
 */
const ROUND_EVERY_MS = 1000;
const ROUND_EVERY_LENGTHS = 3;
const RETRY_MS = 1000;
const STOP_PATIENCE_MS = 1_000;
const FIT_EVERY_MS = 86_400_000;

interface Worker {
  running: Promise<void> | undefined;
  /** Woken while it ran. */
  again: boolean;
  failures: number;
  /** A time of the process's own clock, in ms; an earlier wake-up waits until then. */
  notBefore: number;
  waiting: NodeJS.Timeout | undefined;
}

export interface PipelineStatus {
  profileId: string;
  failures: number;
  isRunning: boolean;
}

class Pipeline {
  private readonly base: Base;
  private readonly workers = new Map<string, Worker>();
  private readonly stopListening: (() => void)[] = [];
  private rounds: Poller[] = [];
  private wasTight = false;
  private stopped = false;

  constructor(base: Base) {
    this.base = base;
  }

  start(): void {
    for (const signal of ['facts', 'decisions'] as const)
      this.stopListening.push(this.base.signals.on(signal, (id) => this.wake(id)));
    this.base.warehouse.onLost((profileId, reason) => {
      this.base.log.warn(
        { profile_id: profileId, reason },
        'warehouse file lost; it is rebuilt from the archive and the journal',
      );
      // Not by a replay: that would fit the data-driven model again, and what was lost must come back as it was.
      this.wake(profileId);
    });
    const everySeconds = this.base.config.pollSeconds;
    this.rounds = [
      startPoller(this.base, {
        everySeconds,
        look: () => this.wakeAll(),
        failure: 'polling for profiles with work failed; the service retries automatically',
      }),
      startPoller(this.base, {
        everySeconds,
        look: () => this.fitDue(),
        failure:
          'a daily fit of the data-driven model failed: the fit in force stays, and it is tried again in a day; `tributary replay` fits at once',
      }),
    ];
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const stop of this.stopListening) stop();
    for (const worker of this.workers.values()) clearTimeout(worker.waiting);
    // Running work is cut off when the stores close, rolled back, and done again at the next start.
    const running = [...this.workers.values()].map((worker) => worker.running);
    await Promise.race([
      Promise.allSettled([...running, ...this.rounds.map((rounds) => rounds.stop())]),
      pause(STOP_PATIENCE_MS, undefined, { ref: false }),
    ]);
  }

  /** Stops landing until the release is called (a backfill lands once, at its end). Answers the release. */
  hold(profileId: string): () => void {
    return hold(this.base, profileId, () => this.wake(profileId));
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
    this.watchDisk();
  }

  wake(profileId: string): void {
    if (this.stopped || isHeld(this.base, profileId)) return;
    const worker = this.workerOf(profileId);
    if (worker.running) worker.again = true;
    if (worker.running || worker.waiting) return;
    const wait = worker.notBefore - performance.now();
    if (wait > 0) {
      worker.waiting = setTimeout(() => {
        worker.waiting = undefined;
        this.wake(profileId);
      }, wait);
      worker.waiting.unref();
      return;
    }
    worker.notBefore = performance.now() + ROUND_EVERY_MS;
    worker.running = this.work(profileId, worker).finally(() => {
      worker.running = undefined;
      if (!worker.again) return;
      worker.again = false;
      this.wake(profileId);
    });
  }

  private workerOf(profileId: string): Worker {
    const cached = this.workers.get(profileId);
    if (cached) return cached;
    const worker: Worker = { running: undefined, again: false, failures: 0, notBefore: 0, waiting: undefined };
    this.workers.set(profileId, worker);
    return worker;
  }

  private async work(profileId: string, worker: Worker): Promise<void> {
    const began = performance.now();
    try {
      await advance(this.base, profileId, undefined, () => this.stopped || isHeld(this.base, profileId));
      worker.failures = 0;
      worker.notBefore = began + Math.min(ROUND_EVERY_MS, ROUND_EVERY_LENGTHS * (performance.now() - began));
      if (!this.stopped && !isHeld(this.base, profileId)) await this.takeUpRates(profileId);
    } catch (error) {
      worker.failures += 1;
      if (this.stopped) return;
      this.base.log.error(
        { err: error, profile_id: profileId, failures: worker.failures },
        'the pipeline of a profile failed: its figures do not change, accepted data is safe and waiting; the service retries automatically, `tributary status` shows whether it recovers',
      );
      // A refusal of the statement will be the same the next time; want of memory may pass on its own.
      const isDue = isRefusal(error) || worker.failures >= MAX_FAILURES;
      if (isDue && isOfRound(error)) await this.isolate(profileId, worker);
      worker.notBefore = performance.now() + (worker.failures === 0 ? 0 : RETRY_MS * Math.min(2 ** worker.failures, 60));
      worker.again = true;
    }
  }

  /** A decision wakes the worker again. Figures continue without, and money without a rate is named in every answer. */
  private async takeUpRates(profileId: string): Promise<void> {
    try {
      await takeUpRates(this.base, profileId);
    } catch (error) {
      if (this.stopped) return;
      this.base.log.warn(
        { err: error, profile_id: profileId },
        'exchange rates could not be applied; the service retries after the next run, or on POST /profile/recompute-fx',
      );
    }
  }

  private async isolate(profileId: string, worker: Worker): Promise<void> {
    try {
      if (await landAroundPoison(this.base, profileId)) worker.failures = 0;
    } catch (error) {
      this.base.log.error(
        { err: error, profile_id: profileId },
        'searching for the fact that cannot be landed failed; the pipeline retries automatically',
      );
    }
  }

  private watchDisk(): void {
    const use = usedShare(this.base.config.dataDir);
    if (use >= DISK_WARNING && !this.wasTight)
      this.base.log.warn(
        { disk_use: use },
        'the disk is filling up: replays and exports wait from 92 %, intake is refused from 96 %; free some room, `tributary status` shows what takes it',
      );
    this.wasTight = use >= DISK_WARNING;
  }

  /** Fits each profile a day after its last fit, one after the other; a fit missed while the service was down is made up for. */
  private async fitDue(): Promise<void> {
    const came = await fetchRatesWhenDue(this.base);
    for (const { profileId } of this.base.journal.profiles()) {
      if (this.stopped) return;
      const due = Number(this.base.state.cursor('fitted_at', profileId)) + FIT_EVERY_MS;
      const isDue = this.base.clock.now() >= due;
      if (!(isDue || came) || !(await this.base.warehouse.exists(profileId))) continue;
      if (came) await applyRates(this.base, profileId, 'system');
      if (!isDue) continue;
      this.base.state.setCursor('fitted_at', profileId, BigInt(this.base.clock.now()));
      await recordFits(this.base, { profileId });
      await applyRates(this.base, profileId, 'system');
    }
  }
}

const isRefusal = (error: unknown): boolean => error instanceof WarehouseFailure && error.reason === 'query';

/** Smaller rounds may help: against a fact that cannot be landed, and against want of memory. */
const isOfRound = (error: unknown): boolean =>
  error instanceof WarehouseFailure && (error.reason === 'query' || error.reason === 'busy' || error.reason === 'environment');

const running = ({ memo }: ReadBase): { pipeline?: Pipeline | undefined } => memo('pipeline', () => ({}));

/** Starts the workers of every profile. */
export function startPipeline(base: Base): { stop(): Promise<void> } {
  const pipeline = new Pipeline(base);
  running(base).pipeline = pipeline;
  pipeline.start();
  return {
    stop: async () => {
      running(base).pipeline = undefined;
      await pipeline.stop();
    },
  };
}

export const pipelineStatus = (base: ReadBase): PipelineStatus[] => running(base).pipeline?.status() ?? [];

/** False in a command that has opened the folder for itself. */
export const isPipelineRunning = (base: Base): boolean => running(base).pipeline !== undefined;

/** Keeps the workers from landing a profile's facts until the answer is called. */
export const holdPipeline = (base: Base, profileId: string): (() => void) =>
  running(base).pipeline?.hold(profileId) ?? (() => undefined);
