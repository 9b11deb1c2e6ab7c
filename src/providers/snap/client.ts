// Snap's Ads API as an ad platform, which is only read: accounts by organization, the catalogue, and spend by days of the account. Checked against
// public descriptions and connectors on 2026-11-27 and 2026-11-29, never against a live account.
import type { Logger } from 'pino';
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import type { AdAccount, AdSpend, CataloguePage, Grant, OAuthPlatform } from '../ad-platform.ts';
import { lastDayOf } from '../api-versions.ts';
import { type DayRange, portionsOf } from '../day-ranges.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderClient, type ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { createOAuthFlow, type OAuthFlow } from '../oauth/client.ts';
import { addressOfLink } from '../reading/next-link.ts';
import { readSpendNames } from '../reading/spend-names.ts';
import { Secret } from '../secret.ts';
import { readWholeReport, spendKey } from '../whole-report.ts';
import { isSuccess, judgeSnap } from './errors.ts';
import * as shapes from './shapes.ts';
import { accountOf, adOf, adSetOf, type CatalogueObjects, campaignOf, spendOf } from './translate.ts';

const PROVIDER = 'snap';
const API = 'https://adsapi.snapchat.com';
const LOGIN = 'https://accounts.snapchat.com';
const VERSION = 'v1';
const SCOPES = ['snapchat-marketing-api'];
const REQUESTS_PER_MINUTE = 300;
const TIMEOUT_MS = 60_000;
const PORTION_DAYS = 31;
const ROWS = '1000';
const ORGANIZATIONS = '50';
/** A list longer than this is a loop. */
const MAX_PAGES = 1_000;

export interface ClientOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
}

/** Undefined where this installation is not registered as an app. */
export function createSnap(
  { clientId, clientSecret, url }: Config['providers']['snap'],
  { clock, log, timeoutMs = TIMEOUT_MS }: ClientOptions,
): OAuthPlatform | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const budget = new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE });
  const api = new SnapApi(`${originOf(url, API)}/${VERSION}`, { budget, timeoutMs, ...(log ? { log } : {}) });
  return {
    id: PROVIDER,
    scopes: { read: SCOPES, write: [] },
    versionEnds: lastDayOf(PROVIDER, VERSION),
    oauth: oauthOf({ clientId, clientSecret: new Secret(clientSecret), login: originOf(url, LOGIN) }),
    listAccounts: (grant) => listAccounts(api, grant),
    readCatalogue: (grant, account) => readCatalogue(api, grant, account.id),
    readSpend: (grant, account, range) => readSpend(api, grant, account, range),
  };
}

const originOf = (url: string | undefined, own: string): string => (url ?? own).replace(/\/$/, '');

/** The refresh token neither ends nor changes. */
const oauthOf = ({ clientId, clientSecret, login }: { clientId: string; clientSecret: Secret; login: string }): OAuthFlow =>
  createOAuthFlow(
    {
      provider: PROVIDER,
      clientId,
      clientSecret,
      hasPkce: false,
      authorizationUrl: `${login}/login/oauth2/authorize`,
      tokenUrl: `${login}/login/oauth2/access_token`,
    },
    SCOPES,
  );

const failure = (outcome: ProviderFailure['outcome'], message: string): ProviderFailure =>
  new ProviderFailure(PROVIDER, outcome, `${PROVIDER}: ${message}`);

interface List {
  path: string;
  query: Readonly<Record<string, string>>;
  account?: string;
}

class SnapApi {
  readonly #client: ProviderClient;
  readonly #baseUrl: string;

  constructor(baseUrl: string, options: { budget: RequestBudget; timeoutMs: number; log?: Logger }) {
    this.#baseUrl = baseUrl;
    this.#client = new ProviderClient({ ...options, baseUrl, provider: PROVIDER, judge: judgeSnap });
  }

  /** Every page of a list, as it is wrapped. */
  async *pages<Inner>(grant: Grant, list: List, shape: z.ZodType<shapes.Page<Inner>>): AsyncGenerator<shapes.Wrapped<Inner>[]> {
    let request: ProviderRequest = { method: 'GET', ...list };
    let seen: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
      const { rows, next } = await this.#client.json({ ...request, headers }, shape);
      yield rows;
      if (next === undefined) return;
      if (next === seen) throw failure('unusable', 'a list repeats itself');
      seen = next;
      const { query: _first, ...same } = list;
      request = { method: 'GET', ...same, ...addressOfLink(PROVIDER, this.#baseUrl, next) };
    }
    throw failure('unusable', 'a list does not end');
  }

  /** The same without wrappers. One object that Snap could not read makes the list incomplete. */
  async *list<Inner>(grant: Grant, list: List, shape: z.ZodType<shapes.Page<Inner>>): AsyncGenerator<Inner[]> {
    for await (const rows of this.pages(grant, list, shape)) yield rows.map(innerOf);
  }
}

function innerOf<Inner>({ status, inner }: shapes.Wrapped<Inner>): Inner {
  if (inner === undefined || !isSuccess(status)) throw failure('unavailable', 'a part of a list could not be read');
  return inner;
}

/** Organizations that Snap could not read are left out, and if there is no other, it is no list without accounts. */
async function listAccounts(api: SnapApi, grant: Grant): Promise<AdAccount[]> {
  const list = { path: 'me/organizations', query: { with_ad_accounts: 'true', limit: ORGANIZATIONS } };
  const found: AdAccount[] = [];
  let [all, read] = [0, 0];
  for await (const rows of api.pages(grant, list, shapes.organizations))
    for (const { status, inner } of rows) {
      all += 1;
      if (inner === undefined || !isSuccess(status)) continue;
      read += 1;
      found.push(...(inner.ad_accounts ?? []).map(accountOf));
    }
  if (all > 0 && read === 0) throw failure('unavailable', 'no organization could be read');
  return found;
}

async function* readCatalogue(api: SnapApi, grant: Grant, account: string): AsyncGenerator<CataloguePage> {
  const below = (what: string): List => ({
    path: `adaccounts/${encodeURIComponent(account)}/${what}`,
    query: { limit: ROWS },
    account,
  });
  const objects: CatalogueObjects = { campaigns: new Map(), adSets: new Map(), creatives: new Map() };
  for await (const rows of api.list(grant, below('campaigns'), shapes.campaigns)) {
    const campaigns = rows.map(campaignOf);
    for (const { id, status } of campaigns) objects.campaigns.set(id, status);
    yield { campaigns, adSets: [], ads: [] };
  }
  for await (const rows of api.list(grant, below('adsquads'), shapes.adSquads)) {
    const adSets = rows.map(adSetOf);
    for (const adSet of adSets) objects.adSets.set(adSet.id, adSet);
    yield { campaigns: [], adSets, ads: [] };
  }
  for await (const rows of api.list(grant, below('creatives'), shapes.creatives))
    for (const creative of rows) objects.creatives.set(creative.id, creative);
  for await (const rows of api.list(grant, below('ads'), shapes.ads))
    yield { campaigns: [], adSets: [], ads: rows.flatMap((ad) => adOf(ad, objects)) };
}

async function* readSpend(api: SnapApi, grant: Grant, account: AdAccount, range: DayRange): AsyncGenerator<AdSpend[]> {
  const { named } = await readSpendNames(readCatalogue(api, grant, account.id));
  for (const portion of portionsOf(range, PORTION_DAYS)) {
    const rows = await readWholeReport({
      provider: PROVIDER,
      keyOf: spendKey,
      pages: () => reportPages(api, grant, account, portion),
    });
    yield rows.map(named);
  }
}

async function* reportPages(api: SnapApi, grant: Grant, { id, timezone }: AdAccount, { from, to }: DayRange) {
  const query = {
    granularity: 'DAY',
    breakdown: 'ad',
    fields: 'impressions,swipes,spend',
    limit: ROWS,
    start_time: midnight(from, timezone),
    end_time: midnight(dayAfter(to), timezone),
  };
  const list = { path: `adaccounts/${encodeURIComponent(id)}/stats`, query, account: id };
  for await (const rows of api.list(grant, list, shapes.reports)) yield { rows: rows.flatMap(spendOf) };
}

/** Of the account's zone with the offset of that very day: Snap refuses any other. */
const midnight = (day: string, timezone: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(timezone).toString({ timeZoneName: 'never' });

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
