// Lifetime value by first source: what people who were acquired in a period had paid after 30 to 365 days. A number of days counts only people
// who are so old, so that a young cohort is never compared with an old one.
import { profileDayStart } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { type Call, reading } from '../../../base/contract/operation.ts';
import { prepared } from '../../../base/warehouse/plan.ts';
import { figuresRequested } from '../as-of-reports.ts';
import { todayOf } from '../cohorts.ts';
import { filtersOf } from '../filters.ts';
import { type Figures, frameOf } from '../frame.ts';
import { asWarnings, olderRateWarnings, rateWarnings } from '../money.ts';
import { dayBefore } from '../overview-figures.ts';
import { type Receipts, receiptMembers } from '../receipts/receipt.ts';
import { paymentsBehind } from '../receipts/rows-behind.ts';
import { withOutages } from '../trust.ts';
import { knownOf, lifetimeData, lifetimeFigures, lifetimeIntervals, linesOf } from './figures.ts';

const LONGEST_DAYS = 365;

/** With the day of the figures, so that a kept answer is not one of yesterday. */
type Params = Omit<Call<'getLifetimeValue'>['params'], 'as_of' | 'include' | 'receipts_of'> & { today: string };

async function lifetimeReport(base: ReadBase, profileId: string, params: Params, figures: Figures) {
  const { date_from, date_to, dimension, today } = params;
  const frame = await frameOf(base, profileId, undefined, figures);
  const money_to = dayBefore(date_to, 1 - LONGEST_DAYS);
  const request = { ...filtersOf(params), date_from, date_to, dimension, today, money_from: date_from, money_to };
  const plan = prepared('warehouse/report/analytics/lifetime_value_get', request, ['in_range']);
  const rows = await figures.read(plan);
  const lines = linesOf(rows);
  const covered = { profileId, date_from, date_to: money_to, dayStart: (day: string) => profileDayStart(base, profileId, day) };
  const about = { rows: [paymentsBehind(covered)], currency: frame.currency };
  const receipts: Receipts = { source: { plan, version: frame.version }, figures: () => lifetimeFigures(lines, about) };
  return {
    data: lifetimeData(lines),
    meta: {
      ...{ date_from, date_to, profile_id: profileId, dimension, windows: knownOf({ from: date_from, to: date_to, today }) },
      ...{ currency: frame.currency, timezone: frame.timezone, version: frame.version },
    },
    ...asWarnings([...rateWarnings(rows[0]?.unpriced_currencies ?? []), ...olderRateWarnings(rows[0]?.older_rates)]),
    lines,
    receipts,
  };
}

export const getLifetimeValue = reading('getLifetimeValue', async (call, base) => {
  const { include, receipts_of: _, ...query } = call.params;
  const { profileId } = call.profile;
  const request = { ...query, today: todayOf(base, profileId, query.as_of) };
  const { receipts, lines, ...found } = await figuresRequested(base, profileId, 'getLifetimeValue', request, (figures) =>
    lifetimeReport(base, profileId, request, figures),
  );
  const answer = withOutages(base, profileId, query, found);
  return {
    ...answer,
    ...(include?.includes('interval') ? { intervals: lifetimeIntervals(lines) } : {}),
    ...receiptMembers(call.params, receipts, answer.warnings),
  };
});
