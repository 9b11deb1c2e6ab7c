// Which import of a file brought a payment, or was of the same file, in words: when it was, under which name, and what has to be done to import the rows
// nevertheless.
import type { ReadBase } from '../../base/base.ts';
import { findImport, rangesOf, type StatementImport } from './import-store.ts';
import { PREFIX } from './statements/draft.ts';
import { placeIn, type Range } from './statements/ranges.ts';

type Named = Pick<StatementImport, 'fileName' | 'committedAt'>;

const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A file of the command line is stored with its folder. */
const quoted = (fileName: string): string => JSON.stringify(fileName.slice(fileName.lastIndexOf('/') + 1));

const nameOf = ({ fileName, committedAt }: Named): string =>
  `${quoted(fileName)}${committedAt === null ? '' : `, imported on ${minuteOf(committedAt)}`}`;

/** Of a file that was imported before, in the same way. */
export const wordsOfSameFile = ({ fileName, committedAt }: Named): string =>
  `This file was imported before in the same way, as ${quoted(fileName)}${committedAt === null ? '' : ` on ${minuteOf(committedAt)}`}: nothing is added. To import it again, undo that import first. If it is of another shop whose numbers are the same, put a prefix before them (${PREFIX}): then each row counts.`;

/** Looks up which import brought a fact, as things are when the first is asked for. */
export class EarlierImports {
  readonly #base: ReadBase;
  readonly #profileId: string;
  #own: { range: Range; importId: string }[] | undefined;
  #ranges: Range[] = [];
  readonly #words = new Map<string, string | undefined>();

  constructor(base: ReadBase, profileId: string) {
    this.#base = base;
    this.#profileId = profileId;
  }

  /** The file and the time; undefined of what a server or a connection sent. */
  wordsOf(seq: bigint): string | undefined {
    if (!this.#own) {
      const ranges = rangesOf(this.#base, this.#profileId).filter(({ isOwn }) => isOwn);
      // One import alone brought a fact: ranges of two never meet.
      this.#own = ranges.sort((a, b) => a.range[0] - b.range[0]);
      this.#ranges = this.#own.map(({ range }) => range);
    }
    const place = placeIn(this.#ranges, Number(seq));
    const importId = place === undefined ? undefined : this.#own[place]?.importId;
    return importId === undefined ? undefined : this.#nameOf(importId);
  }

  #nameOf(importId: string): string | undefined {
    if (!this.#words.has(importId)) {
      const found = findImport(this.#base, this.#profileId, importId);
      this.#words.set(importId, found && nameOf(found));
    }
    return this.#words.get(importId);
  }
}
