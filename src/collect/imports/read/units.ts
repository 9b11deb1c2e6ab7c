// Amounts in the smallest unit of their currency: 1250 of EUR is 12.50, of JPY 1250.
import { decimalText, unitsOf } from '../../../base/kit/decimals.ts';
import { SCALE } from './row-view.ts';

export const inUnits = (amount: string, minorUnits: number): string =>
  decimalText(unitsOf(amount, SCALE) / 10n ** BigInt(minorUnits), SCALE);
