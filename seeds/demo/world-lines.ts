// The lines of the demo world, its people and what is true of them.
import type { Market } from '../../src/sandbox/index.ts';
import type { Ad, AdTruth, Planted } from './ads.ts';
import type { Channel } from './shop.ts';

export interface WorldOptions {
  seed: number;
  /** The last day, YYYY-MM-DD. */
  lastDay: string;
  days: number;
  /** 1 = a shop of some ten thousand sessions in 120 days. */
  size: number;
  /** The platform whose ads it has; one of the same seed and size where absent. */
  market?: Market;
}

/** A line of `backfill events`. */
export interface EventLine {
  event_id: string;
  anonymous_id?: string;
  occurred_at: string;
  event_type: string;
  url?: string;
  referrer?: string;
  idempotency_key?: string;
  value_amount?: string;
  currency?: string;
  refund_of?: string;
  deal_id?: string;
  external_id?: string;
  crm_contact_id?: string;
  email?: string;
  phone?: string;
  user_agent?: string;
  first_name?: string;
  last_name?: string;
  country?: string;
  engaged_seconds?: string;
  properties?: string;
}

/** A line of `backfill spend`. */
export interface SpendLine {
  platform: string;
  account_id: string;
  day: string;
  campaign_id: string;
  campaign_name: string;
  adset_id: string;
  adset_name: string;
  ad_id: string;
  ad_name: string;
  currency: string;
  spend: string;
  impressions: string;
  clicks: string;
}

/** What is so in the world, whatever a service makes of it. Money is a decimal string. */
export interface Truth {
  seed: number;
  timezone: string;
  currency: string;
  first_day: string;
  last_day: string;
  events: number;
  bot_events: number;
  sessions: number;
  page_views: number;
  /** People with a session, and as many as can be distinguished: a browser on which nobody ever said who they are counts on its own. */
  people: number;
  visitors: number;
  /** People whose identity became known. */
  customers: number;
  customers_on_two_devices: number;
  payments: { count: number; amount: string };
  refunds: { count: number; full: number; amount: string };
  leads: { created: number; appointments: number; won: number; won_amount: string };
  spend: { amount: string; by_platform: Record<string, string>; by_channel: Record<string, string> };
  /** Buyers by the channel of their first session, and of the last one before their first payment. */
  channels: Record<string, { sessions: number; buyers_first: number; buyers_last: number; spend: string }>;
  /** What each ad truly sells: sales that would not have been made without it. */
  ads: AdTruth[];
  /** What a careful marketer would find among the ads. */
  planted: Planted[];
}

export interface World {
  /** In order of time. */
  events: EventLine[];
  spend: SpendLine[];
  truth: Truth;
}

export const decimal = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

export interface Browser {
  anonymousId: string;
  agent: string;
  country: string;
  /** When its last session ended. */
  until: number;
  /** Did its user ever say who they are? */
  isKnown: boolean;
}

export interface Person {
  no: number;
  browsers: Browser[];
  isKnown: boolean;
  isSubscribed: boolean;
  sawProduct: boolean;
  visits: { at: number; channel: Channel; browser: Browser }[];
  firstPaidAt: number | undefined;
  /** The ad without which this person might never have come. */
  broughtBy: Ad | undefined;
}

/** How many visitors a person seems to be: their known browsers are one, each other one is on its own. */
export function distinguishable(person: Person): number {
  const used = new Set(person.visits.map((visit) => visit.browser));
  const unknown = [...used].filter((browser) => !browser.isKnown).length;
  return unknown + (unknown < used.size ? 1 : 0);
}
