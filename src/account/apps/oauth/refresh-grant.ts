// The grant of a refresh token (RFC 6749 §6), which is replaced at each use. The second use of one revokes its whole family.
import { revokeGrant } from '../grants.ts';
import { takeStepUp } from '../step-up.ts';
import { checkTarget } from './authorize.ts';
import { OAuthError, refusedGrant } from './error.ts';
import type { Parameters } from './parameters.ts';
import type { ClientCall } from './token-call.ts';
import { findRefreshToken, issueBearer, issueBoth, type KeptRefresh, type TokenAnswer } from './user-tokens.ts';

export function exchangeRefreshToken(call: ClientCall): TokenAnswer {
  const { base, sent } = call;
  const refresh = refreshTokenOf(call);
  if (refresh.isRevoked) throw refusedGrant('refresh_token: what it belongs to is revoked.');
  if (refresh.usedAt !== null) return renewWithinGrace(call, refresh, refresh.usedAt);
  if (refresh.expiresAt <= base.clock.now()) throw refusedGrant('refresh_token: is too old.');
  checkTarget(sent, refresh.resource);
  const scopes = narrowedScopes(sent, refresh);
  refuseStepUp(call, refresh);

  const { tokenId, grantId, clientId, scopes: familyScopes } = refresh;
  return base.state.tx(() => {
    const used = base.state.statement('account/apps/refresh_token_use').run({ token_id: tokenId, now: base.clock.now() });
    if (used.changes !== 1) throw refusedGrant('refresh_token: was used before.');
    return issueBoth(base, { grantId, clientId, scopes, familyScopes });
  });
}

function refreshTokenOf({ base, sent, client }: ClientCall): KeptRefresh {
  const refresh = findRefreshToken(base, sent.require('refresh_token'));
  if (refresh?.clientId !== client.clientId) throw refusedGrant('refresh_token: unknown, or issued to another client.');
  return refresh;
}

/**
 * Several processes of one client may refresh at once: for a moment, where it is allowed, the later get a bearer and no more.
 * After it, RFC 9700 §4.14.2: it was issued twice, so one of the two has it who should not.
 */
function renewWithinGrace({ base, sent, client }: ClientCall, refresh: KeptRefresh, usedAt: number): TokenAnswer {
  const { grantId } = refresh;
  const graceMs = base.config.oauthRefreshGraceSeconds * 1000;
  if (graceMs === 0 || base.clock.now() > usedAt + graceMs) {
    revokeGrant(base, { grantId, because: 'refresh_replayed', actor: `client:${client.clientId}` });
    throw refusedGrant('refresh_token: was used before; every token of its family is revoked.');
  }
  checkTarget(sent, refresh.resource);
  return issueBearer(base, grantId, narrowedScopes(sent, refresh));
}

/** RFC 6749 §6: fewer for this bearer; the family keeps what was granted. */
function narrowedScopes(sent: Parameters, { scopes }: KeptRefresh): string[] {
  const requests = sent.get('scope')?.split(' ').filter(Boolean) ?? scopes;
  if (requests.length === 0 || requests.some((scope) => !scopes.includes(scope)))
    throw new OAuthError('invalid_scope', 'scope: was not granted. Request it in a new authorization request.');
  return [...new Set(requests)];
}

/** A refresh for named scopes means just those; one for all comes from a client that was refused and searches for more. */
function refuseStepUp({ base, sent }: ClientCall, { grantId }: KeptRefresh): void {
  if (sent.get('scope') !== undefined || !takeStepUp(base, grantId)) return;
  throw refusedGrant('refresh_token: cannot add the scopes that a call lacked. Ask the person by a new authorization request.');
}
