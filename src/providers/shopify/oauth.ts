// A merchant's grant of access at Shopify: on a page of the shop itself. The callback is signed with the secret of the app, and tokens are issued by
// the shop, an hour each where Shopify issues refresh tokens.
import { codeOfCallback } from '../callback.ts';
import { ProviderClient } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { CodeExchange, OAuthFlow, Tokens } from '../oauth/client.ts';
import type { Secret } from '../secret.ts';
import { hmacOf, isRecent, isSameText } from '../signatures.ts';
import { isShop, readShop, shopOfToken, tokenOfShop } from './address.ts';
import { tokenAnswer } from './shapes.ts';

export interface ShopifyApp {
  clientId: string;
  clientSecret: Secret;
  scopes: readonly string[];
  /** Origin of a shop. */
  addressOf: (shop: string) => string;
  uninstall: (accessToken: Secret) => Promise<void>;
}

export const createShopifyOAuth = (app: ShopifyApp): OAuthFlow => ({
  provider: 'shopify',
  authorizationUrl: async ({ redirectUri, state, values }) => {
    const url = new URL(`${app.addressOf(readShop(values?.['shop'] ?? ''))}/admin/oauth/authorize`);
    const parameters = { client_id: app.clientId, scope: app.scopes.join(','), redirect_uri: redirectUri, state };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url;
  },
  exchangeCode: async (exchange) => {
    const shop = shopOfCallback(app.clientSecret, exchange);
    return tokensOf(app, shop, { code: codeOfCallback('shopify', exchange), expiring: '1' }, exchange.now);
  },
  refresh: async (refreshToken, now) => {
    const { shop, token } = shopOfToken(refreshToken);
    return tokensOf(app, shop, { grant_type: 'refresh_token', refresh_token: token.reveal() }, now);
  },
  revoke: ({ accessToken }) => app.uninstall(accessToken),
});

/** @throws ProviderFailure `rejected` for what the app's secret has not signed, or not lately. */
export function shopOfCallback(
  secret: Secret,
  { callback, now, machineNow = now }: Pick<CodeExchange, 'callback' | 'now' | 'machineNow'>,
): string {
  const parameters = [...callback.searchParams];
  const parameterOf = (name: string): string => callback.searchParams.get(name) ?? '';
  const isOnce = new Set(parameters.map(([name]) => name)).size === parameters.length;
  const signed = parameters
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const isSigned = isOnce && isSameText(parameterOf('hmac'), hmacOf(secret, signed, 'hex'));
  const shop = parameterOf('shop');
  if (isSigned && isShop(shop) && isRecent(Number(parameterOf('timestamp')) * 1_000, machineNow)) return shop;
  throw new ProviderFailure('shopify', 'rejected', 'shopify: the answer is not signed by Shopify, or is an old one');
}

async function tokensOf(app: ShopifyApp, shop: string, form: Record<string, string>, now: number): Promise<Tokens> {
  const isRefresh = form['refresh_token'] !== undefined;
  const client = new ProviderClient({
    provider: 'shopify',
    baseUrl: `${app.addressOf(shop)}/admin/oauth`,
    errorCodeOf: (body) => (typeof Object(body).error === 'string' ? Object(body).error : undefined),
    errors: [
      { code: /^invalid_client$|^application_cannot_be_found$/, outcome: 'misconfigured' },
      { status: 400, outcome: isRefresh ? 'reconnect' : 'rejected' },
      { status: 401, outcome: isRefresh ? 'reconnect' : 'rejected' },
    ],
  });
  const own = { client_id: app.clientId, client_secret: app.clientSecret.reveal() };
  // A refresh token is good until the one that replaces it is used.
  const request = { method: 'POST' as const, path: 'access_token', form: { ...own, ...form }, isRepeatable: isRefresh };
  const answer = await client.json(request, tokenAnswer);
  return {
    accessToken: tokenOfShop(shop, answer.access_token),
    refreshToken: answer.refresh_token ? tokenOfShop(shop, answer.refresh_token) : undefined,
    expiresAt: answer.expires_in ? now + answer.expires_in * 1_000 : undefined,
    scopes: (answer.scope ?? '').split(',').filter((scope) => scope !== ''),
  };
}
