// The rule about date_from and date_to that no schema can say: in order, and not longer than the limit.
import { ApiError } from './api-error.ts';

export const MAX_SPAN_DAYS = 732;
const DAY_MS = 86_400_000;

/** Refuses with invalid_date_range; both days are real days already. */
export function checkDateRange(from: string, to: string): void {
  const span = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (span < 1) throw new ApiError('invalid_date_range', `date_from: must not be after date_to (${from} > ${to}).`);
  if (span > MAX_SPAN_DAYS)
    throw new ApiError('invalid_date_range', `date_to: a range spans at most ${MAX_SPAN_DAYS} days, this one ${span}.`);
}
