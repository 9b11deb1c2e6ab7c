// The OAuth client against a fake that rotates refresh tokens and ends a grant whose token is replayed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { ProviderFailure, type ProviderOutcome } from '../../../src/providers/http/failure.ts';
import {
  authorizationUrlOf,
  createOAuthFlow,
  exchangeCode,
  LiveTokens,
  revokeToken,
  type TokenStore,
  type Tokens,
} from '../../../src/providers/oauth/client.ts';
import { Secret } from '../../../src/providers/secret.ts';
import { CLIENT_SECRET, type FakeOAuth, startFakeOAuth } from '../../fakes/oauth-provider.ts';

const NOW = 1_790_000_000_000;
const redirectUri = 'https://tributary.example/api/v1/connect/fake/callback';

async function connect({ provider, grant }: FakeOAuth, change: { state?: string; codeVerifier?: string } = {}): Promise<Tokens> {
  const request = { redirectUri, state: 'state-1', codeVerifier: randomBytes(32).toString('base64url') };
  const url = await authorizationUrlOf(provider, { ...request, scopes: ['ads.read'] });
  assert.ok(!url.href.includes(CLIENT_SECRET));
  return exchangeCode(provider, { ...request, ...change, callback: grant(url), now: NOW });
}

async function outcomeOf(call: Promise<unknown>): Promise<ProviderOutcome> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof ProviderFailure, inspect(error));
    assert.ok(!inspect(error, { depth: 9 }).includes(CLIENT_SECRET));
    return error.outcome;
  }
  return assert.fail('the call succeeded');
}

function storeOf(tokens: Tokens): TokenStore & { saved: Tokens[] } {
  const saved = [tokens];
  return { saved, load: () => saved.at(-1) ?? tokens, save: (fresh) => void saved.push(fresh) };
}

test('a code becomes tokens, which print as [secret]', async (t) => {
  const tokens = await connect(await startFakeOAuth(t));
  assert.match(tokens.accessToken.reveal(), /^access-/);
  assert.equal(tokens.expiresAt, NOW + 3_600_000);
  assert.deepEqual(tokens.scopes, ['ads.read']);
  const printed = `${tokens.accessToken} ${JSON.stringify(tokens)} ${inspect(tokens, { depth: 9 })}`;
  assert.ok(!printed.includes(tokens.accessToken.reveal()));
});

test('a foreign state, a wrong verifier, a wrong client secret and a page of HTML are refused', async (t) => {
  const fake = await startFakeOAuth(t);
  assert.equal(await outcomeOf(connect(fake, { state: 'another' })), 'rejected');
  assert.equal(fake.server.requests.length, 0, 'the provider was asked with a foreign state');
  assert.equal(await outcomeOf(connect(fake, { codeVerifier: randomBytes(32).toString('base64url') })), 'reconnect');
  fake.provider.clientSecret = new Secret('wrong');
  assert.equal(await outcomeOf(connect(fake)), 'misconfigured');
  fake.server.fail('html');
  assert.equal(await outcomeOf(connect(fake)), 'rejected');
});

test('a token that ends is refreshed once, however many ask at once', async (t) => {
  const fake = await startFakeOAuth(t);
  const store = storeOf(await connect(fake));
  const live = new LiveTokens();
  const ask = (now: number) => live.accessToken('connection', createOAuthFlow(fake.provider, []), store, () => now);
  assert.equal((await ask(NOW)).reveal(), store.saved[0]?.accessToken.reveal());
  const all = await Promise.all(Array.from({ length: 20 }, () => ask(NOW + 3_600_000)));
  assert.equal(new Set(all.map((token) => token.reveal())).size, 1);
  assert.equal(fake.refreshes(), 1);
  assert.ok(fake.isAlive());
});

test('a token that was refused before its end is replaced once, however many were refused', async (t) => {
  const fake = await startFakeOAuth(t);
  const store = storeOf(await connect(fake));
  const [flow, live] = [createOAuthFlow(fake.provider, []), new LiveTokens()];
  const refused = store.load().accessToken;
  const renew = () => live.renew('connection', flow, store, refused, () => NOW);
  assert.deepEqual(new Set(await Promise.all(Array.from({ length: 20 }, renew))), new Set([true]));
  assert.equal(fake.refreshes(), 1);
  assert.notEqual((await live.accessToken('connection', flow, store, () => NOW)).reveal(), refused.reveal());
  const lasting = storeOf({ ...store.load(), refreshToken: undefined });
  assert.equal(await live.renew('other', flow, lasting, lasting.load().accessToken, () => NOW), false);
});

test('rotated tokens are stored before they are used', async (t: TestContext) => {
  const fake = await startFakeOAuth(t);
  const store = storeOf(await connect(fake));
  const failing: TokenStore = { load: store.load, save: () => Promise.reject(new Error('the disk is full')) };
  const live = new LiveTokens();
  await assert.rejects(
    live.accessToken('connection', createOAuthFlow(fake.provider, []), failing, () => NOW + 3_600_000),
    /disk is full/,
  );
});

test('a dead grant asks for a new connection', async (t) => {
  const fake = await startFakeOAuth(t);
  const tokens = await connect(fake);
  await revokeToken(fake.provider, tokens.accessToken);
  assert.equal(fake.isAlive(), false);
  const live = new LiveTokens();
  const ask = live.accessToken('connection', createOAuthFlow(fake.provider, []), storeOf(tokens), () => NOW + 3_600_000);
  assert.equal(await outcomeOf(ask), 'reconnect');
});

test('a token endpoint that breaks leaves the outcome unknown', async (t) => {
  const fake = await startFakeOAuth(t);
  const tokens = await connect(fake);
  fake.server.fail('reset');
  const live = new LiveTokens();
  const ask = live.accessToken('connection', createOAuthFlow(fake.provider, []), storeOf(tokens), () => NOW + 3_600_000);
  assert.equal(await outcomeOf(ask), 'unknown');
});
