// The rules of reports of visits: the periods, and whom they show.
import { findReach } from '../../../account/places/index.ts';
import { profileDayStart } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { checkDateRange } from '../../../base/contract/formats.ts';
import { MIN_PEOPLE } from '../outside/cells.ts';
import { cutOfPeriods, dayBefore } from '../overview-figures.ts';
import type { CoveredTime } from '../receipts/rows-behind.ts';

export interface PeriodParams {
  date_from: string;
  date_to: string;
  compared_from?: string | undefined;
  compared_to?: string | undefined;
}

interface Compared {
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

/** The days of both periods, as receipts list rows of them. */
export function coveredPeriods(base: ReadBase, profileId: string, { date_from, date_to }: PeriodParams, compared: Compared) {
  const dayStart = (day: string): number => profileDayStart(base, profileId, day);
  const of = (from: string, to: string): CoveredTime => ({ profileId, date_from: from, date_to: to, dayStart });
  return { current: of(date_from, date_to), previous: of(compared.from, compared.to) };
}

/** In healthcare, few people are not shown on pages. */
export const fewestPeople = (base: ReadBase, profileId: string): number =>
  findReach(base, profileId)?.isHealthcare === true ? MIN_PEOPLE : 0;
