// Calls that list the rows behind a figure. They need scopes of their own, which the caller of the figure may lack.
import { Temporal } from 'temporal-polyfill';
import type { Rows } from './receipt.ts';

/** What a figure covers. */
export interface Covered {
  profileId: string;
  date_from: string;
  date_to: string;
  timezone: string;
}

function call(operation: string, path: string, query: Record<string, string | undefined>): Rows {
  const sent = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { operation, path: `/api/v1${path}?${new URLSearchParams(sent)}` };
}

/** Which conversions of a range: those that these origins earn credit of, or of one path. */
export interface Narrowed {
  channel?: string | undefined;
  source?: string | undefined;
  campaign?: string | undefined;
  model?: string | undefined;
  path?: string | undefined;
  transform?: string | undefined;
}

/** Conversions of a goal: each has its customer and, by its id, its journey with the credit of each touch. */
export const conversionsBehind = ({ profileId, date_from, date_to }: Covered, goal: string, narrowed: Narrowed = {}): Rows =>
  call('listCustomers', '/customers', { profile_id: profileId, date_from, date_to, goal, ...narrowed, limit: '100' });

export const spendBehind = ({ profileId, date_from, date_to }: Covered): Rows =>
  call('listSpend', '/spend', { profile_id: profileId, date_from, date_to });

/** Payments of the days; reversals are listed with the payment that they reverse. */
export const paymentsBehind = (covered: Covered): Rows =>
  call('listPayments', '/payments', { profile_id: covered.profileId, ...instants(covered), limit: '100' });

export const eventsBehind = (covered: Covered): Rows =>
  call('listTrackingEvents', '/tracking/events', { profile_id: covered.profileId, ...instants(covered), traffic: 'people' });

/** From the first moment of the first day to the last of the last, in the profile's zone. */
function instants({ date_from, date_to, timezone }: Covered): { from: string; to: string } {
  const startOf = (day: Temporal.PlainDate): Temporal.Instant => day.toZonedDateTime(timezone).toInstant();
  const from = startOf(Temporal.PlainDate.from(date_from));
  const to = startOf(Temporal.PlainDate.from(date_to).add({ days: 1 })).subtract({ milliseconds: 1 });
  return { from: from.toString({ fractionalSecondDigits: 3 }), to: to.toString({ fractionalSecondDigits: 3 }) };
}
