// A fake of Amazon's advertising API with its page of authorization: three regions, lists that are POSTs or counted from their start, and reports that
// take their time.
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from '../oauth-provider.ts';
import { type Closing, type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';

export interface FakeAmazonProfile {
  region: 'na' | 'eu' | 'fe';
  profile: Record<string, unknown> & { profileId: number; currencyCode: string };
  campaigns: Record<string, unknown>[];
  adGroups: Record<string, unknown>[];
  productAds: Record<string, unknown>[];
  brands?: { campaigns: Record<string, unknown>[]; adGroups: Record<string, unknown>[]; ads: Record<string, unknown>[] };
  display?: { campaigns: Record<string, unknown>[]; adGroups: Record<string, unknown>[]; productAds: Record<string, unknown>[] };
  /** Whole units by campaign and day. */
  days: { product: string; campaign: number; ad?: number; day: string; cost: number; currency?: string }[];
}

export interface FakeAmazonAds {
  server: ProviderServer;
  grants: FakeGrants;
  settings: { clientId: string; clientSecret: string; url: string };
  profiles: FakeAmazonProfile[];
  forbidden: Set<number>;
  maxPage: number;
  /** Beginnings of paths that are not open to anybody. */
  closed: string[];
  /** The states of the next polls; COMPLETED when there are no more. */
  states: string[];
  /** The state of all polls. */
  alwaysIn: string | undefined;
  link: string | undefined;
}

interface Order {
  startDate: string;
  endDate: string;
  configuration: { adProduct: string; groupBy: string[]; columns: string[]; timeUnit: string; format: string };
}
interface Report {
  profile: FakeAmazonProfile;
  order: Order;
  isReady: boolean;
}

const refusal = (status: number, details: string): FakeAnswer => ({ status, body: { code: String(status), details } });
const ok = (body: unknown): FakeAnswer => ({ status: 200, body });
interface List {
  name: string;
  type: string;
  most: number;
  rows: (of: FakeAmazonProfile) => Record<string, unknown>[];
}
const sp = (name: 'campaigns' | 'adGroups' | 'productAds', type: string): List => ({
  name,
  type: `application/vnd.${type}.v3+json`,
  most: 500,
  rows: (of) => of[name],
});
const sb = (name: 'campaigns' | 'adGroups' | 'ads', type: string): List => ({
  name,
  type: `application/vnd.${type}.v4+json`,
  most: 100,
  rows: (of) => of.brands?.[name] ?? [],
});
const LISTS: Readonly<Record<string, List>> = {
  '/sp/campaigns/list': sp('campaigns', 'spCampaign'),
  '/sp/adGroups/list': sp('adGroups', 'spAdGroup'),
  '/sp/productAds/list': sp('productAds', 'spProductAd'),
  '/sb/v4/campaigns/list': sb('campaigns', 'sbcampaignresource'),
  '/sb/v4/adGroups/list': sb('adGroups', 'sbadgroupresource'),
  '/sb/v4/ads/list': sb('ads', 'sbadresource'),
};

export async function startFakeAmazonAds(t: Closing, profiles: FakeAmazonProfile[] = []): Promise<FakeAmazonAds> {
  const grants = createFakeGrants('');
  const reports = new Map<string, Report>();

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    if (url.pathname === '/ap/oa') return grants.authorize(request);
    if (url.pathname === '/auth/o2/token') return grants.token(request);
    if (url.pathname.startsWith('/files/')) return fileOf(request, url.pathname.slice(7));
    if (!grants.isGood(request.headers.authorization)) return refusal(401, 'Not authorized');
    if (request.headers['amazon-advertising-api-clientid'] !== 'client') return refusal(401, 'No client');
    const [, region = '', path = ''] = /^\/(\w+)(\/.+)$/.exec(url.pathname) ?? [];
    const own = fake.profiles.filter((each) => each.region === region);
    if (path === '/v2/profiles') return ok(own.map(({ profile }) => profile));
    const scope = Number(request.headers['amazon-advertising-api-scope']);
    const found = own.find(({ profile }) => profile.profileId === scope);
    if (!found || fake.forbidden.has(scope)) return refusal(403, 'Forbidden');
    if (fake.closed.some((kind) => path.startsWith(kind))) return refusal(403, 'Not open to this advertiser');
    const list = LISTS[path];
    if (list) return listed(found, request, list);
    const counted = /^\/sd\/(campaigns|adGroups|productAds)$/.exec(path);
    if (counted) return countedFrom(found.display?.[counted[1] as 'campaigns'] ?? [], url);
    return path === '/reporting/reports' ? ordered(found, request) : polled(path.slice('/reporting/reports/'.length));
  }

  function listed(profile: FakeAmazonProfile, { headers, body }: FakeRequest, list: List): FakeAnswer {
    const { name, type, most } = list;
    if (headers['content-type'] !== type || headers.accept !== type) return refusal(415, 'media type');
    const { nextToken, maxResults } = JSON.parse(body) as { nextToken?: string; maxResults: number };
    if (maxResults > most) return refusal(422, `at most ${most}`);
    const all = list.rows(profile);
    const from = Number(nextToken ?? 0);
    const to = from + Math.min(fake.maxPage, maxResults);
    const more = to < all.length ? { nextToken: String(to) } : {};
    return ok({ [name]: all.slice(from, to), totalResults: all.length, ...more });
  }

  function countedFrom(all: Record<string, unknown>[], { searchParams }: URL): FakeAnswer {
    const [from, count] = [Number(searchParams.get('startIndex')), Number(searchParams.get('count'))];
    return count > 100 ? refusal(422, 'at most 100') : ok(all.slice(from, from + count));
  }

  function ordered(profile: FakeAmazonProfile, { body, headers }: FakeRequest): FakeAnswer {
    const order = JSON.parse(body) as Order;
    const days = (Date.parse(order.endDate) - Date.parse(order.startDate)) / 86_400_000 + 1;
    if (headers['content-type'] !== 'application/vnd.createasyncreportrequest.v3+json') return refusal(415, 'media type');
    if (days > 31) return { status: 400, body: { code: '400', detail: 'at most 31 days' } };
    const same = [...reports].find(([, each]) => !each.isReady && isSame(each, { profile, order }));
    if (same) return { status: 425, body: { code: '425', detail: `The Request is a duplicate of : ${same[0]}` } };
    const id = randomUUID();
    reports.set(id, { profile, order, isReady: false });
    return ok({ reportId: id, status: 'PENDING' });
  }

  function polled(id: string): FakeAnswer {
    const report = reports.get(id);
    if (!report) return refusal(404, 'no such report');
    const status = fake.alwaysIn ?? fake.states.shift() ?? 'COMPLETED';
    report.isReady = status === 'COMPLETED' || status === 'FAILED';
    const url = status === 'COMPLETED' ? (fake.link ?? `${server.url}/files/${id}`) : null;
    return ok({ reportId: id, status, url: rowsOf(report).length === 0 && !fake.link ? null : url });
  }

  /** The storage gets no token, and keeps no order of rows. */
  function fileOf({ headers }: FakeRequest, id: string): FakeAnswer {
    const report = reports.get(id);
    if (!report || headers.authorization !== undefined) return { status: 403, body: {} };
    return { status: 200, body: {}, bytes: gzipSync(JSON.stringify(rowsOf(report).toReversed())) };
  }

  const server = await startProviderServer(t, answer);
  const fake: FakeAmazonAds = {
    server,
    grants,
    profiles,
    forbidden: new Set(),
    maxPage: 500,
    closed: [],
    states: ['PENDING', 'PROCESSING'],
    alwaysIn: undefined,
    link: undefined,
    settings: { clientId: 'client', clientSecret: CLIENT_SECRET, url: server.url },
  };
  return fake;
}

const isSame = (report: Report, { profile, order }: Omit<Report, 'isReady'>): boolean =>
  report.profile === profile && JSON.stringify(report.order) === JSON.stringify(order);

/** Rows have the columns that were ordered, and ads only where they are grouped so. */
const rowsOf = ({ profile, order: { configuration, startDate, endDate } }: Pick<Report, 'profile' | 'order'>) =>
  profile.days
    .filter(({ product, day }) => product === configuration.adProduct && day >= startDate && day <= endDate)
    .map(({ campaign, ad, day, cost, currency }) => {
      const all: Record<string, unknown> = {
        date: day,
        campaignId: campaign,
        campaignName: `Campaign ${campaign}`,
        impressions: 100,
        clicks: 3,
        cost,
        campaignBudgetCurrencyCode: currency ?? profile.profile.currencyCode,
        ...(configuration.groupBy.includes('advertiser') ? { adGroupId: 21, adGroupName: 'Wide', adId: ad } : {}),
      };
      return Object.fromEntries(configuration.columns.map((column) => [column, all[column]]));
    });
