// A fake of TikTok's API for Business with its page of authorization: envelopes with status 200, ids as numbers, pages that drift.
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

export interface FakeAdvertiser {
  /** As `/advertiser/info/` has it. */
  info: { advertiser_id: string; name: string; currency: string; display_timezone?: string; timezone?: string; status: string };
  campaigns: Record<string, unknown>[];
  adGroups: Record<string, unknown>[];
  ads: Record<string, unknown>[];
  report: { dimensions: { ad_id: string; stat_time_day: string }; metrics: Record<string, unknown> }[];
}

export interface FakeTikTok {
  server: ProviderServer;
  settings: { clientId: string; clientSecret: string; url: string; apiVersion: string };
  advertisers: FakeAdvertiser[];
  /** Rows a page at most, whatever is asked for. */
  maxPage: number;
  /** Objects that the pages of one list reach; further pages are refused. */
  maxListed: number;
  /** The least daily budget of an ad group. */
  minBudget: number;
  /** False where the person may look only, whatever the token. */
  mayWrite: boolean;
  /** Between the first page and the second of the next lists an object moves to the front, so that one row comes twice and one never. */
  drift(lists: number): void;
  token(): string;
  /** One of somebody who may look only. */
  readOnlyToken(): string;
  revoke(): void;
  grant(authorizationUrl: URL): URL;
}

interface Change {
  ad_ids?: string[];
  operation_status?: string;
  budget?: { adgroup_id: string; budget: number }[];
}

export const TIKTOK_SECRET = 'tiktok-app-secret';

const refusal = (code: number, message: string): FakeAnswer => ({
  status: 200,
  body: { code, message, request_id: 'request-1', data: {} },
});
const DEAD = refusal(40_105, 'Access token is incorrect or has been revoked.');
const NO_ACCESS = refusal(40_001, 'No permission to operate the advertiser');

const scripts = {
  revoked: DEAD,
  error_once: refusal(50_000, 'System error'),
  throttled: { ...refusal(40_100, 'Too many requests'), headers: { 'retry-after': '3600' } },
  throttled_shortly: { ...refusal(40_100, 'Too many requests'), headers: { 'retry-after': '0' } },
};

export async function startFakeTikTok(t: TestContext, advertisers: FakeAdvertiser[] = []): Promise<FakeTikTok> {
  const tokens = new Set<string>();
  const codes = new Set<string>();
  const readOnly = new Set<string>();
  let drifts = 0;

  /** Whole numbers in texts that start with # are sent as numbers, with every digit. */
  const ok = (data: unknown): FakeAnswer => {
    const text = JSON.stringify({ code: 0, message: 'OK', request_id: 'request-1', data });
    return { status: 200, body: {}, text: text.replace(/"#(\d+)"/g, '$1') };
  };

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    if (url.pathname === '/portal/auth') return { status: 302, body: {}, headers: { location: fake.grant(url).href } };
    const path = url.pathname.replace('/open_api/v1.3/', '');
    if (path === 'oauth2/access_token/') return issue(JSON.parse(request.body));
    if (path === 'oauth2/revoke_token/') {
      fake.revoke();
      return ok({});
    }
    if (!tokens.has(String(request.headers['access-token']))) return DEAD;
    if (path === 'oauth2/advertiser/get/')
      return url.searchParams.get('secret') === TIKTOK_SECRET
        ? ok({ list: fake.advertisers.map(({ info }) => ({ advertiser_id: info.advertiser_id, advertiser_name: info.name })) })
        : refusal(40_002, 'secret: wrong');
    if (path === 'advertiser/info/') {
      const ids = JSON.parse(url.searchParams.get('advertiser_ids') ?? '[]') as string[];
      return ok({ list: fake.advertisers.map(({ info }) => info).filter((info) => ids.includes(info.advertiser_id)) });
    }
    if (request.method === 'POST')
      return fake.mayWrite && !readOnly.has(String(request.headers['access-token'])) ? write(path, request) : NO_ACCESS;
    const advertiser = fake.advertisers.find(({ info }) => info.advertiser_id === url.searchParams.get('advertiser_id'));
    return advertiser ? answerOf(advertiser, path, url) : NO_ACCESS;
  }

  function answerOf(advertiser: FakeAdvertiser, path: string, url: URL): FakeAnswer {
    const lists = { 'campaign/get/': advertiser.campaigns, 'adgroup/get/': advertiser.adGroups, 'ad/get/': advertiser.ads };
    if (path === 'campaign/get/' || path === 'adgroup/get/' || path === 'ad/get/') return listed(lists[path], url);
    if (path !== 'report/integrated/get/') return refusal(40_002, 'no such path');
    const [from = '', to = ''] = [url.searchParams.get('start_date') ?? '', url.searchParams.get('end_date') ?? ''];
    if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > 29) return refusal(40_002, 'The time span must not exceed 30 days.');
    const rows = advertiser.report.filter(
      ({ dimensions: { stat_time_day: day } }) => day.slice(0, 10) >= from && day.slice(0, 10) <= to,
    );
    return page(rows, url);
  }

  function write(path: string, { body }: FakeRequest): FakeAnswer {
    const { advertiser_id: id, ...change } = JSON.parse(body) as Change & { advertiser_id: string };
    const advertiser = fake.advertisers.find(({ info }) => info.advertiser_id === id);
    if (!advertiser) return NO_ACCESS;
    const { ad_ids: ids = [], operation_status: status = '', budget: budgets = [] } = change;
    if (path === 'ad/status/update/') {
      const ads = advertiser.ads.filter((ad) => ids.includes(String(ad['ad_id'])));
      if (ads.length < ids.length) return refusal(40_002, 'ad_ids: not found');
      for (const ad of ads) {
        const isOn = status === 'ENABLE';
        Object.assign(ad, { operation_status: status, secondary_status: isOn ? 'AD_STATUS_DELIVERY_OK' : 'AD_STATUS_DISABLE' });
        server.writes.push({ kind: 'ad_status', id: String(ad['ad_id']), value: status });
      }
      return ok({ ad_ids: ids, status });
    }
    if (path !== 'adgroup/budget/update/') return refusal(40_002, 'no such path');
    for (const { adgroup_id: group, budget } of budgets) {
      const row = advertiser.adGroups.find((each) => String(each['adgroup_id']) === group);
      if (!row) return refusal(40_002, 'adgroup_id: not found');
      if (budget < fake.minBudget) return refusal(40_002, `budget: The budget must be at least ${fake.minBudget}`);
      row['budget'] = budget;
      server.writes.push({ kind: 'budget', id: group, value: String(budget) });
    }
    return ok({});
  }

  /** Ids that are numbers start with # here. */
  function listed(rows: readonly Record<string, unknown>[], url: URL): FakeAnswer {
    const filters = JSON.parse(url.searchParams.get('filtering') ?? '{}') as Record<string, string[]>;
    const isWanted = (row: Record<string, unknown>): boolean =>
      Object.entries(filters).every(([field, ids]) => ids.includes(String(row[field.replace(/s$/, '')]).replace('#', '')));
    if (Object.values(filters).some((ids) => ids.length > 100)) return refusal(40_002, 'filtering: more than 100 ids');
    const [number, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('page_size'))];
    if (number > 1 && (number - 1) * size >= fake.maxListed) return refusal(40_002, 'page: out of range');
    return page(rows.filter(isWanted), url);
  }

  function page(rows: readonly unknown[], url: URL): FakeAnswer {
    const size = Math.min(fake.maxPage, Number(url.searchParams.get('page_size') ?? 10));
    const number = Number(url.searchParams.get('page') ?? 1);
    const isDrifting = number === 2 && drifts > 0;
    if (isDrifting) drifts -= 1;
    const order = isDrifting ? [rows.at(-1), ...rows.slice(0, -1)] : rows;
    const page_info = { page: number, page_size: size, total_number: rows.length, total_page: Math.ceil(rows.length / size) };
    return ok({ list: order.slice((number - 1) * size, number * size), page_info });
  }

  function issue({ app_id: app, secret, auth_code: code }: Record<string, string>): FakeAnswer {
    if (app !== 'tiktok-app' || secret !== TIKTOK_SECRET) return refusal(40_002, 'secret: wrong');
    if (!codes.delete(code ?? '')) return refusal(40_002, 'auth_code: used or expired');
    const ids = fake.advertisers.map(({ info }) => info.advertiser_id);
    return ok({ access_token: fake.token(), scope: [4, 5], advertiser_ids: ids });
  }

  const server = await startProviderServer(t, answer, scripts);
  const fake: FakeTikTok = {
    server,
    advertisers,
    maxPage: 1_000,
    maxListed: 10_000,
    minBudget: 20,
    mayWrite: true,
    settings: { clientId: 'tiktok-app', clientSecret: TIKTOK_SECRET, url: server.url, apiVersion: 'v1.3' },
    drift: (lists) => {
      drifts = lists;
    },
    token: () => {
      const token = `tiktok-token-${randomUUID()}`;
      tokens.add(token);
      return token;
    },
    readOnlyToken: () => {
      const token = fake.token();
      readOnly.add(token);
      return token;
    },
    revoke: () => tokens.clear(),
    grant: (query) => {
      const back = new URL(query.searchParams.get('redirect_uri') ?? '');
      const code = randomUUID();
      codes.add(code);
      back.searchParams.set('auth_code', code);
      back.searchParams.set('state', query.searchParams.get('state') ?? '');
      return back;
    },
  };
  return fake;
}
