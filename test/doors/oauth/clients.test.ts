// Strict clients of other people's making go through the whole flow: what they would refuse, nobody could connect with.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { registerApp } from '../../../src/account/apps/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { signedIn } from '../console/browser.ts';
import { CALLBACK, decide, opens } from './flow.ts';

const METADATA = { client_name: 'Strict', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', scope: 'mcp:read' };
const APPROVE = { decision: 'approve', 'scope:mcp:read': 'on' };

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

const pathOf = (url: URL): string => url.pathname + url.search;

const whoami = (bearer: string): Promise<Response> =>
  fetch(`${app.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } }),
  });

test('oauth4webapi: discovery, registration, PKCE, iss, resource, code, refresh, replay, revocation', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const resource = new URL(`${app.baseUrl}/mcp`);
  const described = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  const issuer = new URL(described.authorization_servers?.[0] ?? '');
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(server, METADATA, insecure),
  );
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? '');
  const request = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    scope: 'mcp:read',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: resource.href,
  };
  for (const [name, value] of Object.entries(request)) url.searchParams.set(name, value);
  const back = await decide(await signedIn(app), pathOf(url), APPROVE);
  const checked = oauth.validateAuthResponse(server, client, back, state);
  const exchange = () =>
    oauth.authorizationCodeGrantRequest(server, client, oauth.None(), checked, CALLBACK, verifier, {
      ...insecure,
      additionalParameters: { resource: resource.href },
    });
  const first = await oauth.processAuthorizationCodeResponse(server, client, await exchange());
  assert.equal(await opens(app, first.access_token), true);
  assert.equal((await whoami(first.access_token)).status, 200, 'at the resource that it was issued for');

  const renew = (token: string) => oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, insecure);
  const second = await oauth.processRefreshTokenResponse(server, client, await renew(first.refresh_token ?? ''));
  assert.equal(await opens(app, second.access_token), true);
  await assert.rejects(
    async () => oauth.processRefreshTokenResponse(server, client, await renew(first.refresh_token ?? '')),
    (error) => error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant',
  );
  assert.equal(await opens(app, second.access_token), false);
  await assert.rejects(
    async () => oauth.processAuthorizationCodeResponse(server, client, await exchange()),
    (error) => error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant',
  );
  const revoked = await oauth.revocationRequest(server, client, oauth.None(), second.access_token, insecure);
  assert.equal(await oauth.processRevocationResponse(revoked), undefined);
});

test('oauth4webapi: a refusal comes back with state and iss, and is read as one', async () => {
  const issuer = new URL(app.baseUrl);
  const insecure = { [oauth.allowInsecureRequests]: true };
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(server, METADATA, insecure),
  );
  const query = new URLSearchParams({ client_id: client.client_id, redirect_uri: CALLBACK, response_type: 'code', state: 's' });
  const { headers } = await fetch(`${server.authorization_endpoint}?${query}`, { redirect: 'manual' });
  assert.throws(
    () => oauth.validateAuthResponse(server, client, new URL(headers.get('location') ?? ''), 's'),
    (error) => error instanceof oauth.AuthorizationResponseError && error.error === 'invalid_request',
  );
});

test('openid-client: registration, code, refresh and client credentials', async () => {
  const relaxed = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] };
  const config = await openid.dynamicClientRegistration(new URL(app.baseUrl), METADATA, openid.None(), relaxed);
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'mcp:read',
    state,
    resource: `${app.baseUrl}/mcp`,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const back = await decide(await signedIn(app), pathOf(url), APPROVE);
  const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state });
  assert.deepEqual([tokens.expires_in, tokens.scope], [3600, 'mcp:read']);
  const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  assert.equal(await opens(app, renewed.access_token), true);
  await openid.tokenRevocation(config, renewed.access_token);
  assert.equal(await opens(app, renewed.access_token), false);

  const { appId, secret } = registerApp(app.base, {
    name: 'Partner',
    tier: 'standard',
    actor: 'system',
    redirectUris: ['https://partner.example/cb'],
    allowedReturnOrigins: [],
  });
  const own = await openid.discovery(new URL(app.baseUrl), appId, undefined, openid.ClientSecretBasic(secret), relaxed);
  const { access_token: bearer } = await openid.clientCredentialsGrant(own);
  assert.equal((await app.api(bearer).get('/me')).body.data.app_id, appId);
});
