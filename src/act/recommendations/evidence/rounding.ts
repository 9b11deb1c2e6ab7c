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
export const fixedMoney = (amount: number, currency: string): string => amount.toFixed(decimalsOf(currency));

export const count = (value: number): number => Math.round(value * 1_000) / 1_000;
