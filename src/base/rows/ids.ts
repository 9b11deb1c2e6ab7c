// Ids in files: the text that they were, with all digits. Spreadsheets take long ones for numbers, keep fifteen digits and show powers of ten.

/** An id that a spreadsheet showed in powers of ten, and saved so: `1.20211E+17`. */
const POWER = /^\d(?:[.,]\d+)?E\+?\d{2,3}$/i;
const LARGEST_EXACT = 2 ** 53;

/** Why a value is not the id that it was, as the end of a sentence; undefined for one that may be. */
export function faultOfId(value: unknown): string | undefined {
  if (typeof value === 'string' && POWER.test(value.trim()))
    return 'has lost its last digits in a spreadsheet; export it again as text';
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) > LARGEST_EXACT)
    return 'is a number with more digits than it can store; write it as text';
  return undefined;
}
