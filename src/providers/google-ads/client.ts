// The Google Ads API: accounts directly and through managers, catalogue and spend, all by streams of its query language.
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import { localDay } from '../../base/kit/time/zone-shifts.ts';
import type { AdAccount, AdSpend, CataloguePage, Grant, OAuthPlatform } from '../ad-platform.ts';
import { lastDayOf } from '../api-versions.ts';
import { portionsOf } from '../day-ranges.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderClient } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { createOAuthFlow } from '../oauth/client.ts';
import { Secret } from '../secret.ts';
import { LOG_DAYS, readChangeEvents } from './changes.ts';
import { judgeGoogle } from './errors.ts';
import { readExperiments } from './experiments.ts';
import * as queries from './queries.ts';
import * as shapes from './shapes.ts';
import { readPortion } from './spend.ts';
import { accountOf, adOf, adSetOf, campaignOf } from './translate.ts';
import { createGoogleWrites } from './writes.ts';

const API = 'https://googleads.googleapis.com';
const PEOPLE = 'https://accounts.google.com';
const TOKENS = 'https://oauth2.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/adwords';
const DATA_MANAGER_SCOPE = 'https://www.googleapis.com/auth/datamanager';
const REQUESTS_PER_MINUTE = 300;
const TIMEOUT_MS = 120_000;
/** The most rows of one stream; a larger one is requested in half the days. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Rows of this many days are in memory together. */
const PORTION_DAYS = 7;

export interface ClientOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
  maxBytes?: number;
}

type Customer = Pick<AdAccount, 'id' | 'loginAccountId'>;
export type Search = <Row extends z.ZodType>(
  grant: Grant,
  customer: Customer,
  query: string,
  row: Row,
) => Promise<z.infer<Row>[]>;

/** Undefined where this installation is not registered as an app. */
export function createGoogleAds(settings: Config['providers']['google_ads'], options: ClientOptions): OAuthPlatform | undefined {
  const { clientId, clientSecret, developerToken, url, apiVersion: version } = settings;
  if (clientId === undefined || clientSecret === undefined || developerToken === undefined) return undefined;
  const { clock, log, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options;
  const client = new ProviderClient({
    provider: 'google_ads',
    baseUrl: `${url ?? API}/${version}`,
    headers: { 'developer-token': developerToken },
    judge: judgeGoogle,
    budget: new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE }),
    requestIdHeader: 'request-id',
    timeoutMs,
    maxBytes,
    ...(log ? { log } : {}),
  });
  const search: Search = async (grant, customer, query, row) => {
    const { id } = customer;
    const headers = await headersOf(grant, customer);
    const path = `customers/${encodeURIComponent(id)}/googleAds:searchStream`;
    const request = { method: 'POST', path, headers, json: { query }, account: id, isRepeatable: true } as const;
    const chunks = await client.json(request, shapes.streamOf(row));
    return chunks.flatMap(({ results }) => results);
  };
  const conversions = settings.hasConversions ? [DATA_MANAGER_SCOPE] : [];
  const oauth = {
    provider: 'google_ads',
    clientId,
    clientSecret: new Secret(clientSecret),
    hasPkce: true,
    authorizationUrl: `${url ?? PEOPLE}/o/oauth2/v2/auth`,
    tokenUrl: `${url ?? TOKENS}/token`,
    revocationUrl: `${url ?? TOKENS}/revoke`,
    // Without these two Google issues no refresh token to a person who granted access before.
    extra: { access_type: 'offline', prompt: 'consent' },
  };
  return {
    id: 'google_ads',
    scopes: { read: [SCOPE], write: [SCOPE], conversions },
    versionEnds: lastDayOf('google_ads', version),
    oauth: createOAuthFlow(oauth, [SCOPE, ...conversions]),
    listAccounts: async (grant) => {
      // Without the dot the name would be read as a scheme.
      const request = { method: 'GET', path: './customers:listAccessibleCustomers', headers: await bearerOf(grant) } as const;
      const { resourceNames } = await client.json(request, shapes.accessible);
      return accountsBelow(
        search,
        grant,
        resourceNames.map((name) => name.replace('customers/', '')),
      );
    },
    writes: createGoogleWrites(search, async (grant, customer, what, json) => {
      const path = `customers/${encodeURIComponent(customer.id)}/${what}:mutate`;
      const request = { method: 'POST', path, json, account: customer.id, headers: await headersOf(grant, customer) } as const;
      return { requestId: (await client.receipt(request, json.validateOnly ? shapes.checked : shapes.changed)).requestId };
    }),
    readCatalogue: (grant, account) => readCatalogue(search, grant, account),
    changes: {
      days: LOG_DAYS,
      read: (grant, account, since) => readChangeEvents(search, grant, account, { since, now: clock.now() }),
    },
    readStudies: (grant, account) => readExperiments(search, grant, account, localDay(clock.now(), account.timezone)),
    readSpend: async function* (grant, account, range): AsyncGenerator<AdSpend[]> {
      for (const portion of portionsOf(range, PORTION_DAYS)) yield* readPortion(search, grant, account, portion);
    },
  };
}

const bearerOf = async (grant: Grant): Promise<Record<string, string>> => ({
  authorization: `Bearer ${(await grant.accessToken()).reveal()}`,
});

const headersOf = async (grant: Grant, { loginAccountId }: Customer): Promise<Record<string, string>> => ({
  ...(await bearerOf(grant)),
  ...(loginAccountId === undefined ? {} : { 'login-customer-id': loginAccountId }),
});

/** Every account once: directly where the grant allows it, else through the first manager that leads to it. */
async function accountsBelow(search: Search, grant: Grant, roots: readonly string[]): Promise<AdAccount[]> {
  const found = new Map<string, AdAccount>();
  for (const root of roots) {
    const rows = await search(grant, { id: root, loginAccountId: root }, queries.CUSTOMER_CLIENTS, shapes.clientRow).catch(
      noneOfClosed,
    );
    for (const account of rows.map((row) => accountOf(row, root)))
      if (account && (account.loginAccountId === undefined || !found.has(account.id))) found.set(account.id, account);
  }
  return [...found.values()];
}

/** A closed account of the person answers nothing, and is no reason to list none. */
function noneOfClosed(error: unknown): [] {
  if (error instanceof ProviderFailure && error.details.code?.endsWith('.CUSTOMER_NOT_ENABLED')) return [];
  throw error;
}

async function* readCatalogue(search: Search, grant: Grant, account: AdAccount): AsyncGenerator<CataloguePage> {
  const campaigns = (await search(grant, account, queries.CAMPAIGNS, shapes.campaignRow)).map(campaignOf);
  yield { campaigns, adSets: [], ads: [] };
  const adSets = (await search(grant, account, queries.AD_GROUPS, shapes.adGroupRow)).map(adSetOf);
  yield { campaigns: [], adSets, ads: [] };
  const ads = (await search(grant, account, queries.ADS, shapes.adRow)).map(adOf);
  yield { campaigns: [], adSets: [], ads };
}
