// A file of rows in any form: CSV, lines of JSON or Parquet, each plain or gzipped, or a spreadsheet. The form is detected from the content, never by the
// name. Memory stays bounded for files of any size.

import type { Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { fileHash } from '../files/durable.ts';
import { sqlText } from '../sql/sql-files.ts';
import { type Warehouse, WarehouseFailure } from '../warehouse/port.ts';
import { type CsvPiece, csvPieces, type PieceSizes } from './csv-pieces.ts';
import { csvRows, type FileRow, UnusableFile } from './csv-rows.ts';
import { csvRowsBeside } from './csv-thread.ts';
import { ndjsonRows } from './ndjson-rows.ts';
import { workbookRows } from './workbook/workbook-rows.ts';

export { fileHash } from '../files/durable.ts';
export { type CsvPiece, type PieceSizes, piecesFor } from './csv-pieces.ts';
export { type FileRow, UnusableFile } from './csv-rows.ts';

const READ_BYTES = 262_144;
const PARQUET_ROWS = 10_000;
/** Below this size of a CSV, a thread takes longer to start than to read it. */
const THREAD_BYTES = 4_000_000;

export interface RowFile {
  file: string;
  form: 'csv' | 'ndjson' | 'parquet' | 'xlsx';
  isGzipped: boolean;
  bytes: number;
}

async function firstBytes(file: string, isGzipped: boolean): Promise<Buffer> {
  if (!isGzipped) {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }
  const source = createReadStream(file);
  const unzipped = source.pipe(createGunzip());
  try {
    for await (const chunk of unzipped) return chunk as Buffer;
    return Buffer.alloc(0);
  } catch {
    throw new UnusableFile('The file is gzipped and cannot be unpacked.');
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

const isUtf16 = (head: Buffer): boolean => (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);

/** A first line with signs that no text has. */
function isBinary(head: Buffer): boolean {
  const end = head.indexOf(0x0a);
  return head.subarray(0, end < 0 ? head.length : end).some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0d);
}

/** What old and locked Excel files begin with. */
const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Forms of spreadsheet programs that are not read are named with the way out of them. */
function refuseOtherForms(head: Buffer, text: string): void {
  if (head.subarray(0, 4).equals(COMPOUND_FILE))
    throw new UnusableFile('The file is an old or a locked Excel file. Save it as .xlsx without a password, or as CSV.');
  if (/^<(?:!doctype|html|table|head|body|meta|\?xml)\b/i.test(text))
    throw new UnusableFile(
      'The file is a web page or XML, despite its name. Open it in a spreadsheet program and save it as .xlsx or as CSV.',
    );
  if (isUtf16(head)) throw new UnusableFile('The file is UTF-16 text; save it as UTF-8.');
  if (isBinary(head)) throw new UnusableFile('The file is neither CSV nor lines of JSON nor Parquet: it is no text.');
}

function formOf(head: Buffer, text: string): RowFile['form'] {
  const magic = head.toString('latin1', 0, 4);
  if (magic === 'PAR1') return 'parquet';
  if (magic === 'PK\x03\x04') return 'xlsx';
  return text.startsWith('{') ? 'ndjson' : 'csv';
}

/** Tells what a file is. Throws UnusableFile when there is no such file. */
export async function recogniseFile(file: string): Promise<RowFile> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new UnusableFile(`${file} is a folder, not a file.`);
  if (!found?.isFile()) throw new UnusableFile(`There is no file ${file}.`);
  const magic = await firstBytes(file, false);
  const isGzipped = magic[0] === 0x1f && magic[1] === 0x8b;
  const head = isGzipped ? await firstBytes(file, true) : magic;
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (text.startsWith('[')) throw new UnusableFile('The file is one JSON array; write one object per line instead.');
  const form = formOf(head, text);
  if (form === 'xlsx' && isGzipped) throw new UnusableFile('The file is a gzipped spreadsheet (.xlsx); unpack it.');
  if (form === 'csv' || form === 'ndjson') refuseOtherForms(head, text);
  return { file, form, isGzipped, bytes: found.size };
}

export interface ReadOptions {
  warehouse: Pick<Warehouse, 'convert' | 'landingFolder'>;
  /** The profile whose landing folder a Parquet file is read in. */
  profileId: string;
  /** Columns that the rows need: of several sheets of a spreadsheet the one with them is read. */
  required?: readonly string[];
  /** Told what the rows of a spreadsheet do not show, in sentences. */
  onNotes?: (notes: string[]) => void;
  /** The columns of a CSV file or spreadsheet, once known; may throw UnusableFile. */
  onHeader?: (columns: string[]) => void;
  /** Told of the bytes read so far, of `RowFile.bytes`. */
  onBytes?: (bytes: number) => void;
  /** Fed with the bytes read. */
  hash?: Hash;
  /** For `readPieces`. */
  pieces?: PieceSizes | undefined;
}

/** Zlib's codes all begin so; anything else is the disk's fault, not the file's. */
const isGzipFault = (error: unknown): error is Error =>
  error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('Z_');
const gzipFault = (error: Error): UnusableFile =>
  new UnusableFile(`The file is gzipped and cannot be unpacked to its end: ${error.message}.`);

async function* bytesOf(source: RowFile, options: ReadOptions): AsyncGenerator<Buffer> {
  const raw = createReadStream(source.file, { highWaterMark: READ_BYTES });
  let read = 0;
  const note = (chunk: string | Buffer): void => {
    options.hash?.update(chunk);
    read += chunk.length;
    options.onBytes?.(read);
  };
  if (!source.isGzipped) {
    for await (const chunk of raw) {
      note(chunk as Buffer);
      yield chunk as Buffer;
    }
    return;
  }
  raw.on('data', note);
  const unzipped = raw.pipe(createGunzip({ chunkSize: READ_BYTES }));
  raw.on('error', (error) => unzipped.destroy(error));
  try {
    for await (const chunk of unzipped) yield chunk as Buffer;
  } catch (error) {
    throw isGzipFault(error) ? gzipFault(error) : error;
  } finally {
    raw.destroy();
  }
}

/** Parquet's integers are bigint; inside nested values JSON has to hold them. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

function parquetRow(row: Record<string, unknown>): FileRow {
  const { file_row_number: place, ...columns } = row;
  const record: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(columns))
    record[name.trim().toLowerCase()] = value !== null && typeof value === 'object' ? plain(value) : value;
  return { line: Number(place) + 1, record };
}

/** The engine's own words would show its SQL and the path of the lent file. */
function parquetFault(error: unknown): unknown {
  const isFilesFault = error instanceof WarehouseFailure && error.reason === 'query';
  return isFilesFault ? new UnusableFile('The Parquet file is damaged or breaks off: it cannot be read.') : error;
}

async function gunzipTo(source: string, target: string): Promise<void> {
  try {
    await pipeline(createReadStream(source), createGunzip(), createWriteStream(target, { mode: 0o600 }));
  } catch (error) {
    if (isGzipFault(error)) throw gzipFault(error);
    throw error;
  }
}

/** Parquet is read by the warehouse process, which sees the landing folder only: the file is lent to it under a name of its own. */
async function* parquetRows(source: RowFile, options: ReadOptions): AsyncGenerator<FileRow[]> {
  const { warehouse, profileId } = options;
  const sha = await fileHash(source.file, options.hash);
  const lent = join(warehouse.landingFolder(profileId), `rows-${process.pid}-${sha.slice(0, 16)}.parquet`);
  await rm(lent, { force: true });
  try {
    if (source.isGzipped) await gunzipTo(source.file, lent);
    else await link(source.file, lent).catch(() => copyFile(source.file, lent));
    for (let first = 0; ; first += PARQUET_ROWS) {
      const params = { file: lent, first, past: first + PARQUET_ROWS };
      // The columns are those of the file: nothing is known of them, so the rows have no type of a statement.
      const statements = [{ sql: sqlText('warehouse/base/parquet_rows'), params }];
      const [rows = []] = await warehouse.convert(profileId, statements).catch((error: unknown) => {
        throw parquetFault(error);
      });
      yield rows.map(parquetRow);
      if (rows.length < PARQUET_ROWS) return;
    }
  } finally {
    await rm(lent, { force: true });
  }
}

async function* sheetRows({ file }: RowFile, options: ReadOptions): AsyncGenerator<FileRow[]> {
  const { hash, required = [], onHeader, onNotes } = options;
  if (hash) await fileHash(file, hash);
  yield* workbookRows(file, { required, onHeader, onNotes });
}

/** The same of a large CSV file, of which plain pieces are offered as they are. */
export function readPieces(source: RowFile, options: ReadOptions): AsyncGenerator<FileRow[] | CsvPiece> {
  const { pieces, onHeader } = options;
  if (!pieces || source.form !== 'csv' || source.bytes < pieces.fromBytes) return readRows(source, options);
  return csvPieces(bytesOf(source, options), pieces, onHeader);
}

/** The rows of a file, in batches. A row's line is the line it begins on; in Parquet its place from 1. */
export function readRows(source: RowFile, options: ReadOptions): AsyncGenerator<FileRow[]> {
  if (source.form === 'parquet') return parquetRows(source, options);
  if (source.form === 'xlsx') return sheetRows(source, options);
  const bytes = bytesOf(source, options);
  if (source.form === 'ndjson') return ndjsonRows(bytes);
  return (source.bytes < THREAD_BYTES ? csvRows : csvRowsBeside)(bytes, options.onHeader);
}
