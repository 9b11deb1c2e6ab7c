// Pollutes the sample of an export in the ways of people and spreadsheet programs: other headers of the same meaning, columns elsewhere, titles, sums, notes,
// blanks, columns added, other forms of numbers and dates, other ways of saving. What the sample says stays as it is. Knows nothing of the reader: no
// word, layout or rule of it is imported here (pollution.test.ts holds that).
import type { Dice } from '../dice.ts';
import { otherDates, otherNumbers } from './forms.ts';
import { bytesOf, otherSaved, PLAIN, type Saved, type Sheet } from './sheet.ts';
import { addedHeaders, namesBeside, noteWords, titleWords, totalWords } from './words.ts';

interface Polluted {
  sheet: Sheet;
  saved: Saved;
}

/** Undefined where a sheet has nothing that it could change. */
type Pollution = (sheet: Sheet, dice: Dice) => Sheet | undefined;

function renamed(sheet: Sheet, dice: Dice): Sheet | undefined {
  const possible = sheet.header.flatMap((header, at) => {
    const names = namesBeside(header, sheet.language).filter((name) => !sheet.header.includes(name));
    return names.length > 0 ? [{ at, names }] : [];
  });
  if (possible.length === 0) return undefined;
  const header = [...sheet.header];
  for (const { at, names } of dice.shuffled(possible).slice(0, 1 + dice.below(2))) {
    const name = dice.shuffled(names)[0];
    if (name !== undefined && !header.includes(name)) header[at] = name;
  }
  return { ...sheet, header };
}

/** The same words, in another case or with other blanks. */
function rewritten(sheet: Sheet, dice: Dice): Sheet {
  const form = dice.one<(text: string) => string>([
    (text) => text.toUpperCase(),
    (text) => text.toLowerCase(),
    (text) => text.replaceAll(' ', '_'),
    (text) => ` ${text}  `,
    (text) => text.replaceAll(' ', '\u00a0'),
    (text) => text.replace(' ', '\n'),
    (text) => text.replace(' ', '  '),
  ]);
  return { ...sheet, header: sheet.header.map(form) };
}

const inOrder = (cells: readonly string[], order: readonly number[]): string[] => order.map((at) => cells[at] ?? '');

function reordered(sheet: Sheet, dice: Dice): Sheet {
  const order = dice.shuffled(sheet.header.map((_, at) => at));
  return { ...sheet, header: inOrder(sheet.header, order), rows: sheet.rows.map((row) => inOrder(row, order)) };
}

const padded = (cells: readonly string[], width: number): string[] => Array.from({ length: width }, (_, at) => cells[at] ?? '');

function titled(sheet: Sheet, dice: Dice): Sheet {
  const words = dice.shuffled(titleWords(sheet.language)).slice(0, 1 + dice.below(4));
  const isWide = dice.isIn(0.5);
  const titles = words.flatMap((word): string[][] => {
    const cells = dice.isIn(0.3) ? word.split(': ') : [word];
    const line = isWide ? padded(cells, sheet.header.length) : cells;
    return dice.isIn(0.3) ? [line, isWide ? padded([], sheet.header.length) : ['']] : [line];
  });
  return { ...sheet, titles: [...titles, ...sheet.titles] };
}

const HUNDREDTHS = /^-?\d+(?:[.,]\d{1,2})?$/;

/** The sum of a column of plain numbers, written as they are; undefined where its cells are anything else. */
function sumOf(sheet: Sheet, rows: readonly string[][], column: number): string | undefined {
  const cells = rows
    .map((row) => (row[column] ?? '').trim().replace(/(\d)[.,](?=\d{3}(?:[.,]|$))/g, '$1'))
    .filter((cell) => cell !== '');
  const hasDecimals = sheet.rows.some((row) => /[.,]\d\d$/.test(row[column] ?? ''));
  if (cells.length === 0 || !hasDecimals || !cells.every((cell) => HUNDREDTHS.test(cell))) return undefined;
  const sign = cells.some((cell) => cell.includes(',')) ? ',' : '.';
  const sum = cells.reduce((total, cell) => total + Math.round(Number(cell.replace(',', '.')) * 100), 0);
  return (sum / 100).toFixed(2).replace('.', sign);
}

/** The line of sums of some rows, with its word in the first column or in that of a name. */
function sumLine(sheet: Sheet, rows: readonly string[][], dice: Dice): string[] {
  const line = sheet.header.map((_, column) => sumOf(sheet, rows, column) ?? '');
  const free = line.flatMap((cell, column) => (cell === '' ? [column] : []));
  const at = dice.isIn(0.7) ? free[0] : dice.shuffled(free)[0];
  if (at !== undefined) line[at] = dice.one(totalWords(sheet.language));
  // A line that keeps what its rows have in common, as spreadsheets fill it down.
  const isKept = dice.isIn(0.25) && rows.length > 1;
  return line.map((cell, column) => {
    const first = rows[0]?.[column] ?? '';
    return isKept && cell === '' && rows.every((row) => row[column] === first) ? first : cell;
  });
}

function summed(sheet: Sheet, dice: Dice): Sheet | undefined {
  const { rows } = sheet;
  if (sheet.header.every((_, column) => sumOf(sheet, rows, column) === undefined)) return undefined;
  const where = dice.one(['last', 'last', 'first', 'middle', 'each']);
  if (where === 'first') return { ...sheet, rows: [sumLine(sheet, rows, dice), ...rows] };
  const last = sumLine(sheet, rows, dice);
  if (where === 'last' || rows.length < 3) return { ...sheet, rows: [...rows, last] };
  const at = 1 + dice.below(rows.length - 1);
  const [above, below] = [rows.slice(0, at), rows.slice(at)];
  const middle = [...above, sumLine(sheet, above, dice)];
  return {
    ...sheet,
    rows: where === 'middle' ? [...middle, ...below] : [...middle, ...below, sumLine(sheet, below, dice), last],
  };
}

function noted(sheet: Sheet, dice: Dice): Sheet {
  const notes = dice.shuffled(noteWords(sheet.language)).slice(0, 1 + dice.below(2));
  const lines = notes.map((note) => (dice.isIn(0.5) ? padded([note], sheet.header.length) : [note]));
  return { ...sheet, rows: [...sheet.rows, ...(dice.isIn(0.5) ? [['']] : []), ...lines] };
}

function blanked(sheet: Sheet, dice: Dice): Sheet {
  const wide = dice.isIn(0.5);
  const blank = (): string[] => (wide ? padded([], sheet.header.length) : ['']);
  const rows = sheet.rows.flatMap((row) => (dice.isIn(0.3) ? [row, blank()] : [row]));
  const more = dice.isIn(0.4) ? 1 + dice.below(3) : 0;
  return {
    ...sheet,
    titles: dice.isIn(0.3) ? [...sheet.titles, blank()] : sheet.titles,
    header: [...sheet.header, ...padded([], more)],
    rows: (dice.isIn(0.3) ? [blank(), ...rows] : rows).map((row) => (row.length === 1 ? row : [...row, ...padded([], more)])),
  };
}

function widened(sheet: Sheet, dice: Dice): Sheet {
  const values = dice.one<(row: number) => string>([
    () => '',
    (row) => String(row + 1),
    () => 'x',
    (row) => `${12 + row},5 %`,
    (row) => (row % 2 === 0 ? 'ok' : ''),
  ]);
  const name = dice.shuffled(addedHeaders(sheet.language)).find((each) => !sheet.header.includes(each)) ?? 'x';
  const at = dice.below(sheet.header.length + 1);
  const withCell = (cells: readonly string[], cell: string): string[] => [...cells.slice(0, at), cell, ...cells.slice(at)];
  return {
    ...sheet,
    header: withCell(sheet.header, name),
    rows: sheet.rows.map((row, index) => withCell(row, values(index))),
  };
}

const headedAgain = (sheet: Sheet, dice: Dice): Sheet => {
  const at = 1 + dice.below(sheet.rows.length);
  return { ...sheet, rows: [...sheet.rows.slice(0, at), sheet.header, ...sheet.rows.slice(at)] };
};

const sorted = (sheet: Sheet, dice: Dice): Sheet => ({
  ...sheet,
  rows: dice.isIn(0.5) ? [...sheet.rows].reverse() : dice.shuffled(sheet.rows),
});

/** In the order in which they can follow each other: rows and values first, lines that are no rows after them, and the header at the end. */
export const POLLUTIONS = {
  'rows sorted': sorted,
  'other dates': otherDates,
  'sum lines': summed,
  'other numbers': otherNumbers,
  'columns added': widened,
  'columns moved': reordered,
  'other headers': renamed,
  'headers rewritten': rewritten,
  'header again': headedAgain,
  'title lines': titled,
  notes: noted,
  blanks: blanked,
} satisfies Readonly<Record<string, Pollution>>;

const SAVED_ANEW = 'saved otherwise';
export const KINDS: readonly string[] = [...Object.keys(POLLUTIONS), SAVED_ANEW];

export interface PollutedFile {
  bytes: Buffer;
  /** What was done to it. */
  kinds: string[];
}

/** One to four pollutions of a sample. */
export function pollute(sheet: Sheet, dice: Dice): PollutedFile {
  const chosen = new Set(dice.shuffled(KINDS).slice(0, 1 + dice.below(4)));
  let polluted: Polluted = { sheet, saved: PLAIN };
  const kinds: string[] = [];
  for (const [kind, change] of Object.entries(POLLUTIONS)) {
    const changed = chosen.has(kind) ? change(polluted.sheet, dice) : undefined;
    if (!changed) continue;
    polluted = { ...polluted, sheet: changed };
    kinds.push(kind);
  }
  if (chosen.has(SAVED_ANEW)) {
    polluted = { ...polluted, saved: otherSaved(dice, polluted.sheet) };
    kinds.push(SAVED_ANEW);
  }
  return { bytes: bytesOf(polluted.sheet, polluted.saved), kinds };
}
