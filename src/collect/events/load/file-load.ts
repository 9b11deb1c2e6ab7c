// Loads a file of rows: reads it in batches, counts the outcome of each row, lists the bad ones, and stores a file that was loaded to its end, so
// that loading it again answers at once. The caller defines the meaning of a row.

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Base } from '../../../base/base.ts';
import type { OutcomeSum } from '../../../base/contract/slice-hooks.ts';
import { JournalRefusal } from '../../../base/journal/journal.ts';
import {
  type CsvPiece,
  type FileRow,
  fileHash,
  type PieceSizes,
  piecesFor,
  type RowFile,
  readPieces,
  readRows,
  recogniseFile,
  UnusableFile,
} from '../../../base/rows/row-file.ts';
import { storedReport } from '../stored.ts';
import type { TimesRead } from './row-times.ts';
import { type RejectOptions, Tally } from './tally.ts';

export type LoadBase = Pick<Base, 'config' | 'state' | 'journal' | 'archive' | 'clock' | 'signals' | 'warehouse'>;

export interface BackfillOptions extends RejectOptions {
  profileId: string;
  /** Path of the file. */
  file: string;
  /** IANA; on whose clocks times without a zone are. Absent: UTC. */
  timezone?: string;
  /** Check every row and count, write nothing. */
  dryRun?: boolean;
  /** Load the file even when one of the same content was loaded before. */
  force?: boolean;
  onProgress?: (progress: BackfillProgress) => void;
  /** When the file is read by columns, and how much at once; tests take small pieces. */
  pieces?: PieceSizes;
  /** Told of the facts of events, once they are on disk. */
  onFacts?: (facts: { seq: bigint; isNew: boolean }[]) => void;
}

export interface BackfillProgress {
  rows: number;
  accepted: number;
  duplicates: number;
  rejected: number;
  /** Bytes read of the bytes there are; 0 of a Parquet file until its end. */
  bytes: number;
  totalBytes: number;
}

export interface BackfillReport {
  format: RowFile['form'];
  rows: number;
  accepted: number;
  duplicates: number;
  rejected: number;
  /** The first bad rows; `rejected` counts all. */
  errors: { line: number; reason: string }[];
  /** Columns that mean nothing here, each named once. */
  unknown_columns: string[];
  /** A file of this content was loaded before: nothing was done. */
  already_loaded: boolean;
  dry_run: boolean;
  /** For events: the outcomes among the good rows, by their type. */
  outcomes?: OutcomeSum[];
  /** For events: how times without a zone were read. */
  times?: TimesRead;
  /** Of a spreadsheet: what its rows do not show, in sentences. */
  notes?: string[];
  /** The file broke off: what came before is loaded, the rest is not, and the file is not remembered. */
  incomplete?: true;
  /** The fault of an incomplete file. */
  reason?: string;
}

const BATCH_ROWS = 2_000;
/** A follower is woken from time to time, so that it works during the load and not only after it. */
const NOTICE_ROWS = 50_000;
const RETRY_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
const MAX_RETRIES = 300;

/** Does work that appends to the journal, and waits while its queue is full: a file has time. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isFull = error instanceof JournalRefusal && (error.reason === 'profile_queue_full' || error.reason === 'queue_full');
      if (!isFull || attempt === MAX_RETRIES) throw error;
      await pause(Math.min(RETRY_MS * attempt, LONGEST_PAUSE_MS));
    }
  }
}

export interface RowWork {
  kind: 'events' | 'spend';
  required: readonly string[];
  isKnown: (column: string) => boolean;
  /** Takes rows in the file's order; the next batch is handed over once this one's promise is settled. */
  take: (rows: GoodRow[], tally: Tally) => Promise<void>;
  /** Takes a piece of a large CSV file by columns; false leaves its rows to `take`, with all that follow. */
  takePiece?: (piece: CsvPiece, tally: Tally) => Promise<boolean>;
  /** The rows mean something together only: a file that breaks off is refused, and nothing of it is written. */
  isAllOrNothing?: true;
  /** After the last row. */
  finish: (tally: Tally) => Promise<void>;
  /** For events: the outcomes among the good rows, by their type. */
  outcomes?: () => OutcomeSum[];
  /** For events: how times without a zone were read. */
  times?: () => TimesRead | undefined;
}
export type GoodRow = Extract<FileRow, { record: Record<string, unknown> }>;

function checkHeader(work: RowWork, columns: string[], tally: Tally): void {
  const twice = columns.find((name, i) => name !== '' && columns.indexOf(name) !== i);
  if (twice !== undefined) throw new UnusableFile(`The column ${twice} occurs twice.`);
  const missing = work.required.filter((name) => !columns.includes(name));
  if (missing.length > 0)
    throw new UnusableFile(`Missing: ${missing.join(', ')}. The file has the columns ${columns.join(', ')}.`);
  for (const column of columns) if (!work.isKnown(column)) tally.unknown(column);
}

function rememberedReport(base: LoadBase, kind: RowWork['kind'], profileId: string, sha: string): BackfillReport | undefined {
  const params = { profile_id: profileId, kind, content_sha256: sha };
  const row = base.state.statement('collect/events/backfill_find').get(params);
  if (!row) return undefined;
  const report = storedReport.read(row.report);
  return { ...report, accepted: 0, duplicates: report.accepted + report.duplicates, already_loaded: true, dry_run: false };
}

/**
 * Loads a file. Throws UnusableFile when it is none. One that breaks off after its first rows is reported as incomplete: the
 * complete file can be loaded afterwards, nothing is doubled.
 */
export async function loadFile(base: LoadBase, options: BackfillOptions, work: RowWork): Promise<BackfillReport> {
  const { profileId, dryRun = false, force = false } = options;
  const source = await recogniseFile(options.file);
  if (!dryRun && !force) {
    const backfillReport = rememberedReport(base, work.kind, profileId, await fileHash(source.file));
    if (backfillReport) return backfillReport;
  }
  const tally = new Tally(options);
  const hash = createHash('sha256');
  let bytes = 0;
  let fault: UnusableFile | undefined;
  let hasHeader = source.form !== 'csv' && source.form !== 'xlsx';
  try {
    const batches = (work.takePiece ? readPieces : readRows)(source, {
      warehouse: base.warehouse,
      profileId,
      hash,
      required: work.required,
      pieces: options.pieces ?? piecesFor(base.config.servingMemoryMb),
      onNotes: (notes) => {
        tally.notes = notes;
      },
      onHeader: (columns) => {
        hasHeader = true;
        checkHeader(work, columns, tally);
      },
      onBytes: (read) => {
        bytes = read;
      },
    });
    let announced = 0;
    const afterBatch = (): void => {
      if (!dryRun && tally.rows - announced >= NOTICE_ROWS) {
        announced = tally.rows;
        base.signals.emit('facts', profileId);
      }
      options.onProgress?.({ ...counts(tally), bytes, totalBytes: source.bytes });
    };
    fault = await takeAll(batches, work, tally, afterBatch);
    if (!hasHeader) throw new UnusableFile('The file is empty.');
    await work.finish(tally);
  } finally {
    await tally.close();
    if (!dryRun) base.signals.emit('facts', profileId);
  }
  const report = reportOf({ form: source.form, dryRun, fault }, tally, work);
  if (!dryRun && !fault)
    base.state.statement('collect/events/backfill_remember').run({
      profile_id: profileId,
      kind: work.kind,
      content_sha256: hash.digest('hex'),
      report: storedReport.write(report),
      loaded_at: base.clock.now(),
    });
  options.onProgress?.({ ...counts(tally), bytes: fault ? bytes : source.bytes, totalBytes: source.bytes });
  return report;
}

function reportOf(
  { form, dryRun, fault }: { form: BackfillReport['format']; dryRun: boolean; fault: UnusableFile | undefined },
  tally: Tally,
  work: RowWork,
): BackfillReport {
  const times = work.times?.();
  return {
    format: form,
    ...counts(tally),
    errors: tally.errors.sort((a, b) => a.line - b.line),
    unknown_columns: [...tally.unknownColumns],
    already_loaded: false,
    dry_run: dryRun,
    ...(work.outcomes ? { outcomes: work.outcomes() } : {}),
    ...(times ? { times } : {}),
    ...(tally.notes.length > 0 ? { notes: tally.notes } : {}),
    ...(fault ? { incomplete: true, reason: fault.message } : {}),
  };
}

const counts = ({ rows, accepted, duplicates, rejected }: Tally): Omit<BackfillProgress, 'bytes' | 'totalBytes'> => ({
  rows,
  accepted,
  duplicates,
  rejected,
});

/** Takes the rows to the end of the file, or to the fault at which it breaks off. */
async function takeAll(
  batches: AsyncGenerator<FileRow[] | CsvPiece>,
  work: RowWork,
  tally: Tally,
  afterBatch: () => void,
): Promise<UnusableFile | undefined> {
  try {
    for await (const batch of batches) {
      if (Array.isArray(batch))
        for (let from = 0; from < batch.length; from += BATCH_ROWS)
          await takeBatch(batch.slice(from, from + BATCH_ROWS), work, tally);
      else batch.isLeft = work.takePiece === undefined || !(await work.takePiece(batch, tally));
      afterBatch();
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof UnusableFile) || tally.rows === 0) throw error;
    if (work.isAllOrNothing) throw new UnusableFile(`${error.message} Nothing of it is written; load the complete file.`);
    return error;
  }
}

async function takeBatch(rows: FileRow[], work: RowWork, tally: Tally): Promise<void> {
  tally.rows += rows.length;
  const good: GoodRow[] = [];
  for (const row of rows) {
    const fault = row.faults?.find(({ column }) => work.isKnown(column));
    if (row.problem !== undefined) tally.reject(row.line, row.problem);
    else if (fault) tally.reject(row.line, `${fault.column}: ${fault.words}.`, row.record);
    else good.push(row);
  }
  if (good.length > 0) await work.take(good, tally);
}
