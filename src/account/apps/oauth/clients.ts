// OAuth clients: registered on their own (RFC 7591), without a secret. A redirect URI that cannot be accepted refuses the registration; of the scopes
// the grantable ones are registered and answered. An unused client is deleted.

import type { Base } from '../../../base/base.ts';
import { AGENT_SCOPES } from '../../../base/contract/scopes.ts';
import { takeAttempt } from '../../people/index.ts';
import { allApps } from '../app-keeping.ts';
import { registerClient } from '../grants.ts';
import { storedAddresses, storedScopes } from '../stored.ts';
import { nameFault } from './client-names.ts';
import { OAuthError } from './error.ts';
import { DEFAULT_SCOPES } from './metadata.ts';
import { isAcceptable } from './redirect-uris.ts';

const MAX_REDIRECT_URIS = 10;
/** Longer than the link of a mail lives, so that no person signs up for a deleted client. */
const UNUSED_MS = 48 * 3_600_000;
const UNNAMED = 'Unnamed client';

export interface OAuthClient {
  clientId: string;
  /** Untrusted text. */
  name: string;
  redirectUris: string[];
  /** The scopes requested when an authorization request names none. */
  scopes: string[];
}

interface Registration {
  base: Base;
  metadata: Record<string, unknown>;
  name: string;
  redirectUris: string[];
  scopes: string[];
  grantTypes: string[];
}

/** Told back as far as they were requested; a refresh token comes with every grant. */
const GRANT_TYPES = ['authorization_code', 'refresh_token'];

const steps: ((registration: Registration) => void)[] = [
  checkRedirectUris,
  checkAuthMethod,
  checkGrantTypes,
  checkResponseTypes,
  checkName,
  keepGrantableScopes,
  forgetUnused,
];

/** Takes the metadata as parsed JSON; answers what was registered. */
export function registerOAuthClient(base: Base, metadata: unknown, address: string): Record<string, unknown> {
  takeAttempt(base, 'registration', { address });
  if (metadata === null || typeof metadata !== 'object' || Array.isArray(metadata))
    throw new OAuthError('invalid_client_metadata', 'The body is a JSON object.');
  const fields = metadata as Record<string, unknown>;
  const registration: Registration = { base, metadata: fields, name: UNNAMED, redirectUris: [], scopes: [], grantTypes: [] };
  return base.state.tx(() => {
    for (const step of steps) step(registration);
    const { name, redirectUris, scopes, grantTypes } = registration;
    return {
      client_id: registerClient(base, { name, redirectUris, scopes }),
      client_id_issued_at: Math.floor(base.clock.now() / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      token_endpoint_auth_method: 'none',
      grant_types: grantTypes,
      response_types: ['code'],
      scope: scopes.join(' '),
    };
  });
}

function listOf({ metadata }: Registration, name: string): string[] | undefined {
  const value = metadata[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string'))
    throw new OAuthError('invalid_client_metadata', `${name}: is a list of texts.`);
  return value;
}

function textOf({ metadata }: Registration, name: string): string | undefined {
  const value = metadata[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new OAuthError('invalid_client_metadata', `${name}: is a text.`);
  return value;
}

/** All or none: a client that runs at an address which was left out would fail later, and less clearly. */
function checkRedirectUris(registration: Registration): void {
  const sent = listOf(registration, 'redirect_uris') ?? [];
  if (sent.length > MAX_REDIRECT_URIS)
    throw new OAuthError('invalid_redirect_uri', `redirect_uris: at most ${MAX_REDIRECT_URIS}.`);
  if (sent.length === 0) throw new OAuthError('invalid_redirect_uri', `redirect_uris: at least one; ${ACCEPTABLE}.`);
  const forbidden = sent.findIndex((uri) => !isAcceptable(uri));
  if (forbidden >= 0) throw new OAuthError('invalid_redirect_uri', `redirect_uris[${forbidden}]: ${ACCEPTABLE}.`);
  registration.redirectUris = [...new Set(sent)];
}

const ACCEPTABLE =
  'must be https, or http on localhost, 127.0.0.1 or [::1]; without fragment, user name and wildcard, its host as it is read';

/** A client that expects a secret would fail later, and less clearly. */
function checkAuthMethod(registration: Registration): void {
  if ((textOf(registration, 'token_endpoint_auth_method') ?? 'none') !== 'none')
    throw new OAuthError('invalid_client_metadata', 'token_endpoint_auth_method: must be none; clients get no secret here.');
}

function checkGrantTypes(registration: Registration): void {
  const requests = listOf(registration, 'grant_types') ?? GRANT_TYPES;
  if (!requests.includes('authorization_code'))
    throw new OAuthError('invalid_client_metadata', 'grant_types: must include authorization_code.');
  registration.grantTypes = GRANT_TYPES.filter((type) => requests.includes(type));
}

function checkResponseTypes(registration: Registration): void {
  if (!(listOf(registration, 'response_types') ?? ['code']).includes('code'))
    throw new OAuthError('invalid_client_metadata', 'response_types: must include code.');
}

function checkName(registration: Registration): void {
  const name = textOf(registration, 'client_name')?.trim();
  if (name === undefined) return;
  const fault = nameFault(name, liveAppNames(registration.base));
  if (fault !== undefined) throw new OAuthError('invalid_client_metadata', `client_name: ${fault}.`);
  registration.name = name;
}

const liveAppNames = (base: Base): string[] => allApps(base).flatMap(({ name, revokedAt }) => (revokedAt === null ? [name] : []));

function keepGrantableScopes(registration: Registration): void {
  const requests = (textOf(registration, 'scope') ?? '').split(' ');
  const grantable = [...new Set(requests)].filter((scope) => AGENT_SCOPES.includes(scope));
  registration.scopes = grantable.length > 0 ? grantable : [...DEFAULT_SCOPES];
}

function forgetUnused({ base }: Registration): void {
  base.state.statement('account/apps/oauth_clients_forget').run({ before: base.clock.now() - UNUSED_MS });
}

export function findClient(base: Base, clientId: string): OAuthClient | undefined {
  const row = base.state.statement('account/apps/oauth_client_get').get({ client_id: clientId });
  return (
    row && {
      clientId,
      name: row.name,
      redirectUris: storedAddresses.read(row.redirect_uris),
      scopes: storedScopes.read(row.scopes),
    }
  );
}

/** From now on it is kept. */
export function markUsed(base: Base, clientId: string): void {
  base.state.statement('account/apps/oauth_client_used').run({ client_id: clientId, now: base.clock.now() });
}
