// The service's side of the warehouse process: starts it when a call waits for it, starts it again when it dies, and matches answers to calls.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { filePath } from './layout.ts';
import type { EngineSettings, Failure, FileRef, FromEngine, Part, Task, ToEngine } from './messages.ts';
import { type Row, WarehouseFailure } from './port.ts';

const entry = fileURLToPath(new URL('./engine.ts', import.meta.url));
/** A process that lived this long died of something new: it is started again at once. */
const LIVED_WELL_MS = 10_000;
const LONGEST_PAUSE_MS = 10_000;
/** An interrupted call that is still not answered after this long hangs, on however slow a machine; then only the process's end helps. */
const HANGS_MS = 180_000;
/** A file whose opening has ended the process this many times in a row is damaged. */
const DEADLY_OPENINGS = 2;
/** Starts without success, at the very beginning, after which it is not tried again. */
const FUTILE_STARTS = 3;

interface PendingCall {
  rows: Row[][];
  resolve: (rows: Row[][]) => void;
  reject: (error: CallFailure) => void;
  /** The next piece of a stream. */
  receive?: (bytes: Uint8Array) => void;
  /** So many of its statements have run. */
  watch?: (ran: number) => void;
  watchdog?: NodeJS.Timeout;
}

/** Why a call failed, with what the warehouse needs to know beyond the reason. */
export class CallFailure extends WarehouseFailure {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.reason, failure.message);
    this.failure = failure;
  }
}

const closed = (): CallFailure => new CallFailure({ reason: 'closed', message: 'The warehouse is closed.' });

export interface RunningCall {
  answer: Promise<Row[][]>;
  interrupt: () => void;
  /** A piece of a stream has been passed on. */
  taken: () => void;
}

export class EngineProcess {
  readonly #settings: EngineSettings;
  readonly #log: Logger;
  readonly #hangsMs: number;
  readonly #deadlyFile: (file: FileRef) => void;
  #child: ChildProcess | undefined;
  #ready: Promise<void>;
  #becomeReady: () => void = () => {};
  #giveUp: (error: Error) => void = () => {};
  #isBegun = false;
  #wasEverReady = false;
  #isReady = false;
  #pending = new Map<number, PendingCall>();
  #nextId = 1;
  #startedAt = 0;
  #pauseMs = 0;
  #ended: Promise<void> = Promise.resolve();
  #closing = false;
  /** Files being opened right now, and how often that was the process's end. */
  #opening = new Map<string, FileRef>();
  #strikes = new Map<string, number>();
  engineVersion = '';
  openFiles = 0;
  restarts = 0;

  /** @param deadlyFile called, while no process runs, for a file whose opening ended the process again and again. */
  constructor(settings: EngineSettings, log: Logger, deadlyFile: (file: FileRef) => void, hangsMs = HANGS_MS) {
    this.#settings = settings;
    this.#log = log;
    this.#deadlyFile = deadlyFile;
    this.#hangsMs = hangsMs;
    this.#ready = this.#awaitReady();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  ready(): Promise<void> {
    if (!this.#isBegun && !this.#closing) this.#start();
    return this.#ready;
  }

  /** Sends a task to the process, which must be ready. `receive` gets the pieces of a stream, `watch` how many statements have run. */
  call(task: Task, { receive, watch }: Pick<PendingCall, 'receive' | 'watch'> = {}): RunningCall {
    const id = this.#nextId;
    this.#nextId += 1;
    const answer = new Promise<Row[][]>((resolve, reject) => {
      if (!this.#isReady) reject(new CallFailure({ reason: 'crashed', message: 'The warehouse process is not running.' }));
      else {
        this.#pending.set(id, { rows: [], resolve, reject, ...(receive ? { receive } : {}), ...(watch ? { watch } : {}) });
        this.#send({ id, task });
      }
    });
    return { answer, interrupt: () => this.#interrupt(id), taken: () => this.#send({ taken: id }) };
  }

  /** Waits for a ready process and sends it a task. */
  async ask(task: Task, watch?: (ran: number) => void): Promise<Row[][]> {
    if (!this.#isReady) await this.ready();
    return this.call(task, watch ? { watch } : {}).answer;
  }

  /** Lets the process close its files and end. */
  async close(patienceMs: number): Promise<void> {
    this.#closing = true;
    this.#giveUp(closed());
    const child = this.#child;
    if (!child) return;
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    if (this.#isReady) await this.call({ op: 'close' }).answer.catch(() => {});
    else child.kill('SIGKILL');
    await this.#ended;
    clearTimeout(timer);
  }

  #awaitReady(): Promise<void> {
    this.#isReady = false;
    const ready = new Promise<void>((resolve, reject) => {
      this.#becomeReady = () => {
        this.#isReady = true;
        this.#wasEverReady = true;
        resolve();
      };
      this.#giveUp = reject;
    });
    ready.catch(() => {}); // perhaps no caller waits
    return ready;
  }

  #start(): void {
    this.#isBegun = true;
    this.#startedAt = performance.now();
    const child = fork(entry, [JSON.stringify(this.#settings)], {
      serialization: 'advanced',
      // Nothing else of the service's environment: it contains the master key.
      env: {
        ...passedOn(['PATH', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX']),
        TZ: 'UTC',
        LANG: 'C.UTF-8',
        UV_THREADPOOL_SIZE: '32',
      },
      // A stream collects what DuckDB's chunks have left behind; see arrow.ts.
      execArgv: [...process.execArgv.filter((flag) => flag === '--experimental-strip-types'), '--expose-gc'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child = child;
    child.on('message', (message) => this.#receive(message as FromEngine));
    child.stderr?.on('data', (text: Buffer) => this.#log.error({ stderr: text.toString().slice(0, 4000) }, 'warehouse process'));
    child.on('error', (error) => this.#log.error({ err: error }, 'warehouse process'));
    this.#ended = new Promise((resolve) => {
      child.on('exit', (code, signal) => {
        this.#died(code, signal);
        resolve();
      });
    });
  }

  #receive(message: FromEngine): void {
    if ('id' in message) this.#answer(message);
    else if ('openFiles' in message) this.openFiles = message.openFiles;
    else if ('opening' in message) this.#opening.set(this.#path(message.opening), message.opening);
    else if ('opened' in message) {
      this.#opening.delete(this.#path(message.opened));
      this.#strikes.delete(this.#path(message.opened));
    } else {
      this.engineVersion = message.ready;
      this.#becomeReady();
    }
  }

  #answer(message: Extract<FromEngine, { id: number }>): void {
    const call = this.#pending.get(message.id);
    if (!call) return;
    if ('part' in message) {
      addRows(call.rows, message.part);
      return;
    }
    if ('ran' in message) {
      call.watch?.(message.ran);
      return;
    }
    if ('bytes' in message) {
      call.receive?.(message.bytes);
      return;
    }
    this.#pending.delete(message.id);
    clearTimeout(call.watchdog);
    if ('done' in message) call.resolve(call.rows);
    else call.reject(new CallFailure(message.failure));
  }

  #interrupt(id: number): void {
    const call = this.#pending.get(id);
    if (!call || call.watchdog) return;
    this.#send({ interrupt: id });
    call.watchdog = setTimeout(() => {
      this.#log.error('the warehouse process does not respond and is stopped');
      this.#child?.kill('SIGKILL');
    }, this.#hangsMs);
  }

  #send(message: ToEngine): void {
    // A failed send means the process is ending: its exit rejects the call.
    this.#child?.send(message, () => {});
  }

  #died(code: number | null, signal: string | null): void {
    this.#child = undefined;
    this.openFiles = 0;
    const wasReady = this.#isReady;
    if (wasReady) this.#ready = this.#awaitReady();
    const calls = [...this.#pending.values()];
    this.#pending.clear();
    for (const call of calls) {
      clearTimeout(call.watchdog);
      call.reject(new CallFailure({ reason: 'crashed', message: 'The warehouse process ended while this ran.' }));
    }
    if (this.#closing) {
      this.#giveUp(closed());
      return;
    }
    this.restarts += 1;
    this.#judgeOpenings();
    if (!this.#wasEverReady && this.restarts >= FUTILE_STARTS) {
      this.#closing = true;
      this.#giveUp(new Error(`The warehouse process cannot be started (exit code ${code}, signal ${signal}).`));
      return;
    }
    const livedMs = performance.now() - this.#startedAt;
    this.#pauseMs = livedMs > LIVED_WELL_MS ? 0 : Math.min(LONGEST_PAUSE_MS, Math.max(50, this.#pauseMs * 2));
    this.#log.error(
      { code, signal, restarts: this.restarts, pauseMs: this.#pauseMs },
      'warehouse process ended; it is started again',
    );
    setTimeout(() => {
      if (!this.#closing) this.#start();
    }, this.#pauseMs);
  }

  #judgeOpenings(): void {
    for (const [path, file] of this.#opening) {
      const strikes = (this.#strikes.get(path) ?? 0) + 1;
      this.#strikes.set(path, strikes);
      if (strikes < DEADLY_OPENINGS) continue;
      this.#strikes.delete(path);
      this.#deadlyFile(file);
    }
    this.#opening.clear();
  }

  #path(file: FileRef): string {
    return filePath(this.#settings.dataDir, file);
  }
}

const passedOn = (names: string[]): NodeJS.ProcessEnv => Object.fromEntries(names.map((name) => [name, process.env[name]]));

/** Turns columns into rows of their statement; statements that answered nothing get an empty list. */
function addRows(results: Row[][], { statement, names, columns }: Part): void {
  while (results.length <= statement) results.push([]);
  const count = columns[0]?.length ?? 0;
  for (let r = 0; r < count; r += 1) {
    const row: Row = {};
    for (let c = 0; c < names.length; c += 1) {
      const name = names[c];
      if (name !== undefined) row[name] = columns[c]?.[r];
    }
    results[statement]?.push(row);
  }
}
