// The client for providers' own endpoints: where it asks, what it repeats, what it logs. What every provider needs is in conformance.ts.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { z } from 'zod';
import { RequestBudget } from '../../../src/providers/http/budget.ts';
import { ProviderClient, type ProviderRequest } from '../../../src/providers/http/client.ts';
import { apiErrorOf, ProviderFailure, type ProviderOutcome } from '../../../src/providers/http/failure.ts';
import { createOutside } from '../../../src/providers/http/guard.ts';
import { parseJson } from '../../../src/providers/http/json.ts';
import { startProviderServer } from '../../fakes/provider-server.ts';

const anything = z.object({ ok: z.boolean() });
const get = (path: string): ProviderRequest => ({ method: 'GET', path });

async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const failure: unknown = await call.then(
    () => assert.fail('the call succeeded'),
    (error: unknown) => error,
  );
  assert.ok(failure instanceof ProviderFailure, String(failure));
  return failure;
}

test('no path leads to another origin or above the base', async (t) => {
  const { url, requests } = await startProviderServer(t, () => ({ status: 200, body: { ok: true } }));
  const client = new ProviderClient({ provider: 'fake', baseUrl: `${url}/v1` });
  await client.json(get('things/1'), anything);
  for (const path of ['http://127.0.0.1:9/x', '//127.0.0.1:9/x', '../admin', 'a/../../admin', `x${'y'.repeat(9000)}`])
    assert.equal((await failureOf(client.json(get(path), anything))).outcome, 'rejected', path);
  assert.deepEqual(
    requests.map((request) => request.url),
    ['/v1/things/1'],
  );
});

test('a write without an idempotency key is sent once, whatever happens', async (t) => {
  let effects = 0;
  const { url, fail } = await startProviderServer(t, () => {
    effects += 1;
    return { status: 200, body: { ok: true } };
  });
  const client = new ProviderClient({ provider: 'fake', baseUrl: url, timeoutMs: 200 });
  const post: ProviderRequest = { method: 'POST', path: 'things', json: { name: 'x' } };
  fail('timeout_after_apply');
  assert.equal((await failureOf(client.send(post))).outcome, 'unknown');
  assert.equal(effects, 1);
});

test('a port on which nobody listens is unreachable: certainly nothing was done', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  const client = new ProviderClient({ provider: 'fake', baseUrl: `http://127.0.0.1:${port}`, attempts: 1 });
  const failure = await failureOf(client.send({ method: 'POST', path: 'things', json: {} }));
  assert.equal(failure.outcome, 'unreachable');
  assert.equal(apiErrorOf(failure, 'The provider').status, 503);
});

test('logs name the call and hold no query, header or body', async (t) => {
  const { url } = await startProviderServer(t, () => ({ status: 200, body: { ok: true, echo: 'answer-secret' } }));
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const client = new ProviderClient({ provider: 'fake', baseUrl: url, headers: { authorization: 'Bearer header-secret' }, log });
  await client.send({ method: 'POST', path: 'things', query: { token: 'query-secret' }, json: { key: 'body-secret' } });
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /"path":"things"/);
  assert.doesNotMatch(lines.join(''), /secret/);
});

test('a request budget waits, and refuses what would wait too long', async (t) => {
  let now = 1_790_000_000_000;
  const { url, requests, fail } = await startProviderServer(t, () => ({ status: 200, body: { ok: true } }));
  const budget = new RequestBudget({ clock: { now: () => now }, perMinute: 2, maxWaitMs: 0 });
  const client = new ProviderClient({ provider: 'fake', baseUrl: url, budget, attempts: 1 });
  const ask = (account: string) => client.send({ ...get('things'), account });
  await ask('a');
  await ask('a');
  const own = await failureOf(ask('a'));
  const outcome: ProviderOutcome = own.outcome;
  assert.equal(outcome, 'throttled');
  const refusal = apiErrorOf(own, 'The provider');
  assert.deepEqual([refusal.status, refusal.code, refusal.retryAfterSeconds], [429, 'rate_limit_exceeded', 60]);
  assert.match(refusal.message, /This service limits/);
  await ask('b');
  assert.equal(requests.length, 3, 'a refused request was sent');
  now += 61_000;
  await ask('a');
  fail('throttled');
  await failureOf(ask('b'));
  const paused = await failureOf(ask('b'));
  assert.equal(paused.details.retryAfterMs, 3_600_000);
  assert.equal(apiErrorOf(paused, 'The provider').code, 'provider_error', 'the provider’s own throttle');
  assert.equal(requests.length, 5, 'an account that was asked to pause was asked about again');
});

test('ids past 2^53 keep every digit, and digits in texts are left alone', () => {
  const name = 'offer, 12345678901234567890, "x": 98765432109876543210';
  const text = `{"id": 12345678901234567890, "ids":[90071992547409931,1], "cost": 1.5, "name": ${JSON.stringify(name)}}`;
  assert.deepEqual(parseJson(text), { id: '12345678901234567890', ids: ['90071992547409931', 1], cost: 1.5, name });
  assert.equal(parseJson('<html>'), undefined);
});

test('an answer of 200 fails and one of 400 succeeds where the provider judges so', async (t) => {
  const { url } = await startProviderServer(t, (request) => ({ status: request.url === '/no' ? 200 : 400, body: { ok: true } }));
  const client = new ProviderClient({
    provider: 'fake',
    baseUrl: url,
    judge: ({ status }) => (status === 400 ? 'success' : { outcome: 'conflict', code: '7', reason: 'It is archived.' }),
  });
  assert.deepEqual(await client.json(get('yes'), anything), { ok: true });
  const { outcome, details } = await failureOf(client.json(get('no'), anything));
  assert.deepEqual([outcome, details.code, details.reason], ['conflict', '7', 'It is archived.']);
});

test('an account near its limit is left alone as long as the headers of usage say, and others are asked', async (t) => {
  const { url } = await startProviderServer(t, () => ({ status: 200, body: { ok: true }, headers: { usage: '40000' } }));
  const budget = new RequestBudget({ clock: { now: () => Date.now() }, perMinute: 100 });
  const client = new ProviderClient({
    provider: 'fake',
    baseUrl: url,
    budget,
    pauseOf: (headers) => Number(headers.get('usage')),
  });
  await client.json({ ...get('x'), account: 'a' }, anything);
  assert.equal((await failureOf(client.json({ ...get('x'), account: 'a' }, anything))).outcome, 'throttled');
  await client.json({ ...get('x'), account: 'b' }, anything);
});

test('a host that a customer names is asked through the guard', async (t) => {
  const { url, requests, fail } = await startProviderServer(t, ({ method }) => ({
    status: 200,
    body: { ok: method === 'DELETE' },
  }));
  const here = createOutside({ isAllowed: (address) => address === '127.0.0.1', ports: 'any' });
  const options = { provider: 'fake', baseUrl: `${url}/v1`, headers: { authorization: 'Basic secret' }, timeoutMs: 1_000 };
  const client = new ProviderClient({ ...options, outside: here, maxBytes: 1_000_000 });

  await t.test('with method, body and headers', async () => {
    assert.deepEqual(await client.json({ method: 'DELETE', path: 'hooks/1', query: { force: 'true' } }, anything), { ok: true });
    await client.json({ method: 'POST', path: 'hooks', json: { name: 'ä' } }, anything);
    const [removed, created] = requests;
    assert.deepEqual([removed?.method, removed?.url, removed?.body], ['DELETE', '/v1/hooks/1?force=true', '']);
    assert.deepEqual([created?.method, created?.body, created?.headers.authorization], ['POST', '{"name":"ä"}', 'Basic secret']);
  });

  await t.test('as other endpoints are: repeats, failures, bounds', async () => {
    for (const script of ['error_once', 'reset', 'throttled_shortly'] as const) {
      fail(script);
      await client.json(get('things'), anything);
    }
    const outcomes: ProviderOutcome[] = [];
    for (const script of ['redirect', 'html', 'revoked', 'endless', 'throttled'] as const) {
      fail(script);
      outcomes.push((await failureOf(client.json(get('things'), anything))).outcome);
    }
    assert.deepEqual(outcomes, ['unusable', 'unusable', 'reconnect', 'too_large', 'throttled']);
  });

  await t.test('and where it is not public, not at all', async () => {
    requests.length = 0;
    const strict = new ProviderClient({ ...options, outside: createOutside({ ports: 'any' }) });
    const failure = await failureOf(strict.send(get('things')));
    assert.deepEqual([failure.outcome, failure.details.reason], ['rejected', 'The address 127.0.0.1 is not public.']);
    assert.equal(requests.length, 0);
  });
});
