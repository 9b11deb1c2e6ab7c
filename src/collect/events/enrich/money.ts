// The one reader of amounts, for every door: exact, in their own currency, never negative. A text is read as it stands and a binary number as
// the decimal that it means (base/kit/decimals.ts); what would have to be rounded is refused, and the refusal shows the value.
import { decimalOfNumber, trimmedDecimal } from '../../../base/kit/decimals.ts';
import { readSeed } from '../../../base/kit/seeds.ts';
import { holdsCardNumber } from './card-numbers.ts';

const AMOUNT = /^\d{1,400}(?:\.(\d{1,400}))?$/;
const MAX_DIGITS = 12;
const MAX_DECIMALS = 6;
const LONGEST_SHOWN = 40;
const NEGATIVE = 'must not be negative; a reversal names its payment in refund_of and carries a positive amount';

export type Amount = { amount: string; refused?: never } | { refused: string; amount?: never };

/** A decimal text without sign, read: no leading zeros, and no zeros beyond six decimals. `refused` has no word of the value. */
export function readDecimalText(text: string): Amount {
  const match = AMOUNT.exec(text);
  if (!match) return { refused: 'must be a decimal such as "129.90"' };
  const exact = (match[1]?.length ?? 0) > MAX_DECIMALS ? trimmedDecimal(text) : text;
  const [whole = '', decimals = ''] = exact.replace(/^0+(?=\d)/, '').split('.');
  if (decimals.length > MAX_DECIMALS) return { refused: `has more than ${MAX_DECIMALS} decimals` };
  if (whole.length > MAX_DIGITS) return { refused: `must be below 1${'0'.repeat(MAX_DIGITS)}` };
  return { amount: decimals === '' ? whole : `${whole}.${decimals}` };
}

/** A value as its sender is shown it behind some words: nothing that may be a name, an address or a card. */
function shown(before: string, value: string | number | bigint): string {
  const text = String(value);
  if (/@|\p{L}{4}/u.test(text) || holdsCardNumber(text)) return '';
  const cut = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  return `${before}${typeof value === 'string' ? JSON.stringify(cut) : cut}`;
}

/** The canonical decimal text of an amount, or why it is none. */
export function readAmount(value: unknown): Amount {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint')
    return { refused: 'must be a decimal' };
  const text = typeof value === 'number' ? (decimalOfNumber(value) ?? '') : String(value).trim();
  if (text.startsWith('-')) return { refused: `${NEGATIVE}${shown(', not ', value)}` };
  const read = readDecimalText(text);
  return read.refused === undefined ? read : { refused: `${read.refused}${shown(': ', value)}` };
}

let codes: ReadonlySet<string> | undefined;

/** The ISO 4217 code in capitals, or undefined when there is no such currency. */
export function readCurrency(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  codes ??= new Set(readSeed('currencies').map((row) => row.code));
  const code = value.trim().toUpperCase();
  return codes.has(code) ? code : undefined;
}
