// OpenAI's advertising API (ads in ChatGPT) as an ad platform, which is only read. A key of the account is typed in, as there is no page on which access
// is granted; each key is of one account. Checked against its public description on 2026-11-27, never against a live account.
import type { Logger } from 'pino';
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import type { AdAccount, AdPlatform, AdSpend, CataloguePage, Grant } from '../ad-platform.ts';
import { lastDayOf } from '../api-versions.ts';
import { type DayRange, portionsOf } from '../day-ranges.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderClient } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { Tokens } from '../oauth/client.ts';
import type { ConnectField } from '../reading/connect-field.ts';
import { readSpendNames } from '../reading/spend-names.ts';
import { Secret } from '../secret.ts';
import { readWholeReport } from '../whole-report.ts';
import { judgeOpenAi } from './errors.ts';
import * as shapes from './shapes.ts';
import { accountOf, adOf, adSetOf, campaignOf, spendOf } from './translate.ts';

const PROVIDER = 'openai_ads';
const API = 'https://api.ads.openai.com';
const VERSION = 'v1';
const REQUESTS_PER_MINUTE = 300;
const MAX_WAIT_MS = 60_000;
const TIMEOUT_MS = 60_000;
const PORTION_DAYS = 31;
const ROWS = '500';
/** A list longer than this is a loop. */
const MAX_PAGES = 2_000;
const FIELDS = ['campaign.id', 'ad_group.id', 'ad.id', 'ad.impressions', 'ad.clicks', 'ad.spend'];
/** It was refused for a while; without it, names come from the catalogue alone. */
const NAME_FIELD = 'ad.name';
const KEY = /^\S{8,400}$/;

const CONNECT_FIELDS: readonly ConnectField[] = [
  {
    name: 'api_key',
    label: 'Advertiser API key',
    isSecret: true,
    hint: 'In ads.openai.com: Settings, API keys. A key is of one ad account; the key for conversions is another one.',
  },
];

export interface ClientOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
}

/** It needs no registration. */
export function createOpenAiAds(
  { url = API }: Config['providers']['openai_ads'],
  { clock, log, timeoutMs = TIMEOUT_MS }: ClientOptions,
): AdPlatform {
  const budget = new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE, maxWaitMs: MAX_WAIT_MS });
  const baseUrl = `${url.replace(/\/$/, '')}/${VERSION}`;
  const api = new OpenAiApi(
    new ProviderClient({ provider: PROVIDER, baseUrl, judge: judgeOpenAi, budget, timeoutMs, ...(log ? { log } : {}) }),
  );
  return {
    id: PROVIDER,
    scopes: { read: [], write: [] },
    versionEnds: lastDayOf(PROVIDER, VERSION),
    fields: CONNECT_FIELDS,
    openCredentials: async ({ api_key: key = '' }) => tokensOf(key.trim()),
    listAccounts: async (grant) => [accountOf(await api.ask(grant, { path: 'ad_account' }, shapes.account))],
    readCatalogue: (grant, account) => readCatalogue(api, grant, account.id),
    readSpend: (grant, account, range) => readSpend(api, { grant, account, clock }, range),
  };
}

const failure = (outcome: ProviderFailure['outcome'], message: string, reason?: string): ProviderFailure =>
  new ProviderFailure(PROVIDER, outcome, `${PROVIDER}: ${message}`, { reason });

function tokensOf(key: string): Tokens {
  if (!KEY.test(key)) throw failure('rejected', 'no key', 'Enter the Advertiser API key, without blanks.');
  return { accessToken: new Secret(key), refreshToken: undefined, expiresAt: undefined, scopes: [] };
}

interface Question {
  path: string;
  query?: readonly (readonly [string, string])[];
  account?: string;
}

class OpenAiApi {
  readonly #client: ProviderClient;

  constructor(client: ProviderClient) {
    this.#client = client;
  }

  async ask<Shape extends z.ZodType>(
    grant: Grant,
    { path, query = [], account }: Question,
    shape: Shape,
  ): Promise<z.infer<Shape>> {
    const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
    const rawQuery = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
    const more = { ...(rawQuery === '' ? {} : { rawQuery }), ...(account === undefined ? {} : { account }) };
    return this.#client.json({ method: 'GET', path, headers, ...more }, shape);
  }

  /** Every page of a list. Only `has_more` says whether there is another. */
  async *list<Row extends z.ZodType>(grant: Grant, question: Question, row: Row): AsyncGenerator<z.infer<Row>[]> {
    let last: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const after = last === undefined ? [] : ([['after', last]] as const);
      const query = [['limit', ROWS], ...(question.query ?? []), ...after] as const;
      const found = await this.ask(grant, { ...question, query }, shapes.pageOf(row));
      yield found.data;
      if (!found.has_more) return;
      if (found.last_id === undefined || found.last_id === last) throw failure('unusable', 'a list repeats itself');
      last = found.last_id;
    }
    throw failure('unusable', 'a list does not end');
  }
}

/** Children are listed by their parent, which they do not name. */
async function* readCatalogue(api: OpenAiApi, grant: Grant, account: string): AsyncGenerator<CataloguePage> {
  const order = ['order', 'asc'] as const;
  for await (const rows of api.list(grant, { path: 'campaigns', query: [order], account }, shapes.campaign))
    for (const campaign of rows.map(campaignOf)) {
      yield { campaigns: [campaign], adSets: [], ads: [] };
      const groups = { path: 'ad_groups', query: [['campaign_id', campaign.id], order] as const, account };
      for await (const found of api.list(grant, groups, shapes.adGroup))
        for (const adSet of found.map((group) => adSetOf(group, campaign))) {
          yield { campaigns: [], adSets: [adSet], ads: [] };
          const ads = { path: 'ads', query: [['ad_group_id', adSet.id], order] as const, account };
          for await (const page of api.list(grant, ads, shapes.ad))
            yield { campaigns: [], adSets: [], ads: page.map((ad) => adOf(ad, adSet, campaign)) };
        }
    }
}

interface Reading {
  grant: Grant;
  account: AdAccount;
  clock: Clock;
}

async function* readSpend(api: OpenAiApi, reading: Reading, { from, to }: DayRange): AsyncGenerator<AdSpend[]> {
  const { grant, account, clock } = reading;
  const today = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO(account.timezone).toPlainDate().toString();
  // A day in the future is refused.
  const range = { from, to: to > today ? today : to };
  if (range.from > range.to) return;
  const { named } = await readSpendNames(readCatalogue(api, grant, account.id));
  for (const portion of portionsOf(range, PORTION_DAYS)) {
    const rows = await unlessNameless((fields) =>
      readWholeReport({
        provider: PROVIDER,
        keyOf: ({ start_time, ad_id }: shapes.Insight): string => `${start_time} ${ad_id}`,
        pages: () => reportPages(api, reading, portion, fields),
      }),
    );
    yield rows.map((row) => named(spendOf(row, account.timezone)));
  }
}

/** Names of fields have changed more than once: a refusal that names the one that can be missed is no end. */
async function unlessNameless<T>(read: (fields: readonly string[]) => Promise<T>): Promise<T> {
  try {
    return await read([...FIELDS, NAME_FIELD]);
  } catch (error) {
    const isNamed =
      error instanceof ProviderFailure && error.outcome === 'rejected' && error.details.reason?.includes(NAME_FIELD);
    if (!isNamed) throw error;
    return read(FIELDS);
  }
}

async function* reportPages(
  api: OpenAiApi,
  { grant, account }: Reading,
  { from: since, to: until }: DayRange,
  fields: readonly string[],
): AsyncGenerator<{ rows: shapes.Insight[] }> {
  const range = { type: 'date_range', since, until, timezone: account.timezone };
  const query = [
    ...([['aggregation_level', 'ad'] as const, ['time_granularity', 'daily'] as const] as const),
    ['time_ranges[]', JSON.stringify(range)] as const,
    ...fields.map((field) => ['fields[]', field] as const),
  ];
  for await (const rows of api.list(grant, { path: 'ad_account/insights', query, account: account.id }, shapes.insight))
    yield { rows };
}
