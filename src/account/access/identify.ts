// From an Authorization header to a principal. An unknown, expired or revoked credential has none; no header is ever logged.

import { hash } from 'node:crypto';
import type { Base } from '../../base/base.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { ADMIN_SCOPES } from '../../base/contract/scopes.ts';
import { lookupOf, matching } from '../../base/kit/credential-secrets.ts';
import { StateCache } from '../../base/state/state-cache.ts';
import { APP_TOKEN_PREFIX, findAppByBasic, findAppToken, findUserToken, USER_TOKEN_PREFIX } from '../apps/index.ts';
import { KEY_PREFIX, storedKeyScopes } from '../keys/index.ts';
import { SESSION_PREFIX } from '../people/index.ts';

const SESSION_RATE_PER_MINUTE = 1_200;
const LONGEST_HEADER = 1_024;
/** The use of a session is recorded this seldom: once an hour is enough for its owner. */
const SEEN_MS = 3_600_000;

/** One entry per bearer secret: its prefix and how its row becomes a principal. Scopes here are as granted. */
const bearers: { prefix: string; find: (base: Base, secret: string) => Principal | undefined }[] = [
  { prefix: SESSION_PREFIX, find: findSession },
  { prefix: KEY_PREFIX, find: findApiKey },
  { prefix: USER_TOKEN_PREFIX, find: findUserToken },
  { prefix: APP_TOKEN_PREFIX, find: findAppToken },
];

/** Bearer for all; Basic, as `app_id:secret`, for consumer apps. */
export function identify(base: Base, authorizationHeader: string | undefined): Principal | undefined {
  if (!authorizationHeader || authorizationHeader.length > LONGEST_HEADER) return undefined;
  const [, scheme = '', secret = ''] = /^(bearer|basic) +(\S+) *$/i.exec(authorizationHeader) ?? [];
  if (scheme.toLowerCase() === 'basic') return findAppByBasic(base, secret);
  return bearers.find(({ prefix }) => secret.startsWith(prefix))?.find(base, secret);
}

/** The session behind a cookie. Only pages ask so: a cookie travels on its own, so nothing may be changed by one alone. */
export function identifySession(base: Base, token: string | undefined): Principal | undefined {
  if (!token?.startsWith(SESSION_PREFIX) || token.length > LONGEST_HEADER) return undefined;
  return findSession(base, token);
}

function findSession(base: Base, secret: string): Principal | undefined {
  const now = base.clock.now();
  const lookup = lookupOf(SESSION_PREFIX, secret);
  const row = matching(base.state.statement('account/people/session_find').all({ lookup, now }), secret);
  if (!row) return undefined;
  if (now - Number(row.last_seen_at ?? 0) >= SEEN_MS)
    base.state.statement('account/people/session_seen').run({ session_id: row.session_id, now });
  return {
    kind: 'session',
    credentialId: `session:${row.session_id}`,
    personId: row.person_id,
    ...(row.workspace_id === null ? {} : { workspaceId: row.workspace_id }),
    scopes: ADMIN_SCOPES, // a session grants all; what the person's roles allow is found with the container
    ratePerMinute: SESSION_RATE_PER_MINUTE,
  };
}

/** Cached by the secret's hash, as servers call with the same key again and again; a cached key still expires. */
function findApiKey(base: Base, secret: string): Principal | undefined {
  const cached = apiKeys.get(base.state, hash('sha256', secret, 'base64url'), () => readApiKey(base, secret));
  return cached && (cached.expiresAt === null || cached.expiresAt > base.clock.now()) ? cached.principal : undefined;
}
interface CachedKey {
  principal: Principal;
  expiresAt: number | null;
}
const apiKeys = new StateCache<CachedKey>('API keys');

function readApiKey(base: Base, secret: string): CachedKey | undefined {
  const lookup = lookupOf(KEY_PREFIX, secret);
  const row = matching(base.state.statement('account/keys/api_key_find').all({ lookup, now: base.clock.now() }), secret);
  if (!row) return undefined;
  const appId = row.app_id;
  const principal: Principal = {
    kind: 'key',
    credentialId: `key:${row.api_key_id}`,
    profileId: row.profile_id,
    ...(appId === null ? {} : { appId }),
    scopes: new Set(storedKeyScopes.read(row.scopes)),
    ratePerMinute: row.rate_limit_per_minute,
  };
  return { principal, expiresAt: row.expires_at };
}
