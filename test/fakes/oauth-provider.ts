// A fake authorization server with rotating refresh tokens: a replayed one ends the grant, as strict providers do.
import { createHash, randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { OAuthProvider } from '../../src/providers/oauth/client.ts';
import { Secret } from '../../src/providers/secret.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

export const CLIENT_SECRET = 'client-secret-4711';

export interface FakeOAuth {
  server: ProviderServer;
  provider: OAuthProvider;
  /** What the person's browser brings back after granting. */
  grant(authorizationUrl: URL): URL;
  isAlive(): boolean;
  refreshes(): number;
}

export async function startFakeOAuth(t: TestContext): Promise<FakeOAuth> {
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  let refreshToken: string | undefined;
  let [isAlive, refreshes] = [false, 0];

  const issue = (): FakeAnswer => {
    refreshToken = `refresh-${randomUUID()}`;
    const body = { access_token: `access-${randomUUID()}`, token_type: 'bearer', expires_in: 3600, refresh_token: refreshToken };
    return { status: 200, body: { ...body, scope: 'ads.read' } };
  };
  const refuse = (error: string): FakeAnswer => ({ status: 400, body: { error } });

  function answer({ url, body }: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(body);
    if (form.get('client_secret') !== CLIENT_SECRET) return { status: 401, body: { error: 'invalid_client' } };
    if (url === '/revoke') {
      isAlive = false;
      return { status: 200, body: {} };
    }
    if (form.get('grant_type') === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (code?.challenge !== challenge || code.redirectUri !== form.get('redirect_uri')) return refuse('invalid_grant');
      codes.clear();
      isAlive = true;
      return issue();
    }
    refreshes += 1;
    if (!isAlive || form.get('refresh_token') !== refreshToken) {
      isAlive = false;
      return refuse('invalid_grant');
    }
    return issue();
  }

  const server = await startProviderServer(t, answer);
  return {
    server,
    provider: {
      ...{ provider: 'fake', clientId: 'client', clientSecret: new Secret(CLIENT_SECRET), hasPkce: true },
      ...{ authorizationUrl: `${server.url}/authorize`, tokenUrl: `${server.url}/token`, revocationUrl: `${server.url}/revoke` },
    },
    grant: (authorizationUrl) => {
      const asked = authorizationUrl.searchParams;
      const redirectUri = asked.get('redirect_uri') ?? '';
      codes.set('code-1', { challenge: asked.get('code_challenge') ?? '', redirectUri });
      const back = new URL(redirectUri);
      back.searchParams.set('code', 'code-1');
      back.searchParams.set('state', asked.get('state') ?? '');
      return back;
    },
    isAlive: () => isAlive,
    refreshes: () => refreshes,
  };
}
