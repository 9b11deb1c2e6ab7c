// A fake of Snap's Ads API v1 with its page of authorization: wrapped objects, failures with status 200, and days that begin at local midnight.
import { Temporal } from 'temporal-polyfill';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from '../oauth-provider.ts';
import { type Closing, type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';

export interface FakeSnapAccount {
  account: { id: string; name: string; currency: string; timezone: string; status: string };
  campaigns: Record<string, unknown>[];
  adSquads: Record<string, unknown>[];
  creatives: Record<string, unknown>[];
  ads: Record<string, unknown>[];
  /** Millionths by ad and day of the account's zone. */
  days: { ad: string; day: string; spend: number }[];
}

export interface FakeSnap {
  server: ProviderServer;
  grants: FakeGrants;
  settings: { clientId: string; clientSecret: string; url: string };
  accounts: FakeSnapAccount[];
  forbidden: Set<string>;
  maxPage: number;
  /** Organizations that fail beside the one that has the accounts. */
  failed: number;
  /** The one that has the accounts fails as well. */
  isLost: boolean;
  /** The last object of the next lists could not be read. */
  isTorn: boolean;
  nextLink: string | undefined;
}

const refusal = (status: number, code: string, message: string): FakeAnswer => ({
  status,
  body: { request_status: 'ERROR', request_id: 'r-1', debug_message: message, error_code: code },
});
const ok = (body: Record<string, unknown>): FakeAnswer => ({
  status: 200,
  body: { request_status: 'SUCCESS', request_id: 'r-1', ...body },
});
const inner = { campaigns: 'campaign', adsquads: 'adsquad', creatives: 'creative', ads: 'ad' } as const;
type ListName = keyof typeof inner;
const isList = (name: string): name is ListName => name in inner;

export async function startFakeSnap(t: Closing, accounts: FakeSnapAccount[] = []): Promise<FakeSnap> {
  const grants = createFakeGrants('snapchat-marketing-api');

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    if (url.pathname === '/login/oauth2/authorize') return grants.authorize(request);
    if (url.pathname === '/login/oauth2/access_token') return grants.token(request);
    if (!grants.isGood(request.headers.authorization)) return { status: 401, body: { error: 'invalid_grant' } };
    if (url.pathname === '/v1/me/organizations') return organizations();
    const [, id = '', what = ''] = /^\/v1\/adaccounts\/([\w-]+)\/(\w+)$/.exec(url.pathname) ?? [];
    const found = fake.accounts.find(({ account }) => account.id === id);
    if (!found) return refusal(404, 'E3003', 'absent');
    if (fake.forbidden.has(id)) return refusal(403, 'E2002', 'No access');
    if (what === 'stats') return reported(found, url);
    if (!isList(what)) return refusal(404, 'E3003', 'absent');
    const lists = { campaigns: found.campaigns, adsquads: found.adSquads, creatives: found.creatives, ads: found.ads };
    const { rows, paging } = pageOf(lists[what], url);
    const wrapped = rows.map((row, at) => {
      const isLost = fake.isTorn && at === rows.length - 1;
      return { sub_request_status: isLost ? 'ERROR' : 'success', [inner[what]]: isLost ? null : row };
    });
    return ok({ [what]: wrapped, paging });
  }

  function organizations(): FakeAnswer {
    const bad = { sub_request_status: 'ERROR', organization: null };
    const ad_accounts = fake.accounts.map(({ account }) => account);
    const good = fake.isLost ? bad : { sub_request_status: 'SUCCESS', organization: { id: 'o-1', name: 'Org', ad_accounts } };
    return ok({ organizations: [...Array.from({ length: fake.failed }, () => bad), good], paging: {} });
  }

  function reported({ account, days }: FakeSnapAccount, url: URL): FakeAnswer {
    const query = url.searchParams;
    const [from, to] = [query.get('start_time') ?? '', query.get('end_time') ?? ''];
    const isDay = (time: string) => time.slice(0, 10) !== '' && time === midnight(time.slice(0, 10), account.timezone);
    if (!isDay(from) || !isDay(to)) return refusal(400, 'E1001', 'start_time must be the start of a day of the account');
    const length = Temporal.PlainDate.from(from.slice(0, 10)).until(to.slice(0, 10)).days;
    if (length < 1 || length > 31) return refusal(400, 'E1008', 'between 1 and 31 days');
    const wanted = days.filter(({ day }) => day >= from.slice(0, 10) && day < to.slice(0, 10));
    const { rows, paging } = pageOf(wanted, url);
    const byAd = [...Map.groupBy(rows, ({ ad }) => ad)].map(([id, own]) => ({
      id,
      type: 'AD',
      granularity: 'DAY',
      timeseries: own.map(({ day, spend }) => ({
        start_time: midnight(day, account.timezone).replace(/:00([+-])/, ':00.000$1'),
        stats: { impressions: 100, swipes: 3, spend },
      })),
    }));
    return ok({
      timeseries_stats: [{ sub_request_status: 'SUCCESS', timeseries_stat: { breakdown_stats: { ad: byAd } } }],
      paging,
    });
  }

  function pageOf<Row>(rows: readonly Row[], url: URL) {
    const size = Math.min(fake.maxPage, Number(url.searchParams.get('limit') ?? 50));
    const from = Number(url.searchParams.get('cursor') ?? 0);
    const next = new URL(url);
    next.searchParams.set('cursor', String(from + size));
    const paging = from + size < rows.length ? { next_link: fake.nextLink ?? next.href } : {};
    return { rows: rows.slice(from, from + size), paging };
  }

  const server = await startProviderServer(t, answer);
  const fake: FakeSnap = {
    server,
    grants,
    accounts,
    forbidden: new Set(),
    maxPage: 1_000,
    failed: 1,
    isLost: false,
    isTorn: false,
    nextLink: undefined,
    settings: { clientId: 'client', clientSecret: CLIENT_SECRET, url: server.url },
  };
  return fake;
}

const midnight = (day: string, zone: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(zone).toString({ timeZoneName: 'never' });
