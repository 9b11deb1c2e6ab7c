// Pinterest's API as an ad platform, which is only read: accounts, catalogue and spend by days of UTC. Checked against its published description on
// 2026-11-27, never against a live account.
import type { Logger } from 'pino';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import type { AdAccount, AdSpend, CataloguePage, DeliveryStatus, Grant, OAuthPlatform } from '../ad-platform.ts';
import { lastDayOf } from '../api-versions.ts';
import type { DayRange } from '../day-ranges.ts';
import { RequestBudget } from '../http/budget.ts';
import { createOAuthFlow, type OAuthFlow } from '../oauth/client.ts';
import { readSpendNames } from '../reading/spend-names.ts';
import { Secret } from '../secret.ts';
import { PinterestApi, PROVIDER } from './api.ts';
import { PinterestReports } from './reports.ts';
import * as shapes from './shapes.ts';
import { accountOf, adOf, adSetOf, campaignOf } from './translate.ts';

const API = 'https://api.pinterest.com';
const LOGIN = 'https://www.pinterest.com';
const VERSION = 'v5';
const SCOPES = ['ads:read'];
const REQUESTS_PER_MINUTE = 300;
const TIMEOUT_MS = 60_000;
const PATIENCE = { maxMs: 300_000, pollMs: 2_000 };
/** Without it, archived objects are left out, and their spend would have no names. */
const ALL_STATUSES = 'entity_statuses=ACTIVE&entity_statuses=PAUSED&entity_statuses=ARCHIVED';

export interface ClientOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
  report?: { maxMs: number; pollMs: number };
}

/** Undefined where this installation is not registered as an app. */
export function createPinterest(
  { clientId, clientSecret, url }: Config['providers']['pinterest'],
  { clock, log, timeoutMs = TIMEOUT_MS, report = PATIENCE }: ClientOptions,
): OAuthPlatform | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const budget = new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE });
  const origins = { api: originOf(url, API), login: originOf(url, LOGIN) };
  const api = new PinterestApi({ baseUrl: `${origins.api}/${VERSION}`, budget, timeoutMs, ...(log ? { log } : {}) });
  const reports = new PinterestReports(api, { clock, url, report });
  return {
    id: PROVIDER,
    scopes: { read: SCOPES, write: [] },
    versionEnds: lastDayOf(PROVIDER, VERSION),
    oauth: oauthOf({ clientId, clientSecret: new Secret(clientSecret) }, origins),
    listAccounts: (grant) => listAccounts(api, grant),
    readCatalogue: (grant, account) => readCatalogue(api, grant, account.id),
    readSpend: (grant, account, range) => readSpend(api, reports, { grant, account }, range),
  };
}

const originOf = (url: string | undefined, own: string): string => (url ?? own).replace(/\/$/, '');

/** Pinterest has no address at which an app ends a grant: the person does so in the settings. */
const oauthOf = (app: { clientId: string; clientSecret: Secret }, { api, login }: Record<'api' | 'login', string>): OAuthFlow =>
  createOAuthFlow(
    {
      ...app,
      provider: PROVIDER,
      authentication: 'basic',
      hasPkce: false,
      scopeSeparator: ',',
      authorizationUrl: `${login}/oauth/`,
      tokenUrl: `${api}/${VERSION}/oauth/token`,
    },
    SCOPES,
  );

async function listAccounts(api: PinterestApi, grant: Grant): Promise<AdAccount[]> {
  const found: AdAccount[] = [];
  for await (const rows of api.list(grant, { path: 'ad_accounts' }, shapes.account)) found.push(...rows.map(accountOf));
  return found;
}

async function* readCatalogue(api: PinterestApi, grant: Grant, account: string): AsyncGenerator<CataloguePage> {
  const below = (what: string) => ({
    path: `ad_accounts/${encodeURIComponent(account)}/${what}`,
    rawQuery: ALL_STATUSES,
    account,
  });
  const parents = { campaigns: new Map<string, DeliveryStatus>(), adSets: new Map<string, DeliveryStatus>() };
  for await (const rows of api.list(grant, below('campaigns'), shapes.campaign)) {
    const campaigns = rows.map(campaignOf);
    for (const { id, status } of campaigns) parents.campaigns.set(id, status);
    yield { campaigns, adSets: [], ads: [] };
  }
  for await (const rows of api.list(grant, below('ad_groups'), shapes.adGroup)) {
    const adSets = rows.map(adSetOf);
    for (const { id, status } of adSets) parents.adSets.set(id, status);
    yield { campaigns: [], adSets, ads: [] };
  }
  for await (const rows of api.list(grant, below('ads'), shapes.ad))
    yield { campaigns: [], adSets: [], ads: rows.map((ad) => adOf(ad, parents)) };
}

async function* readSpend(
  api: PinterestApi,
  reports: PinterestReports,
  { grant, account }: { grant: Grant; account: AdAccount },
  range: DayRange,
): AsyncGenerator<AdSpend[]> {
  const { adIds, named } = await readSpendNames(readCatalogue(api, grant, account.id));
  for await (const rows of reports.read(grant, account, adIds, range)) yield rows.map(named);
}
