// Lifetime value by first source: what people who were acquired in a period had paid after 30 to 365 days. A number of days counts only people
// who are so old, so that a young cohort is never compared with an old one.
import { reading } from '../../../base/contract/operation.ts';
import { prepared } from '../../../base/warehouse/statements.ts';
import { todayOf } from '../cohorts.ts';
import { filtersOf } from '../filters.ts';
import type { Variation } from '../intervals/intervals.ts';
import { dayBefore } from '../overview-figures.ts';
import { paymentsBehind } from '../receipts/rows-behind.ts';
import { report, withSpread } from '../report.ts';
import { olderRateWarnings, rateWarnings } from '../warnings.ts';
import { knownOf, lifetimeData, lifetimeFigures, lifetimeIntervals, linesOf } from './figures.ts';

const LONGEST_DAYS = 365;

export const getLifetimeValue = reading('getLifetimeValue', (call, base) => {
  const { profileId } = call.profile;
  // With the day of the figures, so that a kept answer is not one of yesterday.
  const params = withSpread({ ...call.params, today: todayOf(base, profileId, call.params.as_of) });
  const { date_from, date_to, dimension, today } = params;
  const money_to = dayBefore(date_to, 1 - LONGEST_DAYS);
  return report(
    { base, profileId, operation: 'getLifetimeValue', params, shown: { ...call.params, outagesOnly: true } },
    () =>
      prepared(
        'warehouse/report/analytics/lifetime_value_get',
        { ...filtersOf(params), date_from, date_to, dimension, today, money_from: date_from, money_to },
        ['in_range'],
      ),
    (rows, { frame: { currency, timezone }, dayStart }) => {
      const lines = linesOf(rows);
      const about = { rows: [paymentsBehind({ profileId, date_from, date_to: money_to, dayStart })], currency };
      return {
        data: lifetimeData(lines),
        meta: {
          date_from,
          date_to,
          profile_id: profileId,
          dimension,
          windows: knownOf({ from: date_from, to: date_to, today }),
          currency,
          timezone,
        },
        warnings: [...rateWarnings(rows[0]?.unpriced_currencies ?? []), ...olderRateWarnings(rows[0]?.older_rates)],
        receipts: () => lifetimeFigures(lines, about),
        intervals: (variation: Variation) => lifetimeIntervals(lines, variation),
      };
    },
  );
});
