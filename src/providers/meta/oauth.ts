// The grant of access at Meta: a code becomes a token of an hour, which becomes one of sixty days. There is no refresh token: a person connects again
// before its end.
import { codeOfCallback } from '../callback.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { CodeExchange, OAuthFlow, Tokens } from '../oauth/client.ts';
import { Secret } from '../secret.ts';
import type { MetaApi } from './api.ts';
import { permissions, tokenAnswer } from './shapes.ts';

const DIALOG = 'https://www.facebook.com';

export interface MetaApp {
  clientId: string;
  clientSecret: Secret;
  /** Stands in for every address of Meta's. */
  url: string | undefined;
  version: string;
}

export const createMetaOAuth = (app: MetaApp, api: MetaApi, scopes: readonly string[]): OAuthFlow => ({
  provider: 'meta',
  authorizationUrl: async ({ redirectUri, state }) => {
    const url = new URL(`${app.url ?? DIALOG}/${app.version}/dialog/oauth`);
    const parameters = {
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: redirectUri,
      state,
      scope: scopes.join(','),
    };
    // Scopes that the person once declined are requested again.
    for (const [name, value] of Object.entries({ ...parameters, auth_type: 'rerequest' })) url.searchParams.set(name, value);
    return url;
  },
  exchangeCode: async (exchange) => tokensOf(app, api, exchange),
  revoke: async ({ accessToken }) => {
    try {
      await api.send({ method: 'DELETE', path: 'me/permissions', isRepeatable: true }, accessToken);
    } catch (error) {
      if (!(error instanceof ProviderFailure && error.outcome === 'reconnect')) throw error;
    }
  },
});

async function tokensOf(app: MetaApp, api: MetaApi, exchange: CodeExchange): Promise<Tokens> {
  const code = codeOfCallback('meta', exchange);
  const own = { client_id: app.clientId, client_secret: app.clientSecret.reveal() };
  const short = await api.token({ ...own, redirect_uri: exchange.redirectUri, code }, tokenAnswer);
  const long = await api.token({ ...own, grant_type: 'fb_exchange_token', fb_exchange_token: short.access_token }, tokenAnswer);
  const accessToken = new Secret(long.access_token);
  const { data } = await api.json({ method: 'GET', path: 'me/permissions' }, permissions, accessToken);
  return {
    accessToken,
    refreshToken: undefined,
    expiresAt: long.expires_in === undefined ? undefined : exchange.now + long.expires_in * 1000,
    scopes: data.filter(({ status }) => status === 'granted').map(({ permission }) => permission),
  };
}
