// Grants: what a person allowed a client, once. Its tokens live and die with it; how they are issued is the token endpoint's.

import { randomUUID } from 'node:crypto';
import type { Base } from '../../base/base.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { AGENT_SCOPES, expandScopes } from '../../base/contract/scopes.ts';
import { lookupOf, matching, mintSecret } from '../../base/kit/credential-secrets.ts';
import { writeAudit } from '../audit/index.ts';
import { grantCredential } from './step-up.ts';
import { storedAddresses, storedScopes } from './stored.ts';

export const USER_TOKEN_PREFIX = 'svc_user_';
const CLIENT_PREFIX = 'mcpc_';
const TOKEN_SECONDS = 3_600;
const RATE_PER_MINUTE = 600;

/** Registers a public client. What it sent has been checked. */
export function registerClient(base: Base, details: { name: string; redirectUris: string[]; scopes: string[] }): string {
  const clientId = CLIENT_PREFIX + randomUUID().replaceAll('-', '');
  base.state.statement('account/apps/oauth_client_create').run({
    client_id: clientId,
    name: details.name,
    redirect_uris: storedAddresses.write(details.redirectUris),
    scopes: storedScopes.write(details.scopes),
    created_at: base.clock.now(),
  });
  return clientId;
}

export interface Grant {
  grantId: string;
  personId: string;
  clientId: string;
  /** As the person ticked them, e.g. `mcp:read`. */
  scopes: string[];
  resource: string;
  /** The one place that it reaches, of a session of that place alone. */
  workspaceId?: string | null;
}

/** Writes down what a person allowed. Only scopes that an agent may hold are kept. */
export function createGrant(base: Base, input: Omit<Grant, 'grantId'>): Grant {
  const grant: Grant = {
    ...input,
    grantId: randomUUID(),
    scopes: input.scopes.filter((scope) => AGENT_SCOPES.includes(scope)),
  };
  base.state.tx(() => {
    base.state.statement('account/apps/grant_create').run({
      grant_id: grant.grantId,
      person_id: grant.personId,
      client_id: grant.clientId,
      scopes: storedScopes.write(grant.scopes),
      resource: grant.resource,
      created_at: base.clock.now(),
      workspace_id: grant.workspaceId ?? null,
    });
    const detail = { client_id: grant.clientId, scopes: grant.scopes };
    writeAudit(base, { actor: `person:${grant.personId}`, action: 'grant.created', subject: grant.grantId, detail });
  });
  return grant;
}

/** The scopes that the person allows the client so far, over all its live grants. */
export function grantedScopes(base: Base, details: { personId: string; clientId: string }): ReadonlySet<string> {
  const rows = base.state
    .statement('account/apps/granted_scopes_list')
    .all({ person_id: details.personId, client_id: details.clientId });
  return new Set(rows.flatMap(({ scopes }) => storedScopes.read(scopes)));
}

/** A bearer of the grant for an hour; `scopes` of the grant's, or fewer. */
export function issueUserToken(
  base: Base,
  details: { grantId: string; scopes: string[] },
): { token: string; expiresInSeconds: number } {
  const now = base.clock.now();
  const { secret, lookup, hash } = mintSecret(USER_TOKEN_PREFIX);
  base.state.statement('account/apps/user_token_create').run({
    token_id: randomUUID(),
    grant_id: details.grantId,
    lookup,
    hash,
    scopes: storedScopes.write(details.scopes),
    created_at: now,
    expires_at: now + TOKEN_SECONDS * 1000,
  });
  return { token: secret, expiresInSeconds: TOKEN_SECONDS };
}

/** Ends a grant and with it every token of it; ending it again changes nothing. */
export function revokeGrant(base: Base, input: { grantId: string; because: string; actor: string }): void {
  base.state.tx(() => {
    const { grantId, because, actor } = input;
    const ended = base.state.statement('account/apps/grant_revoke').run({ grant_id: grantId, because, now: base.clock.now() });
    if (ended.changes > 0) writeAudit(base, { actor, action: 'grant.revoked', subject: grantId, detail: { because } });
  });
}

/** Ends all that a person allowed, what no client has fetched yet too. */
export function revokeGrantsOf(base: Base, input: { personId: string; because: string; actor: string }): void {
  const { personId, because, actor } = input;
  base.state.tx(() => {
    base.state.statement('account/apps/authorization_codes_drop').run({ person_id: personId });
    const live = base.state.statement('account/apps/grants_of_person').all({ person_id: personId });
    for (const row of live) revokeGrant(base, { grantId: row.grant_id, because, actor });
  });
}

/** The grant is the credential, not the hourly token: limits and idempotency keys outlive a refresh. */
export function findUserToken(base: Base, secret: string): Principal | undefined {
  const lookup = lookupOf(USER_TOKEN_PREFIX, secret);
  const row = matching(base.state.statement('account/apps/user_token_find').all({ lookup, now: base.clock.now() }), secret);
  if (!row) return undefined;
  return {
    kind: 'user',
    credentialId: grantCredential(row.grant_id),
    personId: row.person_id,
    ...(row.workspace_id === null ? {} : { workspaceId: row.workspace_id }),
    resource: row.resource,
    scopes: expandScopes(storedScopes.read(row.scopes)),
    ratePerMinute: RATE_PER_MINUTE,
  };
}
