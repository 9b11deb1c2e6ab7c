// New files that are kept to be copied: the same statements make the same file of nothing, and a copy takes a fifth of the time. For those who
// make many data folders, as tests do.
import { createHash } from 'node:crypto';
import { constants, existsSync, mkdirSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AnyStatement } from './port.ts';

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? each.toString() : each));

export class BlankFiles {
  readonly #folder: string;
  #parts = 0;

  /** Several processes may share a folder. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Puts a copy of the file that the statements made at `path`; false where none is kept. */
  async place(statements: readonly AnyStatement[], path: string): Promise<boolean> {
    const kept = this.#pathOf(statements);
    if (!existsSync(kept)) return false;
    mkdirSync(dirname(path), { recursive: true });
    await copyFile(kept, path, constants.COPYFILE_FICLONE);
    return true;
  }

  /** Keeps a copy of the file at `path`, which the statements made and which has no log. */
  async keep(statements: readonly AnyStatement[], path: string): Promise<void> {
    mkdirSync(this.#folder, { recursive: true });
    const kept = this.#pathOf(statements);
    const part = `${kept}.${process.pid}-${this.#parts++}`;
    await copyFile(path, part, constants.COPYFILE_FICLONE);
    await rename(part, kept);
  }

  #pathOf(statements: readonly AnyStatement[]): string {
    return join(this.#folder, `${createHash('sha256').update(textOf(statements)).digest('hex')}.duckdb`);
  }
}
