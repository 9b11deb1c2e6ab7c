// Meta's money: spend is decimal text in whole units; budgets are whole numbers of Meta's own smallest part, which is not that of ISO 4217.
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';

/** Currencies whose budgets are counted in whole units; all others in hundredths, even those with three decimals. */
const WHOLE = new Set(['CLP', 'COP', 'CRC', 'HUF', 'IDR', 'ISK', 'JPY', 'KRW', 'PYG', 'TWD', 'VND']);

const decimalsOf = (currency: string): number => (WHOLE.has(currency) ? 0 : 2);

/** E.g. `"600"` of USD to `"6"`, of CLP to `"600"`. */
export const budgetText = (amount: string, currency: string): string => decimalText(BigInt(amount), decimalsOf(currency));

/** The number that Meta is sent for a budget. @throws RangeError where the amount is finer than Meta counts. */
export const budgetUnits = (amount: string, currency: string): bigint => unitsOf(amount, decimalsOf(currency));
