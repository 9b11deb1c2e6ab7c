// The journal as callers see it: hands groups of appends to the writer's thread, reads by a read-only connection of its own,
// refuses what would overfill the queues or the disk, and starts the writer again when it dies.
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { usedShare } from '../kit/disk.ts';
import { Hold } from '../kit/hold.ts';
import { Turns } from '../kit/turns.ts';
import { AppendQueue, countByProfile, type QueueLimits, type Waiting } from './append-queue.ts';
import {
  type Chunk,
  type FromWorker,
  type GroupResult,
  packGroup,
  STATUSES,
  type ToWorker,
  type WorkerOptions,
} from './group.ts';
import type { Appended, Journal, NewFact } from './journal.ts';
import { JournalRefusal } from './journal.ts';
import { journalReader } from './journal-reader.ts';

const GROUP_ROWS = 5_000;
const REWRITTEN_ROWS = 500;
const DISK_CHECK_MS = 1_000;
const RESTART_PAUSE_MS = 1_000;
const WRITTEN_CHECK_MS = 10;
const DEDUPE_END = 1n << 62n;

export interface OpenJournalOptions {
  limits?: QueueLimits;
  /** Used share of the file system from which intake is refused. */
  refuseAtUsed?: number;
  /** Used share of the file system now, 0 … 1; measured when absent. */
  diskUsed?: () => number;
  maxPages?: number;
  /** Told when the disk did not take a write; the watermark alone is no such case. */
  onDiskFull?: () => void;
  /** Told of each writer started, and why an earlier one died. */
  onWorker?: (worker: Worker, diedOf?: Error) => void;
}

export const journalFile = (dataDir: string): string => join(dataDir, 'journal.sqlite');

interface Pending {
  resolve: (message: FromWorker) => void;
  reject: (error: Error) => void;
}

export async function openJournal(dataDir: string, options: OpenJournalOptions = {}): Promise<Journal> {
  const file = journalFile(dataDir);
  const writer = new Writer({ file, ...(options.maxPages ? { maxPages: options.maxPages } : {}) }, options);
  await writer.start();
  const db = new Database(file, { readonly: true, fileMustExist: true });
  const diskUsed = options.diskUsed ?? (() => usedShare(dirname(file)));
  const refuseAt = options.refuseAtUsed ?? 0.96;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isFull = false;

  function refuseFullDisk(): void {
    if (performance.now() - checkedAt >= DISK_CHECK_MS) {
      checkedAt = performance.now();
      isFull = diskUsed() >= refuseAt;
    }
    if (isFull) throw new JournalRefusal('disk_full', 'The disk is nearly full; nothing more is taken in.');
  }

  const removals = new Hold();
  const wipes = new Turns();
  const gone = new Set<string>();
  async function remove(chunk: Chunk): Promise<void> {
    await removals.whenFree();
    await writer.run(chunk);
  }

  // One at a time: what the second has to overwrite may stand where the first has been.
  const wipe = (): Promise<void> =>
    wipes.run('', async () => {
      await remove({ task: 'wipe_anew', profileId: '' });
      await remove({ task: 'wipe', profileId: '' });
    });

  return {
    append: async (facts) => {
      if (facts.length === 0) return [];
      for (const fact of facts) checkFact(fact);
      if (gone.size > 0 && facts.some(({ profileId }) => gone.has(profileId)))
        throw new JournalRefusal('closed', 'The profile is archived.');
      refuseFullDisk();
      return writer.append(facts);
    },
    ...journalReader(db),
    clearTraits: (profileId, upTo) => remove({ task: 'clear_traits', profileId, upTo }),
    trim: (profileId, upTo) => remove({ task: 'trim', profileId, upTo }),
    rewrite: async (profileId, facts) => {
      for (let from = 0; from < facts.length; from += REWRITTEN_ROWS)
        await remove({ task: 'rewrite', profileId, facts: facts.slice(from, from + REWRITTEN_ROWS) });
    },
    rewriteOutcomes: async (profileId, outcomes) => {
      for (let from = 0; from < outcomes.length; from += REWRITTEN_ROWS)
        await remove({ task: 'rewrite_outcomes', profileId, outcomes: outcomes.slice(from, from + REWRITTEN_ROWS) });
    },
    wipe,
    shut: (profileId) => {
      gone.add(profileId);
    },
    purge: async (profileId) => {
      await writer.whenWritten(profileId);
      await remove({ task: 'purge', profileId });
      await wipe();
    },
    // No profile has this name: there is nothing to empty.
    probe: () => writer.run({ task: 'clear_traits', profileId: '', upTo: 0n }),
    hold: () => removals.take(),
    whenFree: () => removals.whenFree(),
    close: async () => {
      await writer.drain();
      db.close();
      await writer.close();
    },
  };
}

/** A fact that could not be stored as it is would spoil its group: it is refused before. */
function checkFact(fact: NewFact): void {
  const wrong = (what: string): never => {
    throw new TypeError(`not a fact: ${what}`);
  };
  if (!fact.profileId) wrong('no profile');
  if (typeof fact.body !== 'string') wrong('body is not text');
  if (!Number.isSafeInteger(fact.receivedAt) || !Number.isSafeInteger(fact.occurredAt)) wrong('its times are not whole numbers');
  if (fact.dedupeHash !== undefined && (fact.dedupeHash < 0n || fact.dedupeHash >= DEDUPE_END))
    wrong('dedupeHash is not 62 bits');
  if (!fact.outcomeKey !== !fact.contentHash) wrong('outcomeKey and contentHash go together');
  if (fact.outcomeKey && (fact.outcomeKey.length !== 16 || fact.contentHash?.length !== 16))
    wrong('outcome hashes have 16 bytes');
}

/** Owns the worker thread: one group in flight, the next gathering meanwhile. */
class Writer {
  readonly #workerOptions: WorkerOptions;
  readonly #options: OpenJournalOptions;
  readonly #queue: AppendQueue;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #inFlight: Waiting[] = [];
  #isPumpDue = false;
  #isClosed = false;
  #nextId = 1;
  #whenIdle: (() => void)[] = [];
  #restart: NodeJS.Timeout | undefined;

  constructor(workerOptions: WorkerOptions, options: OpenJournalOptions) {
    this.#workerOptions = workerOptions;
    this.#options = options;
    this.#queue = new AppendQueue(options.limits ?? { perProfile: 20_000, total: 200_000 });
  }

  start(diedOf?: Error): Promise<void> {
    const worker = new Worker(new URL('./journal-worker.ts', import.meta.url), {
      workerData: this.#workerOptions,
      // TRICKY: handles that a thread leaves would be closed with it, and with them go the locks of this process on the file.
      trackUnmanagedFds: false,
    });
    this.#options.onWorker?.(worker, diedOf);
    return new Promise((resolve, reject) => {
      let death: Error | undefined;
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'cannot_open') {
          death = new Error(`The journal cannot be opened: ${message.message}`);
          return;
        }
        if (message.type !== 'ready') return this.#settle(message);
        this.#worker = worker;
        resolve();
        this.#pump();
      });
      worker.on('error', (error) => {
        death = error as Error;
      });
      worker.on('exit', (code) => {
        const wasReady = this.#worker === worker;
        const reason = death ?? new Error(`the journal's writer ended with code ${code}`);
        reject(reason);
        if (wasReady) this.#lost(reason);
      });
    });
  }

  append(facts: NewFact[]): Promise<Appended[]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new JournalRefusal('closed', 'The journal is closed.');
      this.#queue.add({ facts, counts: countByProfile(facts), resolve, reject });
      this.#schedulePump();
    });
  }

  /** Runs a long task in steps, between which groups are written. */
  async run(chunk: Chunk): Promise<void> {
    for (;;) {
      const answer = await this.#ask((id) => ({ id, ...chunk }));
      if (answer.type === 'step' && answer.finished) return;
    }
  }

  /** Until nothing that was taken of the profile waits to be written. */
  async whenWritten(profileId: string): Promise<void> {
    while (this.#queue.waitingOf(profileId) > 0) await pause(WRITTEN_CHECK_MS);
  }

  /** Takes no more appends; resolves when those taken are answered. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    if (this.#queue.total > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  async close(): Promise<void> {
    clearTimeout(this.#restart);
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage({ id: 0, task: 'close' } satisfies ToWorker);
    await ended;
  }

  /** Appends of the same turn of the event loop share a group even when the writer is idle. */
  #schedulePump(): void {
    if (this.#isPumpDue || this.#inFlight.length > 0) return;
    this.#isPumpDue = true;
    setImmediate(() => {
      this.#isPumpDue = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (!this.#worker || this.#inFlight.length > 0 || this.#queue.isEmpty) return;
    const group = this.#queue.take(GROUP_ROWS);
    this.#inFlight = group;
    const packed = packGroup(group.map((w) => w.facts));
    this.#ask((id) => ({ id, task: 'append', group: packed }))
      .then(
        (answer) => {
          if (answer.type === 'appended') this.#answer(group, answer.result);
        },
        (error: Error) => {
          if (error instanceof JournalRefusal && error.reason === 'disk_full') this.#options.onDiskFull?.();
          for (const waiting of group) waiting.reject(error);
        },
      )
      .finally(() => {
        for (const waiting of group) this.#queue.release(waiting);
        this.#inFlight = [];
        this.#pump();
        this.#tellIdle();
      });
  }

  #tellIdle(): void {
    if (this.#queue.total === 0) for (const idle of this.#whenIdle.splice(0)) idle();
  }

  #answer(group: Waiting[], result: GroupResult): void {
    let row = 0;
    for (const [i, waiting] of group.entries()) {
      const from = row;
      row += waiting.facts.length;
      const failure = result.failures[i];
      if (failure) {
        waiting.reject(new JournalRefusal('failed', failure));
        continue;
      }
      const appended: Appended[] = [];
      for (let at = from; at < row; at += 1)
        appended.push({ status: STATUSES[result.status[at] as number] as Appended['status'], seq: result.seq[at] as bigint });
      waiting.resolve(appended);
    }
  }

  #ask(make: (id: number) => ToWorker): Promise<FromWorker> {
    return new Promise((resolve, reject) => {
      if (!this.#worker) throw new JournalRefusal('failed', "The journal's writer is not running.");
      const id = this.#nextId++;
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage(make(id));
    });
  }

  #settle(message: Exclude<FromWorker, { type: 'ready' | 'cannot_open' }>): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.type === 'refused') pending?.reject(new JournalRefusal(message.reason, message.message));
    else pending?.resolve(message);
  }

  /** The writer is gone. Whether its last group is on disk nobody knows, so its callers are told that it failed. */
  #lost(reason: Error): void {
    this.#worker = undefined;
    const refusal = new JournalRefusal('failed', `The journal's writer was lost: ${reason.message}`);
    for (const pending of this.#pending.values()) pending.reject(refusal);
    this.#pending.clear();
    for (const waiting of this.#queue.take(Number.POSITIVE_INFINITY)) {
      waiting.reject(refusal);
      this.#queue.release(waiting);
    }
    this.#tellIdle();
    if (!this.#isClosed) this.#startAgain(reason);
  }

  #startAgain(reason: Error): void {
    this.start(reason).catch((error: Error) => {
      if (this.#isClosed) return;
      this.#restart = setTimeout(() => this.#startAgain(error), RESTART_PAUSE_MS);
    });
  }
}
