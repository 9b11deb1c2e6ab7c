// The open DuckDB files of the warehouse process: one instance per file, a limited number, closed when idle, moved aside when damaged. A file is
// never open twice: opening waits until the earlier handle has closed.
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { moveAside } from './damage.ts';
import { faultOfOpening, isLockConflict, messageOf } from './faults.ts';
import { type InstanceSize, openInstance } from './instance.ts';
import type { KeptPlans } from './kept-plans.ts';
import { filePath, landingFolder, profileFolder, spillFolder } from './layout.ts';
import type { EngineSettings, Failure, FileRef, FromEngine } from './messages.ts';

/** Files whose plans are kept at once, and for how long after their last job: each is up to 15 MB. */
const MAX_KEPT_PLANS = 4;
const PLANS_IDLE_MS = 60_000;

const LOCK_PATIENCE_MS = 60_000;

export class EngineError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A running job, as its file sees it. */
export interface Interruptible {
  interrupt(): void;
}

export interface OpenFile {
  readonly path: string;
  readonly ref: FileRef;
  readonly db: DuckDBInstance;
  readonly inode: bigint;
  /** The file was made by this opening and contains nothing that was committed. */
  fresh: boolean;
  /** After a FATAL error nothing more can be asked of the instance, not even a checkpoint. */
  broken: boolean;
  /** It is deleted when it is closed: its log need not be taken in. */
  isDiscarded?: true;
  readonly users: Set<Interruptible>;
  usedAt: number;
  /** Absent while a job uses them. */
  plans?: KeptPlans | undefined;
}

/** Some 200,000 events. */
const SMALL_BYTES = 64 * 1024 * 1024;

export class OpenFiles {
  readonly #settings: EngineSettings;
  readonly #tell: (message: FromEngine) => void;
  readonly #open = new Map<string, Promise<OpenFile>>();
  readonly #opened = new Map<string, OpenFile>();
  readonly #closing = new Map<string, Promise<void>>();
  /** Openings under way, which take their room already. */
  #coming = 0;
  #released: (() => void)[] = [];

  constructor(settings: EngineSettings, tell: (message: FromEngine) => void) {
    this.#settings = settings;
    this.#tell = tell;
    setInterval(() => this.#closeIdle(), Math.max(20, Math.min(settings.idleCloseMs / 2, 30_000))).unref();
  }

  /**
   * Lends the open file to `user` until `giveBack`; opens it if need be.
   * @param mayCreate make an empty file where there is none; otherwise that is refused as 'lost'.
   */
  async lend(ref: FileRef, user: Interruptible, mayCreate: boolean): Promise<OpenFile> {
    const path = filePath(this.#settings.dataDir, ref);
    for (;;) {
      const closing = this.#closing.get(path);
      if (closing) {
        await closing;
        continue;
      }
      let opening = this.#open.get(path);
      if (!opening) {
        if (!mayCreate && !existsSync(path))
          throw new EngineError({ reason: 'lost', message: 'This profile has no warehouse file.' });
        opening = this.#openFile(ref, path, user);
        this.#open.set(path, opening);
        opening.catch(() => this.#open.delete(path));
      }
      const file = await opening;
      if (this.#opened.get(path) !== file) {
        file.users.delete(user); // closed during the wait; the closing caller must not wait for this one
        continue;
      }
      if (inodeOf(path) !== file.inode) {
        // The file was deleted or replaced under us: the open handle is of a file without a name.
        file.users.delete(user);
        await this.close(file, 0);
        continue;
      }
      file.users.add(user);
      return file;
    }
  }

  giveBack(file: OpenFile, user: Interruptible): void {
    file.users.delete(user);
    file.usedAt = performance.now();
    this.#wakeWaiting();
  }

  /** Keeps plans for the next job that comes again, in the place of those that were not used for the longest time. */
  keepPlans(file: OpenFile, plans: KeptPlans): void {
    file.plans = plans;
    const all = [...this.#opened.values()].flatMap((each) => each.plans ?? []);
    all.sort((one, other) => other.usedAt - one.usedAt);
    for (const each of all.slice(MAX_KEPT_PLANS)) each.dropPlans();
  }

  /**
   * Closes a file, if it is still open, after its users have left (they are interrupted after `graceMs`) and runs `after`
   * before anyone can open that path again. Answers whether this call was the one that closed it.
   */
  async close(file: OpenFile, graceMs: number, after: () => void = () => {}): Promise<boolean> {
    if (this.#opened.get(file.path) !== file) return false;
    this.#opened.delete(file.path);
    this.#open.delete(file.path);
    const closed = this.#finish(file, graceMs).then(after);
    const settled = closed.catch(() => {});
    this.#closing.set(file.path, settled);
    settled.finally(() => {
      this.#closing.delete(file.path);
      this.#count();
    });
    await closed;
    return true;
  }

  /** Closes any handle of the path of `ref` and deletes what is there, which nobody reads any more. */
  async discardPath(ref: FileRef, graceMs: number, remove: () => void): Promise<void> {
    const open = this.#opened.get(filePath(this.#settings.dataDir, ref));
    if (open) open.isDiscarded = true;
    await this.closePath(ref, graceMs, remove);
  }

  /** Closes any handle of the path of `ref` and runs `after` while it cannot be opened. */
  async closePath(ref: FileRef, graceMs: number, after: () => void = () => {}): Promise<void> {
    const path = filePath(this.#settings.dataDir, ref);
    for (;;) {
      await this.#closing.get(path);
      const opening = this.#open.get(path);
      if (!opening) break;
      const file = await opening.catch(() => undefined);
      if (file && (await this.close(file, graceMs, after))) return;
    }
    after();
  }

  async closeAll(graceMs: number): Promise<void> {
    await Promise.all([...this.#opened.values()].map((file) => this.close(file, graceMs)));
    await Promise.all(this.#closing.values());
  }

  /** Closes a damaged file and moves it aside, unless another job has done so before. */
  async condemn(file: OpenFile): Promise<void> {
    file.broken = true;
    await this.close(file, 0, () => moveAside(file.path));
  }

  async #openFile(ref: FileRef, path: string, user: Interruptible): Promise<OpenFile> {
    await this.#makeRoom();
    try {
      return await this.#openNow(ref, path, user);
    } finally {
      this.#coming -= 1;
      this.#wakeWaiting();
    }
  }

  async #openNow(ref: FileRef, path: string, user: Interruptible): Promise<OpenFile> {
    const missing = !existsSync(path);
    const { dataDir } = this.#settings;
    const folder = profileFolder(dataDir, ref.profileId);
    const landing = landingFolder(dataDir, ref.profileId);
    mkdirSync(folder, { recursive: true });
    mkdirSync(landing, { recursive: true });
    // A log without its file belongs to a deleted file.
    if (missing) rmSync(`${path}.wal`, { force: true });
    // TRICKY: an instance owns its spill folder; two in one folder would overwrite one another's blocks.
    const spill = join(spillFolder(dataDir), `${ref.profileId}-${ref.build ?? 'live'}`);
    this.#tell({ opening: ref });
    try {
      const db = await this.#patiently(() =>
        openInstance(path, [folder, landing], this.#sizeFor(ref, path), spill, ref.build === undefined),
      );
      const inode = inodeOf(path) as bigint;
      // In use from the start: others who search for room must not close it before its opener has it.
      const users = new Set([user]);
      const file = {
        path,
        ref,
        db,
        inode,
        fresh: missing,
        broken: false,
        users,
        usedAt: performance.now(),
      };
      this.#opened.set(path, file);
      this.#count();
      return file;
    } catch (error) {
      const message = messageOf(error);
      if (faultOfOpening(error) === 'environment') throw new EngineError({ reason: 'crashed', message });
      moveAside(path);
      throw new EngineError({ reason: 'lost', message, damaged: true });
    } finally {
      this.#tell({ opened: ref });
    }
  }

  /** A round on a small file takes a third less of the processors when one thread does it all; a build is small where it is said so. */
  #sizeFor(ref: FileRef, path: string): InstanceSize {
    const { servingMemoryMb, buildMemoryMb, threads } = this.#settings;
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const isSmall = bytes < SMALL_BYTES && (ref.build === undefined || ref.isSmall === true);
    return { memoryMb: ref.build === undefined ? servingMemoryMb : buildMemoryMb, threads: isSmall ? 1 : threads };
  }

  async #patiently<T>(open: () => Promise<T>): Promise<T> {
    const start = performance.now();
    for (;;) {
      try {
        return await open();
      } catch (error) {
        if (!isLockConflict(error) || performance.now() - start > LOCK_PATIENCE_MS) throw error;
        await sleep(100);
      }
    }
  }

  /** Closes the file that was longest unused, when as many are open as may be; waits while all are in use. */
  async #makeRoom(): Promise<void> {
    while (this.#opened.size + this.#coming >= this.#settings.maxOpenFiles) {
      const unused = [...this.#opened.values()].filter((file) => file.users.size === 0);
      const oldest = unused.sort((a, b) => a.usedAt - b.usedAt)[0];
      if (oldest) await this.close(oldest, 0);
      else await new Promise<void>((resolve) => this.#released.push(resolve));
    }
    // In the same breath as the check: others who wait for room count at the same moment.
    this.#coming += 1;
  }

  #wakeWaiting(): void {
    const waiting = this.#released;
    this.#released = [];
    for (const wake of waiting) wake();
  }

  async #finish(file: OpenFile, graceMs: number): Promise<void> {
    const start = performance.now();
    while (file.users.size > 0) {
      if (performance.now() - start >= graceMs) for (const user of file.users) user.interrupt();
      await sleep(10);
    }
    file.plans?.close();
    if (!file.broken && !file.isDiscarded) await checkpoint(file).catch(() => {}); // closing does it too, but would block this process
    file.db.closeSync();
  }

  #closeIdle(): void {
    const now = performance.now();
    for (const file of this.#opened.values()) {
      if (file.plans && now - file.plans.usedAt > PLANS_IDLE_MS) file.plans.dropPlans();
      if (file.users.size === 0 && now - file.usedAt > this.#settings.idleCloseMs) void this.close(file, 0);
    }
  }

  #count(): void {
    this.#tell({ openFiles: this.#opened.size });
  }
}

/** Moves the content of the write-ahead log into the file. */
export async function checkpoint(file: OpenFile): Promise<void> {
  const connection: DuckDBConnection = await file.db.connect();
  try {
    await connection.run('checkpoint');
  } finally {
    connection.disconnectSync();
  }
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
