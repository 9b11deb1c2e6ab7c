// Amazon's advertising API as an ad platform, which is only read: profiles of three regions, and catalogue and spend by day of Sponsored Products, Brands and
// Display. Checked against a public connector on 2026-11-27, never against a live account.
import type { Logger } from 'pino';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import type { AdAccount, Grant, OAuthPlatform } from '../ad-platform.ts';
import { lastDayOf } from '../api-versions.ts';
import { RequestBudget } from '../http/budget.ts';
import { createOAuthFlow, type OAuthFlow } from '../oauth/client.ts';
import { Secret } from '../secret.ts';
import { AmazonApi, PROVIDER, REGIONS } from './api.ts';
import { readCatalogue } from './catalogue.ts';
import { AmazonReports, type Patience } from './reports.ts';
import * as shapes from './shapes.ts';
import { accountOf } from './translate.ts';

const LOGIN = 'https://www.amazon.com';
const TOKENS = 'https://api.amazon.com';
const VERSION = 'v3';
const SCOPES = ['advertising::campaign_management'];
const REQUESTS_PER_MINUTE = 300;
const TIMEOUT_MS = 60_000;
const PATIENCE = { maxMs: 600_000, pollMs: 30_000 };
/** Reports of Sponsored Products reach 95 days back, of Display 65 and of Brands 60: a day is read as long as all of it can be. */
const REPORT_DAYS = 60;

export interface ClientOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
  report?: Patience;
}

/** Undefined where this installation is not registered as an app. */
export function createAmazonAds(
  { clientId, clientSecret, url }: Config['providers']['amazon_ads'],
  { clock, log, timeoutMs = TIMEOUT_MS, report = PATIENCE }: ClientOptions,
): OAuthPlatform | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const budget = new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE });
  const api = new AmazonApi({ clientId, url, budget, timeoutMs, ...(log ? { log } : {}) });
  const reports = new AmazonReports(api, { url, report });
  return {
    id: PROVIDER,
    scopes: { read: SCOPES, write: [] },
    versionEnds: lastDayOf(PROVIDER, VERSION),
    reportDays: REPORT_DAYS,
    oauth: oauthOf({ clientId, clientSecret: new Secret(clientSecret) }, url),
    listAccounts: (grant) => listAccounts(api, grant),
    readCatalogue: (grant, account) => readCatalogue(api, grant, account),
    readSpend: (grant, account, range) => reports.read(grant, account, range),
  };
}

/** Amazon has no address at which an app ends a grant: the person does so in the settings. */
const oauthOf = (app: { clientId: string; clientSecret: Secret }, url: string | undefined): OAuthFlow =>
  createOAuthFlow(
    {
      ...app,
      provider: PROVIDER,
      hasPkce: false,
      authorizationUrl: `${(url ?? LOGIN).replace(/\/$/, '')}/ap/oa`,
      tokenUrl: `${(url ?? TOKENS).replace(/\/$/, '')}/auth/o2/token`,
    },
    SCOPES,
  );

/** A person may have profiles in every region. One that does not answer fails the list, or its profiles would seem to be gone. */
async function listAccounts(api: AmazonApi, grant: Grant): Promise<AdAccount[]> {
  const found: AdAccount[] = [];
  for (const region of REGIONS) {
    const profiles = await api.askRegion(grant, region, 'v2/profiles', shapes.profiles);
    found.push(...profiles.map((profile) => accountOf(profile, region)));
  }
  return found;
}
