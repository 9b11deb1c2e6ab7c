// Currencies by their codes.
import { minorUnitsOf } from './amounts.ts';

/** The ISO 4217 code in capitals, or undefined when there is no such currency. */
export function readCurrency(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return minorUnitsOf(code) === undefined ? undefined : code;
}
