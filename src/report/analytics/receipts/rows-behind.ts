// Calls that list the rows behind a figure. They need scopes of their own, which the caller of the figure may lack.
import type { FilterParams } from '../filters.ts';
import type { Rows } from './receipt.ts';

/** The rows that a figure covers. */
export interface Covered {
  profileId: string;
  date_from: string;
  date_to: string;
}

/** Where days begin matters. */
export interface CoveredTime extends Covered {
  /** The first moment of a local day, in milliseconds since 1970. */
  dayStart: (day: string) => number;
}

function call(operation: string, path: string, query: Record<string, string | undefined>): Rows {
  const sent = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { operation, path: `/api/v1${path}?${new URLSearchParams(sent)}` };
}

/** The conversions of a range that give credit to these origins, or to one path. */
export interface Narrowed {
  channel?: string | undefined;
  source?: string | undefined;
  campaign?: string | undefined;
  filter_modes?: string | undefined;
  model?: string | undefined;
  path?: string | undefined;
  transform?: string | undefined;
}

/** The filters that a list of conversions takes; undefined with filters that it does not have. */
export function narrowedBy({
  channel,
  source,
  campaign,
  medium,
  device,
  country,
  filter_modes,
}: FilterParams): Narrowed | undefined {
  const hasOthers =
    [medium, device, country].some((request) => request !== undefined) ||
    filter_modes?.some((mode) => /^(medium|device|country):/.test(mode));
  return hasOthers ? undefined : { channel, source, campaign, filter_modes: filter_modes?.join(',') };
}

/** Conversions of a goal: each has its customer and, by its id, its journey with the credit of each touch. */
export const conversionsBehind = ({ profileId, date_from, date_to }: Covered, goal: string, narrowed: Narrowed = {}): Rows =>
  call('listCustomers', '/customers', { profile_id: profileId, date_from, date_to, goal, ...narrowed, limit: '100' });

export const spendBehind = ({ profileId, date_from, date_to }: Covered): Rows =>
  call('listSpend', '/spend', { profile_id: profileId, date_from, date_to });

/** Payments of the days; reversals are listed with the payment that they reverse. */
export const paymentsBehind = (covered: CoveredTime): Rows =>
  call('listPayments', '/payments', { profile_id: covered.profileId, ...instants(covered), limit: '100' });

export const eventsBehind = (covered: CoveredTime): Rows =>
  call('listTrackingEvents', '/tracking/events', { profile_id: covered.profileId, ...instants(covered), traffic: 'people' });

/** The report of attribution that a figure was taken from, with its own receipts. */
export const reportBehind = (query: Record<string, string>): Rows =>
  call('getAttribution', '/attribution', { ...query, dimension: 'channel', include: 'receipt' });

const DAY_MS = 86_400_000;
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** From the first moment of the first day to the last of the last, in the profile's zone. */
const instants = ({ date_from, date_to, dayStart }: CoveredTime): { from: string; to: string } => ({
  from: new Date(dayStart(date_from)).toISOString(),
  to: new Date(dayStart(dayAfter(date_to)) - 1).toISOString(),
});
