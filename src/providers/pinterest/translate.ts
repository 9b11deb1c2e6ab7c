// Pinterest's ad accounts, campaigns, ad groups and ads in the vocabulary of all ad platforms. Money is in millionths of the account's currency,
// which Pinterest calls micro dollars whatever the currency is.
import type { z } from 'zod';
import type { Ad, AdAccount, AdSet, AdSpend, Campaign, Creative, DeliveryStatus } from '../ad-platform.ts';
import { fromMicros } from '../money.ts';
import type * as shapes from './shapes.ts';

/** Reports are by days of UTC: another zone is a closed test of Pinterest. Nothing is changed there from here. */
export const accountOf = ({ id, name, currency }: z.infer<typeof shapes.account>): AdAccount => ({
  id,
  name: name || id,
  currency,
  timezone: 'UTC',
  status: 'active',
  hasWriteAccess: false,
});

const STATUSES: Readonly<Record<string, DeliveryStatus>> = { ACTIVE: 'active', PAUSED: 'paused', ARCHIVED: 'archived' };
const statusOf = (word: string | undefined): DeliveryStatus => STATUSES[word ?? ''] ?? 'other';

const amountOf = (micros: number | undefined): string | undefined =>
  micros === undefined || micros === 0 ? undefined : fromMicros(micros);

export function campaignOf(raw: z.infer<typeof shapes.campaign>): Campaign {
  const [dailyBudget, lifetimeBudget] = [amountOf(raw.daily_spend_cap), amountOf(raw.lifetime_spend_cap)];
  return {
    id: raw.id,
    name: raw.name,
    status: statusOf(raw.status),
    ...(raw.objective_type === undefined ? {} : { objective: raw.objective_type }),
    ...(dailyBudget === undefined ? {} : { dailyBudget }),
    ...(lifetimeBudget === undefined ? {} : { lifetimeBudget }),
  };
}

/** `CBO_ADGROUP` has the budget of its campaign. */
export function adSetOf(raw: z.infer<typeof shapes.adGroup>): AdSet {
  const amount = amountOf(raw.budget_in_micro_currency);
  return {
    id: raw.id,
    campaignId: raw.campaign_id,
    name: raw.name,
    status: statusOf(raw.status),
    ...(amount !== undefined && raw.budget_type === 'DAILY' ? { dailyBudget: amount } : {}),
    ...(amount !== undefined && raw.budget_type === 'LIFETIME' ? { lifetimeBudget: amount } : {}),
  };
}

type Parents = Readonly<Record<'adSets' | 'campaigns', ReadonlyMap<string, DeliveryStatus>>>;

/** @param parents The statuses of all ad groups and campaigns, as an ad shows its own alone. */
export function adOf(raw: z.infer<typeof shapes.ad>, { adSets, campaigns }: Parents): Ad {
  const configuredStatus = statusOf(raw.status);
  const states = [configuredStatus, adSets.get(raw.ad_group_id), campaigns.get(raw.campaign_id)];
  const stopped = states.find((status) => status !== undefined && status !== 'active');
  const isReviewed = raw.review_status === undefined || raw.review_status === 'APPROVED';
  return {
    id: raw.id,
    adSetId: raw.ad_group_id,
    campaignId: raw.campaign_id,
    name: raw.name || raw.id,
    configuredStatus,
    effectiveStatus: stopped ?? (isReviewed ? 'active' : 'other'),
    platformStatus: (isReviewed ? raw.status : raw.review_status) ?? '',
    creative: creativeOf(raw),
    ...(raw.created_time === undefined ? {} : { createdAt: new Date(raw.created_time * 1_000).toISOString() }),
  };
}

/** The pin is what the ad shows. */
const creativeOf = ({ id, pin_id, creative_type, destination_url }: z.infer<typeof shapes.ad>): Creative => ({
  id: pin_id ?? id,
  type: TYPES[creative_type ?? ''] ?? 'other',
  ...(destination_url === undefined ? {} : { landingPageUrl: destination_url }),
});
const TYPES: Readonly<Record<string, Creative['type']>> = {
  REGULAR: 'image',
  VIDEO: 'video',
  MAX_VIDEO: 'video',
  CAROUSEL: 'carousel',
  SHOPPING: 'dynamic',
};

export const adIdOf = ({ AD_ID, PIN_PROMOTION_ID }: shapes.Row): string => AD_ID ?? PIN_PROMOTION_ID ?? '';

export function spendOf(row: shapes.Row): AdSpend {
  const { SPEND_IN_MICRO_DOLLAR: spend = 0, PAID_IMPRESSION: impressions = 0, TOTAL_CLICKTHROUGH: clicks = 0 } = row;
  return { day: row.DATE.slice(0, 10), adId: adIdOf(row), spend: fromMicros(spend), impressions, clicks };
}
