// What became of the rows of a file: counts, the first refused rows, and all of them in a file.
import { createWriteStream, openSync, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Appended } from '../../../base/journal/journal.ts';

const LISTED_ERRORS = 100;
const LISTED_COLUMNS = 100;
export const KEY_TAKEN =
  'idempotency_key: used before for an event with other content. What came first stays; another event needs a key of its own.';

/** Who is told of bad rows. */
export interface RejectOptions {
  /** A file that gets every bad row as a line of JSON: its line, the reason and the row. */
  rejectFile?: string;
  /** Told of every bad row. */
  onReject?: (row: RejectedRow) => void;
}

export interface RejectedRow {
  line: number;
  reason: string;
  /** By column; absent of a row that could not be read. */
  record?: Record<string, unknown> | undefined;
}

/** The results of the rows. */
export class Tally {
  rows = 0;
  accepted = 0;
  duplicates = 0;
  rejected = 0;
  readonly errors: { line: number; reason: string }[] = [];
  readonly unknownColumns = new Set<string>();
  /** What the rows of a spreadsheet do not show. */
  notes: string[] = [];
  readonly #rejects: WriteStream | undefined;

  readonly #onReject: RejectOptions['onReject'];

  constructor({ rejectFile, onReject }: RejectOptions) {
    this.#onReject = onReject;
    // Opened at once: a place where nothing can be written is refused before the first row is.
    this.#rejects =
      rejectFile === undefined ? undefined : createWriteStream(rejectFile, { fd: openSync(rejectFile, 'w', 0o600) });
  }

  reject(line: number, reason: string, record?: Record<string, unknown>): void {
    this.rejected += 1;
    this.#onReject?.({ line, reason, record });
    if (this.errors.length < LISTED_ERRORS) this.errors.push({ line, reason });
    this.#rejects?.write(
      `${JSON.stringify({ line, reason, row: record }, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))}\n`,
    );
  }

  unknown(column: string): void {
    if (this.unknownColumns.size < LISTED_COLUMNS) this.unknownColumns.add(column);
  }

  /** Counts what the journal answered. */
  count(appended: Appended[], rows: readonly { line: number; record: Record<string, unknown> }[]): void {
    for (const [i, row] of rows.entries()) {
      const status = appended[i]?.status;
      if (status === 'created') this.accepted += 1;
      else if (status === 'duplicate') this.duplicates += 1;
      else this.reject(row.line, KEY_TAKEN, row.record);
    }
  }

  async close(): Promise<void> {
    if (!this.#rejects) return;
    this.#rejects.end();
    await finished(this.#rejects);
  }
}
