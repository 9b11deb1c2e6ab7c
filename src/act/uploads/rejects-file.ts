// Rows that are not imported, as CSV for a spreadsheet: each with the reason, and as it stood in the file, so that it can be corrected and sent again. A text
// that a spreadsheet would take for a formula is preceded by an apostrophe.
import { closeSync, openSync, writeSync } from 'node:fs';
import { UnusableFile } from '../../base/rows/csv-rows.ts';
import { type OriginalRows, readOriginals } from '../../collect/imports/index.ts';
import type { RejectRow } from '../../collect/payments/index.ts';
import type { Work } from './work/work.ts';

const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;
const NUMBER = /^[+-]?\d[\d.,]*$/;
/** A list of rejected rows is a file for a person, no log. */
const MOST_ORIGINALS = 50_000;

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (texts: readonly string[]): string => `${texts.map(cell).join(',')}\r\n`;

const COLUMNS = ['file', 'line', 'reason', 'words'];

type Rejected = Parameters<RejectRow>[0];

/** The rows of one file. */
interface OfFile {
  name: string;
  rows: Rejected[];
  original: OriginalRows | undefined;
}

export class Rejects {
  readonly #files: OfFile[] = [];
  readonly #most: number;

  /** @param most Of all files; what is beyond is left out. */
  constructor(most = MOST_ORIGINALS) {
    this.#most = most;
  }

  ofFile(name: string): RejectRow {
    const file: OfFile = { name, rows: [], original: undefined };
    this.#files.push(file);
    return (row) => {
      if (file.rows.length < this.#most) file.rows.push({ ...row });
    };
  }

  /** Reads once more what the rows of the file are in it. A file that cannot be read again has its reasons alone. */
  async readOriginals(
    { request, file, parquetRows, mostMs }: Pick<Work, 'request' | 'file' | 'parquetRows' | 'mostMs'>,
    name: string,
  ): Promise<void> {
    const rejects = this.#files.find((each) => each.name === name);
    if (!rejects || rejects.rows.length === 0) return;
    const lines = [...new Set(rejects.rows.slice(0, MOST_ORIGINALS).map(({ line }) => line))];
    try {
      rejects.original = await readOriginals(request.orderOf(file), lines, {
        parquetRows,
        ...(mostMs === undefined ? {} : { mostMs }),
      });
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
    }
  }

  *lines(): Generator<string> {
    const header = [...new Set(this.#files.flatMap(({ original }) => original?.header ?? []))];
    yield lineOf([...COLUMNS, ...header]);
    for (const file of this.#files) yield* this.#linesOf(file, header);
  }

  *#linesOf({ name, rows, original }: OfFile, header: readonly string[]): Generator<string> {
    const cellsOf = new Map((original?.rows ?? []).map(({ line, cells }) => [line, cells]));
    const places = header.map((column) => original?.header.indexOf(column) ?? -1);
    for (const { line, reason, words = '' } of rows) {
      const cells = cellsOf.get(line) ?? [];
      yield lineOf([name, String(line), reason, words, ...places.map((place) => cells[place] ?? '')]);
    }
  }
}

export interface RejectsFile {
  rejects: Rejects;
  close: () => void;
}

const FLUSH_CHARACTERS = 65_536;

/** Opened at once: a place where nothing can be written is refused before the first row is. */
export function openRejects(path: string): RejectsFile {
  const fd = openSync(path, 'w', 0o600);
  const rejects = new Rejects(Number.POSITIVE_INFINITY);
  return {
    rejects,
    close: () => {
      let waiting = '';
      for (const line of rejects.lines()) {
        waiting += line;
        if (waiting.length < FLUSH_CHARACTERS) continue;
        writeSync(fd, waiting);
        waiting = '';
      }
      writeSync(fd, waiting);
      closeSync(fd);
    },
  };
}
