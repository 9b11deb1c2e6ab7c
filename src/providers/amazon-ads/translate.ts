// Amazon's advertising profiles, campaigns, ad groups and ads in the vocabulary of all ad platforms.
import type { Ad, AdAccount, AdSet, AdSpend, Campaign, DeliveryStatus } from '../ad-platform.ts';
import { roundedAmount } from '../money.ts';
import type * as shapes from './shapes.ts';

/** Reading only. A profile is one marketplace of an advertiser, and is at the host of its region alone. */
export function accountOf(profile: shapes.Profile, region: string): AdAccount {
  const { profileId: id, countryCode, currencyCode: currency, timezone, accountInfo } = profile;
  const isUnpaid = accountInfo?.validPaymentMethod === false;
  return {
    id,
    name: [accountInfo?.name ?? id, countryCode].filter(Boolean).join(' '),
    currency,
    timezone,
    status: isUnpaid ? 'payment_missing' : 'active',
    hasWriteAccess: false,
    loginAccountId: region,
  };
}

const STATUSES: Readonly<Record<string, DeliveryStatus>> = { ENABLED: 'active', PAUSED: 'paused', ARCHIVED: 'archived' };
const statusOf = (word: string | undefined): DeliveryStatus => STATUSES[(word ?? '').toUpperCase()] ?? 'other';

export const campaignOf = ({ campaignId: id, name, state, budget }: shapes.Campaign, objective: string): Campaign => ({
  id,
  name,
  status: statusOf(state),
  objective,
  ...(budget?.budget !== undefined && budget.budgetType?.toUpperCase() === 'DAILY' ? { dailyBudget: budget.budget } : {}),
});

export const adSetOf = ({ adGroupId: id, campaignId, name, state }: shapes.AdGroup): AdSet => ({
  id,
  campaignId,
  name,
  status: statusOf(state),
});

export interface Parents {
  campaigns: Map<string, DeliveryStatus>;
  adSets: Map<string, DeliveryStatus>;
}

/** An ad of a product has no name, and is known by its product. */
export function adOf({ adId: id, adGroupId, campaignId, name, state, asin, sku }: shapes.Ad, parents: Parents): Ad {
  const configuredStatus = statusOf(state);
  const states = [configuredStatus, parents.adSets.get(adGroupId), parents.campaigns.get(campaignId)];
  const stopped = states.find((status) => status !== undefined && status !== 'active');
  return {
    id,
    adSetId: adGroupId,
    campaignId,
    name: name ?? asin ?? sku ?? id,
    configuredStatus,
    effectiveStatus: stopped ?? 'active',
    platformStatus: state ?? '',
    creative: { id, type: 'other' },
  };
}

export function spendOf(row: shapes.Row): AdSpend {
  const { date, campaignId, campaignName, adGroupId: adSetId, adGroupName: adSetName, adId } = row;
  const { cost = '0', impressions = 0, clicks = 0 } = row;
  return {
    day: date.slice(0, 10),
    campaignId,
    spend: roundedAmount(cost),
    impressions,
    clicks,
    ...(campaignName === undefined ? {} : { campaignName }),
    ...(adSetId === undefined ? {} : { adSetId, ...(adSetName === undefined ? {} : { adSetName }) }),
    ...(adId === undefined ? {} : { adId }),
  };
}
