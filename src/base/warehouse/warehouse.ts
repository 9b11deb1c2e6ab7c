// The warehouse as the service sees it: queues, deadlines and builds. The files themselves are opened by the warehouse process.
import { constants, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import os from 'node:os';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../kit/config.ts';
import { parameterNames } from '../kit/sql-files.ts';
import { Turns } from '../kit/turns.ts';
import { moveAside } from './damage.ts';
import { CallFailure, EngineProcess } from './engine-process.ts';
import { checkedProfileId, filePath, isBuildFile, landingFolder, landingsFolder, profilesFolder, spillFolder } from './layout.ts';
import type { EngineSettings, Task } from './messages.ts';
import {
  type Param,
  type ReadOptions,
  type Row,
  type Statement,
  type StreamOptions,
  type Target,
  type Warehouse,
  WarehouseFailure,
  type Writes,
} from './port.ts';
import { Gate, Places } from './queue.ts';
import { WriteCounts } from './write-counts.ts';

const DEADLINE_MS = 10_000;
const STREAM_DEADLINE_MS = 15 * 60_000;
/** They last for as long as their readers like, so they take no place from reports. */
const MOST_STREAMS = 2;
/** An open file holds some 30 MB once it was written to; opening it again takes 20 ms. */
const IDLE_CLOSE_MS = 10_000;
/** Twice: for queued work, then for the process. A transaction cut off then is rolled back and landed again at the next start. */
const CLOSE_PATIENCE_MS = 1_500;
const MEBIBYTE = 1_048_576;

export interface WarehouseOptions {
  dataDir: string;
  config: Pick<Config, 'servingMemoryMb' | 'buildMemoryMb'>;
  log: Logger;
  /** Most live files open at once. */
  maxOpenFiles?: number;
  /** A file nobody used for so long is closed. */
  idleCloseMs?: number;
  /** How long a swap lets reads of the old file run on. */
  readGraceMs?: number;
  /** How long an interrupted query may go on before the process is ended. */
  hangsMs?: number;
  /** Whether the process starts here, so that a warehouse that cannot be had is told at once, or when it is first asked. */
  starts?: 'now' | 'when asked';
}

/** Builds, landing files and spilled blocks left behind by an earlier process are deleted. */
export async function openWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  const dataDir = resolve(options.dataDir);
  cleanUp(dataDir);
  const warehouse = new ProcessWarehouse(options, {
    dataDir,
    servingMemoryMb: options.config.servingMemoryMb,
    buildMemoryMb: options.config.buildMemoryMb ?? defaultBuildMemoryMb(),
    threads: os.availableParallelism(),
    maxOpenFiles: options.maxOpenFiles ?? 16,
    idleCloseMs: options.idleCloseMs ?? IDLE_CLOSE_MS,
    readGraceMs: options.readGraceMs ?? 5000,
  });
  if (options.starts !== 'when asked') await warehouse.started();
  return warehouse;
}

/** Half of what the machine or its cgroup allows, at most 8 GB. */
function defaultBuildMemoryMb(): number {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
  return Math.min(8192, Math.max(256, Math.floor(bytes / 2 / MEBIBYTE)));
}

function cleanUp(dataDir: string): void {
  const spill = spillFolder(dataDir);
  rmSync(spill, { recursive: true, force: true });
  mkdirSync(spill, { recursive: true });
  rmSync(landingsFolder(dataDir), { recursive: true, force: true });
  const profiles = profilesFolder(dataDir);
  if (!existsSync(profiles)) return;
  for (const entry of readdirSync(profiles, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(profiles, entry.name);
    for (const name of readdirSync(folder)) if (isBuildFile(name)) rmSync(join(folder, name));
  }
}

class ProcessWarehouse implements Warehouse {
  readonly #dataDir: string;
  readonly #log: Logger;
  readonly #engine: EngineProcess;
  readonly #turns = new Turns();
  readonly #places: Places;
  readonly #streams = new Places(MOST_STREAMS);
  readonly #writes = new WriteCounts();
  readonly #buildGate = new Gate();
  /** What gives the gate back, per build under way. */
  readonly #builds = new Map<string, () => void>();
  readonly #listeners: ((profileId: string, reason: string) => void)[] = [];
  #nextBuild = 1;
  #closed: Promise<void> | undefined;

  constructor(options: WarehouseOptions, settings: EngineSettings) {
    this.#dataDir = settings.dataDir;
    this.#log = options.log;
    this.#places = new Places(Math.max(2, settings.threads));
    this.#engine = new EngineProcess(settings, options.log, (file) => this.#deadly(file), options.hangsMs);
  }

  started(): Promise<void> {
    return this.#engine.ready();
  }

  async query(target: Target, given: Statement | Statement[], options?: ReadOptions): Promise<Row[]> {
    const statements = Array.isArray(given) ? given : [given];
    return (await this.queryEach(target, statements, options)).at(-1) ?? [];
  }

  async queryEach(target: Target, statements: Statement[], options: ReadOptions = {}): Promise<Row[][]> {
    this.#mustBeOpen();
    const file = this.#checked(target, statements);
    const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    const end = performance.now() + deadlineMs;
    const name = `${target.profileId} ${statements.at(-1)?.sql}`;
    const release = await this.#places.take({ name, size: options.size }, deadlineMs);
    const state: { interrupt?: () => void; late?: boolean } = {};
    const answer = (async () => {
      await this.#engine.ready();
      this.#mustBeOpen();
      if (state.late) return [];
      const call = this.#engine.call({ op: 'read', file, statements });
      state.interrupt = call.interrupt;
      return call.answer;
    })().finally(() => release(state.late ?? false)); // the place is taken until the process has really stopped
    const results = await withinDeadline(answer, end - performance.now(), () => {
      state.late = true;
      state.interrupt?.();
    }).catch((error) => this.#fail(error, target, statements));
    return statements.map((_, i) => results[i] ?? []);
  }

  async *stream(
    target: Target,
    statement: Statement,
    { deadlineMs = STREAM_DEADLINE_MS, portions = [{}], ids = {} }: StreamOptions = {},
  ): AsyncGenerator<Uint8Array> {
    this.#mustBeOpen();
    const all = portions.map((portion) => ({ ...statement, params: { ...statement.params, ...portion } }));
    const file = this.#checked(target, all);
    const release = await this.#streams.take({ name: 'stream', size: 'middling' }, DEADLINE_MS);
    const pieces: Uint8Array[] = [];
    let wake = (): void => {};
    let end: { failure?: unknown } | undefined;
    try {
      await this.#engine.ready();
      this.#mustBeOpen();
      const call = this.#engine.call({ op: 'stream', file, statement, portions, ids }, (bytes) => {
        pieces.push(bytes);
        wake();
      });
      const ended = call.answer
        .then(
          () => {
            end = {};
          },
          (failure) => {
            end = { failure };
          },
        )
        .finally(() => wake());
      const timer = setTimeout(() => call.interrupt(), deadlineMs);
      try {
        for (;;) {
          const piece = pieces.shift();
          if (piece) {
            yield piece;
            call.taken();
          } else if (end) break;
          else
            await new Promise<void>((woken) => {
              wake = woken;
            });
        }
      } finally {
        clearTimeout(timer);
        if (!end) call.interrupt();
        await ended;
      }
      if (end.failure !== undefined) this.#fail(end.failure, target, all);
    } finally {
      release(false);
    }
  }

  async write(target: Target, statements: Statement[]): Promise<Row[][]> {
    this.#mustBeOpen();
    return this.#turns.run(turnOf(target), () => this.#writeNow(target, statements));
  }

  async exclusive<T>(profileId: string, work: (write: (statements: Statement[]) => Promise<Row[][]>) => Promise<T>): Promise<T> {
    this.#mustBeOpen();
    return this.#turns.run(checkedProfileId(profileId), async () => {
      let held = true;
      try {
        return await work(async (statements) => {
          if (!held) throw new WarehouseFailure('query', 'The writer queue was given back already.');
          return this.#writeNow({ profileId }, statements);
        });
      } finally {
        held = false;
      }
    });
  }

  writes(profileId: string): Writes {
    return this.#writes.of(profileId);
  }

  async exists(profileId: string): Promise<boolean> {
    return stat(filePath(this.#dataDir, { profileId })).then(
      () => true,
      () => false,
    );
  }

  async startBuild(profileId: string, options: { isSmall?: boolean; ofLive?: Statement[] } = {}): Promise<Target> {
    this.#mustBeOpen();
    checkedProfileId(profileId);
    const release = options.isSmall ? () => undefined : await this.#buildGate.take();
    const target: Required<Target> = { profileId, build: `build-${this.#nextBuild}`, isSmall: options.isSmall === true };
    this.#nextBuild += 1;
    this.#builds.set(turnOf(target), release);
    try {
      this.#mustBeOpen();
      if (options.ofLive) await this.#copyLive(target, options.ofLive);
      else await this.#ask({ op: 'create', file: target }, target);
      return target;
    } catch (error) {
      await this.dropBuild(target).catch(() => {}); // what is left of it, the next start deletes
      throw error;
    }
  }

  /** Waits its turn, so that nobody writes while the file is copied. */
  async #copyLive(build: Target, statements: Statement[]): Promise<void> {
    const { profileId } = build;
    const [from, to] = [filePath(this.#dataDir, { profileId }), filePath(this.#dataDir, build)];
    await this.#turns.run(profileId, async () => {
      await this.#ask({ op: 'checkpoint', file: { profileId } }, { profileId });
      // Here and not in the warehouse process: a process that closes a file a second time gives up its lock on it.
      for (const end of ['', '.wal'])
        if (existsSync(`${from}${end}`)) await copyFile(`${from}${end}`, `${to}${end}`, constants.COPYFILE_FICLONE);
    });
    await this.#writeNow(build, statements);
    await this.#ask({ op: 'checkpoint', file: build }, build);
  }

  async swap(build: Target, last: () => Promise<void>): Promise<void> {
    this.#mustBeOpen();
    const { profileId, build: name } = build;
    if (name === undefined || !this.#builds.has(turnOf(build)))
      throw new WarehouseFailure('query', 'This build is not under way.');
    await this.#turns.run(profileId, async () => {
      await last();
      await this.#writes.during({ profileId }, () => this.#ask({ op: 'swap', profileId, build: name }, { profileId }));
    });
    this.#endBuild(build);
  }

  async dropBuild(build: Target): Promise<void> {
    if (!this.#builds.has(turnOf(build))) return;
    try {
      await this.#turns.run(turnOf(build), () => this.#ask({ op: 'remove', file: build }, build));
    } finally {
      this.#endBuild(build);
    }
  }

  async convert(profileId: string, statements: Statement[]): Promise<Row[][]> {
    this.#mustBeOpen();
    this.#checked({ profileId }, statements);
    const results = await this.#turns.run('convert', () =>
      this.#ask({ op: 'convert', profileId, statements }, { profileId }, statements),
    );
    return statements.map((_, i) => results[i] ?? []);
  }

  async checkpoint(profileId: string): Promise<void> {
    this.#mustBeOpen();
    checkedProfileId(profileId);
    await this.#turns.run(profileId, () => this.#ask({ op: 'checkpoint', file: { profileId } }, { profileId }));
  }

  async remove(profileId: string): Promise<void> {
    this.#mustBeOpen();
    checkedProfileId(profileId);
    const remove = () => this.#ask({ op: 'remove', file: { profileId } }, { profileId });
    await this.#turns.run(profileId, () => this.#writes.during({ profileId }, remove));
  }

  version(): string {
    return this.#engine.engineVersion;
  }

  landingFolder(profileId: string): string {
    const folder = landingFolder(this.#dataDir, profileId);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  status(): { openFiles: number; queued: number; running: number; restarts: number; pid: number | undefined } {
    return {
      openFiles: this.#engine.openFiles,
      queued: this.#places.waiting + this.#turns.waiting,
      running: this.#places.running + this.#turns.running,
      restarts: this.#engine.restarts,
      pid: this.#engine.pid,
    };
  }

  onLost(listener: (profileId: string, reason: string) => void): void {
    this.#listeners.push(listener);
  }

  close(): Promise<void> {
    this.#closed ??= this.#finish();
    return this.#closed;
  }

  async #finish(): Promise<void> {
    // Work that holds a queue gets its time to end; work that never ends must not keep the service from ending.
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((done) => {
      timer = setTimeout(done, CLOSE_PATIENCE_MS);
    });
    await Promise.race([this.#turns.idle(), patience]);
    clearTimeout(timer);
    await this.#engine.close(CLOSE_PATIENCE_MS);
  }

  async #writeNow(target: Target, statements: Statement[]): Promise<Row[][]> {
    const file = this.#checked(target, statements);
    const results = await this.#writes.during(target, () => this.#ask({ op: 'write', file, statements }, target, statements));
    return statements.map((_, i) => results[i] ?? []);
  }

  async #ask(task: Task, target: Target, statements: Statement[] = []): Promise<Row[][]> {
    return this.#engine.ask(task).catch((error) => this.#fail(error, target, statements));
  }

  #endBuild(build: Target): void {
    this.#builds.get(turnOf(build))?.();
    this.#builds.delete(turnOf(build));
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new WarehouseFailure('closed', 'The warehouse is closed.');
  }

  #checked(target: Target, statements: Statement[]): Target {
    filePath(this.#dataDir, target); // refuses names that must not become a path
    for (const statement of statements) checkParameters(statement);
    return target;
  }

  /** Tells of a lost file and says which statement failed, by its first comment line. */
  #fail(error: unknown, target: Target, statements: Statement[]): never {
    if (!(error instanceof CallFailure)) throw error;
    const { reason, message, statement, damaged } = error.failure;
    if (damaged && target.build === undefined) this.#lost(target.profileId, message);
    const failed = statement === undefined ? undefined : statements[statement];
    throw new WarehouseFailure(reason, failed ? `${titleOf(failed.sql)} ${message}` : message);
  }

  #deadly(file: Target): void {
    moveAside(filePath(this.#dataDir, file));
    if (file.build === undefined) this.#lost(file.profileId, 'Opening the file ended the warehouse process again and again.');
  }

  #lost(profileId: string, reason: string): void {
    this.#writes.add(profileId);
    this.#log.error({ profileId, reason }, 'a warehouse file is damaged and was moved aside');
    for (const listener of this.#listeners) {
      try {
        listener(profileId, reason);
      } catch (error) {
        this.#log.error({ err: error }, 'a listener to lost files failed');
      }
    }
  }
}

const turnOf = ({ profileId, build }: Target): string => (build === undefined ? profileId : `${profileId}/${build}`);

/** The first comment line of a statement, which says its grain, or the beginning of its text. */
function titleOf(sql: string): string {
  const comment = /^\s*--\s*(.*)$/m.exec(sql)?.[1];
  return `[${comment ?? sql.trim().replace(/\s+/g, ' ').slice(0, 80)}]`;
}

function checkParameters({ sql, params = {} }: Statement): void {
  const wanted = parameterNames(sql);
  const refuse = (what: string): never => {
    throw new WarehouseFailure('parameters', `${titleOf(sql)} ${what}`);
  };
  for (const name of wanted) if (params[name] === undefined) refuse(`The parameter $${name} is missing.`);
  for (const [name, value] of Object.entries(params)) {
    if (!wanted.has(name)) refuse(`There is no parameter $${name}.`);
    if (!isParam(value)) refuse(`The value of $${name} is of no kind that can be bound.`);
  }
}

const MAX_128 = (1n << 127n) - 1n;

function isParam(value: Param): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'bigint') return value <= MAX_128 && value >= -MAX_128;
  if (!Array.isArray(value)) return false;
  return value.every((item) => typeof item === 'string') || value.every((item) => typeof item === 'bigint' && isParam(item));
}

/** The answer, or a refusal as busy after so many milliseconds; then `giveUp` is called once. */
function withinDeadline<T>(answer: Promise<T>, ms: number, giveUp: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        giveUp();
        reject(new WarehouseFailure('busy', 'The query took longer than it may.'));
      },
      Math.max(0, ms),
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
