// A fake of Pinterest's API v5 with its page of authorization: lists by bookmark, figures of named ads, and prepared reports with their states.
import { randomUUID } from 'node:crypto';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from '../oauth-provider.ts';
import { type Closing, type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';

export interface FakePinterestAccount {
  account: { id: string; name: string; currency: string };
  campaigns: Record<string, unknown>[];
  adGroups: Record<string, unknown>[];
  ads: Record<string, unknown>[];
  /** Millionths by ad and day of UTC. */
  days: { ad: string; day: string; spend: number }[];
}

export interface FakePinterest {
  server: ProviderServer;
  grants: FakeGrants;
  settings: { clientId: string; clientSecret: string; url: string };
  accounts: FakePinterestAccount[];
  forbidden: Set<string>;
  maxPage: number;
  /** The states of the next polls; FINISHED when there are no more. */
  states: string[];
  /** The state of all polls. */
  alwaysIn: string | undefined;
  /** What a finished report's link is, in place of the fake's own. */
  link: string | undefined;
  /** Rows of a file are under the id of their ad. */
  isByAd: boolean;
  now: () => number;
}

const DAY_MS = 86_400_000;
const refusal = (status: number, code: number, message: string): FakeAnswer => ({ status, body: { code, message } });
const ok = (body: unknown): FakeAnswer => ({ status: 200, body });

interface Order {
  start_date: string;
  end_date: string;
  columns: string[];
}

export async function startFakePinterest(t: Closing, accounts: FakePinterestAccount[] = []): Promise<FakePinterest> {
  const grants = createFakeGrants('ads:read');
  const orders = new Map<string, { account: FakePinterestAccount; order: Order }>();

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    if (url.pathname === '/oauth/') return grants.authorize(request);
    if (url.pathname === '/v5/oauth/token') return grants.token(request);
    if (url.pathname.startsWith('/files/')) return fileOf(request, url.pathname.slice(7));
    if (!grants.isGood(request.headers.authorization)) return refusal(401, 2, 'Authentication failed.');
    if (url.pathname === '/v5/ad_accounts')
      return page(
        fake.accounts.map(({ account }) => account),
        url,
      );
    const [, id = '', what = ''] = /^\/v5\/ad_accounts\/(\w+)\/([\w/]+)$/.exec(url.pathname) ?? [];
    const found = fake.accounts.find(({ account }) => account.id === id);
    if (!found) return refusal(404, 50, 'Not found');
    if (fake.forbidden.has(id)) return refusal(403, 29, 'You are not permitted to access that resource.');
    if (what === 'ads/analytics') return atOnce(found, url);
    if (what === 'reports') return request.method === 'POST' ? ordered(found, request) : polled(url);
    return listed(found, what, url);
  }

  function listed({ campaigns, adGroups, ads }: FakePinterestAccount, what: string, url: URL): FakeAnswer {
    const lists: Record<string, Record<string, unknown>[]> = { campaigns, ad_groups: adGroups, ads };
    const wanted = url.searchParams.getAll('entity_statuses');
    const list = lists[what]?.filter((each) => wanted.includes(String(each['status'])));
    return list ? page(list, url) : refusal(404, 50, 'Not found');
  }

  function page(rows: readonly unknown[], url: URL): FakeAnswer {
    const size = Math.min(fake.maxPage, Number(url.searchParams.get('page_size') ?? 25));
    const from = Number(url.searchParams.get('bookmark') ?? 0);
    return ok({ items: rows.slice(from, from + size), bookmark: from + size < rows.length ? String(from + size) : null });
  }

  function atOnce({ days }: FakePinterestAccount, { searchParams }: URL): FakeAnswer {
    const ids = (searchParams.get('ad_ids') ?? '').split(',');
    const [from, to] = [searchParams.get('start_date') ?? '', searchParams.get('end_date') ?? ''];
    if (ids.length > 250) return refusal(400, 1, 'at most 250 ads');
    if (Date.parse(from) < fake.now() - 91 * DAY_MS || daysFrom(from, to) > 90) return refusal(400, 1, 'at most 90 days');
    return ok(
      rowsOf(
        days.filter(({ ad }) => ids.includes(ad)),
        { from, to },
        'AD_ID',
      ),
    );
  }

  function ordered(account: FakePinterestAccount, { body }: FakeRequest): FakeAnswer {
    const order = JSON.parse(body) as Order & { level: string; granularity: string };
    if (order.level !== 'PIN_PROMOTION' || order.granularity !== 'DAY' || daysFrom(order.start_date, order.end_date) > 186)
      return refusal(400, 1, 'bad report parameters');
    const token = randomUUID();
    orders.set(token, { account, order });
    return ok({ report_status: 'IN_PROGRESS', token, message: null });
  }

  function polled({ searchParams }: URL): FakeAnswer {
    const token = searchParams.get('token') ?? '';
    const report_status = fake.alwaysIn ?? fake.states.shift() ?? 'FINISHED';
    const url = report_status === 'FINISHED' ? (fake.link ?? `${server.url}/files/${token}`) : null;
    return orders.has(token) ? ok({ report_status, url, size: null }) : ok({ report_status: 'DOES_NOT_EXIST' });
  }

  /** The storage gets no token. */
  function fileOf({ headers }: FakeRequest, token: string): FakeAnswer {
    const found = orders.get(token);
    if (!found || headers.authorization !== undefined) return { status: 403, body: {} };
    const { start_date: from, end_date: to } = found.order;
    const rows = rowsOf(found.account.days, { from, to }, 'PIN_PROMOTION_ID');
    if (!fake.isByAd) return ok(rows);
    const byAd = Map.groupBy(rows, (row) => String(Object(row)['PIN_PROMOTION_ID']));
    return ok(
      Object.fromEntries([...byAd].map(([ad, own]) => [ad, own.map((row) => ({ ...row, PIN_PROMOTION_ID: undefined }))])),
    );
  }

  const server = await startProviderServer(t, answer);
  const fake: FakePinterest = {
    server,
    grants,
    accounts,
    forbidden: new Set(),
    maxPage: 250,
    states: ['IN_PROGRESS'],
    alwaysIn: undefined,
    link: undefined,
    isByAd: false,
    now: () => Date.now(),
    settings: { clientId: 'client', clientSecret: CLIENT_SECRET, url: server.url },
  };
  return fake;
}

const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const rowsOf = (days: FakePinterestAccount['days'], { from, to }: { from: string; to: string }, key: string) =>
  days
    .filter(({ day }) => day >= from && day <= to)
    .map(({ ad, day, spend }) => ({
      [key]: ad,
      DATE: day,
      SPEND_IN_MICRO_DOLLAR: spend,
      PAID_IMPRESSION: 100,
      TOTAL_CLICKTHROUGH: 3,
    }));
