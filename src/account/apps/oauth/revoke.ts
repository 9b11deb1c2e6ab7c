// Revocation (RFC 7009): a client returns its token, and the whole grant ends. The answer does not reveal whether the token existed.
import type { Base } from '../../../base/base.ts';
import { lookupOf, matching } from '../../../base/kit/credential-secrets.ts';
import { APP_TOKEN_PREFIX } from '../apps.ts';
import { revokeGrant, USER_TOKEN_PREFIX } from '../grants.ts';
import { type ClientCall, type FormPost, isOfApp, openCall } from './token-call.ts';
import { findRefreshToken } from './user-tokens.ts';

export function answerRevocation(base: Base, post: FormPost): void {
  const call = openCall(base, post);
  const token = call.sent.require('token');
  if (isOfApp(call)) endAppToken(base, call.appId, token);
  else endGrantOf(call, token);
}

function endAppToken(base: Base, appId: string, token: string): void {
  const lookup = lookupOf(APP_TOKEN_PREFIX, token);
  const row = matching(base.state.statement('account/apps/app_token_find').all({ lookup, now: base.clock.now() }), token);
  if (row?.app_id === appId) base.state.statement('account/apps/app_token_end').run({ token_id: row.token_id });
}

function endGrantOf({ base, client }: ClientCall, token: string): void {
  const refreshToken = findRefreshToken(base, token) ?? grantOfUserToken(base, token);
  if (refreshToken?.clientId !== client.clientId) return;
  revokeGrant(base, { grantId: refreshToken.grantId, because: 'client', actor: `client:${client.clientId}` });
}

function grantOfUserToken(base: Base, token: string): { grantId: string; clientId: string } | undefined {
  const rows = base.state.statement('account/apps/user_token_grant').all({ lookup: lookupOf(USER_TOKEN_PREFIX, token) });
  const row = matching(rows, token);
  return row && { grantId: row.grant_id, clientId: row.client_id };
}
