// The journal's writer as its owner uses it: a thread that receives one group of appends at a time, while the next gathers, and is started
// again when it dies.
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { AppendQueue, countByProfile, type QueueLimits, type Waiting } from './append-queue.ts';
import {
  type Appending,
  type Chunk,
  type FromWorker,
  type GroupResult,
  type ProfileMaker,
  packGroup,
  STATUSES,
  sizeOf,
  type ToWorker,
  type WorkerOptions,
} from './group.ts';
import { type Appended, JournalRefusal, type Maker, type NewFact, type Order, type Refused } from './journal.ts';

const GROUP_ROWS = 5_000;
/** One is written, and one is ready for when it is: the writer does not wait for the main thread. */
const GROUPS_AT_ONCE = 2;
/** The buffers in which a group of orders is read and made; the result is written, and they are reused. */
const YOUNG_MB = 12;
const RESTART_PAUSE_MS = 1_000;
/** A transaction that writes nothing: no profile has this name. */
export const NOTHING: Chunk = { task: 'clear_traits', profileId: '', upTo: 0n };
const WRITTEN_CHECK_MS = 10;

export interface WriterOptions {
  limits?: QueueLimits;
  /** Called when the disk did not take a write; the watermark alone is no such case. */
  onDiskFull?: () => void;
  /** Told of each writer started, and why an earlier one died. */
  onWorker?: (worker: Worker, diedOf?: Error) => void;
}

interface Pending {
  resolve: (message: FromWorker) => void;
  reject: (error: Error) => void;
}

function answerOf({ status, seq, refused, notes }: GroupResult, row: number): Appended | Refused {
  if (refused.has(row)) return { refused: refused.get(row) };
  const appended = { status: STATUSES[status[row] as number] as Appended['status'], seq: seq[row] as bigint };
  const note = notes.get(row);
  return note === undefined ? appended : { ...appended, note };
}

/** Owns the worker thread: one group in flight, the next gathering during it. */
export class Writer {
  readonly #workerOptions: WorkerOptions;
  readonly #options: WriterOptions;
  readonly #queue: AppendQueue;
  readonly #pending = new Map<number, Pending>();
  /** Profiles with an order, and whether this writer has received their settings. */
  readonly #makers = new Map<string, ProfileMaker>();
  readonly #received = new Set<string>();
  #worker: Worker | undefined;
  /** Groups that the writer has and has not answered. */
  #inFlight = 0;
  #isPumpDue = false;
  #isClosed = false;
  #nextId = 1;
  #whenIdle: (() => void)[] = [];
  #restart: NodeJS.Timeout | undefined;

  constructor(workerOptions: WorkerOptions, options: WriterOptions) {
    this.#workerOptions = workerOptions;
    this.#options = options;
    this.#queue = new AppendQueue(options.limits ?? { perProfile: 20_000, total: 200_000 });
  }

  start(diedOf?: Error): Promise<void> {
    // TRICKY: a bound that the process was started with (bin/run) would go before the thread's own.
    setFlagsFromString('--max-semi-space-size=0');
    const worker = new Worker(new URL('./journal-worker.ts', import.meta.url), {
      workerData: this.#workerOptions,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
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

  /** Only rows of an order can be refused. */
  append(facts: readonly NewFact[]): Promise<Appended[]>;
  append(appending: Appending): Promise<(Appended | Refused)[]>;
  append(appending: Appending): Promise<(Appended | Refused)[]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new JournalRefusal('closed', 'The journal is closed.');
      this.#queue.add({ appending, counts: countByProfile(appending), resolve, reject });
      this.#schedulePump();
    });
  }

  async appendMade({ module, contextOf }: Maker, order: Order): Promise<(Appended | Refused)[]> {
    const { profileId } = order;
    if (!this.#makers.has(profileId)) this.#makers.set(profileId, { profileId, module, context: contextOf(profileId) });
    return this.append(order);
  }

  async forget(profileId: string): Promise<void> {
    this.#received.delete(profileId);
    await this.run({ task: 'forget', profileId });
  }

  dropMaker(profileId: string): void {
    this.#makers.delete(profileId);
  }

  /** Runs a long task in steps, between which groups are written. */
  async run(chunk: Chunk): Promise<void> {
    for (;;) {
      const answer = await this.#ask((id) => ({ id, ...chunk }));
      if (answer.type === 'step' && answer.finished) return;
    }
  }

  /** From its answer on, which is the function that lets go, no append of the profile is written: each waits in the queue. */
  async hold(profileId: string): Promise<() => void> {
    this.#queue.hold(profileId);
    const letGo = (): void => {
      this.#queue.letGo(profileId);
      this.#schedulePump();
    };
    try {
      // The writer takes messages in their order: what it had of the profile is written then.
      await this.run(NOTHING);
      return letGo;
    } catch (error) {
      letGo();
      throw error;
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
    if (this.#isPumpDue || this.#inFlight === GROUPS_AT_ONCE) return;
    this.#isPumpDue = true;
    setImmediate(() => {
      this.#isPumpDue = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (!this.#worker || this.#inFlight === GROUPS_AT_ONCE || this.#queue.isEmpty) return;
    const group = this.#queue.take(GROUP_ROWS);
    // All that waits is held.
    if (group.length === 0) return;
    this.#inFlight += 1;
    const appends = group.map(({ appending }) => appending);
    const makers = this.#makersToTell(appends);
    this.#ask((id) => ({ id, task: 'append', group: packGroup(appends, makers) })).then(
      (answer) => {
        this.#pumpNext(group);
        if (answer.type === 'appended') this.#answer(group, answer.result);
        this.#tellIdle();
      },
      (error: Error) => {
        this.#pumpNext(group);
        if (error instanceof JournalRefusal && error.reason === 'disk_full') this.#options.onDiskFull?.();
        for (const waiting of group) waiting.reject(error);
        this.#tellIdle();
      },
    );
  }

  /** Called before the callers of the group are answered, which is much work: the writer has the next group during it. */
  #pumpNext(group: readonly Waiting[]): void {
    for (const waiting of group) this.#queue.release(waiting);
    this.#inFlight -= 1;
    this.#pump();
  }

  #makersToTell(appends: readonly Appending[]): ProfileMaker[] {
    const makers: ProfileMaker[] = [];
    for (const appending of appends) {
      if (!('text' in appending) || this.#received.has(appending.profileId)) continue;
      makers.push(this.#makers.get(appending.profileId) as ProfileMaker);
      this.#received.add(appending.profileId);
    }
    return makers;
  }

  #tellIdle(): void {
    if (this.#queue.total === 0) for (const idle of this.#whenIdle.splice(0)) idle();
  }

  #answer(group: Waiting[], result: GroupResult): void {
    let row = 0;
    for (const [i, waiting] of group.entries()) {
      const from = row;
      row += sizeOf(waiting.appending);
      const failure = result.failures[i];
      if (failure) {
        waiting.reject(new JournalRefusal('failed', failure));
        continue;
      }
      const appended: (Appended | Refused)[] = [];
      for (let at = from; at < row; at += 1) appended.push(answerOf(result, at));
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

  /** The writer is gone. Whether its last group is on disk is unknown, so its callers receive an error. */
  #lost(reason: Error): void {
    this.#worker = undefined;
    this.#received.clear();
    const refusal = new JournalRefusal('failed', `The journal's writer was lost: ${reason.message}`);
    for (const pending of this.#pending.values()) pending.reject(refusal);
    this.#pending.clear();
    for (const waiting of this.#queue.takeAll()) {
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
