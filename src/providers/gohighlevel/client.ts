// A location of HighLevel as a source of deals and of leads from forms. Its webhooks are those of the app, which the operator registers.
import type { Config } from '../../base/config/config.ts';
import { lastDayOf } from '../api-versions.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderClient } from '../http/client.ts';
import { createOAuthFlow } from '../oauth/client.ts';
import type { RecordSource, SourceOptions } from '../record-source.ts';
import { Secret } from '../secret.ts';
import { GoHighLevel } from './api.ts';
import { publicKeyOf, readGoHighLevelHook } from './hooks.ts';

const API = 'https://services.leadconnectorhq.com';
const MARKETPLACE = 'https://marketplace.gohighlevel.com';
const SCOPES = ['opportunities.readonly', 'contacts.readonly', 'locations.readonly', 'forms.readonly'];
/** A hundred in ten seconds are allowed. */
const REQUESTS_PER_MINUTE = 480;
/** As long as a budget can last, so that the reading of a large account goes on. */
const MAX_WAIT_MS = 60_000;
/** All at once: the list has no times of change, so that each portion would list everything again. */
const PORTION_DAYS = 400;

/** Undefined where this installation is not registered as an app. */
export function createGoHighLevel(
  settings: Config['providers']['gohighlevel'],
  { clock, log, timeoutMs }: SourceOptions,
): RecordSource | undefined {
  const { clientId, clientSecret, webhookKey, apiVersion, url } = settings;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const key = publicKeyOf(webhookKey);
  const client = new ProviderClient({
    provider: 'gohighlevel',
    baseUrl: url ?? API,
    headers: { version: apiVersion },
    budget: new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE, maxWaitMs: MAX_WAIT_MS }),
    ...(log ? { log } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const api = new GoHighLevel(client);
  return {
    id: 'gohighlevel',
    scopes: { read: SCOPES, write: [] },
    versionEnds: lastDayOf('gohighlevel', apiVersion),
    portionDays: PORTION_DAYS,
    hookPlace: 'app',
    oauth: createOAuthFlow(
      {
        provider: 'gohighlevel',
        clientId,
        clientSecret: new Secret(clientSecret),
        hasPkce: false,
        placeField: 'locationId',
        authorizationUrl: `${url ?? MARKETPLACE}/oauth/chooselocation`,
        tokenUrl: `${url ?? API}/oauth/token`,
        tokenExtra: { user_type: 'Location' },
      },
      SCOPES,
    ),
    listAccounts: async (grant) => [await api.account(grant)],
    listOutcomeSources: (grant, account) => api.outcomeSources(grant, account),
    readChanged: (grant, account, range) => api.changed(grant, account, range),
    read: (grant, _account, { id }) => api.deal(grant, id),
    readHook: (request) => readGoHighLevelHook(request, key),
  };
}
