// A fake authorization server with rotating refresh tokens: a replayed one ends the grant, as strict providers do. By itself, or as the
// part of a provider's fake that issues tokens.
import { createHash, randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { OAuthProvider } from '../../src/providers/oauth/client.ts';
import { Secret } from '../../src/providers/secret.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

export const CLIENT_SECRET = 'client-secret-4711';

export interface FakeGrants {
  /** The token endpoint. */
  token(request: FakeRequest): FakeAnswer;
  /** The page on which a person grants access, who does so at once. */
  authorize(request: FakeRequest): FakeAnswer;
  /** The revocation endpoint; also what a person does in the provider's settings. */
  revoke(): FakeAnswer;
  /** What the person's browser brings back after granting. */
  grant(authorizationUrl: URL): URL;
  /** The access token that is good now, as if somebody had connected where nobody has. */
  accessToken(): string;
  /** Whether a request carries the access token that is good now. */
  isGood(authorization: string | undefined): boolean;
  isAlive(): boolean;
  /** The access token ends before its time, the grant does not. */
  endToken(): void;
  refreshes(): number;
}

export interface FakeOAuth extends Pick<FakeGrants, 'grant' | 'isAlive' | 'refreshes'> {
  server: ProviderServer;
  provider: OAuthProvider;
}

/** Some providers ask for the secret in the header. */
const basicSecretOf = (authorization = ''): string | undefined =>
  /^Basic (.+)$/.test(authorization) ? Buffer.from(authorization.slice(6), 'base64').toString().split(':')[1] : undefined;

/** @param more Of the answer of the token endpoint. @param isLasting Access tokens have no end and no refresh. */
export function createFakeGrants(scope = 'ads.read', more: Record<string, unknown> = {}, isLasting = false): FakeGrants {
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  let [accessToken, refreshToken]: string[] = [];
  let [isAlive, refreshes] = [false, 0];

  const issue = (): FakeAnswer => {
    [accessToken, refreshToken] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    const renewal = isLasting ? {} : { expires_in: 3600, refresh_token: refreshToken };
    const body = { access_token: accessToken, token_type: 'bearer', ...renewal, scope, ...more };
    return { status: 200, body };
  };
  const refuse = (error: string): FakeAnswer => ({ status: 400, body: { error } });

  function exchange(form: URLSearchParams): FakeAnswer {
    const code = codes.get(form.get('code') ?? '');
    const verifier = form.get('code_verifier');
    const challenge = verifier === null ? '' : createHash('sha256').update(verifier).digest('base64url');
    if (code?.challenge !== challenge || code.redirectUri !== form.get('redirect_uri')) return refuse('invalid_grant');
    codes.clear();
    isAlive = true;
    return issue();
  }

  const grant = (authorizationUrl: URL): URL => {
    const request = authorizationUrl.searchParams;
    const redirectUri = request.get('redirect_uri') ?? '';
    const code = `code-${randomUUID()}`;
    codes.set(code, { challenge: request.get('code_challenge') ?? '', redirectUri });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', request.get('state') ?? '');
    return back;
  };

  return {
    grant,
    token: ({ body, headers }) => {
      const form = new URLSearchParams(body);
      if ((form.get('client_secret') ?? basicSecretOf(headers.authorization)) !== CLIENT_SECRET)
        return { status: 401, body: { error: 'invalid_client' } };
      if (form.get('grant_type') === 'authorization_code') return exchange(form);
      refreshes += 1;
      if (isAlive && form.get('refresh_token') === refreshToken) return issue();
      isAlive = false;
      return refuse('invalid_grant');
    },
    authorize: ({ url }) => ({ status: 302, body: {}, headers: { location: grant(new URL(url, 'http://fake')).href } }),
    revoke: () => {
      isAlive = false;
      return { status: 200, body: {} };
    },
    accessToken: () => {
      if (!isAlive) issue();
      isAlive = true;
      return accessToken ?? '';
    },
    isGood: (authorization) => isAlive && authorization === `Bearer ${accessToken}`,
    isAlive: () => isAlive,
    endToken: () => {
      accessToken = 'none';
    },
    refreshes: () => refreshes,
  };
}

export async function startFakeOAuth(t: TestContext): Promise<FakeOAuth> {
  const grants = createFakeGrants();
  const server = await startProviderServer(t, (request) => (request.url === '/revoke' ? grants.revoke() : grants.token(request)));
  return {
    server,
    provider: {
      provider: 'fake',
      clientId: 'client',
      clientSecret: new Secret(CLIENT_SECRET),
      hasPkce: true,
      authorizationUrl: `${server.url}/authorize`,
      tokenUrl: `${server.url}/token`,
      revocationUrl: `${server.url}/revoke`,
    },
    grant: grants.grant,
    isAlive: grants.isAlive,
    refreshes: grants.refreshes,
  };
}
