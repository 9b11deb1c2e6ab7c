// The token endpoint: a code, a refresh token or an app's secret in, a bearer out.
import type { Base } from '../../../base/base.ts';
import { findApp, issueAppToken } from '../apps.ts';
import { checkTarget } from './authorize.ts';
import { exchangeCode } from './code-grant.ts';
import { OAuthError } from './error.ts';
import { exchangeRefreshToken } from './refresh-grant.ts';
import { type AppCall, type ClientCall, type FormPost, isOfApp, openCall, type TokenCall } from './token-call.ts';
import { REFRESH_MS, type TokenAnswer } from './user-tokens.ts';

const grantTypes = new Map<string, (call: TokenCall) => TokenAnswer>([
  ['authorization_code', ofPublicClient(exchangeCode)],
  ['refresh_token', ofPublicClient(exchangeRefreshToken)],
  ['client_credentials', ofApp(issueForApp)],
]);

export function answerTokenRequest(base: Base, post: FormPost): TokenAnswer {
  const call = openCall(base, post);
  const answer = grantTypes.get(call.sent.require('grant_type'));
  if (!answer)
    throw new OAuthError('unsupported_grant_type', `grant_type: one of ${[...grantTypes.keys()].join(', ')} is offered.`);
  forgetExpired(base);
  return answer(call);
}

/** A code is kept as long as the refresh tokens of what it produced may live. */
function forgetExpired(base: Base): void {
  const now = base.clock.now();
  base.state.statement('account/apps/user_tokens_forget').run({ now });
  base.state.statement('account/apps/app_tokens_forget').run({ now });
  base.state.statement('account/apps/refresh_tokens_forget').run({ now });
  base.state.statement('account/apps/authorization_codes_forget').run({ before: now - REFRESH_MS });
}

function ofPublicClient(grant: (call: ClientCall) => TokenAnswer): (call: TokenCall) => TokenAnswer {
  return (call) => {
    if (isOfApp(call)) throw new OAuthError('unauthorized_client', 'grant_type: apps use client_credentials.');
    return grant(call);
  };
}

function ofApp(grant: (call: AppCall) => TokenAnswer): (call: TokenCall) => TokenAnswer {
  return (call) => {
    if (isOfApp(call)) return grant(call);
    throw new OAuthError('unauthorized_client', 'grant_type: client_credentials is for consumer apps, by HTTP Basic.');
  };
}

/** An app's bearer is good on REST, and never on MCP. */
function issueForApp({ base, sent, issuer, appId }: AppCall): TokenAnswer {
  checkTarget(sent, `${issuer}/api/v1`);
  const scopes = findApp(base, appId)?.scopes ?? [];
  const requests = sent.get('scope')?.split(' ').filter(Boolean) ?? [];
  if (requests.some((scope) => !scopes.includes(scope)))
    throw new OAuthError('invalid_scope', 'scope: this app does not have it.');
  const { token, expiresInSeconds } = issueAppToken(base, appId);
  return { access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds, scope: scopes.join(' ') };
}
