// Microsoft Advertising as an ad platform: its ad groups are our ad sets, and the budget is the campaign's. Refresh tokens change with
// each use, which LiveTokens takes care of.
import type { z } from 'zod';
import type { Ad, AdAccount, AdPlatform, AdSet, Campaign, CataloguePage, DeliveryStatus, Grant } from '../ad-platform.ts';
import { createOAuthFlow, type OAuthFlow } from '../oauth/client.ts';
import { MicrosoftAdsApi, type MicrosoftAdsOptions, PROVIDER } from './api.ts';
import { MicrosoftReports } from './reports.ts';
import { accounts, adGroups, ads, campaigns, user } from './shapes.ts';
import { zoneOf } from './timezones.ts';

const LOGIN_URL = 'https://login.microsoftonline.com';
const SCOPE = 'https://ads.microsoft.com/msads.manage';
const ACCOUNTS_AT_ONCE = 1_000;
const CAMPAIGN_TYPES = 'Audience, DynamicSearchAds, Hotel, PerformanceMax, Search, Shopping';
const AD_TYPES = [
  'AppInstall',
  'DynamicSearch',
  'ExpandedText',
  'Hotel',
  'Image',
  'Product',
  'ResponsiveAd',
  'ResponsiveSearch',
  'Text',
];

export function createMicrosoftAds(options: MicrosoftAdsOptions): AdPlatform {
  const api = new MicrosoftAdsApi(options);
  const reports = new MicrosoftReports(api, options);
  return {
    id: PROVIDER,
    scopes: { read: [SCOPE], write: [SCOPE] },
    oauth: oauthOf(options),
    listAccounts: (grant) => listAccounts(api, grant),
    readCatalogue: (grant, account) => readCatalogue(api, grant, account),
    readSpend: (grant, account, range) => reports.read(grant, account, range),
    // Version 13 has no announced end.
    versionEnds: undefined,
  };
}

function oauthOf({ clientId, clientSecret, url = LOGIN_URL }: MicrosoftAdsOptions): OAuthFlow {
  const login = `${url.replace(/\/$/, '')}/common/oauth2/v2.0`;
  return createOAuthFlow(
    {
      ...{ provider: PROVIDER, clientId, clientSecret, hasPkce: true },
      ...{ authorizationUrl: `${login}/authorize`, tokenUrl: `${login}/token`, extra: { prompt: 'select_account' } },
    },
    [SCOPE, 'offline_access'],
  );
}

async function listAccounts(api: MicrosoftAdsApi, grant: Grant): Promise<AdAccount[]> {
  const ask = { service: 'customers' } as const;
  const { User } = await api.ask(grant, { ...ask, path: 'User/Query', json: { UserId: null } }, user);
  const found: AdAccount[] = [];
  for (let page = 0; ; page += 1) {
    const json = {
      Predicates: [{ Field: 'UserId', Operator: 'Equals', Value: User.Id }],
      PageInfo: { Index: page, Size: ACCOUNTS_AT_ONCE },
    };
    const { Accounts } = await api.ask(grant, { ...ask, path: 'Accounts/Search', json }, accounts);
    found.push(...Accounts.map(accountOf));
    if (Accounts.length < ACCOUNTS_AT_ONCE) return found;
  }
}

type Found = z.infer<typeof accounts>['Accounts'][number];

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
    ...{ id: Id, name: Name, currency: CurrencyCode, timezone: timezone ?? 'UTC' },
    status: AccountLifeCycleStatus !== 'Active' ? 'disabled' : isUnpaid ? 'payment_missing' : 'active',
    ...(reasons.length > 0 ? { statusReason: reasons.join('; ') } : {}),
    hasWriteAccess: undefined,
    ...(ParentCustomerId ? { loginAccountId: ParentCustomerId } : {}),
  };
}

async function* readCatalogue(api: MicrosoftAdsApi, grant: Grant, account: AdAccount): AsyncGenerator<CataloguePage> {
  const ask = { service: 'campaigns', account } as const;
  const json = { AccountId: account.id, CampaignType: CAMPAIGN_TYPES };
  const { Campaigns } = await api.ask(grant, { ...ask, path: 'Campaigns/QueryByAccountId', json }, campaigns);
  for (const found of Campaigns) {
    const campaign = campaignOf(found);
    const question = { ...ask, path: 'AdGroups/QueryByCampaignId', json: { CampaignId: campaign.id } };
    const { AdGroups } = await api.ask(grant, question, adGroups);
    const adSets = AdGroups.map((group) => adSetOf(group, campaign));
    yield { campaigns: [campaign], adSets, ads: [] };
    for (const adSet of adSets) {
      const json = { AdGroupId: adSet.id, AdTypes: AD_TYPES };
      const { Ads } = await api.ask(grant, { ...ask, path: 'Ads/QueryByAdGroupId', json }, ads);
      yield { campaigns: [], adSets: [], ads: Ads.map((ad) => adOf(ad, adSet, campaign)) };
    }
  }
}

const campaignOf = (campaign: z.infer<typeof campaigns>['Campaigns'][number]): Campaign => ({
  ...{ id: campaign.Id, name: campaign.Name, status: statusOf(campaign.Status) },
  ...(campaign.CampaignType ? { objective: campaign.CampaignType } : {}),
  ...(typeof campaign.DailyBudget === 'number' ? { dailyBudget: String(campaign.DailyBudget) } : {}),
});

const adSetOf = (group: z.infer<typeof adGroups>['AdGroups'][number], campaign: Campaign): AdSet => ({
  ...{ id: group.Id, campaignId: campaign.id, name: group.Name, status: statusOf(group.Status) },
});

type FoundAd = z.infer<typeof ads>['Ads'][number];

function adOf(ad: FoundAd, adSet: AdSet, campaign: Campaign): Ad {
  const configuredStatus = statusOf(ad.Status);
  const [landingPageUrl] = ad.FinalUrls ?? [];
  return {
    ...{ id: ad.Id, adSetId: adSet.id, campaignId: campaign.id, name: nameOf(ad) },
    ...{ configuredStatus, ...deliveryOf(ad, configuredStatus, [adSet.status, campaign.status]) },
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
  ...{ Active: 'active', Paused: 'paused', BudgetAndManualPaused: 'paused', Inactive: 'other', BudgetPaused: 'other' },
  ...{ Suspended: 'other', Deleted: 'archived', Expired: 'archived' },
};
const statusOf = (status: string): DeliveryStatus => STATUSES[status] ?? 'other';
