// An identity provider as it is in the world: oidc-provider on loopback, whose accounts, keys and lies a test sets.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { type Browser, browserOf } from '../../doors/console/browser.ts';
import { startTestApp, type TestApp, type TestOptions } from '../../harness.ts';

export interface Account {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export interface Idp {
  issuer: string;
  /** Who is signed in there. */
  account: Account;
  /** Claims that its identity tokens have in place of the true ones. */
  lies: Record<string, unknown>;
  /** The provider answers nothing. */
  isDown: boolean;
  /** Its tokens are signed by a key that it does not publish. */
  hasForeignKey: boolean;
  /** Signs with new keys from now on; the earlier ones are gone. */
  rotate(): Promise<void>;
  /** The address to which the provider sends a browser that asks for this URL. */
  answer(url: string): Promise<string>;
}

export const CLIENT = { client_id: 'tributary', client_secret: 'a-secret-of-the-provider' };

async function newKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' } };
}

export interface SsoWorld {
  app: TestApp;
  idp: Idp;
  /** The owner's settings for this provider, with these changed. */
  put(change?: Record<string, unknown>): ReturnType<ReturnType<TestApp['api']>['put']>;
  path: string;
  /** Goes to the provider and comes back, in a browser. */
  signIn(
    account?: Account,
    browser?: Browser,
    next?: string,
  ): Promise<{ browser: Browser; page: Awaited<ReturnType<Browser['get']>>; callback: string }>;
}

export async function openSso(
  t: TestContext,
  config: Record<string, unknown> = {},
  options: Pick<TestOptions, 'at' | 'installation'> = {},
): Promise<SsoWorld> {
  let handle: ReturnType<Provider['callback']> = async () => undefined;
  const idp: Idp = {
    issuer: '',
    account: { sub: 'ann-1' },
    lies: {},
    isDown: false,
    hasForeignKey: false,
    rotate: async () => undefined,
    answer: async () => '',
  };
  const server = createServer((request, response) => {
    if (idp.isDown) return void request.socket.destroy();
    void handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  idp.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = await startTestApp({ ...options, config: { ownIssuers: idp.issuer, ...config } });
  t.after(async () => {
    await app.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  idp.rotate = async () => {
    handle = await providerOf(idp, `${app.baseUrl}/console/sso/callback`);
  };
  idp.answer = (url) => walk(url, idp.issuer);
  await idp.rotate();
  const path = `/workspaces/${app.workspaceId}/single-sign-on`;
  const put: SsoWorld['put'] = (change = {}) =>
    app.api(app.session).put(path, { issuer: idp.issuer, ...CLIENT, default_role: 'member', ...change });
  const signIn: SsoWorld['signIn'] = async (account = idp.account, browser = browserOf(app), next) => {
    idp.account = account;
    const start = `/console/sso/${app.workspaceId}`;
    const from = next === undefined ? start : `${start}?${new URLSearchParams({ continue: next })}`;
    const sent = await browser.submit(from, {}, start);
    assert.equal(sent.status, 303, sent.text);
    const callback = await idp.answer(sent.headers.get('location') ?? '');
    return { browser, page: await browser.get(callback), callback };
  };
  return { app, idp, put, path, signIn };
}

async function providerOf(idp: Idp, redirectUri: string): Promise<ReturnType<Provider['callback']>> {
  const key = await newKey();
  const foreign = await newKey();
  const provider = new Provider(idp.issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_post' }],
    adapter: Rows,
    jwks: { keys: [key.jwk] },
    cookies: { keys: ['a-key-of-cookies'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'], openid: ['sub', 'groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...idp.account, sub: accountId }),
    }),
    loadExistingGrant: async ({
      oidc,
    }: {
      oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } };
    }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const { id_token: token } = Object(context.body) as { id_token?: string };
    const isLying = Object.keys(idp.lies).length > 0 || idp.hasForeignKey;
    if (context.path !== '/token' || token === undefined || !isLying) return;
    const signed = new SignJWT({ ...decodeJwt(token), ...idp.lies }).setProtectedHeader({ alg: 'RS256', kid: key.jwk.kid });
    context.body = {
      ...Object(context.body),
      id_token: await signed.sign(idp.hasForeignKey ? foreign.privateKey : key.privateKey),
    };
  });
  const callback = provider.callback();
  return async (request, response) => {
    if (request.url?.startsWith('/interaction') !== true) return callback(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: idp.account.sub } });
  };
}

/** The provider's own rows, in memory; it warns of its own such store. */
class Rows {
  static readonly #rows = new Map<string, Record<string, unknown>>();
  readonly #name: string;
  constructor(name: string) {
    this.#name = name;
  }
  async upsert(id: string, payload: Record<string, unknown>): Promise<void> {
    Rows.#rows.set(`${this.#name} ${id}`, payload);
  }
  async find(id: string): Promise<Record<string, unknown> | undefined> {
    return Rows.#rows.get(`${this.#name} ${id}`);
  }
  async findByUid(uid: string): Promise<Record<string, unknown> | undefined> {
    return [...Rows.#rows.values()].find((row) => row['uid'] === uid && row['kind'] === this.#name);
  }
  async consume(id: string): Promise<void> {
    const row = await this.find(id);
    if (row) row['consumed'] = Math.floor(Date.now() / 1000);
  }
  async destroy(id: string): Promise<void> {
    Rows.#rows.delete(`${this.#name} ${id}`);
  }
  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, row] of Rows.#rows) if (row['grantId'] === grantId) Rows.#rows.delete(key);
  }
}

/** As a browser without an earlier session there; ends where the provider lets go of it. */
async function walk(from: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = from;
  for (let step = 0; step < 10 && url.startsWith(issuer); step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    assert.ok(location, `the provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
  }
  const { pathname, search } = new URL(url);
  return pathname + search;
}
