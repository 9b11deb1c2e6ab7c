// A fake of LinkedIn's marketing API with two accounts, one of which the person may only read reports of by name, and the habits of the
// real one: lists in parts, reports without pages that are cut off at 15,000 rows, and an empty report where there is no access.
import type { TestContext } from 'node:test';
import { createFakeGrants, type FakeGrants } from './oauth-provider.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

export const LINKEDIN_TOKEN = 'linkedin-token-4711';

export interface FakeRow {
  day: string;
  creative: number;
  campaign: number;
  cost: string;
  /** 101 where left out. */
  account?: number;
}

export interface FakeLinkedIn {
  server: ProviderServer;
  grants: FakeGrants;
  accounts: { id: number; name: string; currency: string; status: string; servingStatuses?: string[] }[];
  /** Role by account; an account without one has empty reports. */
  roles: Map<number, string>;
  campaigns: { id: number; group: number; name: string; status: string; daily?: string }[];
  creatives: Record<string, unknown>[];
  rows: FakeRow[];
}

/** An id above 2^53 is sent as digits, as LinkedIn would. */
const BIG_ID = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON('9007199254740993');
const MAX_ROWS = 15_000;
const urn = (kind: string, id: number): string => `urn:li:${kind}:${id}`;
const day = (text: string) => {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  return { year, month, day: date };
};
const pad = (text: string | undefined): string => (text ?? '').padStart(2, '0');

interface Change {
  intendedStatus?: string;
  dailyBudget?: { amount: string };
}

function changed(
  { server, creatives, campaigns }: FakeLinkedIn,
  id: string,
  { intendedStatus, dailyBudget }: Change,
): FakeAnswer {
  if (intendedStatus !== undefined) {
    const creative = creatives.find((each) => each['id'] === id);
    Object.assign(creative ?? {}, { intendedStatus });
    server.writes.push({ kind: 'ad_status', id, value: intendedStatus });
  }
  if (dailyBudget !== undefined) {
    const message = 'dailyBudget/amount :: is below the minimum of 10';
    if (Number(dailyBudget.amount) < 10) return { status: 422, body: { status: 422, message } };
    Object.assign(campaigns.find((each) => String(each.id) === id) ?? {}, { daily: dailyBudget.amount });
    server.writes.push({ kind: 'budget', id, value: dailyBudget.amount });
  }
  return { status: 204, body: undefined, text: '' };
}

/** Its single objects by the list that they are in. */
const objects = ({ creatives, campaigns }: FakeLinkedIn): Record<string, Record<string, unknown>[]> => ({
  creatives,
  adCampaigns: campaigns.map(campaignRow),
  adCampaignGroups: [{ id: '11', name: 'Spring', status: 'ACTIVE' }],
});

const campaignRow = ({ id, group, name, status, daily }: FakeLinkedIn['campaigns'][number]) => ({
  id,
  name,
  status,
  campaignGroup: urn('sponsoredCampaignGroup', group),
  ...(daily === undefined ? {} : { dailyBudget: { amount: daily, currencyCode: 'EUR' } }),
});

/** As LinkedIn answers. */
const withoutTokenType = ({ status, body }: FakeAnswer): FakeAnswer => ({
  status,
  body: { ...Object(body), token_type: undefined },
});

export async function startFakeLinkedIn(t: TestContext): Promise<FakeLinkedIn> {
  const grants = createFakeGrants('r_ads,r_ads_reporting,rw_ads');
  const server = await startProviderServer(t, (request) => {
    const [path = ''] = request.url.split('?');
    if (path === '/oauth/v2/authorization') return grants.authorize(request);
    if (path === '/oauth/v2/accessToken') return withoutTokenType(grants.token(request));
    if (path === '/oauth/v2/revoke') return grants.revoke();
    return answer({ ...request, url: request.url.replace(/^\/rest/, '') });
  });

  function answer({ method, url, headers, body }: FakeRequest): FakeAnswer {
    if (headers.authorization !== `Bearer ${LINKEDIN_TOKEN}` && !grants.isGood(headers.authorization))
      return { status: 401, body: { status: 401, serviceErrorCode: 65601, code: 'REVOKED_ACCESS_TOKEN', message: 'revoked' } };
    if (headers['linkedin-version'] === '202001')
      return { status: 426, body: { status: 426, code: 'NONEXISTENT_VERSION', message: 'The version is not active' } };
    if (headers['x-restli-protocol-version'] !== '2.0.0') return { status: 400, body: { message: 'protocol' } };
    const { pathname, searchParams } = new URL(url, 'http://fake');
    if (pathname === '/adAnalytics')
      return { status: 200, body: { elements: reported(url), paging: { start: 0, count: 10, links: [] } } };
    const [, account, kind = '', id = ''] = /^\/adAccounts\/(\d+)\/(\w+)\/(.+)$/.exec(decodeURIComponent(pathname)) ?? [];
    return account === undefined ? listed(pathname, searchParams) : object({ method, account, kind, id, body });
  }

  function object({
    method,
    account,
    kind,
    id,
    body,
  }: Record<'method' | 'account' | 'kind' | 'id' | 'body', string>): FakeAnswer {
    const rows = objects(fake)[kind] ?? [];
    const row = account === '101' ? rows.find((each) => String(each['id']) === id) : undefined;
    if (!row) return { status: 404, body: { status: 404, code: 'NOT_FOUND', message: 'no such object' } };
    if (method === 'GET') return { status: 200, body: row };
    if (fake.roles.get(101) === 'VIEWER')
      return { status: 403, body: { status: 403, code: 'ACCESS_DENIED', message: 'not allowed' } };
    const { patch } = JSON.parse(body) as { patch: { $set: Change } };
    return changed(fake, id, patch.$set);
  }

  function listed(pathname: string, query: URLSearchParams): FakeAnswer {
    const lists: Record<string, unknown[]> = {
      '/adAccounts': fake.accounts,
      '/adAccountUsers': [...fake.roles].map(([id, role]) => ({ account: urn('sponsoredAccount', id), role })),
      '/adAccounts/101/adCampaignGroups': [
        { id: BIG_ID, name: 'Spring', status: 'ACTIVE', totalBudget: { amount: '5000', currencyCode: 'EUR' } },
      ],
      '/adAccounts/101/adCampaigns': fake.campaigns.map(campaignRow),
      '/adAccounts/101/creatives': fake.creatives,
    };
    const isEmpty = /^\/adAccounts\/10[23]\/\w+$/.test(pathname);
    const list = isEmpty ? [] : lists[pathname];
    if (!list) return { status: 404, body: { status: 404, code: 'NOT_FOUND', message: 'no such resource' } };
    const from = Number(query.get('pageToken') ?? '0');
    const to = from + Math.min(2, Number(query.get('pageSize')));
    const metadata = to < list.length ? { nextPageToken: String(to) } : {};
    return { status: 200, body: { elements: list.slice(from, to), metadata } };
  }

  function reported(url: string): unknown[] {
    const read = /start:\(year:(\d+),month:(\d+),day:(\d+)\),end:\(year:(\d+),month:(\d+),day:(\d+)\)/.exec(url);
    if (!read) return [];
    const from = `${read[1]}-${pad(read[2])}-${pad(read[3])}`;
    const to = `${read[4]}-${pad(read[5])}-${pad(read[6])}`;
    const account = Number(/accounts=List\(urn%3Ali%3AsponsoredAccount%3A(\d+)\)/.exec(url)?.[1] ?? 101);
    if (!fake.roles.has(account)) return [];
    const wanted = new Set(
      [...(/campaigns=List\(([^)]*)\)/.exec(url)?.[1] ?? '').matchAll(/%3A(\d+)/g)].map((each) => Number(each[1])),
    );
    return fake.rows
      .filter((row) => (row.account ?? 101) === account)
      .filter((row) => row.day >= from && row.day <= to && (wanted.size === 0 || wanted.has(row.campaign)))
      .slice(0, MAX_ROWS)
      .map(elementOf);
  }

  const elementOf = (row: FakeRow): unknown => ({
    dateRange: { start: day(row.day), end: day(row.day) },
    pivotValues: [
      urn('sponsoredCreative', row.creative),
      urn('sponsoredCampaign', row.campaign),
      urn('sponsoredCampaignGroup', 11),
    ],
    costInLocalCurrency: row.cost,
    impressions: 1_000,
    clicks: 10,
    landingPageClicks: 7,
  });

  const fake: FakeLinkedIn = {
    server,
    grants,
    accounts: [
      { id: 101, name: 'Juniper', currency: 'EUR', status: 'ACTIVE', servingStatuses: ['RUNNABLE'] },
      { id: 102, name: 'Oak', currency: 'JPY', status: 'ACTIVE', servingStatuses: ['BILLING_HOLD'] },
      { id: 103, name: 'Closed', currency: 'USD', status: 'CANCELED' },
    ],
    roles: new Map([
      [101, 'CAMPAIGN_MANAGER'],
      [102, 'VIEWER'],
    ]),
    campaigns: [
      { id: 21, group: 11, name: 'Leads', status: 'ACTIVE', daily: '25.00' },
      { id: 22, group: 11, name: 'Visits', status: 'PAUSED' },
      { id: 23, group: 11, name: 'Old', status: 'COMPLETED' },
    ],
    creatives: [
      { id: urn('sponsoredCreative', 31), campaign: urn('sponsoredCampaign', 21), intendedStatus: 'ACTIVE', isServing: true },
      {
        id: urn('sponsoredCreative', 32),
        name: 'Film',
        campaign: urn('sponsoredCampaign', 22),
        intendedStatus: 'ACTIVE',
        isServing: false,
        servingHoldReasons: ['CAMPAIGN_STOPPED'],
        createdAt: 1_790_000_000_000,
      },
      {
        id: urn('sponsoredCreative', 33),
        campaign: urn('sponsoredCampaign', 21),
        intendedStatus: 'ACTIVE',
        isServing: false,
        servingHoldReasons: ['UNDER_REVIEW'],
      },
      { id: urn('sponsoredCreative', 34), campaign: urn('sponsoredCampaign', 99), intendedStatus: 'ACTIVE', isServing: true },
    ],
    rows: [
      { day: '2026-11-01', creative: 31, campaign: 21, cost: '209.449' },
      { day: '2026-11-02', creative: 31, campaign: 21, cost: '0.35200500488281251' },
      { day: '2026-11-02', creative: 32, campaign: 22, cost: '509.980' },
    ],
  };
  return fake;
}
