// From an Authorization header to a principal. What is unknown, expired or revoked is nobody; nothing here is ever logged.
import type { Base } from '../../base/base.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { KEY_PREFIX } from './api-keys.ts';
import { SESSION_PREFIX } from './people.ts';
import { ADMIN_SCOPES, intersection, KEY_SCOPES } from './scopes.ts';
import { lookupOf, matching } from './secrets.ts';

const SESSION_RATE_PER_MINUTE = 1_200;
const LONGEST_HEADER = 1_024;

/** One entry per bearer secret: its prefix and how its row becomes a principal. Scopes here are as granted. */
const bearers: { prefix: string; find: (base: Base, secret: string, lookup: string) => Principal | undefined }[] = [
  { prefix: SESSION_PREFIX, find: findSession },
  { prefix: KEY_PREFIX, find: findApiKey },
];

export function identify(base: Base, authorizationHeader: string | undefined): Principal | undefined {
  if (!authorizationHeader || authorizationHeader.length > LONGEST_HEADER) return undefined;
  const secret = /^bearer +(\S+) *$/i.exec(authorizationHeader)?.[1];
  if (!secret) return undefined;
  const bearer = bearers.find(({ prefix }) => secret.startsWith(prefix));
  return bearer?.find(base, secret, lookupOf(bearer.prefix, secret));
}

/** The session behind a cookie. Only pages ask so: a cookie travels by itself, so nothing may be changed by one alone. */
export function identifySession(base: Base, token: string | undefined): Principal | undefined {
  if (!token?.startsWith(SESSION_PREFIX) || token.length > LONGEST_HEADER) return undefined;
  return findSession(base, token, lookupOf(SESSION_PREFIX, token));
}

function findSession(base: Base, secret: string, lookup: string): Principal | undefined {
  const rows = base.state.statement('account/access/session_find').all({ lookup, now: base.clock.now() });
  const row = matching(rows, secret);
  if (!row) return undefined;
  return {
    kind: 'session',
    credentialId: `session:${row['session_id']}`,
    personId: String(row['person_id']),
    scopes: ADMIN_SCOPES, // a session grants all; what the person's roles allow is found with the container
    ratePerMinute: SESSION_RATE_PER_MINUTE,
  };
}

function findApiKey(base: Base, secret: string, lookup: string): Principal | undefined {
  const rows = base.state.statement('account/access/api_key_find').all({ lookup, now: base.clock.now() });
  const row = matching(rows, secret);
  if (!row) return undefined;
  return {
    kind: 'key',
    credentialId: `key:${row['api_key_id']}`,
    profileId: String(row['profile_id']),
    scopes: intersection(new Set(JSON.parse(String(row['scopes'])) as string[]), KEY_SCOPES),
    ratePerMinute: Number(row['rate_limit_per_minute']),
  };
}

/** How a change names who made it, in decisions and in the audit. */
export function actorOf(principal: Principal): string {
  return principal.personId ? `person:${principal.personId}` : principal.credentialId;
}
