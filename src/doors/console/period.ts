// Which days a page is about: the last full 7, 30 or 90 of the profile, today, or those that were asked for.
import { Temporal } from 'temporal-polyfill';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkDateRange } from '../../base/contract/date-range.ts';
import { isRealDay } from '../../base/contract/formats.ts';

export const CHOICES = [7, 30, 90] as const;
const USUAL = 30;

export interface Period {
  from: string;
  to: string;
  days: number;
  /** The choice it came from. */
  choice: (typeof CHOICES)[number] | 'today' | 'custom';
  /** The days it is compared with: as many, just before. */
  before: { from: string; to: string };
}

/** Throws invalid_date_range, in words for the reader, when the days asked for are none. */
export function periodOf(query: URLSearchParams, now: number, timezone: string): Period {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate();
  const [from, to, days] = [query.get('from'), query.get('to'), query.get('days')];
  if (from !== null || to !== null) return custom(from ?? '', to ?? '');
  if (days === 'today') return period(today, today, 'today');
  const choice = CHOICES.find((each) => String(each) === days) ?? USUAL;
  if (days !== null && String(choice) !== days)
    throw new ApiError('invalid_date_range', 'Choose 7, 30 or 90 days, or name a first and a last day.');
  const last = today.subtract({ days: 1 }); // a day that is still running would look like a loss
  return period(last.subtract({ days: choice - 1 }), last, choice);
}

function custom(from: string, to: string): Period {
  if (!isRealDay(from) || !isRealDay(to))
    throw new ApiError('invalid_date_range', 'Name a first and a last day, like 2026-03-31.');
  checkDateRange(from, to);
  return period(Temporal.PlainDate.from(from), Temporal.PlainDate.from(to), 'custom');
}

function period(from: Temporal.PlainDate, to: Temporal.PlainDate, choice: Period['choice']): Period {
  const days = from.until(to).days + 1;
  return {
    from: from.toString(),
    to: to.toString(),
    days,
    choice,
    before: { from: from.subtract({ days }).toString(), to: from.subtract({ days: 1 }).toString() },
  };
}
