// TikTok's API for Business: its own way of granting access, accounts, catalogue and spend.
import type { Logger } from 'pino';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import type { AdAccount, AdSpend, Grant, OAuthPlatform } from '../ad-platform.ts';
import { lastDayOf } from '../api-versions.ts';
import { codeOfCallback } from '../callback.ts';
import { type DayRange, halvesOf, portionsOf } from '../day-ranges.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { OAuthFlow } from '../oauth/client.ts';
import { Secret } from '../secret.ts';
import { type App, TikTokApi } from './api.ts';
import { MAX_LISTED, readCatalogue } from './catalogue.ts';
import * as shapes from './shapes.ts';
import { accountOf, spendOf } from './translate.ts';
import { createTikTokWrites } from './writes.ts';

const API = 'https://business-api.tiktok.com';
const REQUESTS_PER_MINUTE = 300;
const TIMEOUT_MS = 60_000;
/** TikTok answers no more days at once by day. */
const PORTION_DAYS = 30;
/** More rows of a report are read in half the days. */
const MAX_ROWS = 50_000;
const ACCOUNTS_AT_ONCE = 100;
const ACCOUNT_FIELDS = ['advertiser_id', 'name', 'currency', 'timezone', 'display_timezone', 'status'];
const METRICS = [
  'spend',
  'impressions',
  'clicks',
  'reach',
  'frequency',
  'conversion',
  'ad_name',
  'campaign_id',
  'campaign_name',
  'adgroup_id',
  'adgroup_name',
];

export interface ClientOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
  maxRows?: number;
  maxListed?: number;
}

/** Undefined where this installation is not registered as an app. */
export function createTikTok(settings: Config['providers']['tiktok'], options: ClientOptions): OAuthPlatform | undefined {
  const { clientId, clientSecret, url, apiVersion: version } = settings;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const { clock, log, timeoutMs = TIMEOUT_MS, maxRows = MAX_ROWS, maxListed = MAX_LISTED } = options;
  const budget = new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE });
  const origin = url ?? API;
  const api = new TikTokApi({ baseUrl: `${origin}/open_api/${version}`, budget, timeoutMs, ...(log ? { log } : {}) });
  const app = { app_id: clientId, secret: clientSecret };
  return {
    id: 'tiktok',
    // The permissions of an app are chosen at TikTok, when the app is registered.
    scopes: { read: [], write: [] },
    versionEnds: lastDayOf('tiktok', version),
    oauth: oauthOf(api, app, origin),
    listAccounts: (grant) => listAccounts(api, app, grant),
    writes: createTikTokWrites(api, app),
    readCatalogue: (grant, account) => readCatalogue(api, grant, { account: account.id, maxListed }),
    readSpend: async function* (grant, account, range): AsyncGenerator<AdSpend[]> {
      for (const portion of portionsOf(range, PORTION_DAYS)) yield* readPortion(api, grant, account, portion, maxRows);
    },
  };
}

/** The code is called `auth_code`, is sent as JSON, and becomes a token without an end and without a refresh token. */
const oauthOf = (api: TikTokApi, app: App, origin: string): OAuthFlow => ({
  provider: 'tiktok',
  authorizationUrl: async ({ redirectUri, state }) => {
    const address = new URL(`${origin}/portal/auth`);
    for (const [name, value] of Object.entries({ app_id: app.app_id, redirect_uri: redirectUri, state }))
      address.searchParams.set(name, value);
    return address;
  },
  exchangeCode: async (exchange) => {
    const json = { ...app, auth_code: codeOfCallback('tiktok', exchange, 'auth_code') };
    const { access_token: token, scope } = await api.data(
      { method: 'POST', path: 'oauth2/access_token/', json },
      shapes.tokenData,
    );
    return { accessToken: new Secret(token), refreshToken: undefined, expiresAt: undefined, scopes: scope };
  },
  revoke: async ({ accessToken }) => {
    const json = { ...app, access_token: accessToken.reveal() };
    try {
      await api.send({ method: 'POST', path: 'oauth2/revoke_token/', json, isRepeatable: true });
    } catch (error) {
      if (!(error instanceof ProviderFailure && error.outcome === 'reconnect')) throw error;
    }
  },
});

async function listAccounts(api: TikTokApi, app: App, grant: Grant): Promise<AdAccount[]> {
  const { list } = await api.data({ method: 'GET', path: 'oauth2/advertiser/get/', query: app }, shapes.advertisers, grant);
  const ids = list.map(({ advertiser_id: id }) => id);
  const accounts: AdAccount[] = [];
  for (let start = 0; start < ids.length; start += ACCOUNTS_AT_ONCE) {
    const some = ids.slice(start, start + ACCOUNTS_AT_ONCE);
    const query = { advertiser_ids: JSON.stringify(some), fields: JSON.stringify(ACCOUNT_FIELDS) };
    const info = await api.data({ method: 'GET', path: 'advertiser/info/', query }, shapes.advertiserList, grant);
    accounts.push(...info.list.map(accountOf));
  }
  return accounts;
}

async function* readPortion(
  api: TikTokApi,
  grant: Grant,
  account: AdAccount,
  range: DayRange,
  maxRows: number,
): AsyncGenerator<AdSpend[]> {
  const query = {
    advertiser_id: account.id,
    report_type: 'BASIC',
    service_type: 'AUCTION',
    data_level: 'AUCTION_AD',
    dimensions: JSON.stringify(['ad_id', 'stat_time_day']),
    metrics: JSON.stringify(METRICS),
    start_date: range.from,
    end_date: range.to,
    // Without it the spend of deleted ads is missing.
    filtering: JSON.stringify([{ field_name: 'ad_status', filter_type: 'IN', filter_value: '["STATUS_ALL"]' }]),
  };
  const halves = halvesOf(range);
  // A single day is read however many rows it has.
  const limit = halves.length === 0 ? {} : { maxRows };
  try {
    const keyOf = ({ dimensions }: shapes.ReportRow): string => `${dimensions.stat_time_day} ${dimensions.ad_id}`;
    const rows = await api.list(
      grant,
      { path: 'report/integrated/get/', query, account: account.id, keyOf, ...limit },
      shapes.reportRow,
    );
    yield rows.map(spendOf);
    return;
  } catch (error) {
    if (!(error instanceof ProviderFailure && error.outcome === 'too_large') || halves.length === 0) throw error;
  }
  for (const half of halves) yield* readPortion(api, grant, account, half, maxRows);
}
