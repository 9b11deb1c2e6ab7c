// The rows of a sheet as they come: each with the texts of its cells in their columns. Places are those that the file names, or, where it names none, the
// next ones. What is empty costs nothing, wherever it is.
import { UnusableFile } from '../csv-rows.ts';
import { type CellReading, type RawCell, textOfCell } from './cells.ts';
import { TextGatherer } from './parts.ts';
import { type Attributes, isOn, readXml } from './xml.ts';

export interface SheetRow {
  /** As the sheet numbers it, from 1. */
  row: number;
  /** Columns without a value are empty texts; the last one has a value. */
  cells: string[];
}

export interface SheetLimits {
  rows: number;
  columns: number;
  /** Between the first and the last cell: empty ones of a wide and long sheet count too. */
  cells: number;
  /** Letters of a cell; the rest of a longer text is left out. */
  cell: number;
}

export interface SheetFacts {
  hiddenRows: number;
  /** From 0; those with values. */
  hiddenColumns: number[];
  /** Rows that a merged cell continues in. */
  mergedRows: number;
}

/** More rows no sheet has, not even empty ones. */
const SHEET_ROWS = 1_048_576;
/** Lines of title above the rows. */
const TITLE_ROWS = 100;

const outside = (): UnusableFile => new UnusableFile('The spreadsheet names cells that no sheet has. Save it again, or as CSV.');

/** `AB12`: its row from 1, its column from 0. A reference in another form may mean any place: it is refused. */
function placeOf(reference: string): { row: number; column: number } {
  const match = /^([A-Z]{1,5})(\d{1,7})$/.exec(reference);
  const row = Number(match?.[2] ?? Number.NaN);
  if (!match || !(row >= 1 && row <= SHEET_ROWS)) throw outside();
  let column = 0;
  for (const letter of match[1] as string) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row, column: column - 1 };
}

function rowNumber(text: string): number {
  const row = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (!(row >= 1 && row <= SHEET_ROWS)) throw outside();
  return row;
}

interface HiddenColumns {
  from: number;
  to: number;
}

export class SheetReader {
  readonly #reading: CellReading;
  readonly #limits: SheetLimits;
  readonly #take: (row: SheetRow) => void;
  readonly #gatherer = new TextGatherer();
  readonly #hidden: HiddenColumns[] = [];
  readonly #filled = new Set<number>();
  #path: string[] = [];
  #row = 0;
  #column = -1;
  #isHiddenRow = false;
  #cells: string[] = [];
  #cell: RawCell | undefined;
  #widest = 0;
  #hiddenRows = 0;
  #mergedRows = 0;

  constructor(reading: CellReading, limits: SheetLimits, take: (row: SheetRow) => void) {
    this.#reading = reading;
    this.#limits = limits;
    this.#take = take;
  }

  /** @param isDone Asked between pieces: true ends the reading. */
  async read(pieces: AsyncIterable<Buffer>, isDone: () => boolean = () => false): Promise<SheetFacts> {
    await readXml(pieces, {
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => this.#text(text),
      close: (name) => this.#close(name),
      isDone,
    });
    return {
      hiddenRows: this.#hiddenRows,
      hiddenColumns: [...this.#filled].filter((column) => this.#hidden.some(({ from, to }) => column >= from && column <= to)),
      mergedRows: this.#mergedRows,
    };
  }

  #open(name: string, attributes: Attributes): void {
    this.#path.push(name);
    if (this.#cell) {
      if (name === 'f') this.#cell.isFormula = true;
      else this.#gatherer.open(name);
    } else if (name === 'c') this.#beginCell(attributes);
    else if (name === 'row') this.#beginRow(attributes);
    else if (name === 'col' && isOn(attributes['hidden']))
      this.#hidden.push({ from: Number(attributes['min']) - 1, to: Number(attributes['max']) - 1 });
    else if (name === 'mergeCell') this.#merge(attributes['ref'] ?? '');
  }

  #beginRow(attributes: Attributes): void {
    const named = attributes['r'];
    this.#row = named === undefined ? this.#row + 1 : rowNumber(named);
    this.#column = -1;
    this.#cells = [];
    this.#isHiddenRow = isOn(attributes['hidden']);
  }

  #beginCell({ r, t, s }: Attributes): void {
    const place = r === undefined ? undefined : placeOf(r);
    if (place) this.#row = place.row;
    this.#column = place?.column ?? this.#column + 1;
    this.#cell = { type: t, style: Number(s ?? 0), value: '', inline: '', isFormula: false };
  }

  #text(text: string): void {
    if (!this.#cell) return;
    const name = this.#path.at(-1);
    if (name === 'v') this.#cell.value += text;
    else if (name !== 'f') this.#gatherer.add(text);
  }

  #close(name: string): void {
    this.#path.pop();
    if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
    else if (this.#cell) this.#gatherer.close(name);
  }

  #endCell(): void {
    const cell = this.#cell as RawCell;
    this.#cell = undefined;
    cell.inline = this.#gatherer.take();
    const text = textOfCell(cell, this.#reading);
    if (text === '') return;
    const { columns, rows } = this.#limits;
    if (this.#row > rows + TITLE_ROWS) throw new UnusableFile(`The sheet has more than ${rows} rows. Import it in parts.`);
    if (this.#column >= columns)
      throw new UnusableFile(`The sheet has ${this.#column + 1} columns; at most ${columns} are read.`);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text.slice(0, this.#limits.cell);
    this.#filled.add(this.#column);
  }

  #endRow(): void {
    if (this.#cells.length === 0) return;
    this.#widest = Math.max(this.#widest, this.#cells.length);
    if (this.#row * this.#widest > this.#limits.cells)
      throw new UnusableFile(
        `The sheet spans ${this.#row} rows and ${this.#widest} columns. Remove the empty ones, or save it as CSV.`,
      );
    if (this.#isHiddenRow) this.#hiddenRows += 1;
    this.#take({ row: this.#row, cells: this.#cells });
    this.#cells = [];
  }

  /** TRICKY: merges come behind the rows, so their other cells were empty when they were read. */
  #merge(reference: string): void {
    const [first, last] = reference.split(':').map((place) => (place === '' ? undefined : placeOf(place)));
    if (first && last) this.#mergedRows += last.row - first.row;
  }
}
