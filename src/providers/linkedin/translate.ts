// LinkedIn's campaign groups, campaigns and creatives in the vocabulary of all ad platforms.
import type { z } from 'zod';
import type { Ad, AdSet, Campaign, DeliveryStatus, LiveAd, LiveAdSet, LiveBudget } from '../ad-platform.ts';
import { decimalBudget } from '../ad-writing.ts';
import { failure, idOf } from './api.ts';
import type * as shapes from './shapes.ts';

const WRITING_ROLES = new Set(['ACCOUNT_BILLING_ADMIN', 'ACCOUNT_MANAGER', 'CAMPAIGN_MANAGER', 'CREATIVE_MANAGER']);
export const mayWrite = (role: string | undefined): boolean => WRITING_ROLES.has(role ?? '');

export function campaignOf({ id, name, status, dailyBudget, totalBudget }: z.infer<typeof shapes.campaignGroup>): Campaign {
  return { id, name, status: statusOf(status), ...budgets(dailyBudget, totalBudget) };
}

export function adSetOf({ id, name, status, campaignGroup, dailyBudget, totalBudget }: z.infer<typeof shapes.campaign>): AdSet {
  return { id, campaignId: idOf(campaignGroup), name, status: statusOf(status), ...budgets(dailyBudget, totalBudget) };
}

const budgets = (daily?: { amount: string }, lifetime?: { amount: string }) => ({
  ...(daily ? { dailyBudget: daily.amount } : {}),
  ...(lifetime ? { lifetimeBudget: lifetime.amount } : {}),
});

/** None for a creative of a campaign that is younger than the list of campaigns; the next reading has both. */
export function adOf(creative: z.infer<typeof shapes.creative>, campaignOfAdSet: ReadonlyMap<string, string>): Ad[] {
  const { campaign, name, intendedStatus, createdAt } = creative;
  const [id, adSetId] = [idOf(creative.id), idOf(campaign)];
  const campaignId = campaignOfAdSet.get(adSetId);
  if (campaignId === undefined) return [];
  const ad: Ad = {
    id,
    adSetId,
    campaignId,
    name: name ?? id,
    configuredStatus: statusOf(intendedStatus),
    ...deliveryOf(creative),
    creative: { id, ...(name === undefined ? {} : { name }) },
    ...(createdAt === undefined ? {} : { createdAt: new Date(createdAt).toISOString() }),
  };
  return [ad];
}

function deliveryOf({
  intendedStatus,
  isServing,
  servingHoldReasons,
}: z.infer<typeof shapes.creative>): Pick<Ad, 'effectiveStatus' | 'platformStatus'> {
  const configured = statusOf(intendedStatus);
  if (configured !== 'active') return { effectiveStatus: configured, platformStatus: intendedStatus };
  if (isServing !== false && servingHoldReasons.length === 0) return { effectiveStatus: 'active', platformStatus: 'SERVING' };
  const isStopped = servingHoldReasons.some((reason) => /STOPPED|PAUSED/.test(reason));
  return { effectiveStatus: isStopped ? 'paused' : 'other', platformStatus: servingHoldReasons.join(', ') || 'NOT_SERVING' };
}

const STATUSES: Readonly<Record<string, DeliveryStatus>> = {
  ACTIVE: 'active',
  PAUSED: 'paused',
  ARCHIVED: 'archived',
  CANCELED: 'archived',
  COMPLETED: 'archived',
  REMOVED: 'archived',
  PENDING_DELETION: 'archived',
};
const statusOf = (status: string): DeliveryStatus => STATUSES[status] ?? 'other';

export function liveAdOf(
  creative: z.infer<typeof shapes.creative>,
  campaign: z.infer<typeof shapes.campaign>,
  group: z.infer<typeof shapes.campaignGroup>,
): LiveAd {
  const [ad] = adOf(creative, new Map([[campaign.id, group.id]]));
  if (!ad) throw failure('conflict', 'the ad is of another campaign');
  return {
    ...ad,
    parents: { adSet: statusOf(campaign.status), campaign: statusOf(group.status) },
    urlTagsObstacle: 'unchangeable',
  };
}

export const liveAdSetOf = (
  campaign: z.infer<typeof shapes.campaign>,
  group: z.infer<typeof shapes.campaignGroup>,
  currency: string,
): LiveAdSet => ({
  id: campaign.id,
  campaignId: group.id,
  name: campaign.name,
  status: statusOf(campaign.status),
  budget: liveBudgetOf(campaign, 'ad_set', currency) ?? liveBudgetOf(group, 'campaign', currency),
});

function liveBudgetOf(
  { dailyBudget: daily, totalBudget: total }: z.infer<typeof shapes.campaignGroup>,
  level: LiveBudget['level'],
  currency: string,
): LiveBudget | undefined {
  const amount = daily?.amount ?? total?.amount;
  return amount === undefined ? undefined : decimalBudget({ level, period: daily ? 'daily' : 'lifetime', amount }, currency);
}
