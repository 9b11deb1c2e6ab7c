// The value of a CRM's deal. People type it in, so a text that is no amount of money is no value, instead of a deal that intake refuses.
import { exponentOf, roundedAmount } from './money.ts';

const MAX_WHOLE_DIGITS = 12;

/** @param currency Absent where the account's own is meant. */
export function worthOf(amount: string | undefined, currency: string | undefined): { amount?: string; currency?: string } {
  const text = amount?.trim().replace(/^0+(?=\d)/, '') ?? '';
  const [, whole = ''] = /^(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (whole === '' || whole.length > MAX_WHOLE_DIGITS) return {};
  if (currency === undefined) return { amount: roundedAmount(text) };
  const code = currency.trim().toUpperCase();
  return isCurrency(code) ? { amount: roundedAmount(text), currency: code } : {};
}

function isCurrency(code: string): boolean {
  try {
    return exponentOf(code) >= 0;
  } catch {
    return false;
  }
}
