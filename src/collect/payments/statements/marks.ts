// The signs by which the text of a spreadsheet says what a cell is, and the texts that stand for a cell without a value in any file.
import { faultOfId } from '../../../base/rows/ids.ts';
import { ERROR_MARK, NUMBER_MARK } from '../../../base/rows/workbook/cells.ts';
import { isBeyondExact, wholeNumberOf } from '../../../base/rows/workbook/columns.ts';

export { NUMBER_MARK };
export const SHEET_DELIMITER = ',';

/** `#N/A`, `#REF!`, in other languages `#NV`, `#N/D`, `#¡VALOR!`: as cells show them, and CSV keeps them. */
const ERROR = /^#(?:N\/[AD]|NV|¡?[\p{Lu}\d/]+[!?])$/u;

/** Why a cell has no value, as the end of a sentence; undefined for one that has. */
export function faultOfCell(text: string): string | undefined {
  if (text === ERROR_MARK)
    return 'is a formula whose result the file does not contain: open the file in a spreadsheet program and save it';
  const shown = text.startsWith(ERROR_MARK) ? text.slice(1) : text;
  return shown !== text || ERROR.test(shown) ? `is the error ${shown.slice(0, 40)}` : undefined;
}

/** The text of an id, with all its digits. Numbers of a sheet have fifteen that count, and it holds whole ones up to 2^53 exactly. */
export function readId(text: string): { id: string; refused?: never } | { refused: string; id?: never } {
  if (!text.startsWith(NUMBER_MARK)) {
    const refused = faultOfId(text);
    return refused === undefined ? { id: text } : { refused };
  }
  const raw = text.slice(1);
  const refused = isBeyondExact(raw) ? faultOfId(Number(raw)) : undefined;
  return refused === undefined ? { id: wholeNumberOf(raw) ?? raw } : { refused };
}
