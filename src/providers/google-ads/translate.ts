// Google's campaigns, ad groups and ads in the vocabulary of all ad platforms. An ad group is an ad set; the budget is the campaign's.
import type { z } from 'zod';
import type {
  Ad,
  AdAccount,
  AdSet,
  AdSpend,
  Campaign,
  Creative,
  DeliveryStatus,
  LiveAd,
  LiveAdSet,
  LiveBudget,
} from '../ad-platform.ts';
import { exponentOf, fromMicros } from '../money.ts';
import type * as shapes from './shapes.ts';

/** @param root The account through which the grant sees it. Undefined for managers, which have no ads, and accounts without a currency. */
export function accountOf({ customerClient: raw }: z.infer<typeof shapes.clientRow>, root: string): AdAccount | undefined {
  const { id, descriptiveName: name, currencyCode: currency, timeZone: timezone, manager, status } = raw;
  if (manager || currency === undefined || timezone === undefined) return undefined;
  const isActive = status === 'ENABLED';
  return {
    id,
    name,
    currency,
    timezone,
    status: isActive ? 'active' : 'disabled',
    statusReason: isActive ? undefined : status,
    hasWriteAccess: undefined,
    loginAccountId: root === id ? undefined : root,
  };
}

const STATUSES: Readonly<Record<string, DeliveryStatus>> = { ENABLED: 'active', PAUSED: 'paused', REMOVED: 'archived' };
const statusOf = (word: string | undefined): DeliveryStatus => STATUSES[word ?? 'ENABLED'] ?? 'other';

/** The effective state of an object under its parents: the one that stops it most decides. */
function under(...statuses: DeliveryStatus[]): DeliveryStatus {
  for (const status of ['archived', 'paused', 'other'] as const) if (statuses.includes(status)) return status;
  return 'active';
}

export function campaignOf({ campaign, campaignBudget: budget }: z.infer<typeof shapes.campaignRow>): Campaign {
  const { amountMicros: daily, totalAmountMicros: total } = budget ?? {};
  return {
    id: campaign.id,
    name: campaign.name,
    status: statusOf(campaign.status),
    objective: campaign.advertisingChannelType,
    dailyBudget: daily === undefined ? undefined : fromMicros(daily),
    lifetimeBudget: total === undefined ? undefined : fromMicros(total),
  };
}

export const adSetOf = ({ campaign, adGroup }: z.infer<typeof shapes.adGroupRow>): AdSet => ({
  id: adGroup.id,
  campaignId: campaign.id,
  name: adGroup.name,
  status: under(statusOf(campaign.status), statusOf(adGroup.status)),
});

export function adOf({ campaign, adGroup, adGroupAd }: z.infer<typeof shapes.adRow>): Ad {
  const { ad, status, primaryStatus, policySummary } = adGroupAd;
  const review: DeliveryStatus = policySummary?.approvalStatus === 'DISAPPROVED' ? 'other' : 'active';
  return {
    id: ad.id,
    adSetId: adGroup.id,
    campaignId: campaign.id,
    name: ad.name ?? '',
    configuredStatus: statusOf(status),
    effectiveStatus: under(statusOf(campaign.status), statusOf(adGroup.status), statusOf(status), review),
    platformStatus: primaryStatus ?? status,
    creative: {
      id: ad.id,
      name: ad.name,
      type: creativeType(ad.type ?? ''),
      thumbnailUrl: ad.imageAd?.imageUrl,
      landingPageUrl: ad.finalUrls[0],
      urlTags: ad.finalUrlSuffix,
    },
  };
}

/** Ads of these types cannot be changed through the API. */
const FIXED_TYPES = new Set(['TEXT_AD', 'EXPANDED_DYNAMIC_SEARCH_AD', 'GMAIL_AD', 'IMAGE_AD']);

export const liveAdOf = (row: z.infer<typeof shapes.adRow>): LiveAd => ({
  ...adOf(row),
  parents: { adSet: statusOf(row.adGroup.status), campaign: statusOf(row.campaign.status) },
  urlTagsObstacle: FIXED_TYPES.has(row.adGroupAd.ad.type ?? '') ? 'unchangeable' : undefined,
});

export const liveAdSetOf = ({ campaign, adGroup }: z.infer<typeof shapes.adGroupRow>): LiveAdSet => ({
  id: adGroup.id,
  campaignId: campaign.id,
  name: adGroup.name,
  status: statusOf(adGroup.status),
});

export function liveBudgetOf(
  { campaignBudget: budget }: z.infer<typeof shapes.budgetRow>,
  currency: string,
): LiveBudget | undefined {
  const { amountMicros: daily, totalAmountMicros: total } = budget ?? {};
  const micros = daily ?? total;
  if (micros === undefined) return undefined;
  const unit = 10n ** BigInt(6 - exponentOf(currency));
  return {
    level: 'campaign',
    period: daily === undefined ? 'lifetime' : 'daily',
    minorUnits: Number(BigInt(micros) / unit),
    amount: fromMicros(micros),
  };
}

function creativeType(type: string): NonNullable<Creative['type']> {
  if (type.includes('VIDEO')) return 'video';
  if (type.startsWith('RESPONSIVE')) return 'dynamic';
  return type === 'IMAGE_AD' ? 'image' : 'other';
}

export const spendOf = ({ campaign, adGroup, adGroupAd, metrics, segments }: shapes.SpendRow): AdSpend => ({
  day: segments.date,
  campaignId: campaign.id,
  campaignName: campaign.name,
  adSetId: adGroup?.id,
  adSetName: adGroup?.name,
  adId: adGroupAd?.ad.id,
  adName: adGroupAd?.ad.name,
  spend: fromMicros(metrics.costMicros ?? '0'),
  impressions: metrics.impressions ?? 0,
  clicks: metrics.clicks ?? 0,
  platformConversions: metrics.conversions ?? '0',
  platformConversionValue: metrics.conversionsValue ?? '0',
});
