// Currencies by their codes.
import { currencyOfSign, minorUnitsOf } from './amounts.ts';

/** The ISO 4217 code in capitals, or undefined when there is no such currency. */
export function readCurrency(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return minorUnitsOf(code) === undefined ? undefined : code;
}

/** Codes that are no word of a header in small letters; `all`, `top` and `try` are some. */
const PLAIN = /^(?:eur|usd|gbp|chf|sek|nok|dkk|pln|czk|huf|aud|cad|nzd|jpy|brl|mxn|inr)$/;

/** What the header of an amount says of its currency: `Amount (CHF)`, `Betrag EUR`, `total_usd`, `Price (£)`. */
export function currencyOfHeader(header: string): string | undefined {
  const inBrackets = /[([]\s*([^()[\]\s]{1,4})\s*[)\]]\s*$/.exec(header)?.[1];
  if (inBrackets !== undefined) return readCurrency(inBrackets) ?? currencyOfSign(inBrackets);
  const last = /[\s_.-]([A-Za-z]{3})$/.exec(header)?.[1] ?? '';
  const isCode = PLAIN.test(last) || (/^[A-Z]{3}$/.test(last) && /[a-z]/.test(header));
  return isCode ? readCurrency(last) : undefined;
}
