// The token endpoint: a code, a refresh token or an app's secret in, a bearer out. Each grant type is a list of steps; what comes a
// second time ends everything that the first has produced.

import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Base } from '../../../base/base.ts';
import { lookupOf, matching, mintSecret } from '../../../base/kit/credential-secrets.ts';
import { findApp, issueAppToken } from '../apps.ts';
import { createGrant, issueUserToken, revokeGrant } from '../grants.ts';
import { takeStepUp } from '../step-up.ts';
import { storedScopes } from '../stored.ts';
import { checkTarget, findCode, type KeptCode } from './authorize.ts';
import { markUsed, type OAuthClient } from './clients.ts';
import { OAuthError } from './error.ts';
import { type FormPost, openCall, type TokenCall } from './token-call.ts';

export const REFRESH_PREFIX = 'svc_refresh_';
const REFRESH_MS = 60 * 24 * 3_600_000;
/** RFC 7636 §4.1. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token?: string;
  scope: string;
}

interface Exchange extends TokenCall {
  code?: KeptCode;
  refresh?: KeptRefresh;
  /** The scopes of the issued access token. */
  scopes?: string[];
  answer?: TokenAnswer;
}
type Step = (exchange: Exchange) => void;

const grantTypes = new Map<string, Step[]>([
  [
    'authorization_code',
    [
      ofPublicClient,
      findItsCode,
      burnWhatUsedCodeProduced,
      refuseLateCode,
      matchRedirectUri,
      verifyChallenge,
      matchCodesResource,
      exchangeCode,
    ],
  ],
  [
    'refresh_token',
    [
      ofPublicClient,
      findItsRefreshToken,
      refuseEndedFamily,
      renewWithinGrace,
      burnFamilyOfUsedToken,
      refuseLateRefreshToken,
      matchFamilysResource,
      narrowScopes,
      sendToPersonAfterStepUp,
      rotate,
    ],
  ],
  ['client_credentials', [ofApp, refuseForeignTarget, checkAppScopes, issueForApp]],
]);

export function answerTokenRequest(base: Base, post: FormPost): TokenAnswer {
  const exchange: Exchange = openCall(base, post);
  const steps = grantTypes.get(exchange.sent.require('grant_type'));
  if (!steps)
    throw new OAuthError('unsupported_grant_type', `grant_type: one of ${[...grantTypes.keys()].join(', ')} is offered.`);
  forgetWhatIsOver(base);
  for (const step of steps) if (!exchange.answer) step(exchange);
  return exchange.answer as TokenAnswer;
}

/** A code is remembered as long as the refresh tokens of what it produced may live. */
function forgetWhatIsOver(base: Base): void {
  const now = base.clock.now();
  base.state.statement('account/apps/user_tokens_forget').run({ now });
  base.state.statement('account/apps/app_tokens_forget').run({ now });
  base.state.statement('account/apps/refresh_tokens_forget').run({ now });
  base.state.statement('account/apps/authorization_codes_forget').run({ before: now - REFRESH_MS });
}

const badGrant = (sentence: string): OAuthError => new OAuthError('invalid_grant', sentence);

function ofPublicClient({ client }: Exchange): void {
  if (!client) throw new OAuthError('unauthorized_client', 'grant_type: apps use client_credentials.');
}

// A code

function findItsCode(exchange: Exchange): void {
  const code = findCode(exchange.base, exchange.sent.require('code'));
  if (!code || code.clientId !== (exchange.client as OAuthClient).clientId)
    throw badGrant('code: unknown, or issued to another client.');
  exchange.code = code;
}

/** RFC 6749 §4.1.2: the second use of a code is by a thief, or by the client it was stolen from. */
function burnWhatUsedCodeProduced({ base, code, client }: Exchange): void {
  const { usedAt, grantId } = code as KeptCode;
  if (usedAt === null) return;
  if (grantId !== null)
    revokeGrant(base, { grantId, because: 'code_replayed', actor: `client:${(client as OAuthClient).clientId}` });
  throw badGrant('code: was used before; what it produced is revoked.');
}

function refuseLateCode({ base, code }: Exchange): void {
  if ((code as KeptCode).expiresAt <= base.clock.now()) throw badGrant('code: is too old.');
}

function matchRedirectUri({ sent, code }: Exchange): void {
  if (sent.require('redirect_uri') !== (code as KeptCode).redirectUri)
    throw badGrant('redirect_uri: is not the one of the authorization request.');
}

function verifyChallenge({ sent, code }: Exchange): void {
  const verifier = sent.require('code_verifier');
  if (!VERIFIER.test(verifier)) throw new OAuthError('invalid_request', 'code_verifier: 43 to 128 letters, digits, and - . _ ~');
  const challenge = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  if (!timingSafeEqual(challenge, Buffer.from((code as KeptCode).codeChallenge)))
    throw badGrant('code_verifier: does not fit the code_challenge.');
}

function matchCodesResource({ sent, code }: Exchange): void {
  checkTarget(sent, (code as KeptCode).resource);
}

function exchangeCode(exchange: Exchange): void {
  const { base } = exchange;
  const { codeId, personId, clientId, scopes, resource } = exchange.code as KeptCode;
  exchange.answer = base.state.tx(() => {
    const { grantId } = createGrant(base, { personId, clientId, scopes, resource });
    const used = base.state
      .statement('account/apps/authorization_code_use')
      .run({ code_id: codeId, grant_id: grantId, now: base.clock.now() });
    if (used.changes !== 1) throw badGrant('code: was used before.');
    return issue(base, { grantId, clientId, scopes, familyScopes: scopes });
  });
}

// A refresh token

interface KeptRefresh {
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

function findItsRefreshToken(exchange: Exchange): void {
  const refresh = findRefreshToken(exchange.base, exchange.sent.require('refresh_token'));
  if (!refresh || refresh.clientId !== (exchange.client as OAuthClient).clientId)
    throw badGrant('refresh_token: unknown, or issued to another client.');
  exchange.refresh = refresh;
}

function refuseEndedFamily({ refresh }: Exchange): void {
  if ((refresh as KeptRefresh).isRevoked) throw badGrant('refresh_token: what it belongs to is revoked.');
}

/** Several processes of one client may refresh at once: for a moment, where it is allowed, the later get a bearer and no more. */
function renewWithinGrace(exchange: Exchange): void {
  const { base } = exchange;
  const { usedAt, grantId } = exchange.refresh as KeptRefresh;
  const graceMs = base.config.oauthRefreshGraceSeconds * 1000;
  if (usedAt === null || graceMs === 0 || base.clock.now() > usedAt + graceMs) return;
  matchFamilysResource(exchange);
  narrowScopes(exchange);
  const scopes = exchange.scopes as string[];
  const { token, expiresInSeconds } = issueUserToken(base, { grantId, scopes });
  exchange.answer = { access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds, scope: scopes.join(' ') };
}

/** RFC 9700 §4.14.2: it was issued twice, so one of the two has it who should not. */
function burnFamilyOfUsedToken({ base, refresh, client }: Exchange): void {
  const { usedAt, grantId } = refresh as KeptRefresh;
  if (usedAt === null) return;
  revokeGrant(base, { grantId, because: 'refresh_replayed', actor: `client:${(client as OAuthClient).clientId}` });
  throw badGrant('refresh_token: was used before; every token of its family is revoked.');
}

function refuseLateRefreshToken({ base, refresh }: Exchange): void {
  if ((refresh as KeptRefresh).expiresAt <= base.clock.now()) throw badGrant('refresh_token: is too old.');
}

function matchFamilysResource({ sent, refresh }: Exchange): void {
  checkTarget(sent, (refresh as KeptRefresh).resource);
}

/** RFC 6749 §6: fewer for this bearer; the family keeps what was granted. */
function narrowScopes(exchange: Exchange): void {
  const granted = (exchange.refresh as KeptRefresh).scopes;
  const requests = exchange.sent.get('scope')?.split(' ').filter(Boolean) ?? granted;
  if (requests.length === 0 || requests.some((scope) => !granted.includes(scope)))
    throw new OAuthError('invalid_scope', 'scope: was not granted. Request it in a new authorization request.');
  exchange.scopes = [...new Set(requests)];
}

/** A refresh for named scopes means just those; one for all comes from a client that was refused and searches for more. */
function sendToPersonAfterStepUp({ base, sent, refresh }: Exchange): void {
  if (sent.get('scope') !== undefined || !takeStepUp(base, (refresh as KeptRefresh).grantId)) return;
  throw badGrant('refresh_token: cannot add the scopes that a call lacked. Ask the person by a new authorization request.');
}

function rotate(exchange: Exchange): void {
  const { base } = exchange;
  const { tokenId, grantId, clientId, scopes: familyScopes } = exchange.refresh as KeptRefresh;
  exchange.answer = base.state.tx(() => {
    const used = base.state.statement('account/apps/refresh_token_use').run({ token_id: tokenId, now: base.clock.now() });
    if (used.changes !== 1) throw badGrant('refresh_token: was used before.');
    return issue(base, { grantId, clientId, scopes: exchange.scopes as string[], familyScopes });
  });
}

/** Issues a bearer and the next refresh token, inside the transaction that consumes the grant. */
function issue(
  base: Base,
  { grantId, clientId, scopes, familyScopes }: { grantId: string; clientId: string; scopes: string[]; familyScopes: string[] },
): TokenAnswer {
  const now = base.clock.now();
  const { token, expiresInSeconds } = issueUserToken(base, { grantId, scopes });
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
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: expiresInSeconds,
    refresh_token: secret,
    scope: scopes.join(' '),
  };
}

// A consumer app

function ofApp({ appId }: Exchange): void {
  if (appId === undefined)
    throw new OAuthError('unauthorized_client', 'grant_type: client_credentials is for consumer apps, by HTTP Basic.');
}

/** An app's bearer is good on REST, and never on MCP. */
function refuseForeignTarget({ sent, issuer }: Exchange): void {
  checkTarget(sent, `${issuer}/api/v1`);
}

function checkAppScopes(exchange: Exchange): void {
  const appScopes = findApp(exchange.base, exchange.appId as string)?.scopes ?? [];
  const requests = exchange.sent.get('scope')?.split(' ').filter(Boolean) ?? [];
  if (requests.some((scope) => !appScopes.includes(scope)))
    throw new OAuthError('invalid_scope', 'scope: this app does not have it.');
  exchange.scopes = appScopes;
}

function issueForApp(exchange: Exchange): void {
  const { token, expiresInSeconds } = issueAppToken(exchange.base, exchange.appId as string);
  const scope = (exchange.scopes as string[]).join(' ');
  exchange.answer = { access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds, scope };
}
