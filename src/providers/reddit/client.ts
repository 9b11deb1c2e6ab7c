// Reddit's Ads API as an ad platform, which is only read: accounts by the businesses of a member, the catalogue, and spend by day. Checked against
// public descriptions and connectors on 2026-11-27 and 2026-11-29, never against a live account.
import type { Logger } from 'pino';
import { Temporal } from 'temporal-polyfill';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import type { AdAccount, AdSpend, CataloguePage, Grant, OAuthPlatform } from '../ad-platform.ts';
import { lastDayOf } from '../api-versions.ts';
import { type DayRange, portionsOf } from '../day-ranges.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderFailure } from '../http/failure.ts';
import { createOAuthFlow, type OAuthFlow } from '../oauth/client.ts';
import { readSpendNames } from '../reading/spend-names.ts';
import { Secret } from '../secret.ts';
import { readWholeReport } from '../whole-report.ts';
import { failure, PROVIDER, RedditApi, USER_AGENT } from './api.ts';
import * as shapes from './shapes.ts';
import { accountOf, adOf, adSetOf, campaignOf, spendOf } from './translate.ts';

const API = 'https://ads-api.reddit.com';
const LOGIN = 'https://www.reddit.com';
const VERSION = 'v3';
const SCOPES = ['adsread', 'history'];
/** A request a second and advertiser. */
const REQUESTS_PER_MINUTE = 60;
/** A long report is worth the wait: given up, it would begin again. */
const MAX_WAIT_MS = 61_000;
const TIMEOUT_MS = 60_000;
const PORTION_DAYS = 31;
const HOUR_MS = 3_600_000;
const FIELDS = ['AD_ID', 'DATE', 'CURRENCY', 'SPEND', 'IMPRESSIONS', 'CLICKS'];

export interface ClientOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
}

/** Undefined where this installation is not registered as an app. */
export function createReddit(
  { clientId, clientSecret, url }: Config['providers']['reddit'],
  { clock, log, timeoutMs = TIMEOUT_MS }: ClientOptions,
): OAuthPlatform | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const budget = new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE, maxWaitMs: MAX_WAIT_MS });
  const baseUrl = `${originOf(url, API)}/api/${VERSION}`;
  const api = new RedditApi({ baseUrl, budget, timeoutMs, ...(log ? { log } : {}) });
  return {
    id: PROVIDER,
    scopes: { read: SCOPES, write: [] },
    versionEnds: lastDayOf(PROVIDER, VERSION),
    oauth: oauthOf({ clientId, clientSecret: new Secret(clientSecret), login: originOf(url, LOGIN) }),
    listAccounts: (grant) => listAccounts(api, grant),
    readCatalogue: (grant, account) => readCatalogue(api, grant, account.id),
    readSpend: (grant, account, range) => readSpend(api, { grant, account, clock }, range),
  };
}

const originOf = (url: string | undefined, own: string): string => (url ?? own).replace(/\/$/, '');

/** Without `duration`, access would end after an hour. The refresh token stays the same. */
const oauthOf = ({ clientId, clientSecret, login }: { clientId: string; clientSecret: Secret; login: string }): OAuthFlow =>
  createOAuthFlow(
    {
      provider: PROVIDER,
      clientId,
      clientSecret,
      authentication: 'basic',
      hasPkce: false,
      authorizationUrl: `${login}/api/v1/authorize`,
      tokenUrl: `${login}/api/v1/access_token`,
      revocationUrl: `${login}/api/v1/revoke_token`,
      extra: { duration: 'permanent' },
      headers: { 'user-agent': USER_AGENT },
    },
    SCOPES,
  );

/** Reddit lists accounts by business alone. */
async function listAccounts(api: RedditApi, grant: Grant): Promise<AdAccount[]> {
  const found: AdAccount[] = [];
  for (const business of await businessesOf(api, grant)) {
    const path = `businesses/${encodeURIComponent(business)}/ad_accounts`;
    for await (const rows of api.list(grant, { path }, shapes.account)) found.push(...rows.map(accountOf));
  }
  return [...new Map(found.map((account) => [account.id, account])).values()];
}

async function businessesOf(api: RedditApi, grant: Grant): Promise<string[]> {
  const ids: string[] = [];
  try {
    for await (const rows of api.list(grant, { path: 'me/businesses' }, shapes.business)) ids.push(...rows.map(({ id }) => id));
  } catch (error) {
    if (!(error instanceof ProviderFailure && error.outcome === 'not_found')) throw error;
    const reason = 'This member of Reddit belongs to no business: an owner of the ad account has to add the member.';
    throw new ProviderFailure(PROVIDER, 'not_found', error.message, { ...error.details, reason });
  }
  return ids;
}

async function* readCatalogue(api: RedditApi, grant: Grant, account: string): AsyncGenerator<CataloguePage> {
  const below = (what: string) => ({ path: `ad_accounts/${encodeURIComponent(account)}/${what}`, account });
  for await (const rows of api.list(grant, below('campaigns'), shapes.campaign))
    yield { campaigns: rows.map(campaignOf), adSets: [], ads: [] };
  const campaignOfAdSet = new Map<string, string>();
  for await (const rows of api.list(grant, below('ad_groups'), shapes.adGroup)) {
    for (const { id, campaign_id } of rows) campaignOfAdSet.set(id, campaign_id);
    yield { campaigns: [], adSets: rows.map(adSetOf), ads: [] };
  }
  for await (const rows of api.list(grant, below('ads'), shapes.ad))
    yield { campaigns: [], adSets: [], ads: rows.flatMap((ad) => adOf(ad, campaignOfAdSet)) };
}

interface Reading {
  grant: Grant;
  account: AdAccount;
  clock: Clock;
}

async function* readSpend(api: RedditApi, reading: Reading, range: DayRange): AsyncGenerator<AdSpend[]> {
  const { grant, account } = reading;
  const { named } = await readSpendNames(readCatalogue(api, grant, account.id));
  for (const portion of portionsOf(range, PORTION_DAYS)) {
    const rows = await readWholeReport({
      provider: PROVIDER,
      keyOf: ({ date, ad_id }: shapes.ReportRow): string => `${date} ${ad_id}`,
      pages: () => reportPages(api, reading, portion),
    });
    yield rows.map((row) => named(spendOf(row)));
  }
}

async function* reportPages(api: RedditApi, { grant, account, clock }: Reading, { from, to }: DayRange) {
  const data = {
    breakdowns: ['AD_ID', 'DATE'],
    fields: FIELDS,
    time_zone_id: account.timezone,
    ...hoursOf({ from, to }, clock.now()),
  };
  const request = { path: `ad_accounts/${encodeURIComponent(account.id)}/reports`, json: { data }, account: account.id };
  for await (const rows of api.report(grant, request)) {
    if (rows.some(({ currency }) => currency !== undefined && currency !== account.currency))
      throw failure('unusable', 'a report is in another currency than the account');
    yield { rows: rows.filter(({ date }) => date.slice(0, 10) >= from && date.slice(0, 10) <= to) };
  }
}

/**
 * Whole hours, else Reddit refuses them. No source says whether they are of UTC or of `time_zone_id`, so a day more is asked for at both ends,
 * which both readings cover, and rows of those days are left out.
 */
function hoursOf({ from, to }: DayRange, now: number): { starts_at: string; ends_at: string } {
  const first = Temporal.PlainDate.from(from).subtract({ days: 1 });
  const end = Date.parse(`${Temporal.PlainDate.from(to).add({ days: 2 }).toString()}T00:00:00Z`);
  const nextHour = Math.ceil((now + 1) / HOUR_MS) * HOUR_MS;
  return { starts_at: `${first.toString()}T00:00:00Z`, ends_at: hourText(Math.min(end, nextHour)) };
}

const hourText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 13)}:00:00Z`;
