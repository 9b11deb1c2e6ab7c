// Builds: files that are made beside a profile's live one, then take its place or are dropped.
import { constants, existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import type { Mutex } from '../../work/memo.ts';
import type { BlankFiles } from '../blank-files.ts';
import { checkedProfileId, filePath } from '../layout.ts';
import type { Task } from '../messages.ts';
import { type AnyStatement, type Target, WarehouseFailure } from '../port.ts';
import { Gate, type WriteCounts } from './places.ts';

export interface BuildOptions {
  /** Small ones do not wait for one another. */
  isSmall?: boolean;
  /** Begins with a copy of the live file, to which these statements are applied. */
  ofLive?: readonly AnyStatement[];
  /** Begins with what these statements make of an empty file. */
  ofNothing?: readonly AnyStatement[];
}

/** The part of the warehouse that builds use. */
interface Parts {
  dataDir: string;
  blanks: BlankFiles | undefined;
  turns: Mutex;
  writes: WriteCounts;
  mustBeOpen(): void;
  ask(task: Task, target: Target): Promise<unknown>;
  write(target: Target, statements: readonly AnyStatement[]): Promise<unknown>;
}

/** The name of a file's queue of writes. */
export const turnOf = ({ profileId, build }: Target): string => (build === undefined ? profileId : `${profileId}/${build}`);

export class Builds {
  readonly #parts: Parts;
  readonly #gate = new Gate();
  /** The release of the gate, per running build. */
  readonly #releases = new Map<string, () => void>();
  #next = 1;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(profileId: string, options: BuildOptions = {}): Promise<Target> {
    checkedProfileId(profileId);
    const release = options.isSmall ? () => undefined : await this.#gate.take();
    const target: Required<Target> = { profileId, build: `build-${this.#next}`, isSmall: options.isSmall === true };
    this.#next += 1;
    this.#releases.set(turnOf(target), release);
    try {
      this.#parts.mustBeOpen();
      if (options.ofLive) await this.#copyLive(target, options.ofLive);
      else await this.#makeNew(target, options.ofNothing);
      return target;
    } catch (error) {
      await this.drop(target).catch(() => {}); // what is left of it, the next start deletes
      throw error;
    }
  }

  async #makeNew(build: Target, statements: readonly AnyStatement[] | undefined): Promise<void> {
    const path = filePath(this.#parts.dataDir, build);
    const { blanks } = this.#parts;
    if (blanks && statements && (await blanks.place(statements, path))) return;
    await this.#parts.ask({ op: 'create', file: build }, build);
    if (!statements) return;
    await this.#parts.write(build, statements);
    if (!blanks) return;
    await this.#parts.ask({ op: 'checkpoint', file: build }, build);
    await blanks.keep(statements, path);
  }

  /** Waits its turn, so that no write happens while the file is copied. */
  async #copyLive(build: Target, statements: readonly AnyStatement[]): Promise<void> {
    const { profileId } = build;
    const [from, to] = [filePath(this.#parts.dataDir, { profileId }), filePath(this.#parts.dataDir, build)];
    await this.#parts.turns.run(profileId, async () => {
      await this.#parts.ask({ op: 'checkpoint', file: { profileId } }, { profileId });
      // Here and not in the warehouse process: a process that closes a file a second time gives up its lock on it.
      for (const end of ['', '.wal'])
        if (existsSync(`${from}${end}`)) await copyFile(`${from}${end}`, `${to}${end}`, constants.COPYFILE_FICLONE);
    });
    await this.#parts.write(build, statements);
    await this.#parts.ask({ op: 'checkpoint', file: build }, build);
  }

  async swap(build: Target, last: () => Promise<void>): Promise<void> {
    const { profileId, build: name } = build;
    if (name === undefined || !this.#releases.has(turnOf(build)))
      throw new WarehouseFailure('query', 'This build is not under way.');
    await this.#parts.turns.run(profileId, async () => {
      await last();
      await this.#parts.writes.duringFile(profileId, () =>
        this.#parts.ask({ op: 'swap', profileId, build: name }, { profileId }),
      );
    });
    this.#end(build);
  }

  async drop(build: Target): Promise<void> {
    if (!this.#releases.has(turnOf(build))) return;
    try {
      await this.#parts.turns.run(turnOf(build), () => this.#parts.ask({ op: 'remove', file: build }, build));
    } finally {
      this.#end(build);
    }
  }

  #end(build: Target): void {
    this.#releases.get(turnOf(build))?.();
    this.#releases.delete(turnOf(build));
  }
}
