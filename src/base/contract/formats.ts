// The formats of the contract, checked for real: 2026-02-30 is no day and 25:00 no time, which format libraries let pass.
import { isInstant } from '../kit/time/instants.ts';
import { ApiError } from './api-error.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** YYYY-MM-DD of a day that exists. */
export function isRealDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  // Day 0 of the next month is the last of this one; 2000 + year keeps two-digit years from meaning 19xx.
  return day <= new Date(Date.UTC(year < 100 ? 2000 + year : year, month, 0)).getUTCDate();
}

export const isUuid = (text: string): boolean => UUID.test(text);

/** Formats by the names in the contract. */
export const formats: Record<string, (text: string) => boolean> = { date: isRealDay, 'date-time': isInstant, uuid: isUuid };

// The rule about date_from and date_to that no schema can say: in order, and not longer than the limit.

export const MAX_SPAN_DAYS = 732;
const DAY_MS = 86_400_000;

/** Refuses with invalid_date_range; both days are real days already. */
export function checkDateRange(from: string, to: string): void {
  const span = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (span < 1) throw new ApiError('invalid_date_range', `date_from: must not be after date_to (${from} > ${to}).`);
  if (span > MAX_SPAN_DAYS)
    throw new ApiError('invalid_date_range', `date_to: a range spans at most ${MAX_SPAN_DAYS} days, this one ${span}.`);
}
