// A merchant's HubSpot account as a source of deals and of leads from forms. Its webhooks are those of the app, which the operator registers.
import type { Config } from '../../base/config/config.ts';
import { lastDayOf } from '../api-versions.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderClient } from '../http/client.ts';
import { createOAuthFlow } from '../oauth/client.ts';
import { goneDeal, type RecordSource, type SourceOptions } from '../record-source.ts';
import { Secret } from '../secret.ts';
import { HubSpot } from './api.ts';
import { hubSpotErrorCode, hubSpotErrors } from './errors.ts';
import { readHubSpotHook } from './hooks.ts';

const API = 'https://api.hubapi.com';
const APP = 'https://app.hubspot.com';
const OAUTH = '/oauth/2026-03/token';
const SCOPES = ['oauth', 'crm.objects.deals.read', 'crm.objects.contacts.read', 'forms'];
/** Searches are limited to five a second for an account, and are the smaller part of the requests. */
const REQUESTS_PER_MINUTE = 400;
/** As long as a budget can last, so that the reading of a large account goes on. */
const MAX_WAIT_MS = 60_000;
/** Submissions are listed from the newest on, so that each portion lists those of later ones again. */
const PORTION_DAYS = 100;

/** Undefined where this installation is not registered as an app. */
export function createHubSpot(
  settings: Config['providers']['hubspot'],
  { clock, log, timeoutMs }: SourceOptions,
): RecordSource | undefined {
  const { clientId, clientSecret: secret, allowsOldSignatures, apiVersion, url } = settings;
  if (clientId === undefined || secret === undefined) return undefined;
  const clientSecret = new Secret(secret);
  const client = new ProviderClient({
    provider: 'hubspot',
    baseUrl: url ?? API,
    errors: hubSpotErrors,
    errorCodeOf: hubSpotErrorCode,
    requestIdHeader: 'x-hubspot-correlation-id',
    budget: new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE, maxWaitMs: MAX_WAIT_MS }),
    ...(log ? { log } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const api = new HubSpot(client, clock, apiVersion);
  return {
    id: 'hubspot',
    scopes: { read: SCOPES, write: [] },
    versionEnds: lastDayOf('hubspot', apiVersion),
    portionDays: PORTION_DAYS,
    hookPlace: 'app',
    oauth: createOAuthFlow(
      {
        provider: 'hubspot',
        clientId,
        clientSecret,
        hasPkce: false,
        authorizationUrl: `${url ?? APP}/oauth/authorize`,
        tokenUrl: (url ?? API) + OAUTH,
        revocationUrl: `${url ?? API}${OAUTH}/revoke`,
      },
      SCOPES,
    ),
    listAccounts: async (grant) => [await api.account(grant)],
    listOutcomeSources: (grant, account) => api.outcomeSources(grant, account),
    readChanged: (grant, account, range) => api.changed(grant, account, range),
    read: async (grant, account, { id }) => {
      const [deal] = await api.deals(grant, account.id, [id]);
      return deal ?? goneDeal(id);
    },
    readHook: (request, { now }) => readHubSpotHook(request, { clientSecret, allowsOldSignatures, now }),
  };
}
