// How figures of evidence are rounded for readers, so that the same figures are the same text and the same id.
import { decimalOfNumber, decimalText, roundedQuotient, unitsOf } from '../../../base/kit/decimals.ts';
import { decimalsOf } from '../../../report/analytics/index.ts';

/** Of the decimal text of a number. */
const SCALE = 9;

/** In the smallest unit of its currency: yen are whole, dinars have three decimals. */
export function money(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const text = decimalOfNumber(amount);
  if (text === undefined) throw new RangeError(`${amount} is no amount`);
  const units = unitsOf(text, SCALE);
  return decimalText(roundedQuotient(units, 10n ** BigInt(SCALE - decimals)), decimals);
}

/** As `money`, with all decimals of the currency. */
export function fixedMoney(amount: number, currency: string): string {
  const [whole = '', fraction = ''] = money(amount, currency).split('.');
  const decimals = decimalsOf(currency);
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

export const count = (value: number): number => Math.round(value * 1_000) / 1_000;
