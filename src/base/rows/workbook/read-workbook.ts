// A spreadsheet (.xlsx) as rows of texts: one sheet of it, which the caller chooses by its first rows. The sheet is read once, in pieces; its rows are kept
// packed until they are asked for, as what a column means (dates that lost seconds, numbers that are dates) is known at its end.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Archive, tooLarge, type WorkbookSource } from './archive.ts';
import { type CellReading, DATE_MARK, dateOfSerial, NUMBER_MARK } from './cells.ts';
import { type ColumnFacts, Columns, haveLostDigits, isLong, lostSeconds } from './columns.ts';
import { readNumberKinds, readParts, readStrings, type SheetPart } from './parts.ts';
import { type SheetFacts, type SheetLimits, SheetReader, type SheetRow } from './sheet.ts';

export interface WorkbookLimits extends SheetLimits {
  /** Bytes of all parts once unpacked, and of the texts of the sheet. */
  unpackedBytes: number;
}

export interface SheetSample {
  name: string;
  /** Its first rows. */
  rows: string[][];
}

export interface ReadOptions {
  limits: WorkbookLimits;
  /** Of sheets that are seen, the one to be read; the first where it is left out. */
  choose?: (sheets: readonly SheetSample[]) => number;
  /** Where the file was probably written: what its clocks were in 1899 shows in dates of some programs. */
  zone?: string;
}

export interface WorkbookSheet {
  name: string;
  /** Names of other sheets that are seen and have rows. */
  others: string[];
  hiddenSheets: number;
  is1904: boolean;
  facts: SheetFacts;
  /** By column, from 0. */
  columns: readonly (ColumnFacts | undefined)[];
  /** By how many seconds the dates of each column were moved, where any were. */
  moved: ReadonlyMap<number, number>;
  /**
   * The rows, from the first each time. A number has NUMBER_MARK before it, a cell with an error or without its value ERROR_MARK; a number that
   * has lost digits (`haveLostDigits`) is a text with a power of ten, as fifteen digits of it are known.
   * @param dates Columns whose numbers are dates.
   */
  rows: (dates?: ReadonlySet<number>) => Generator<SheetRow[]>;
}

const SAMPLED_ROWS = 40;
const MOST_SAMPLED = 20;
/** Rows are packed by blocks of some hundred kilobytes. */
const BLOCK = 262_144;
const CELL = '\u0001';
const ROW = '\u0002';

/** Rows in little room. */
class PackedRows {
  readonly #blocks: Buffer[] = [];
  readonly #most: number;
  #open = '';
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add({ row, cells }: SheetRow): void {
    const text = `${row}${CELL}${cells.join(CELL)}${ROW}`;
    this.#length += text.length;
    if (this.#length > this.#most) throw tooLarge(this.#most);
    this.#open += text;
    if (this.#open.length >= BLOCK) this.#pack();
  }

  #pack(): void {
    if (this.#open !== '') this.#blocks.push(deflateRawSync(this.#open, { level: 1 }));
    this.#open = '';
  }

  *read(): Generator<SheetRow[]> {
    this.#pack();
    for (const block of this.#blocks) {
      const rows = inflateRawSync(block).toString('utf8').split(ROW);
      rows.pop();
      yield rows.map((text) => {
        const [row = '', ...cells] = text.split(CELL);
        return { row: Number(row), cells };
      });
    }
  }
}

/** The seconds by which the clocks of a zone were ahead of full minutes in 1899; 0 where they were behind, or full. */
async function secondsGained(zone: string | undefined): Promise<number> {
  if (zone === undefined) return 0;
  // Loaded where a zone is known: a thread that reads rows starts in half the time without it.
  const { Temporal } = await import('temporal-polyfill');
  const offset = Temporal.Instant.from('1899-12-31T00:00Z').toZonedDateTimeISO(zone).offsetNanoseconds / 1e9;
  return offset > 0 ? offset % 60 : 0;
}

function movedText(text: string, seconds: number): string {
  const [day = '', time = '00:00:00'] = text.split(' ');
  if (day.includes(':')) return text;
  const [date = '', clock = ''] = new Date(Date.parse(`${day}T${time}Z`) + seconds * 1000).toISOString().slice(0, 19).split('T');
  return clock === '00:00:00' ? date : `${date} ${clock}`;
}

async function sampleOf(
  archive: Archive,
  { name, part }: SheetPart,
  reading: CellReading,
  limits: WorkbookLimits,
): Promise<SheetSample> {
  const rows: string[][] = [];
  const reader = new SheetReader(reading, limits, ({ cells }) => {
    if (rows.length < SAMPLED_ROWS) rows.push(cells);
  });
  await reader.read(archive.read(part), () => rows.length >= SAMPLED_ROWS);
  return { name, rows };
}

interface Chosen {
  sheet: SheetPart;
  others: string[];
}

/** The sheet to be read: what is hidden is a helper, unless nothing else is there. */
async function chosenOf(
  archive: Archive,
  sheets: readonly SheetPart[],
  reading: CellReading,
  options: ReadOptions,
): Promise<Chosen> {
  const seen = sheets.filter(({ isHidden }) => !isHidden);
  const candidates = (seen.length > 0 ? seen : sheets).slice(0, MOST_SAMPLED);
  const [first] = candidates as [SheetPart];
  if (candidates.length === 1) return { sheet: first, others: [] };
  const samples: { sheet: SheetPart; sample: SheetSample }[] = [];
  for (const sheet of candidates) {
    const sample = await sampleOf(archive, sheet, reading, options.limits);
    if (sample.rows.length > 0) samples.push({ sheet, sample });
  }
  const at = options.choose?.(samples.map(({ sample }) => sample)) ?? 0;
  const sheet = samples[at]?.sheet ?? first;
  return { sheet, others: samples.filter((each) => each.sheet !== sheet).map((each) => each.sheet.name) };
}

/** @throws UnusableFile in words for its sender. */
export async function readWorkbook(source: WorkbookSource, options: ReadOptions): Promise<WorkbookSheet> {
  const { limits } = options;
  const archive = await Archive.open(source, limits.unpackedBytes);
  const parts = await readParts(archive);
  const reading: CellReading = {
    strings: await readStrings(archive, parts.strings),
    kinds: await readNumberKinds(archive, parts.styles),
    is1904: parts.is1904,
    isUncomputed: parts.isUncomputed,
  };
  const { sheet, others } = await chosenOf(archive, parts.sheets, reading, options);
  const packed = new PackedRows(limits.unpackedBytes);
  const columns = new Columns();
  const reader = new SheetReader(reading, limits, (row) => {
    for (const [column, text] of row.cells.entries()) columns.add(column, text);
    packed.add(row);
  });
  const facts = await reader.read(archive.read(sheet.part));
  const gained = await secondsGained(options.zone);
  const moved = new Map(
    columns.list().flatMap((column, at): [number, number][] => {
      const seconds = column === undefined ? 0 : lostSeconds(column, gained);
      return seconds === 0 ? [] : [[at, seconds]];
    }),
  );
  const shortened = new Set(columns.list().flatMap((column, at) => (column && haveLostDigits(column) ? [at] : [])));
  const textOf = (text: string, column: number, dates: ReadonlySet<number> | undefined): string => {
    if (text.startsWith(DATE_MARK)) return movedText(text.slice(1), moved.get(column) ?? 0);
    if (!text.startsWith(NUMBER_MARK)) return text;
    const raw = text.slice(1);
    if (dates?.has(column)) return dateOfSerial(raw, parts.is1904) ?? text;
    // What is left of such a number is fifteen digits and a power of ten.
    return shortened.has(column) && isLong(raw) ? Number(raw).toExponential(14) : text;
  };
  return {
    name: sheet.name,
    others,
    hiddenSheets: parts.sheets.filter(({ isHidden }) => isHidden).length,
    is1904: parts.is1904,
    facts,
    columns: columns.list(),
    moved,
    *rows(dates) {
      for (const rows of packed.read())
        yield rows.map(({ row, cells }) => ({ row, cells: cells.map((text, column) => textOf(text, column, dates)) }));
    },
  };
}
