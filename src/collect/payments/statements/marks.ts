// The signs by which the text of a spreadsheet says what a cell is, and the texts that stand for a cell without a value in any file.
import { ERROR_MARK, NUMBER_MARK } from '../../../base/rows/workbook/cells.ts';

export { readId } from '../../imports/pure.ts';
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
