// Microsoft's accounts, campaigns, ad groups and ads in the vocabulary of all ad platforms.
import type { z } from 'zod';
import type { Ad, AdAccount, AdSet, Campaign, DeliveryStatus } from '../ad-platform.ts';
import type * as shapes from './shapes.ts';
import { zoneOf } from './timezones.ts';

type Found = z.infer<typeof shapes.accounts>['Accounts'][number];

export function accountOf(account: Found): AdAccount {
  const { Id, Name, CurrencyCode, ParentCustomerId, TimeZone, AccountLifeCycleStatus, AccountFinancialStatus } = account;
  const isUnpaid = AccountFinancialStatus === 'Hold' || AccountFinancialStatus === 'WriteOff';
  const timezone = zoneOf(TimeZone);
  const reasons = [
    ...(AccountLifeCycleStatus === 'Active' ? [] : [AccountLifeCycleStatus]),
    ...(isUnpaid && AccountFinancialStatus ? [AccountFinancialStatus] : []),
    ...(timezone === undefined ? [`the time zone ${TimeZone} is not known, its days count as days of UTC`] : []),
  ];
  return {
    id: Id,
    name: Name,
    currency: CurrencyCode,
    timezone: timezone ?? 'UTC',
    status: AccountLifeCycleStatus !== 'Active' ? 'disabled' : isUnpaid ? 'payment_missing' : 'active',
    ...(reasons.length > 0 ? { statusReason: reasons.join('; ') } : {}),
    hasWriteAccess: undefined,
    ...(ParentCustomerId ? { loginAccountId: ParentCustomerId } : {}),
  };
}

export const campaignOf = (campaign: z.infer<typeof shapes.campaigns>['Campaigns'][number]): Campaign => ({
  id: campaign.Id,
  name: campaign.Name,
  status: statusOf(campaign.Status),
  ...(campaign.CampaignType ? { objective: campaign.CampaignType } : {}),
  ...(typeof campaign.DailyBudget === 'number' ? { dailyBudget: String(campaign.DailyBudget) } : {}),
});

export const adSetOf = (group: z.infer<typeof shapes.adGroups>['AdGroups'][number], campaign: Campaign): AdSet => ({
  id: group.Id,
  campaignId: campaign.id,
  name: group.Name,
  status: statusOf(group.Status),
});

type FoundAd = z.infer<typeof shapes.ads>['Ads'][number];

export function adOf(ad: FoundAd, adSet: AdSet, campaign: Campaign): Ad {
  const configuredStatus = statusOf(ad.Status);
  const [landingPageUrl] = ad.FinalUrls ?? [];
  return {
    id: ad.Id,
    adSetId: adSet.id,
    campaignId: campaign.id,
    name: nameOf(ad),
    configuredStatus,
    ...deliveryOf(ad, configuredStatus, [adSet.status, campaign.status]),
    creative: {
      id: ad.Id,
      type: ad.Type.startsWith('Responsive') ? 'dynamic' : ad.Type === 'Image' ? 'image' : 'other',
      ...(landingPageUrl === undefined ? {} : { landingPageUrl }),
      ...(ad.FinalUrlSuffix ? { urlTags: ad.FinalUrlSuffix } : {}),
    },
  };
}

/** Ads have no name of their own; their headline is what people know them by. */
const nameOf = ({ Id, Title, TitlePart1, Headlines }: FoundAd): string =>
  Title || TitlePart1 || Headlines?.find((headline) => headline.Asset?.Text)?.Asset?.Text || Id;

function deliveryOf(ad: FoundAd, configured: DeliveryStatus, parents: readonly DeliveryStatus[]) {
  const stopped = [configured, ...parents].find((status) => status !== 'active');
  if (stopped !== undefined) return { effectiveStatus: stopped, platformStatus: ad.Status };
  const isApproved = !ad.EditorialStatus || ad.EditorialStatus.startsWith('Active');
  return isApproved
    ? ({ effectiveStatus: 'active', platformStatus: ad.Status } as const)
    : ({ effectiveStatus: 'other', platformStatus: ad.EditorialStatus ?? '' } as const);
}

const STATUSES: Readonly<Record<string, DeliveryStatus>> = {
  Active: 'active',
  Paused: 'paused',
  BudgetAndManualPaused: 'paused',
  Inactive: 'other',
  BudgetPaused: 'other',
  Suspended: 'other',
  Deleted: 'archived',
  Expired: 'archived',
};
const statusOf = (status: string): DeliveryStatus => STATUSES[status] ?? 'other';
