// A fake of Reddit's Ads API v3 with its page of authorization: accounts by business, pages whose next address is whole, reports by whole hours.
import { Temporal } from 'temporal-polyfill';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from '../oauth-provider.ts';
import { type Closing, type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';

export interface FakeRedditAccount {
  account: { id: string; name: string; currency: string; time_zone_id: string; suspension_reason?: string };
  campaigns: Record<string, unknown>[];
  adGroups: Record<string, unknown>[];
  ads: Record<string, unknown>[];
  /** Millionths by ad and day of the account's zone. */
  days: { ad: string; day: string; spend: number; currency?: string }[];
}

export interface FakeReddit {
  server: ProviderServer;
  grants: FakeGrants;
  settings: { clientId: string; clientSecret: string; url: string };
  accounts: FakeRedditAccount[];
  /** The member is in no business. */
  isAlone: boolean;
  /** Accounts that the member may not see any more. */
  forbidden: Set<string>;
  maxPage: number;
  /** Hours of a report are those of UTC, or of the clocks of its zone: no source says which. */
  hours: 'utc' | 'local';
  /** In place of the next address of pages. */
  nextUrl: string | undefined;
}

const refusal = (status: number, message: string): FakeAnswer => ({ status, body: { error: { code: status, message } } });
const ok = (body: unknown): FakeAnswer => ({ status: 200, body });

export async function startFakeReddit(t: Closing, accounts: FakeRedditAccount[] = []): Promise<FakeReddit> {
  const grants = createFakeGrants('adsread history');

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    if (url.pathname === '/api/v1/authorize') return grants.authorize(request);
    if (url.pathname === '/api/v1/access_token')
      return String(request.headers['user-agent']).startsWith('tributary') ? grants.token(request) : refusal(429, 'who are you?');
    if (url.pathname === '/api/v1/revoke_token') return { ...grants.revoke(), status: 204, text: '' };
    if (!grants.isGood(request.headers.authorization)) return refusal(401, 'Unauthorized');
    const [, place, id = '', what] = /^\/api\/v3\/(me|businesses|ad_accounts)\/([^/]+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
    if (place === 'me') return fake.isAlone ? refusal(404, 'Not found') : page([{ id: 'b1', name: 'Shop' }], url);
    if (place === 'businesses')
      return page(
        fake.accounts.map(({ account }) => account),
        url,
      );
    const found = fake.accounts.find(({ account }) => account.id === id);
    if (!found) return refusal(404, 'Not found');
    if (fake.forbidden.has(id)) return refusal(403, 'Forbidden');
    if (what === 'reports' && request.method === 'POST') return reported(found, request, url);
    const lists: Record<string, unknown[]> = { campaigns: found.campaigns, ad_groups: found.adGroups, ads: found.ads };
    const list = lists[what ?? ''];
    return list ? page(list, url) : refusal(404, 'Not found');
  }

  function reported({ days }: FakeRedditAccount, { body }: FakeRequest, url: URL): FakeAnswer {
    const { starts_at: from, ends_at: to, time_zone_id: zone } = (JSON.parse(body) as { data: Record<string, string> }).data;
    if (!from || !to || !zone || ![from, to].every((each) => /T\d\d:00:00Z$/.test(each)))
      return refusal(400, 'starts_at must be on the hour');
    if (Object.keys(JSON.parse(body)).join() !== 'data')
      return { status: 403, body: { success: false, error: { explanation: 'JSON error' } } };
    const rows = days.flatMap(({ ad, day, spend, currency = 'EUR' }) => {
      const [start, end] = bordersOf(day, zone, fake.hours);
      const hours = Math.max(0, Math.min(end, Date.parse(to)) - Math.max(start, Date.parse(from)));
      const share = Math.round((spend * hours) / (end - start));
      return hours === 0 ? [] : [{ ad_id: ad, date: day, currency, spend: share, impressions: 100, clicks: 3 }];
    });
    const { data, pagination } = pageOf(rows, url);
    return ok({ data: { metrics: data }, pagination });
  }

  const page = (rows: readonly unknown[], url: URL): FakeAnswer => ok(pageOf(rows, url));

  function pageOf(rows: readonly unknown[], url: URL) {
    const size = Math.min(fake.maxPage, Number(url.searchParams.get('page.size') ?? fake.maxPage));
    const from = Number(url.searchParams.get('page.token') ?? 0);
    const next = new URL(`${server.url}${url.pathname}?page.token=${from + size}`);
    const pagination = from + size < rows.length ? { next_url: fake.nextUrl ?? next.href } : {};
    return { data: rows.slice(from, from + size), pagination };
  }

  const server = await startProviderServer(t, answer);
  const fake: FakeReddit = {
    server,
    grants,
    accounts,
    isAlone: false,
    forbidden: new Set(),
    maxPage: 100,
    hours: 'utc',
    nextUrl: undefined,
    settings: { clientId: 'client', clientSecret: CLIENT_SECRET, url: server.url },
  };
  return fake;
}

/** First and last moment of a day, as a report's hours name them. */
function bordersOf(day: string, zone: string, hours: FakeReddit['hours']): [number, number] {
  const date = Temporal.PlainDate.from(day);
  const at = (each: Temporal.PlainDate): number => each.toZonedDateTime(hours === 'utc' ? zone : 'UTC').epochMilliseconds;
  return [at(date), at(date.add({ days: 1 }))];
}
