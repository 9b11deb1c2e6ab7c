// Microsoft Advertising as an ad platform: its ad groups are our ad sets, and the budget is the campaign's. Refresh tokens change with
// each use, which LiveTokens takes care of.
import type { AdAccount, CataloguePage, Grant, OAuthPlatform } from '../ad-platform.ts';
import { lastDayOf } from '../api-versions.ts';
import { createOAuthFlow, type OAuthFlow } from '../oauth/client.ts';
import { MicrosoftAdsApi, type MicrosoftAdsOptions, PROVIDER } from './api.ts';
import { MicrosoftReports } from './reports.ts';
import { AD_TYPES, accounts, adGroups, ads, CAMPAIGN_TYPES, campaigns, user } from './shapes.ts';
import { accountOf, adOf, adSetOf, campaignOf } from './translate.ts';
import { createMicrosoftWrites } from './writes.ts';

const LOGIN_URL = 'https://login.microsoftonline.com';
const SCOPE = 'https://ads.microsoft.com/msads.manage';
const ACCOUNTS_AT_ONCE = 1_000;
export function createMicrosoftAds(options: MicrosoftAdsOptions): OAuthPlatform {
  const api = new MicrosoftAdsApi(options);
  const reports = new MicrosoftReports(api, options);
  return {
    id: PROVIDER,
    scopes: { read: [SCOPE], write: [SCOPE] },
    oauth: oauthOf(options),
    listAccounts: (grant) => listAccounts(api, grant),
    readCatalogue: (grant, account) => readCatalogue(api, grant, account),
    readSpend: (grant, account, range) => reports.read(grant, account, range),
    writes: createMicrosoftWrites(api),
    versionEnds: lastDayOf(PROVIDER, options.apiVersion),
  };
}

function oauthOf({ clientId, clientSecret, url = LOGIN_URL }: MicrosoftAdsOptions): OAuthFlow {
  const login = `${url.replace(/\/$/, '')}/common/oauth2/v2.0`;
  return createOAuthFlow(
    {
      provider: PROVIDER,
      clientId,
      clientSecret,
      hasPkce: true,
      authorizationUrl: `${login}/authorize`,
      tokenUrl: `${login}/token`,
      extra: { prompt: 'select_account' },
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
