// The warehouse as the service sees it: queues, deadlines and builds. The files themselves are opened by the warehouse process.
import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { Mutex } from '../work/memo.ts';
import type { BlankFiles } from './blank-files.ts';
import { moveAside } from './damage.ts';
import { CallFailure, EngineProcess } from './engine-process.ts';
import { checkedProfileId, filePath, landingFolder } from './layout.ts';
import type { EngineSettings, Task } from './messages.ts';
import {
  type AnyStatement,
  type LastRow,
  type OnStatement,
  type ReadOptions,
  type Row,
  type RowsOfEach,
  type Statements,
  type StreamOptions,
  type Target,
  type Warehouse,
  WarehouseFailure,
  type WriteAll,
  type WriteOptions,
  type Writes,
} from './port.ts';
import { type BuildOptions, Builds, turnOf } from './queues/builds.ts';
import { Places, WriteCounts, withinDeadline } from './queues/places.ts';
import { checkedRows, checkParameters, titleOf, typed } from './statements.ts';
import { piecesOf } from './stream-pieces.ts';

/** How long a read waits that does not say so: longer than any report should take, and in tests as long as a file of them may take. */
export const readPatience = { ms: 30_000 };
const STREAM_DEADLINE_MS = 15 * 60_000;
/** They last for as long as their readers like, so they take no place from reports. */
const MAX_STREAMS = 2;
/** Twice: for queued work, then for the process. A transaction cut off then is rolled back and landed again at the next start. */
const CLOSE_PATIENCE_MS = 1_500;

export class ProcessWarehouse implements Warehouse {
  readonly #dataDir: string;
  readonly #log: Logger;
  readonly #engine: EngineProcess;
  readonly #turns = new Mutex();
  readonly #places: Places;
  readonly #streams = new Places(MAX_STREAMS);
  readonly #writes = new WriteCounts();
  readonly #builds: Builds;
  readonly #listeners: ((profileId: string, reason: string) => void)[] = [];
  #closed: Promise<void> | undefined;

  constructor(settings: EngineSettings, options: { log: Logger; hangsMs?: number | undefined; blanks?: BlankFiles | undefined }) {
    this.#dataDir = settings.dataDir;
    this.#log = options.log;
    this.#places = new Places(Math.max(2, settings.threads));
    this.#engine = new EngineProcess(settings, options.log, (file) => this.#deadly(file), options.hangsMs);
    this.#builds = new Builds({
      dataDir: settings.dataDir,
      turns: this.#turns,
      writes: this.#writes,
      blanks: options.blanks,
      mustBeOpen: () => this.#mustBeOpen(),
      ask: (task, target) => this.#ask(task, target),
      write: (target, statements) => this.#writeNow(target, statements),
    });
  }

  started(): Promise<void> {
    return this.#engine.ready();
  }

  async query<const Asked extends Statements>(
    target: Target,
    statements: Asked,
    options?: ReadOptions,
  ): Promise<LastRow<Asked>[]> {
    const results = await this.queryEach(target, 'sql' in statements ? [statements] : statements, options);
    return typed(results.at(-1) ?? []);
  }

  async queryEach<const List extends readonly AnyStatement[]>(
    target: Target,
    statements: List,
    options?: ReadOptions,
  ): Promise<RowsOfEach<List>> {
    return typed(await this.#read(target, statements, options));
  }

  async #read(target: Target, statements: Many, options: ReadOptions = {}): Promise<Row[][]> {
    this.#mustBeOpen();
    const file = this.#checked(target, statements);
    const deadlineMs = options.deadlineMs ?? readPatience.ms;
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
    return checkedRows(statements, results);
  }

  async *stream(
    target: Target,
    statement: AnyStatement,
    { deadlineMs = STREAM_DEADLINE_MS, portions = [{}], ids = {} }: StreamOptions = {},
  ): AsyncGenerator<Uint8Array> {
    this.#mustBeOpen();
    const all = portions.map((portion) => ({ ...statement, params: { ...statement.params, ...portion } }));
    const file = this.#checked(target, all);
    const release = await this.#streams.take({ name: 'stream', size: 'middling' }, readPatience.ms);
    try {
      await this.#engine.ready();
      this.#mustBeOpen();
      const task: Task = { op: 'stream', file, statement, portions, ids };
      yield* piecesOf((receive) => this.#engine.call(task, { receive }), deadlineMs);
    } catch (error) {
      this.#fail(error, target, all);
    } finally {
      release(false);
    }
  }

  async write<const List extends readonly AnyStatement[]>(
    target: Target,
    statements: List,
    onStatement?: OnStatement,
  ): Promise<RowsOfEach<List>> {
    this.#mustBeOpen();
    return this.#turns.run(turnOf(target), () => this.#writeNow(target, statements, {}, onStatement));
  }

  async exclusive<T>(profileId: string, work: (write: WriteAll) => Promise<T>): Promise<T> {
    this.#mustBeOpen();
    return this.#turns.run(checkedProfileId(profileId), async () => {
      let isReserved = true;
      try {
        return await work(async (statements, options) => {
          if (!isReserved) throw new WarehouseFailure('query', 'The writer queue was already released.');
          return this.#writeNow({ profileId }, statements, options);
        });
      } finally {
        isReserved = false;
      }
    });
  }

  writes(profileId: string): Writes {
    return this.#writes.of(profileId);
  }

  async exists(profileId: string): Promise<boolean> {
    return (await this.identity(profileId)) !== undefined;
  }

  async identity(profileId: string): Promise<string | undefined> {
    // The inode of a deleted file is used again.
    return stat(filePath(this.#dataDir, { profileId }), { bigint: true }).then(
      ({ ino, birthtimeNs }) => `${ino} ${birthtimeNs}`,
      () => undefined,
    );
  }

  async startBuild(profileId: string, options?: BuildOptions): Promise<Target> {
    this.#mustBeOpen();
    return this.#builds.start(profileId, options);
  }

  async swap(build: Target, last: () => Promise<void>): Promise<void> {
    this.#mustBeOpen();
    return this.#builds.swap(build, last);
  }

  dropBuild(build: Target): Promise<void> {
    return this.#builds.drop(build);
  }

  async convert<const List extends readonly AnyStatement[]>(profileId: string, statements: List): Promise<RowsOfEach<List>> {
    this.#mustBeOpen();
    this.#checked({ profileId }, statements);
    const results = await this.#turns.run('convert', () =>
      this.#ask({ op: 'convert', profileId, statements }, { profileId }, statements),
    );
    return typed(checkedRows(statements, results));
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
    await this.#turns.run(profileId, () => this.#writes.duringFile(profileId, remove));
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
    // Work that blocks a queue gets its time to end; work that never ends must not keep the service from ending.
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, CLOSE_PATIENCE_MS);
    await Promise.race([this.#turns.idle(), patience]);
    clearTimeout(timer);
    await this.#engine.close(CLOSE_PATIENCE_MS);
  }

  async #writeNow<const List extends readonly AnyStatement[]>(
    target: Target,
    statements: List,
    { keepsPlans = false }: WriteOptions = {},
    onStatement?: OnStatement,
  ): Promise<RowsOfEach<List>> {
    const isWatched = onStatement !== undefined;
    const task: Task = { op: 'write', file: this.#checked(target, statements), statements, isWatched, keepsPlans };
    const watch: Watch | undefined = onStatement && ((ran) => onStatement(ran / statements.length));
    const results = await this.#writes.during(target, () => this.#ask(task, target, statements, watch));
    return typed(checkedRows(statements, results));
  }

  async #ask(task: Task, target: Target, statements: Many = [], watch?: Watch): Promise<Row[][]> {
    return this.#engine.ask(task, watch).catch((error) => this.#fail(error, target, statements));
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new WarehouseFailure('closed', 'The warehouse is closed.');
  }

  #checked(target: Target, statements: readonly AnyStatement[]): Target {
    filePath(this.#dataDir, target); // refuses names that must not become a path
    for (const statement of statements) checkParameters(statement);
    return target;
  }

  /** Tells of a lost file and says which statement failed, by its first comment line. */
  #fail(error: unknown, target: Target, statements: readonly AnyStatement[]): never {
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
    this.#writes.addFile(profileId);
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
type Many = readonly AnyStatement[];
type Watch = (statementsRun: number) => void;
