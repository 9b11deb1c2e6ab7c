// A fake of OpenAI's advertising API v1: a key per account, children that do not name their parents, and pages that end by `has_more` alone.
import { Temporal } from 'temporal-polyfill';
import { type Closing, type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';

export interface FakeOpenAiAccount {
  key: string;
  account: { id: string; name: string; currency_code: string; timezone: string; status: string };
  campaigns: Record<string, unknown>[];
  /** By campaign, and ads by ad group. */
  adGroups: Record<string, Record<string, unknown>[]>;
  ads: Record<string, Record<string, unknown>[]>;
  /** Whole units by ad and day of the account's zone. */
  days: { ad: string; day: string; spend: number }[];
}

export interface FakeOpenAiAds {
  server: ProviderServer;
  settings: { url: string };
  accounts: FakeOpenAiAccount[];
  revoked: Set<string>;
  forbidden: Set<string>;
  maxPage: number;
  /** Fields that are refused now. */
  unknownFields: string[];
  now: () => number;
}

const refusal = (status: number, message: string): FakeAnswer => ({ status, body: { error: { message } } });

export async function startFakeOpenAiAds(t: Closing, accounts: FakeOpenAiAccount[] = []): Promise<FakeOpenAiAds> {
  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    const key = (request.headers.authorization ?? '').replace('Bearer ', '');
    const found = fake.accounts.find((each) => each.key === key);
    if (!found || fake.revoked.has(key)) return refusal(401, 'Invalid API key');
    if (url.pathname === '/v1/ad_account') return { status: 200, body: { ...found.account, review: { status: 'approved' } } };
    if (fake.forbidden.has(found.account.id)) return refusal(403, 'Access denied');
    if (url.pathname === '/v1/campaigns') return page(found.campaigns, url);
    if (url.pathname === '/v1/ad_groups') return page(found.adGroups[url.searchParams.get('campaign_id') ?? ''] ?? [], url);
    if (url.pathname === '/v1/ads') return page(found.ads[url.searchParams.get('ad_group_id') ?? ''] ?? [], url);
    return url.pathname === '/v1/ad_account/insights' ? reported(found, url) : refusal(404, 'Not found');
  }

  function reported(account: FakeOpenAiAccount, url: URL): FakeAnswer {
    const range = JSON.parse(url.searchParams.get('time_ranges[]') ?? '{}') as Record<string, string>;
    const { since = '', until = '', timezone = 'UTC' } = range;
    const fields = url.searchParams.getAll('fields[]');
    const unknown = fields.find((field) => fake.unknownFields.includes(field));
    if (unknown !== undefined) return refusal(400, `Invalid value for 'fields[]': ${unknown}`);
    const today = Temporal.Instant.fromEpochMilliseconds(fake.now()).toZonedDateTimeISO(timezone).toPlainDate().toString();
    if (until > today) return refusal(400, "Invalid value for 'time_ranges[]': until is in the future");
    const rows = account.days
      .filter(({ day }) => day >= since && day <= until)
      .map(({ ad, day, spend }) => {
        const start = Temporal.PlainDate.from(day).toZonedDateTime(timezone).epochMilliseconds / 1_000;
        const name = fields.includes('ad.name') ? { ad_name: `Name of ${ad}` } : {};
        return {
          id: `start=${start}:entity_id=${ad}`,
          start_time: start,
          ad_id: ad,
          impressions: 100,
          clicks: 3,
          spend,
          ...name,
        };
      });
    return page(rows, url);
  }

  function page(rows: readonly Record<string, unknown>[], url: URL): FakeAnswer {
    const size = Math.min(fake.maxPage, Number(url.searchParams.get('limit') ?? 20));
    const from = rows.findIndex(({ id }) => id === url.searchParams.get('after')) + 1;
    const data = rows.slice(from, from + size);
    const [first_id, last_id] = [data[0]?.['id'] ?? null, data.at(-1)?.['id'] ?? null];
    return { status: 200, body: { object: 'list', data, first_id, last_id, has_more: from + size < rows.length } };
  }

  const server = await startProviderServer(t, answer);
  const fake: FakeOpenAiAds = {
    server,
    accounts,
    revoked: new Set(),
    forbidden: new Set(),
    maxPage: 500,
    unknownFields: [],
    now: () => Date.now(),
    settings: { url: server.url },
  };
  return fake;
}
