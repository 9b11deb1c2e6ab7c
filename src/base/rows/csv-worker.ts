// Reads the CSV text of one file in a thread of its own: bytes in, whole rows out, in the order they came.
import { parentPort } from 'node:worker_threads';
import { CsvReader, type FileRow, UnusableFile } from './csv-rows.ts';

/** The next bytes, or the end of them. */
export type ToCsvWorker = { bytes: Uint8Array } | { end: true };

/**
 * Rows as flat lists, which cost a third of objects to hand over: of each row its line, and the columns' values one row after the
 * other; a row that is none has a problem instead, by its place among the rows.
 */
export interface PackedRows {
  columns: string[] | undefined;
  lines: number[];
  values: unknown[];
  problems: Map<number, string>;
}
export type FromCsvWorker = { rows: PackedRows } | { unusable: string };

const port = parentPort as NonNullable<typeof parentPort>;
const reader = new CsvReader();

function packed(rows: FileRow[]): PackedRows {
  const { columns = [] } = reader;
  const pack: PackedRows = { columns: reader.columns, lines: [], values: [], problems: new Map() };
  for (const [place, row] of rows.entries()) {
    pack.lines.push(row.line);
    if (row.record) for (const name of columns) pack.values.push(row.record[name]);
    else pack.problems.set(place, row.problem);
  }
  return pack;
}

async function answer(message: ToCsvWorker): Promise<FromCsvWorker> {
  try {
    return { rows: packed('end' in message ? await reader.end() : await reader.take(Buffer.from(message.bytes.buffer))) };
  } catch (error) {
    if (error instanceof UnusableFile) return { unusable: error.message };
    throw error;
  }
}

let last: Promise<void> = Promise.resolve();
port.on('message', (message: ToCsvWorker) => {
  last = last.then(async () => port.postMessage(await answer(message)));
});
