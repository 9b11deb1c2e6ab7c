// Money as it is sent: exact, in its own currency, never negative. Numbers are read as their shortest decimal text, so that
// 19.9 means 19.9; what would have to be rounded is refused.
import { readSeed } from '../../../base/kit/seeds.ts';

const AMOUNT = /^\d{1,40}(?:\.(\d{1,40}))?$/;
const MAX_DIGITS = 12;
const MAX_DECIMALS = 6;

export type Amount = { amount: string; refused?: never } | { refused: string; amount?: never };

/** The canonical decimal text of an amount (no leading zeros), or why it is none. */
export function readAmount(value: unknown): Amount {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint')
    return { refused: 'must be a decimal' };
  const text = String(value).trim();
  if (/^-/.test(text)) {
    return { refused: 'must not be negative; a reversal names its payment in refund_of and carries a positive amount' };
  }
  if (typeof value === 'number' && /e\+/.test(text)) return { refused: 'must be below 1000000000000' };
  if (typeof value === 'number' && /e-/.test(text)) return { refused: `has more than ${MAX_DECIMALS} decimals` };
  const match = AMOUNT.exec(text);
  if (!match) return { refused: 'must be a decimal such as "129.90"' };
  if ((match[1]?.length ?? 0) > MAX_DECIMALS) return { refused: `has more than ${MAX_DECIMALS} decimals` };
  const amount = text.replace(/^0+(?=\d)/, '');
  if ((amount.split('.')[0]?.length as number) > MAX_DIGITS) return { refused: 'must be below 1000000000000' };
  return { amount };
}

let codes: ReadonlySet<string> | undefined;

/** The ISO 4217 code in capitals, or undefined when there is no such currency. */
export function readCurrency(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  codes ??= new Set(readSeed('currencies').map((row) => row.code));
  const code = value.trim().toUpperCase();
  return codes.has(code) ? code : undefined;
}
