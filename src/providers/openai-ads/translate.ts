// OpenAI's ad account, campaigns, ad groups and ads in the vocabulary of all ad platforms.
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import type { Ad, AdAccount, AdSet, AdSpend, Campaign, DeliveryStatus } from '../ad-platform.ts';
import { fromMicros, roundedAmount } from '../money.ts';
import type * as shapes from './shapes.ts';

/** Reading only: nothing is changed at OpenAI from here. */
export const accountOf = ({ id, name, status, timezone, currency_code }: z.infer<typeof shapes.account>): AdAccount => ({
  id,
  name: name || id,
  currency: currency_code,
  timezone,
  hasWriteAccess: false,
  status: status === undefined || status === 'active' ? 'active' : 'disabled',
  ...(status === undefined || status === 'active' ? {} : { statusReason: status }),
});

const STATUSES: Readonly<Record<string, DeliveryStatus>> = { active: 'active', paused: 'paused', archived: 'archived' };
const statusOf = (word: string | undefined): DeliveryStatus => STATUSES[word ?? ''] ?? 'other';

export function campaignOf({ id, name, status, budget }: shapes.Campaign): Campaign {
  const { daily_spend_limit_micros: daily, lifetime_spend_limit_micros: lifetime } = budget ?? {};
  return {
    id,
    name,
    status: statusOf(status),
    ...(daily === undefined ? {} : { dailyBudget: fromMicros(daily) }),
    ...(lifetime === undefined ? {} : { lifetimeBudget: fromMicros(lifetime) }),
  };
}

export const adSetOf = ({ id, name, status }: shapes.AdGroup, { id: campaignId }: Campaign): AdSet => ({
  id,
  campaignId,
  name,
  status: statusOf(status),
});

export function adOf(raw: shapes.Ad, adSet: AdSet, campaign: Campaign): Ad {
  const configuredStatus = statusOf(raw.status);
  const stopped = [configuredStatus, adSet.status, campaign.status].find((status) => status !== 'active');
  const isReviewed = raw.review_status === undefined || raw.review_status === 'approved';
  const { title, target_url: landingPageUrl } = raw.creative ?? {};
  return {
    id: raw.id,
    adSetId: adSet.id,
    campaignId: campaign.id,
    name: raw.name || title || raw.id,
    configuredStatus,
    effectiveStatus: stopped ?? (isReviewed ? 'active' : 'other'),
    platformStatus: (isReviewed ? raw.status : raw.review_status) ?? '',
    // Its picture is at a signed address that ends soon.
    creative: {
      id: raw.id,
      type: raw.creative?.type === 'product_ad_template' ? 'dynamic' : 'other',
      ...(landingPageUrl === undefined ? {} : { landingPageUrl }),
    },
    ...(raw.created_at === undefined ? {} : { createdAt: new Date(raw.created_at * 1_000).toISOString() }),
  };
}

/** @param timezone That of the request: a day of a change of clocks has 23 or 25 hours. */
export function spendOf(row: shapes.Insight, timezone: string): AdSpend {
  const { ad_id: adId, ad_name: adName, ad_group_id: adSetId, campaign_id: campaignId } = row;
  const day = Temporal.Instant.fromEpochMilliseconds(row.start_time * 1_000)
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  return {
    day: day.toString(),
    adId,
    spend: roundedAmount(row.spend ?? '0'),
    impressions: row.impressions ?? 0,
    clicks: row.clicks ?? 0,
    ...(adName === undefined ? {} : { adName }),
    ...(adSetId === undefined ? {} : { adSetId }),
    ...(campaignId === undefined ? {} : { campaignId }),
  };
}
