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

export function checkedCurrency(field: string, value: string): string {
  if (readSeed('currencies').some(({ code }) => code === value)) return value;
  const capitals = value.toUpperCase();
  if (readSeed('currencies').some(({ code }) => code === capitals))
    throw new ApiError('validation_error', `${field}: currency codes are written in capitals: ${capitals}.`);
  throw new ApiError('validation_error', `${field}: not an active ISO 4217 code such as USD.`);
}
