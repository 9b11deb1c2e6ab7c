// The authorization request (RFC 6749 §4.1.1 with RFC 7636, 8707, 9207): nothing is sent anywhere before client and redirect URI are
// trusted; from then on a refusal is a redirect, if the person knows the client. What a person approves becomes a code.

import { randomUUID } from 'node:crypto';
import type { Base } from '../../../base/base.ts';
import { AGENT_SCOPES } from '../../../base/contract/scopes.ts';
import { lookupOf, matching, mintSecret } from '../../../base/kit/credential-secrets.ts';
import { storedScopes } from '../stored.ts';
import { findClient, markUsed, type OAuthClient } from './clients.ts';
import { described, OAuthError } from './error.ts';
import { mcpUrlOf } from './metadata.ts';
import { type Parameters, readParameters } from './parameters.ts';
import { isRegistered, withParameters } from './redirect-uris.ts';

export const CODE_PREFIX = 'svc_code_';
const CODE_SECONDS = 60;
/** The request comes along through forms and links while the person signs in or up. */
const LONGEST_QUERY = 4_000;
/** BASE64URL of a SHA-256 (RFC 7636 §4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  state: string | undefined;
  codeChallenge: string;
  scopes: string[];
  resource: string;
  issuer: string;
}

export type ReadRequest =
  | { outcome: 'valid'; request: AuthorizationRequest }
  /** For a page: who sent the person here is not to be trusted with them. */
  | { outcome: 'untrusted'; message: string }
  /** For a redirect where the person knows the client; otherwise for a page, or a link of ours would lead anywhere. */
  | { outcome: 'refused'; message: string; client: OAuthClient; redirectUri: string; location: string };

/** The request as it came, before anything in it is trusted. */
interface Sent {
  base: Base;
  issuer: string;
  sent: Parameters;
  length: number;
}

interface TrustedAddress {
  client: OAuthClient;
  redirectUri: string;
}

export function readAuthorizationRequest(base: Base, query: string, issuer: string): ReadRequest {
  const read: Sent = { base, issuer, sent: readParameters(query), length: query.length };
  const trusted = outcomeOf(() => findTrustedAddress(read));
  if (trusted instanceof OAuthError) return { outcome: 'untrusted', message: trusted.message };
  const request = outcomeOf(() => checkRequest(read, trusted));
  if (!(request instanceof OAuthError)) return { outcome: 'valid', request };
  return { outcome: 'refused', message: request.message, ...trusted, location: refusalOf(read, trusted, request) };
}

/** The answer of the step, or its refusal. */
function outcomeOf<T>(step: () => T): T | OAuthError {
  try {
    return step();
  } catch (error) {
    if (error instanceof OAuthError) return error;
    throw error;
  }
}

function findTrustedAddress({ base, sent }: Sent): TrustedAddress {
  if (sent.isRepeated('client_id')) throw new OAuthError('invalid_request', 'client_id: was sent more than once.');
  const client = findClient(base, sent.require('client_id'));
  if (!client) throw new OAuthError('invalid_client', 'The program that sent you here is not registered, or no longer.');
  if (sent.isRepeated('redirect_uri')) throw new OAuthError('invalid_request', 'redirect_uri: was sent more than once.');
  const redirectUri = sent.require('redirect_uri');
  if (!isRegistered(redirectUri, client.redirectUris, base.config.oauthLoopbackAnyPort))
    throw new OAuthError('invalid_request', 'The address to return to is not one that this program has registered.');
  return { client, redirectUri };
}

function checkRequest({ sent, issuer, length }: Sent, { client, redirectUri }: TrustedAddress): AuthorizationRequest {
  sent.refuseRepeated();
  if (length > LONGEST_QUERY) throw new OAuthError('invalid_request', `The request is longer than ${LONGEST_QUERY} characters.`);
  if (sent.require('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type: only code is offered.');
  if ((sent.get('response_mode') ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', 'response_mode: only query is offered.');
  const codeChallenge = challengeOf(sent);
  const resource = mcpUrlOf(issuer);
  checkTarget(sent, resource);
  return { client, redirectUri, state: sent.get('state'), codeChallenge, scopes: scopesOf(sent, client), resource, issuer };
}

/** RFC 7636 §4.3: a method left out means plain, which is refused. */
function challengeOf(sent: Parameters): string {
  const challenge = sent.require('code_challenge');
  if (sent.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'code_challenge_method: must be S256.');
  if (!CHALLENGE.test(challenge)) throw new OAuthError('invalid_request', 'code_challenge: is not a SHA-256 in BASE64URL.');
  return challenge;
}

/** RFC 8707 §2: what is named must be what the token is for; nothing named means that. */
export function checkTarget(sent: Parameters, resource: string): void {
  if (sent.all('resource').some((each) => each !== resource))
    throw new OAuthError('invalid_target', `resource: tokens are issued for ${resource} only.`);
}

function scopesOf(sent: Parameters, client: OAuthClient): string[] {
  const requests = sent.get('scope')?.split(' ').filter(Boolean) ?? client.scopes;
  const unknown = requests.find((scope) => !AGENT_SCOPES.includes(scope));
  if (unknown !== undefined)
    throw new OAuthError('invalid_scope', `scope: ${unknown.slice(0, 60)} cannot be granted to a client.`);
  if (requests.length === 0) throw new OAuthError('invalid_scope', 'scope: is empty.');
  return [...new Set(requests)];
}

function refusalOf({ sent, issuer }: Sent, { redirectUri }: TrustedAddress, { error, message }: OAuthError): string {
  return withParameters(redirectUri, {
    error,
    error_description: described(message),
    state: sent.isRepeated('state') ? undefined : sent.get('state'),
    iss: issuer,
  });
}

/** The person said yes to some of what was asked. Answers where to send them. */
export function approveAuthorization(
  base: Base,
  request: AuthorizationRequest,
  consent: { personId: string; workspaceId?: string | undefined; scopes: readonly string[] },
): string {
  const { client, redirectUri, state, codeChallenge, resource, issuer } = request;
  const now = base.clock.now();
  const { secret, lookup, hash } = mintSecret(CODE_PREFIX);
  base.state.tx(() => {
    base.state.statement('account/apps/authorization_code_create').run({
      code_id: randomUUID(),
      lookup,
      hash,
      person_id: consent.personId,
      client_id: client.clientId,
      redirect_uri: redirectUri,
      code_challenge: codeChallenge,
      scopes: storedScopes.write(request.scopes.filter((scope) => consent.scopes.includes(scope))),
      resource,
      created_at: now,
      expires_at: now + CODE_SECONDS * 1000,
      workspace_id: consent.workspaceId ?? null,
    });
    markUsed(base, client.clientId);
  });
  return withParameters(redirectUri, { code: secret, state, iss: issuer });
}

export function denyAuthorization({ redirectUri, state, issuer }: AuthorizationRequest): string {
  const error_description = 'The person pressed Deny.';
  return withParameters(redirectUri, { error: 'access_denied', error_description, state, iss: issuer });
}

/** A code as it is kept, used or not. */
export interface KeptCode {
  codeId: string;
  personId: string;
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  scopes: string[];
  resource: string;
  expiresAt: number;
  usedAt: number | null;
  grantId: string | null;
  /** The one place of the session in which it was approved. */
  workspaceId: string | null;
}

export function findCode(base: Base, code: string): KeptCode | undefined {
  if (!code.startsWith(CODE_PREFIX)) return undefined;
  const rows = base.state.statement('account/apps/authorization_code_find').all({ lookup: lookupOf(CODE_PREFIX, code) });
  const row = matching(rows, code);
  return (
    row && {
      codeId: row.code_id,
      personId: row.person_id,
      clientId: row.client_id,
      redirectUri: row.redirect_uri,
      codeChallenge: row.code_challenge,
      scopes: storedScopes.read(row.scopes),
      resource: row.resource,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
      grantId: row.grant_id,
      workspaceId: row.workspace_id,
    }
  );
}
