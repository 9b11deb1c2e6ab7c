// The two periods of a report of visits: the requested one, and the one that it is compared with.
import { ApiError } from '../../../base/contract/api-error.ts';
import { checkDateRange } from '../../../base/contract/date-range.ts';
import { cutOfPeriods, dayBefore } from '../overview-figures.ts';

export interface PeriodParams {
  date_from: string;
  date_to: string;
  compared_from?: string | undefined;
  compared_to?: string | undefined;
}

export interface Compared {
  from: string;
  to: string;
}

/** The equally long period before, unless another is requested. */
export function comparedPeriod(params: PeriodParams): Compared {
  const { date_from, date_to, compared_from, compared_to } = params;
  if (compared_from === undefined && compared_to === undefined)
    return { from: cutOfPeriods({ date_from, date_to }).from, to: dayBefore(date_from, 1) };
  if (compared_from === undefined || compared_to === undefined)
    throw new ApiError('invalid_date_range', 'compared_from and compared_to: send both or none.');
  checkDateRange(compared_from, compared_to);
  return { from: compared_from, to: compared_to };
}
