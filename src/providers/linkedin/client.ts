// LinkedIn's marketing API as an ad platform. Its campaign groups are our campaigns, its campaigns our ad sets, its creatives our ads.
// Its days are days of UTC.
import type { Ad, AdAccount, AdPlatform, AdSet, Campaign, CataloguePage, DeliveryStatus, Grant } from '../ad-platform.ts';
import { createOAuthFlow, type OAuthFlow, type OAuthProvider, revokeToken } from '../oauth/client.ts';
import { idOf, LinkedInApi, type LinkedInOptions, PROVIDER } from './api.ts';
import { accounts, campaignGroups, campaigns, creatives } from './shapes.ts';
import { readSpend, rolesOf } from './spend.ts';

const LOGIN_URL = 'https://www.linkedin.com';
const READ = ['r_ads', 'r_ads_reporting'];
const WRITE = ['rw_ads'];
const WRITING_ROLES = new Set(['ACCOUNT_BILLING_ADMIN', 'ACCOUNT_MANAGER', 'CAMPAIGN_MANAGER', 'CREATIVE_MANAGER']);
const TIMEZONE = 'UTC';

export function createLinkedIn(options: LinkedInOptions): AdPlatform {
  const api = new LinkedInApi(options);
  return {
    id: PROVIDER,
    scopes: { read: READ, write: WRITE },
    oauth: oauthOf(options),
    listAccounts: (grant) => listAccounts(api, grant),
    readCatalogue: (grant, account) => readCatalogue(api, grant, account.id),
    readSpend: (grant, account, range) => readSpend(api, grant, account, range),
    versionEnds: versionEnds(options.apiVersion),
  };
}

/** A version works for twelve months; it has ended in the middle of the month. */
function versionEnds(version: string): string {
  return `${Number(version.slice(0, 4)) + 1}-${version.slice(4, 6)}-15`;
}

function oauthOf({ clientId, clientSecret, url = LOGIN_URL }: LinkedInOptions): OAuthFlow {
  const login = `${url.replace(/\/$/, '')}/oauth/v2`;
  const provider: OAuthProvider = {
    ...{ provider: PROVIDER, clientId, clientSecret, hasPkce: false },
    ...{ authorizationUrl: `${login}/authorization`, tokenUrl: `${login}/accessToken`, revocationUrl: `${login}/revoke` },
  };
  // LinkedIn revokes access tokens alone; the refresh token ends with them.
  return { ...createOAuthFlow(provider, [...READ, ...WRITE]), revoke: ({ accessToken }) => revokeToken(provider, accessToken) };
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
        ...{ id, name, currency, timezone: TIMEZONE },
        status: status !== 'ACTIVE' ? 'disabled' : isUnpaid ? 'payment_missing' : 'active',
        ...(reasons.length > 0 ? { statusReason: reasons.join(', ') } : {}),
        hasWriteAccess: role === undefined ? undefined : WRITING_ROLES.has(role),
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

type Element<Shape extends { parse(value: unknown): { elements: unknown[] } }> = ReturnType<Shape['parse']>['elements'][number];

function campaignOf({ id, name, status, dailyBudget, totalBudget }: Element<typeof campaignGroups>): Campaign {
  return { id, name, status: statusOf(status), ...budgets(dailyBudget, totalBudget) };
}

function adSetOf({ id, name, status, campaignGroup, dailyBudget, totalBudget }: Element<typeof campaigns>): AdSet {
  return { id, campaignId: idOf(campaignGroup), name, status: statusOf(status), ...budgets(dailyBudget, totalBudget) };
}

const budgets = (daily?: { amount: string }, lifetime?: { amount: string }) => ({
  ...(daily ? { dailyBudget: daily.amount } : {}),
  ...(lifetime ? { lifetimeBudget: lifetime.amount } : {}),
});

/** None for a creative of a campaign that is younger than the list of campaigns; the next reading has both. */
function adOf(creative: Element<typeof creatives>, campaignOfAdSet: ReadonlyMap<string, string>): Ad[] {
  const { campaign, name, intendedStatus, createdAt } = creative;
  const [id, adSetId] = [idOf(creative.id), idOf(campaign)];
  const campaignId = campaignOfAdSet.get(adSetId);
  if (campaignId === undefined) return [];
  const ad: Ad = {
    ...{ id, adSetId, campaignId, name: name ?? id },
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
}: Element<typeof creatives>): Pick<Ad, 'effectiveStatus' | 'platformStatus'> {
  const configured = statusOf(intendedStatus);
  if (configured !== 'active') return { effectiveStatus: configured, platformStatus: intendedStatus };
  if (isServing !== false && servingHoldReasons.length === 0) return { effectiveStatus: 'active', platformStatus: 'SERVING' };
  const isStopped = servingHoldReasons.some((reason) => /STOPPED|PAUSED/.test(reason));
  return { effectiveStatus: isStopped ? 'paused' : 'other', platformStatus: servingHoldReasons.join(', ') || 'NOT_SERVING' };
}

const STATUSES: Readonly<Record<string, DeliveryStatus>> = {
  ...{ ACTIVE: 'active', PAUSED: 'paused', ARCHIVED: 'archived', CANCELED: 'archived', COMPLETED: 'archived' },
  ...{ REMOVED: 'archived', PENDING_DELETION: 'archived' },
};
const statusOf = (status: string): DeliveryStatus => STATUSES[status] ?? 'other';
