// Meta's embedded sign-up: a person chooses, or makes, a WhatsApp account on Meta's own page, and the code that comes back becomes a token for that account
// alone. It has no refresh; Meta says when it ends, if it does.
import { z } from 'zod';
import { codeOfCallback } from '../callback.ts';
import type { ProviderClient } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { CodeExchange, OAuthFlow, Tokens } from '../oauth/client.ts';
import { openPlacedToken, placedToken } from '../placed-token.ts';
import type { Secret } from '../secret.ts';

const WHATSAPP = 'whatsapp';
const DIALOG = 'https://www.facebook.com';
const MANAGEMENT = 'whatsapp_business_management';
const MESSAGING = 'whatsapp_business_messaging';

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });
const tokenFacts = z.object({
  data: z.object({
    granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(z.string()).default([]) })).default([]),
  }),
});

export interface SignUpApp {
  appId: string;
  appSecret: Secret;
  /** Of Facebook Login for Business, with the permissions and accounts that the page offers. */
  configId: string;
  apiVersion: string;
  url: string | undefined;
}

/** @param subscribe Has webhooks of the account sent to this app. */
export const createSignUp = (
  app: SignUpApp,
  client: ProviderClient,
  subscribe: (accessToken: Secret) => Promise<void>,
): OAuthFlow => ({
  provider: WHATSAPP,
  authorizationUrl: async ({ redirectUri, state }) => {
    const url = new URL(`${app.url ?? DIALOG}/${app.apiVersion}/dialog/oauth`);
    const parameters = {
      client_id: app.appId,
      config_id: app.configId,
      redirect_uri: redirectUri,
      state,
      response_type: 'code',
      override_default_response_type: 'true',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url;
  },
  exchangeCode: async (exchange) => {
    const tokens = await exchangeCode(app, client, exchange);
    await subscribe(tokens.accessToken);
    return tokens;
  },
  // Webhooks of the account may be of another profile, too: only its owner ends the grant, in the settings of the business.
  revoke: async ({ accessToken }) => {
    const { place } = openPlacedToken(accessToken);
    throw new ProviderFailure(
      WHATSAPP,
      'refused',
      `${WHATSAPP}: the grant of account ${place} ends in the settings of the business`,
    );
  },
});

async function exchangeCode(app: SignUpApp, client: ProviderClient, exchange: CodeExchange): Promise<Tokens> {
  const code = codeOfCallback(WHATSAPP, exchange);
  const secret = app.appSecret.reveal();
  const form = { client_id: app.appId, client_secret: secret, redirect_uri: exchange.redirectUri, code };
  const token = await client.json({ method: 'POST', path: 'oauth/access_token', form }, tokenAnswer);
  const headers = { authorization: `Bearer ${app.appId}|${secret}` };
  const query = { input_token: token.access_token };
  const { data } = await client.json({ method: 'GET', path: 'debug_token', query, headers }, tokenFacts);
  const accountId = accountIn(data.granular_scopes);
  return {
    accessToken: placedToken(accountId, token.access_token),
    refreshToken: undefined,
    expiresAt: token.expires_in ? exchange.now + token.expires_in * 1_000 : undefined,
    scopes: data.granular_scopes.map(({ scope }) => scope),
  };
}

/** A connection is of one account. @throws ProviderFailure `rejected` */
function accountIn(granted: z.infer<typeof tokenFacts>['data']['granular_scopes']): string {
  const refuse = (reason: string): never => {
    throw new ProviderFailure(WHATSAPP, 'rejected', `${WHATSAPP}: ${reason}`, { reason });
  };
  if (!granted.some(({ scope }) => scope === MESSAGING)) return refuse(`The permission ${MESSAGING} was not granted.`);
  const [only, ...more] = new Set(granted.find(({ scope }) => scope === MANAGEMENT)?.target_ids);
  if (only === undefined || !/^\d{5,30}$/.test(only)) return refuse('No WhatsApp Business account was chosen.');
  return more.length > 0 ? refuse('Several WhatsApp Business accounts were chosen: open the link again and choose one.') : only;
}
