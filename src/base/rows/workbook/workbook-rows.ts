// The rows of a spreadsheet by column name, read by a thread that is bounded in memory and time: what people send is hostile until it is read.
import { closeSync, openSync } from 'node:fs';
import { BoundedThread, type ThreadBounds } from '../bounded-thread.ts';
import { type FileRow, UnusableFile } from '../csv-rows.ts';
import type { FromWorkbookWorker, WorkbookWork } from './workbook-worker.ts';

export interface WorkbookRowsOptions {
  /** Columns that the sheet must have; of several sheets it tells which one is meant. */
  required: readonly string[];
  onHeader?: ((columns: string[]) => void) | undefined;
  /** Told of what the rows do not show, in sentences. */
  onNotes?: ((notes: string[]) => void) | undefined;
}

const BOUNDS: ThreadBounds = {
  resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
  // A sheet of a million rows takes a minute; the rows of a block no time.
  mostMs: 600_000,
  tooLong: () => new UnusableFile('The spreadsheet takes too long to read. Save it as CSV, or load it in parts.'),
  tooMuchMemory: () => new UnusableFile('The spreadsheet takes too much memory to read. Save it as CSV, or load it in parts.'),
};
const WORKER = new URL('./workbook-worker.ts', import.meta.url);

/** @throws UnusableFile in words for its sender. */
export async function* workbookRows(file: string, options: WorkbookRowsOptions): AsyncGenerator<FileRow[]> {
  const fd = openSync(file, 'r');
  const work: WorkbookWork = { fd, required: options.required };
  const thread = new BoundedThread<'next', FromWorkbookWorker>(WORKER, BOUNDS, undefined, work);
  try {
    for (;;) {
      const message = await thread.ask('next');
      if ('unusable' in message) throw new UnusableFile(message.unusable);
      if ('columns' in message) {
        options.onHeader?.(message.columns);
        options.onNotes?.(message.notes);
        continue;
      }
      if (message.rows.length === 0) return;
      yield message.rows;
    }
  } finally {
    await thread.end();
    closeSync(fd);
  }
}
