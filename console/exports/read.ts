// What a table or a graph of the page says, as texts: rows with the names of columns first, and a name for its file.
import { cellOf, cleaned } from './cells.ts';

/** Columns of buttons say nothing. */
const isOfActions = (cell: Element): boolean => cell.classList.contains('acts') || cleaned(textIn(cell)) === 'Actions';

/** Words of different elements; signs for the eye alone are none. */
function wordsIn(cell: Element): string[] {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    const text = cleaned(textContent ?? '');
    if (text !== '' && !parentElement?.closest('.only-read, [aria-hidden="true"], svg')) words.push(text);
  }
  return words;
}

/** A number with its change or its interval beside it is the number. */
function figureOf(words: readonly string[]): string {
  const [first = ''] = words;
  return typeof cellOf(first) === 'string' ? words.join(' ') : first;
}

/** Fields say their values, and pictures their names. */
function textIn(cell: Element): string {
  const field = cell.querySelector<HTMLInputElement | HTMLSelectElement>('input, select');
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? '';
  if (field instanceof HTMLInputElement)
    return field.type === 'checkbox' || field.type === 'radio' ? (field.checked ? 'yes' : 'no') : field.value;
  const text = figureOf(wordsIn(cell));
  if (cleaned(text) !== '') return text;
  return cell.querySelector('svg[aria-label], svg title')?.textContent ?? '';
}

/** A cell over several columns is in the first of them. */
function rowOf(row: HTMLTableRowElement): string[] {
  return [...row.cells].flatMap((cell) => [cleaned(textIn(cell)), ...Array.from({ length: cell.colSpan - 1 }, () => '')]);
}

export function rowsOf(table: HTMLTableElement): string[][] {
  const head = table.tHead?.rows[table.tHead.rows.length - 1];
  const left = new Set(head ? [...head.cells].flatMap((cell, at) => (isOfActions(cell) ? [at] : [])) : []);
  return [...table.rows].map((row) => rowOf(row).filter((_, at) => !left.has(at)));
}

const nameOf = (element: Element | null | undefined): string => cleaned(element?.textContent ?? '');

/** The name of the table itself, of its region, or of its panel. */
export function titleOf(target: HTMLElement): string {
  const region = target
    .closest('section[aria-label]')
    ?.getAttribute('aria-label')
    ?.replace(/^Table: /, '');
  const heading = target.closest('.panel, section, article, dialog')?.querySelector('h2, h3, h1');
  const own = target instanceof HTMLTableElement ? target.caption : target.querySelector('svg > title');
  return nameOf(own) || region || nameOf(heading) || nameOf(document.querySelector('h1')) || 'Table';
}

/** Letters and digits of any language. */
export const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'table';
