// The common shape of all kinds of files: a file is judged first, and then either previewed or imported.
import type { FileHead, JudgedFile, LeftOutRows, parquetReader, Reading } from '../../../collect/imports/index.ts';
import type { ImportRequest } from './order.ts';

export interface Work {
  request: ImportRequest;
  file: string;
  actor: string;
  workspaceId: string;
  parquetRows: ReturnType<typeof parquetReader>;
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
}

export interface ReadyFile {
  /** What a commit would do; it writes nothing. */
  preview: () => Promise<Outcome>;
  /** @param onRows Told of the readings so far. */
  commit: (onRows: (rows: number) => void) => Promise<Outcome>;
}

export const noOutcome = (): Outcome => ({
  ...{ created: 0, known: 0, not_taken: { rows: 0, first: [] }, already_imported: false },
});

/** What is done with files of one kind. */
export interface KindWork {
  /** Told of each reading while the file is judged. */
  see?: (reading: Reading, head: FileHead) => void;
  /** @throws UnusableFile with the reason against the file. */
  ready: (files: JudgedFile[]) => Promise<ReadyFile>;
}

const LISTED_ROWS = 20;

export function leaveOut({ not_taken }: Outcome, line: number, words: string): void {
  not_taken.rows += 1;
  if (not_taken.first.length < LISTED_ROWS) not_taken.first.push({ line, words });
}
