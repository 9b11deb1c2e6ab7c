// The grant of an authorization code (RFC 6749 §4.1.3 with RFC 7636). The second use of a code revokes what the first produced.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createGrant, revokeGrant } from '../grants.ts';
import { checkTarget, findCode, type KeptCode } from './authorize.ts';
import { OAuthError, refusedGrant } from './error.ts';
import type { Parameters } from './parameters.ts';
import type { ClientCall } from './token-call.ts';
import { issueBoth, type TokenAnswer } from './user-tokens.ts';

/** RFC 7636 §4.1. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

export function exchangeCode(call: ClientCall): TokenAnswer {
  const { base, sent } = call;
  const code = codeOf(call);
  if (code.usedAt !== null) throw revokeProduced(call, code);
  if (code.expiresAt <= base.clock.now()) throw refusedGrant('code: is too old.');
  if (sent.require('redirect_uri') !== code.redirectUri)
    throw refusedGrant('redirect_uri: is not the one of the authorization request.');
  verifyChallenge(sent, code);
  checkTarget(sent, code.resource);

  const { codeId, personId, clientId, scopes, resource, workspaceId } = code;
  return base.state.tx(() => {
    const { grantId } = createGrant(base, { personId, clientId, scopes, resource, workspaceId });
    const used = base.state
      .statement('account/apps/authorization_code_use')
      .run({ code_id: codeId, grant_id: grantId, now: base.clock.now() });
    if (used.changes !== 1) throw refusedGrant('code: was used before.');
    return issueBoth(base, { grantId, clientId, scopes, familyScopes: scopes });
  });
}

function codeOf({ base, sent, client }: ClientCall): KeptCode {
  const code = findCode(base, sent.require('code'));
  if (code?.clientId !== client.clientId) throw refusedGrant('code: unknown, or issued to another client.');
  return code;
}

/** RFC 6749 §4.1.2: the second use of a code is by a thief, or by the client it was stolen from. */
function revokeProduced({ base, client }: ClientCall, { grantId }: KeptCode): OAuthError {
  if (grantId !== null) revokeGrant(base, { grantId, because: 'code_replayed', actor: `client:${client.clientId}` });
  return refusedGrant('code: was used before; what it produced is revoked.');
}

function verifyChallenge(sent: Parameters, { codeChallenge }: KeptCode): void {
  const verifier = sent.require('code_verifier');
  if (!VERIFIER.test(verifier)) throw new OAuthError('invalid_request', 'code_verifier: 43 to 128 letters, digits, and - . _ ~');
  const challenge = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  if (!timingSafeEqual(challenge, Buffer.from(codeChallenge)))
    throw refusedGrant('code_verifier: does not fit the code_challenge.');
}
