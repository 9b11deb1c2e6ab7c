// TikTok's objects in the vocabulary of all ad platforms. Money is decimal in whole units, read and written.
import type { z } from 'zod';
import type { Ad, AdAccount, AdSet, AdSpend, Campaign, DeliveryStatus, LiveAd, LiveAdSet, LiveBudget } from '../ad-platform.ts';
import { decimalBudget } from '../ad-writing.ts';
import type * as shapes from './shapes.ts';

export const accountOf = (raw: z.infer<typeof shapes.advertiser>): AdAccount => ({
  id: raw.advertiser_id,
  name: raw.name,
  currency: raw.currency,
  timezone: raw.display_timezone ?? raw.timezone ?? 'UTC',
  status: raw.status === 'STATUS_ENABLE' ? 'active' : 'disabled',
  statusReason: raw.status === 'STATUS_ENABLE' ? undefined : raw.status,
  hasWriteAccess: undefined,
});

/** E.g. `AD_STATUS_CAMPAIGN_DISABLE`: the effective state of an object, from its parents and TikTok's review. */
function effectiveOf({
  operation_status: set,
  secondary_status: word,
}: {
  operation_status?: string | undefined;
  secondary_status?: string | undefined;
}): DeliveryStatus {
  if (word === undefined) return configuredOf(set);
  if (/_DELETE$/.test(word)) return 'archived';
  if (/_DISABLE$/.test(word)) return 'paused';
  return /_(DELIVERY_OK|ENABLE|ALL_DELIVERY)$/.test(word) ? 'active' : 'other';
}

function configuredOf(word: string | undefined): DeliveryStatus {
  if (word === 'DELETE') return 'archived';
  return word === 'DISABLE' ? 'paused' : 'active';
}

const budgetsOf = ({ budget, budget_mode: mode }: { budget?: string | undefined; budget_mode?: string | undefined }) => ({
  dailyBudget: mode === 'BUDGET_MODE_TOTAL' || mode === 'BUDGET_MODE_INFINITE' || isZero(budget) ? undefined : budget,
  lifetimeBudget: mode === 'BUDGET_MODE_TOTAL' && !isZero(budget) ? budget : undefined,
});
const isZero = (amount: string | undefined): boolean => amount === undefined || Number(amount) === 0;

export const campaignOf = (raw: z.infer<typeof shapes.campaign>): Campaign => ({
  id: raw.campaign_id,
  name: raw.campaign_name,
  status: effectiveOf(raw),
  objective: raw.objective_type,
  ...budgetsOf(raw),
});

export const adSetOf = (raw: z.infer<typeof shapes.adGroup>): AdSet => ({
  id: raw.adgroup_id,
  campaignId: raw.campaign_id,
  name: raw.adgroup_name,
  status: effectiveOf(raw),
  ...budgetsOf(raw),
});

export const adOf = (raw: z.infer<typeof shapes.ad>): Ad => ({
  id: raw.ad_id,
  adSetId: raw.adgroup_id,
  campaignId: raw.campaign_id,
  name: raw.ad_name,
  configuredStatus: configuredOf(raw.operation_status),
  effectiveStatus: effectiveOf(raw),
  platformStatus: raw.secondary_status ?? raw.operation_status ?? '',
  // TikTok has no creative beside the ad.
  creative: {
    id: raw.ad_id,
    type: raw.video_id ? 'video' : (raw.image_ids ?? []).length > 1 ? 'carousel' : 'image',
    landingPageUrl: raw.landing_page_url,
    texts: raw.ad_text === undefined ? [] : [raw.ad_text],
    callToAction: raw.call_to_action,
  },
  createdAt: raw.create_time === undefined ? undefined : `${raw.create_time.replace(' ', 'T')}Z`,
});

type Raw<Shape extends z.ZodType> = z.infer<Shape>;

export const liveAdOf = (
  ad: Raw<typeof shapes.ad>,
  adGroup: Raw<typeof shapes.adGroup>,
  campaign: Raw<typeof shapes.campaign>,
): LiveAd => ({
  ...adOf(ad),
  parents: { adSet: configuredOf(adGroup.operation_status), campaign: configuredOf(campaign.operation_status) },
  urlTagsObstacle: 'unchangeable',
});

export const liveAdSetOf = (
  adGroup: Raw<typeof shapes.adGroup>,
  campaign: Raw<typeof shapes.campaign>,
  currency: string,
): LiveAdSet => ({
  id: adGroup.adgroup_id,
  campaignId: adGroup.campaign_id,
  name: adGroup.adgroup_name,
  status: configuredOf(adGroup.operation_status),
  budget: liveBudgetOf(adGroup, 'ad_set', currency) ?? liveBudgetOf(campaign, 'campaign', currency),
});

function liveBudgetOf(
  raw: Parameters<typeof budgetsOf>[0],
  level: LiveBudget['level'],
  currency: string,
): LiveBudget | undefined {
  const { dailyBudget, lifetimeBudget } = budgetsOf(raw);
  const amount = dailyBudget ?? lifetimeBudget;
  const period = dailyBudget === undefined ? 'lifetime' : 'daily';
  return amount === undefined ? undefined : decimalBudget({ level, period, amount }, currency);
}

export const spendOf = ({ dimensions, metrics }: shapes.ReportRow): AdSpend => ({
  day: dimensions.stat_time_day.slice(0, 10),
  adId: dimensions.ad_id,
  adName: metrics.ad_name,
  adSetId: metrics.adgroup_id,
  adSetName: metrics.adgroup_name,
  campaignId: metrics.campaign_id,
  campaignName: metrics.campaign_name,
  spend: metrics.spend ?? '0',
  impressions: metrics.impressions ?? 0,
  clicks: metrics.clicks ?? 0,
  reach: metrics.reach,
  frequency: metrics.frequency,
  platformConversions: metrics.conversion,
});
