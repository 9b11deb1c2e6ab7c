// Ids in files: all their digits, or that some are lost.
import { faultOfId } from '../../../base/rows/ids.ts';
import { NUMBER_MARK } from '../../../base/rows/workbook/cells.ts';
import { isBeyondExact, wholeNumberOf } from '../../../base/rows/workbook/columns.ts';

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
