// Reddit's ad accounts, campaigns, ad groups and ads in the vocabulary of all ad platforms. Money is in millionths of the account's currency.
import type { z } from 'zod';
import type { Ad, AdAccount, AdSet, AdSpend, Campaign, Creative, DeliveryStatus } from '../ad-platform.ts';
import { fromMicros } from '../money.ts';
import type * as shapes from './shapes.ts';

/** Reading only: nothing is changed at Reddit from here. */
export const accountOf = ({
  id,
  name,
  currency,
  time_zone_id,
  suspension_reason,
}: z.infer<typeof shapes.account>): AdAccount => ({
  id,
  name: name || id,
  currency,
  timezone: time_zone_id,
  hasWriteAccess: false,
  status: suspension_reason === undefined ? 'active' : 'disabled',
  ...(suspension_reason === undefined ? {} : { statusReason: suspension_reason }),
});

/** Of a word such as `ACTIVE`, `CAMPAIGN_PAUSED` or `PENDING_APPROVAL`. */
function statusOf(word: string | undefined): DeliveryStatus {
  if (word === undefined || word === 'ACTIVE') return 'active';
  if (/PAUSED$/.test(word)) return 'paused';
  return /(?:ARCHIVED|DELETED|COMPLETED)$/.test(word) ? 'archived' : 'other';
}

interface Goal {
  goal_type?: string | undefined;
  goal_value?: number | undefined;
}
function budgetsOf({ goal_type: type, goal_value: value }: Goal) {
  if (value === undefined || value === 0) return {};
  if (type === 'DAILY_SPEND') return { dailyBudget: fromMicros(value) };
  return type === 'LIFETIME_SPEND' ? { lifetimeBudget: fromMicros(value) } : {};
}

export const campaignOf = (raw: z.infer<typeof shapes.campaign>): Campaign => ({
  id: raw.id,
  name: raw.name,
  status: statusOf(raw.effective_status ?? raw.configured_status),
  ...(raw.objective === undefined ? {} : { objective: raw.objective }),
  ...budgetsOf(raw),
});

export const adSetOf = (raw: z.infer<typeof shapes.adGroup>): AdSet => ({
  id: raw.id,
  campaignId: raw.campaign_id,
  name: raw.name,
  status: statusOf(raw.effective_status ?? raw.configured_status),
  ...budgetsOf(raw),
});

/** None for an ad of an ad group that is younger than the list of ad groups; the next reading has both. */
export function adOf(raw: z.infer<typeof shapes.ad>, campaignOfAdSet: ReadonlyMap<string, string>): Ad[] {
  const campaignId = raw.campaign_id ?? campaignOfAdSet.get(raw.ad_group_id);
  if (campaignId === undefined) return [];
  const ad: Ad = {
    id: raw.id,
    adSetId: raw.ad_group_id,
    campaignId,
    name: raw.name || raw.id,
    configuredStatus: statusOf(raw.configured_status),
    effectiveStatus: statusOf(raw.effective_status ?? raw.configured_status),
    platformStatus: raw.effective_status ?? raw.configured_status ?? '',
    creative: creativeOf(raw),
    ...(raw.created_at === undefined ? {} : { createdAt: raw.created_at }),
  };
  return [ad];
}

/** The post is what the ad shows. */
const creativeOf = ({ id, post_id, type, click_url }: z.infer<typeof shapes.ad>): Creative => ({
  id: post_id ?? id,
  type: TYPES[type ?? ''] ?? 'other',
  ...(click_url === undefined ? {} : { landingPageUrl: click_url }),
});
const TYPES: Readonly<Record<string, Creative['type']>> = { IMAGE: 'image', VIDEO: 'video', CAROUSEL: 'carousel' };

export const spendOf = ({ date, ad_id: adId, spend = 0, impressions = 0, clicks = 0 }: shapes.ReportRow): AdSpend => ({
  day: date.slice(0, 10),
  adId,
  spend: fromMicros(spend),
  impressions,
  clicks,
});
