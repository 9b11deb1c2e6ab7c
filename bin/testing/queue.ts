// The test files of a run that wait, in a folder that the processes share: who makes the file's mark first has it.
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class TestQueue {
  readonly #folder: string;
  readonly #files: readonly string[];
  #next = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#files = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as string[];
  }

  static make(folder: string, files: readonly string[]): TestQueue {
    for (const name of ['taken', 'done']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'files.json'), JSON.stringify(files));
    return new TestQueue(folder);
  }

  /** The next file that no worker has taken. */
  take(): string | undefined {
    for (; this.#next < this.#files.length; this.#next += 1) {
      try {
        closeSync(openSync(this.#mark('taken', this.#next), 'wx'));
        return this.#files[this.#next++];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
    return undefined;
  }

  /** It ran to its end, well or not, and took this much of the processors. */
  done(file: string, seconds: number): void {
    writeFileSync(this.#mark('done', this.#files.indexOf(file)), String(seconds));
  }

  /** Processor seconds of each file that ran to its end. */
  times(): { file: string; seconds: number }[] {
    return this.#files
      .map((file, i) => ({ file, mark: this.#mark('done', i) }))
      .filter(({ mark }) => existsSync(mark))
      .map(({ file, mark }) => ({ file, seconds: Number(readFileSync(mark, 'utf8')) }));
  }

  /** Files that no process has run to the end. */
  unfinished(): string[] {
    return this.#files.filter((_, i) => !existsSync(this.#mark('done', i)));
  }

  /** For anyone who reads the run's end: the reporters pass on nothing that a process writes. */
  note(text: string): void {
    appendFileSync(join(this.#folder, 'notes'), `${text}\n`);
  }

  notes(): string {
    const file = join(this.#folder, 'notes');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  #mark(kind: 'taken' | 'done', i: number): string {
    return join(this.#folder, kind, String(i));
  }
}
