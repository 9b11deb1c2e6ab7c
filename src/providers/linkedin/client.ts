// LinkedIn's marketing API as an ad platform. Its campaign groups are our campaigns, its campaigns our ad sets, its creatives our ads.
// Its days are days of UTC.
import type { AdAccount, CataloguePage, Grant, OAuthPlatform } from '../ad-platform.ts';
import { createOAuthFlow, type OAuthFlow, type OAuthProvider, revokeToken } from '../oauth/client.ts';
import { LinkedInApi, type LinkedInOptions, PROVIDER } from './api.ts';
import { accounts, campaignGroups, campaigns, creatives } from './shapes.ts';
import { readSpend, rolesOf } from './spend.ts';
import { adOf, adSetOf, campaignOf, mayWrite } from './translate.ts';
import { createLinkedInWrites } from './writes.ts';

const LOGIN_URL = 'https://www.linkedin.com';
const READ = ['r_ads', 'r_ads_reporting'];
const WRITE = ['rw_ads'];
const CONVERSIONS = ['rw_conversions'];
const conversionsOf = ({ hasConversions }: LinkedInOptions): string[] => (hasConversions ? CONVERSIONS : []);
const TIMEZONE = 'UTC';

export function createLinkedIn(options: LinkedInOptions): OAuthPlatform {
  const api = new LinkedInApi(options);
  return {
    id: PROVIDER,
    scopes: { read: READ, write: WRITE, conversions: conversionsOf(options) },
    oauth: oauthOf(options),
    listAccounts: (grant) => listAccounts(api, grant),
    readCatalogue: (grant, account) => readCatalogue(api, grant, account.id),
    readSpend: (grant, account, range) => readSpend(api, grant, account, range),
    versionEnds: versionEnds(options.apiVersion),
    writes: createLinkedInWrites(api),
  };
}

/** A version works for twelve months; it has ended in the middle of the month. */
function versionEnds(version: string): string {
  return `${Number(version.slice(0, 4)) + 1}-${version.slice(4, 6)}-15`;
}

function oauthOf(options: LinkedInOptions): OAuthFlow {
  const { clientId, clientSecret, url = LOGIN_URL } = options;
  const scopes = [...READ, ...WRITE, ...conversionsOf(options)];
  const login = `${url.replace(/\/$/, '')}/oauth/v2`;
  const provider: OAuthProvider = {
    provider: PROVIDER,
    clientId,
    clientSecret,
    hasPkce: false,
    authorizationUrl: `${login}/authorization`,
    tokenUrl: `${login}/accessToken`,
    revocationUrl: `${login}/revoke`,
  };
  // LinkedIn revokes access tokens alone; the refresh token ends with them.
  return { ...createOAuthFlow(provider, scopes), revoke: ({ accessToken }) => revokeToken(provider, accessToken) };
}

async function listAccounts(api: LinkedInApi, grant: Grant): Promise<AdAccount[]> {
  const roles = await rolesOf(api, grant);
  const found: AdAccount[] = [];
  for await (const part of api.parts(grant, { path: 'adAccounts', rawQuery: 'q=search' }, accounts))
    for (const { id, name, currency, status, servingStatuses } of part) {
      const reasons = [status, ...servingStatuses].filter((each) => each !== 'ACTIVE' && each !== 'RUNNABLE');
      const isUnpaid = servingStatuses.includes('BILLING_HOLD');
      const role = roles.get(id);
      found.push({
        id,
        name,
        currency,
        timezone: TIMEZONE,
        status: status !== 'ACTIVE' ? 'disabled' : isUnpaid ? 'payment_missing' : 'active',
        ...(reasons.length > 0 ? { statusReason: reasons.join(', ') } : {}),
        hasWriteAccess: role === undefined ? undefined : mayWrite(role),
      });
    }
  return found;
}

async function* readCatalogue(api: LinkedInApi, grant: Grant, account: string): AsyncGenerator<CataloguePage> {
  const path = `adAccounts/${encodeURIComponent(account)}`;
  const search = (what: string) => ({ path: `${path}/${what}`, rawQuery: 'q=search', account });
  for await (const part of api.parts(grant, search('adCampaignGroups'), campaignGroups))
    yield { campaigns: part.map(campaignOf), adSets: [], ads: [] };
  const campaignOfAdSet = new Map<string, string>();
  for await (const part of api.parts(grant, search('adCampaigns'), campaigns)) {
    const adSets = part.map(adSetOf);
    for (const { id, campaignId } of adSets) campaignOfAdSet.set(id, campaignId);
    yield { campaigns: [], adSets, ads: [] };
  }
  const question = { path: `${path}/creatives`, rawQuery: 'q=criteria', finder: true, account };
  for await (const part of api.parts(grant, question, creatives))
    yield { campaigns: [], adSets: [], ads: part.flatMap((creative) => adOf(creative, campaignOfAdSet)) };
}
