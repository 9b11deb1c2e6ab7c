// A spreadsheet (.xlsx) as delimited text. It is a zip of XML: before the library sees it, each part is unpacked once under the
// limits of its own head, so that a bomb is found by what it does and not by what it says.
import { inflateRawSync } from 'node:zlib';
import { checkSheetBounds } from './sheet-bounds.ts';
import { MAX, UnreadableStatement } from './unreadable.ts';

/** The sign before a number of a spreadsheet's own, which has a decimal point in every notation. */
export const NUMBER_MARK = '\u001f';
export const SHEET_DELIMITER = ',';

const END_HEAD = 0x06054b50;
const ENTRY_HEAD = 0x02014b50;
const LOCAL_HEAD = 0x04034b50;
const MAX_ENTRIES = 2_000;
/** Rows of cells shrink to a tenth or, all alike and without their places, to a two hundredth; what shrinks to less than this is filling, and long to read for nothing. */
const MAX_RATIO = 500;
/** Small parts may say the same over and over. */
const RATIO_FROM_BYTES = 10 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

const damaged = (what: string): UnreadableStatement =>
  new UnreadableStatement(`The spreadsheet is damaged or breaks off: ${what}. Save it again.`);
const tooLarge = (): UnreadableStatement =>
  new UnreadableStatement(`The spreadsheet is larger than ${MAX.unpackedBytes / 1024 / 1024} MB once unpacked. Save it as CSV.`);

export const isZip = (bytes: Buffer): boolean => bytes.length >= 4 && bytes.readUInt32LE(0) === LOCAL_HEAD;
/** The formats of Excel before 2007, and of files with a password. */
export const isOldSheet = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

function endOf(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at -= 1)
    if (bytes.readUInt32LE(at) === END_HEAD) return at;
  throw damaged('its table of contents is missing');
}

interface Entry {
  name: string;
  packed: Buffer;
  method: number;
  size: number;
}

function entryAt(bytes: Buffer, at: number): Entry & { next: number } {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY_HEAD) throw damaged('its table of contents cannot be read');
  const [nameLength, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)];
  const [method, packedSize, size, local] = [
    bytes.readUInt16LE(at + 10),
    bytes.readUInt32LE(at + 20),
    bytes.readUInt32LE(at + 24),
    bytes.readUInt32LE(at + 42),
  ];
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL_HEAD) throw damaged('one of its parts is missing');
  const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  if (from + packedSize > bytes.length) throw damaged('one of its parts is cut off');
  return {
    name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
    packed: bytes.subarray(from, from + packedSize),
    ...{ method, size, next: at + 46 + nameLength + extra + comment },
  };
}

/** A part unpacked, at most as long as it says it is. */
function unpacked({ packed, method, size }: Entry): Buffer {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw damaged('one of its parts is packed in a way that spreadsheets are not');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    const isLonger = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isLonger
      ? new UnreadableStatement('The spreadsheet unpacks to more than its stated size. It was not read.')
      : damaged('one of its parts cannot be unpacked');
  }
}

/** Refuses what no spreadsheet program writes: bombs, definitions of entities, elements in elements without end. */
function checkZip(bytes: Buffer): void {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new UnreadableStatement(`The file is a zip of ${count} parts, not a spreadsheet.`);
  let at = bytes.readUInt32LE(end + 16);
  let total = 0;
  let hasWorkbook = false;
  for (let i = 0; i < count; i += 1) {
    const entry = entryAt(bytes, at);
    at = entry.next;
    hasWorkbook ||= entry.name === 'xl/workbook.xml';
    if (!/\.(xml|rels)$/.test(entry.name)) continue;
    total += entry.size;
    if (total > MAX.unpackedBytes) throw tooLarge();
    if (entry.size > RATIO_FROM_BYTES && entry.size > MAX_RATIO * entry.packed.length)
      throw new UnreadableStatement(
        `A part of the spreadsheet unpacks to more than ${MAX_RATIO} times its size. It is not read.`,
      );
    const xml = unpacked(entry);
    if (xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY'))
      throw new UnreadableStatement('The spreadsheet defines entities, which spreadsheet programs never do. It was not read.');
    checkSheetBounds(xml);
  }
  if (!hasWorkbook)
    throw new UnreadableStatement('The file is a zip and no spreadsheet. Unpack it and send the statement itself.');
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Spreadsheets know no zone: their dates come as UTC, and are the sheet's own clock. A second is a fraction of a day, and mostly just missed. */
function clockOf(fraction: Date): string {
  const date = new Date(Math.round(fraction.getTime() / 1000) * 1000);
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** A formula's result is shown with fifteen digits, which are meant: 3.3, where 3.3000000000000003 is stored. */
function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return text.includes('e') ? value.toFixed(6).replace(/\.?0+$/, '') : text;
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : clockOf(cell);
  if (typeof cell === 'number') return `${NUMBER_MARK}${plainNumber(cell)}`;
  return String(cell).slice(0, MAX.cell);
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The first sheet, as text. */
export async function sheetText(bytes: Buffer): Promise<Buffer> {
  checkZip(bytes);
  // Loaded with the first spreadsheet: most commands and starts read none.
  const { InvalidInputError, readSheet } = await import('read-excel-file/universal');
  let rows: readonly (readonly unknown[])[];
  try {
    rows = await readSheet(Uint8Array.from(bytes).buffer);
  } catch (error) {
    if (error instanceof InvalidInputError) throw damaged('it is no spreadsheet inside');
    throw damaged('its first sheet cannot be read');
  }
  if (rows.length > MAX.rows + 100)
    throw new UnreadableStatement(`The sheet has more than ${MAX.rows} rows. Import it in parts.`);
  const wide = rows.find((row) => row.length > MAX.columns);
  if (wide) throw new UnreadableStatement(`The sheet has ${wide.length} columns; a statement has at most ${MAX.columns}.`);
  return Buffer.from(delimited(rows), 'utf8');
}

/** A text may be used by a million cells and be stored in the file once. */
function delimited(rows: readonly (readonly unknown[])[]): string {
  let text = '';
  for (const row of rows) {
    text += `${row.map((cell) => quoted(cellText(cell))).join(SHEET_DELIMITER)}\n`;
    if (text.length > MAX.unpackedBytes) throw tooLarge();
  }
  return text;
}
