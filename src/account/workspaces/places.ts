// Time zones and currencies as people give them: real ones only.
import { ApiError } from '../../base/contract/api-error.ts';
import { readSeed } from '../../base/kit/seeds.ts';

/** An IANA name that this runtime knows, in the caller's spelling. Offsets are refused: they know no summer time. */
export function checkedTimezone(field: string, value: string): string {
  if (/^[+-]/.test(value) || !isKnownZone(value)) {
    throw new ApiError('validation_error', `${field}: not an IANA time zone name such as Europe/Berlin.`);
  }
  return value;
}

function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with a code; undefined: nothing. */
export function currencyFault(value: string): string | undefined {
  const isCurrency = (text: string): boolean => readSeed('currencies').some(({ code }) => code === text);
  if (isCurrency(value)) return undefined;
  const capitals = value.toUpperCase();
  if (isCurrency(capitals)) return `currency codes are written in capitals: ${capitals}.`;
  return 'not an active ISO 4217 code such as USD.';
}

/** Of a body; a parameter of a request is refused with another code. */
export function checkedCurrency(field: string, value: string): string {
  const fault = currencyFault(value);
  if (fault !== undefined) throw new ApiError('validation_error', `${field}: ${fault}`);
  return value;
}
