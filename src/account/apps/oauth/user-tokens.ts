// The token endpoint's answer to a program of a person: a bearer, and the refresh token that replaces the one it used.
import { randomUUID } from 'node:crypto';
import type { Base } from '../../../base/base.ts';
import { lookupOf, matching, mintSecret } from '../../../base/kit/credential-secrets.ts';
import { issueUserToken } from '../grants.ts';
import { storedScopes } from '../stored.ts';
import { markUsed } from './clients.ts';

export const REFRESH_PREFIX = 'svc_refresh_';
export const REFRESH_MS = 60 * 24 * 3_600_000;

export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token?: string;
  scope: string;
}

export interface KeptRefresh {
  tokenId: string;
  grantId: string;
  clientId: string;
  scopes: string[];
  resource: string;
  expiresAt: number;
  usedAt: number | null;
  isRevoked: boolean;
}

export function findRefreshToken(base: Base, secret: string): KeptRefresh | undefined {
  if (!secret.startsWith(REFRESH_PREFIX)) return undefined;
  const rows = base.state.statement('account/apps/refresh_token_find').all({ lookup: lookupOf(REFRESH_PREFIX, secret) });
  const row = matching(rows, secret);
  return (
    row && {
      tokenId: row.token_id,
      grantId: row.grant_id,
      clientId: row.client_id,
      scopes: storedScopes.read(row.scopes),
      resource: row.resource,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
      isRevoked: row.revoked_at !== null,
    }
  );
}

export function issueBearer(base: Base, grantId: string, scopes: string[]): TokenAnswer {
  const { token, expiresInSeconds } = issueUserToken(base, { grantId, scopes });
  return { access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds, scope: scopes.join(' ') };
}

/** Issues a bearer and the next refresh token, inside the transaction that consumes the grant. */
export function issueBoth(
  base: Base,
  { grantId, clientId, scopes, familyScopes }: { grantId: string; clientId: string; scopes: string[]; familyScopes: string[] },
): TokenAnswer {
  const now = base.clock.now();
  const bearer = issueBearer(base, grantId, scopes);
  const { secret, lookup, hash } = mintSecret(REFRESH_PREFIX);
  base.state.statement('account/apps/refresh_token_create').run({
    token_id: randomUUID(),
    grant_id: grantId,
    lookup,
    hash,
    scopes: storedScopes.write(familyScopes),
    created_at: now,
    expires_at: now + REFRESH_MS,
  });
  base.state.statement('account/apps/grant_used').run({ grant_id: grantId, now });
  markUsed(base, clientId);
  return { ...bearer, refresh_token: secret };
}
