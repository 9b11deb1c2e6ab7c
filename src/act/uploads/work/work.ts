// The common shape of all kinds of files: a file is judged first, and then either previewed or imported.
import type { FileHead, JudgedFile, LeftOutRows, parquetReader, Reading, ReadingMeter } from '../../../collect/imports/index.ts';
import type { RejectRow } from '../../../collect/payments/index.ts';
import type { PlannedDay } from '../../../collect/spend/index.ts';
import type { ImportRequest } from './request.ts';

export interface Work {
  request: ImportRequest;
  file: string;
  actor: string;
  workspaceId: string;
  parquetRows: ReturnType<typeof parquetReader>;
  meter?: ReadingMeter;
  /** Of a processor, for each part of a reading. */
  mostMs?: number;
  /** Told of each row that is not imported, with the reason. */
  reject?: RejectRow | undefined;
  memory?: WorkMemory | undefined;
}

/** What a commit that can be continued and undone keeps. */
export interface WorkMemory {
  importId: string;
  /** Receives the id of an import of payments, inside the transaction that begins it. */
  beginPayments: (importId: string) => void;
  /** Events: true of a fact that this import brought, now or before it was interrupted. */
  isOwnFact: (fact: { seq: bigint; isNew: boolean }) => boolean;
  /** Spend: what was planned before it was interrupted. */
  plannedDays: () => { days: PlannedDay[]; outcome: Outcome } | undefined;
  planDays: (days: readonly PlannedDay[], outcome: Outcome) => void;
}

/** What came of a file, or would come of it. */
export interface Outcome {
  created: number;
  known: number;
  /** Rows with something to import that are not imported, with the reason of the first. */
  not_taken: { rows: number; first: { line: number; words: string }[] };
  /** Rows that were read and bring nothing. */
  left_out?: LeftOutRows[];
  already_imported: boolean;
  /** Sentences about it for the person who sent the file. */
  notes?: string[];
  /** By file of an archive, of the rows that are taken; where it is not here, every row that was read is. */
  sums?: JudgedFile['sums'][];
  /** Payments that were undone before and count again. */
  restored?: number;
  /** New payments that may be sales which were there already, by currency. */
  maybe_twice?: { currency: string; payments: number; amount: string }[];
  /** Days of spend whose sum changes. */
  replaced?: { day: string; before: string; after: string }[];
}

export interface ReadyFile {
  /** What a commit would do; it writes nothing. */
  preview: () => Promise<Outcome>;
  /** @param onRows Told of the readings so far. */
  commit: (onRows: (rows: number) => void) => Promise<Outcome>;
}

export const noOutcome = (): Outcome => ({
  created: 0,
  known: 0,
  not_taken: { rows: 0, first: [] },
  already_imported: false,
});

/** What is done with files of one kind. */
export interface KindWork {
  /** Told of each reading while the file is judged. */
  see?: (reading: Reading, head: FileHead) => void;
  /** @throws UnusableFile with the reason against the file. */
  ready: (files: JudgedFile[]) => Promise<ReadyFile>;
}

const LISTED_ROWS = 20;

export function leaveOut({ not_taken }: Outcome, { reject }: Work, line: number, words: string): void {
  reject?.({ line, reason: 'not_taken', words });
  not_taken.rows += 1;
  if (not_taken.first.length < LISTED_ROWS) not_taken.first.push({ line, words });
}
