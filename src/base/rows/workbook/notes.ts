// What is said of a spreadsheet beside its rows: what the reader did that the sheet does not show, and what of it could not be read.

import { dateOfSerial } from './cells.ts';
import { type ColumnFacts, haveLostDigits } from './columns.ts';
import type { WorkbookSheet } from './read-workbook.ts';

/** A column that means something to the reader of the sheet. */
export interface NotedColumn {
  /** From 0. */
  index: number;
  header: string;
  isId: boolean;
}

const LISTED_SHEETS = 5;
const LONGEST_NAME = 60;

const named = (text: string): string => JSON.stringify(text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text);
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function ofSheets({ name, others, hiddenSheets }: WorkbookSheet): string[] {
  const hidden =
    hiddenSheets === 0 ? '' : ` ${counted(hiddenSheets, 'hidden sheet')} ${hiddenSheets === 1 ? 'was' : 'were'} not read.`;
  if (others.length === 0) return hidden === '' ? [] : [`The sheet ${named(name)} was read.${hidden}`];
  const more = others.length > LISTED_SHEETS ? ` and ${others.length - LISTED_SHEETS} more` : '';
  return [`The sheet ${named(name)} was read, and not ${others.slice(0, LISTED_SHEETS).map(named).join(', ')}${more}.${hidden}`];
}

function ofRows({ facts: { hiddenRows, mergedRows } }: WorkbookSheet): string[] {
  const notes: string[] = [];
  if (hiddenRows > 0)
    notes.push(`${counted(hiddenRows, 'row')} that the sheet hides ${hiddenRows === 1 ? 'was' : 'were'} read as well.`);
  if (mergedRows > 0) notes.push('Cells are merged over several rows: only the first row of each has the value.');
  return notes;
}

function ofErrors(header: string, { errors, error, uncomputed }: ColumnFacts): string[] {
  const notes: string[] = [];
  if (errors > 0) notes.push(`${counted(errors, 'cell')} of ${header} ${errors === 1 ? 'shows' : 'show'} an error (${error}).`);
  if (uncomputed > 0)
    notes.push(
      `${counted(uncomputed, 'cell')} of ${header} ${uncomputed === 1 ? 'is a formula' : 'are formulas'} whose result the file does not contain. Open it in a spreadsheet program and save it.`,
    );
  return notes;
}

function ofIds(header: string, facts: ColumnFacts): string[] {
  const { beyond } = facts;
  const notes: string[] = [];
  if (beyond > 0)
    notes.push(
      `${counted(beyond, 'number')} of ${header} ${beyond === 1 ? 'has' : 'have'} more digits than a spreadsheet keeps. Format the column as text where the file is made.`,
    );
  if (haveLostDigits(facts))
    notes.push(
      `All numbers of ${header} with 16 digits and more end in 0. A spreadsheet keeps 15 digits of a number, so the last ones may be lost, and different orders have one number.`,
    );
  return notes;
}

function ofDates(
  header: string,
  facts: ColumnFacts,
  sheet: WorkbookSheet,
  at: { moved: number | undefined; isOfDays: boolean },
): string[] {
  const notes: string[] = [];
  const seconds = `:${String(facts.seconds).padStart(2, '0')}`;
  if (at.moved !== undefined)
    notes.push(
      `All times of ${header} ended in ${seconds}, as a program writes them that loses seconds: they are ${counted(Math.abs(at.moved), 'second')} ${at.moved > 0 ? 'later' : 'earlier'} now.`,
    );
  if (at.isOfDays)
    notes.push(
      `The numbers of ${header} are read as days of a spreadsheet's calendar: ${facts.least} is ${dateOfSerial(String(facts.least), sheet.is1904)}.`,
    );
  return notes;
}

/** Sentences for the person who sent the file. @param days Columns whose numbers are read as dates. */
export function notesOf(sheet: WorkbookSheet, columns: readonly NotedColumn[], days: ReadonlySet<number>): string[] {
  const notes = [...ofSheets(sheet), ...ofRows(sheet)];
  for (const { index, header: text, isId } of columns) {
    const facts = sheet.columns[index];
    const header = named(text);
    if (sheet.facts.hiddenColumns.includes(index)) notes.push(`The column ${header} is hidden in the sheet.`);
    if (!facts) continue;
    notes.push(...ofErrors(header, facts));
    if (isId) notes.push(...ofIds(header, facts));
    notes.push(...ofDates(header, facts, sheet, { moved: sheet.moved.get(index), isOfDays: days.has(index) }));
  }
  return notes;
}
