// A company's Pipedrive account as a source of deals and leads.
import type { Config } from '../../base/config/config.ts';
import { RequestBudget } from '../http/budget.ts';
import { createOAuthFlow } from '../oauth/client.ts';
import type { RecordSource, SourceOptions } from '../record-source.ts';
import { Secret } from '../secret.ts';
import { Pipedrive } from './api.ts';
import { judgePipedrive } from './errors.ts';
import { readPipedriveHook } from './hooks.ts';

const OAUTH = 'https://oauth.pipedrive.com';
const SCOPES = ['base', 'deals:read', 'contacts:read', 'leads:read', 'webhooks:full'];
const REQUESTS_PER_MINUTE = 300;
/** As long as a budget can last, so that the reading of a large account goes on. */
const MAX_WAIT_MS = 60_000;
const PORTION_DAYS = 30;

/** Undefined where this installation is not registered as an app. */
export function createPipedrive(
  settings: Config['providers']['pipedrive'],
  { clock, log, timeoutMs }: SourceOptions,
): RecordSource | undefined {
  const { clientId, clientSecret, url } = settings;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const api = new Pipedrive(url, {
    provider: 'pipedrive',
    judge: judgePipedrive,
    budget: new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE, maxWaitMs: MAX_WAIT_MS }),
    ...(log ? { log } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const endpoint = (name: string): string => `${url ?? OAUTH}/oauth/${name}`;
  return {
    id: 'pipedrive',
    scopes: { read: SCOPES.slice(0, 3), write: [] },
    versionEnds: undefined,
    portionDays: PORTION_DAYS,
    hookPlace: 'connection',
    // Scopes are those of the app; the address of the page names none.
    oauth: createOAuthFlow(
      {
        provider: 'pipedrive',
        clientId,
        clientSecret: new Secret(clientSecret),
        authentication: 'basic',
        hasPkce: false,
        authorizationUrl: endpoint('authorize'),
        tokenUrl: endpoint('token'),
        revocationUrl: endpoint('revoke'),
        placeField: 'api_domain',
      },
      SCOPES,
    ),
    listAccounts: async (grant) => [await api.account(grant)],
    listOutcomeSources: (grant, account) => api.outcomeSources(grant, account),
    readChanged: (grant, account, range) => api.changed(grant, account, range),
    read: (grant, account, { type, id }) => (type === 'lead' ? api.lead(grant, account, id) : api.deal(grant, account, id)),
    readHook: readPipedriveHook,
    subscribe: (grant, account, hook) => api.subscribe(grant, account, hook),
    unsubscribe: async (grant, accountId, hookId) => {
      for (const id of hookId.split(',')) await api.unsubscribe(grant, accountId, id);
    },
  };
}
