// What every answer carries: request id, rate limit, deprecation; and what becomes of faults inside.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import supertest from 'supertest';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { createApp } from '../../../src/app.ts';
import { ApiError } from '../../../src/base/contract/api-error.ts';
import { type Reading, reading } from '../../../src/base/contract/operation.ts';
import { JournalRefusal } from '../../../src/base/journal/journal.ts';
import { createLog } from '../../../src/base/kit/log.ts';
import { WarehouseFailure } from '../../../src/base/warehouse/port.ts';
import { refusalOf } from '../../../src/call/refusals.ts';
import { slices } from '../../../src/slices.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

async function withId(id: string): Promise<string | null> {
  const response = await fetch(`${app.baseUrl}/api/v1/openapi.json`, { headers: { 'x-request-id': id } });
  await response.arrayBuffer();
  return response.headers.get('x-request-id');
}

test('a sane request id comes back, another is replaced', async () => {
  assert.equal(await withId('order-42:retry.1'), 'order-42:retry.1');
  for (const id of ['has space', 'x'.repeat(129), '<script>', 'a"b']) {
    const value = await withId(id);
    assert.notEqual(value, id);
    assert.match(value ?? '', /^[0-9a-f-]{36}$/);
  }
});

test('answers say how the rate limit stands, and a credential over it waits', async () => {
  const { secret } = createApiKey(app.base, {
    profileId: app.profileId,
    name: 'slow',
    scopes: ['analytics:read'],
    ratePerMinute: 2,
    actor: 'system',
  });
  const slow = app.api(secret);
  const first = await slow.get('/profile');
  assert.equal(first.status, 200);
  assert.equal(first.headers['ratelimit-policy'], '"default";q=2;w=60');
  assert.match(first.headers['ratelimit'] ?? '', /^"default";r=1;t=\d+$/);
  assert.ok(Number(first.headers['x-ratelimit-reset']) > app.clock.now() / 1000);
  assert.equal((await slow.get('/profile')).status, 200);
  const third = await slow.get('/profile');
  assert.deepEqual([third.status, third.body.error.code], [429, 'rate_limit_exceeded']);
  assert.ok(Number(third.headers['retry-after']) >= 1);
  assert.match(third.headers['ratelimit'] ?? '', /^"default";r=0;/);
  assert.equal((await app.api(app.apiKey).get('/profile')).status, 200, 'another credential is not held back');
});

test('calls that are refused count as well, and say how the limit stands', async () => {
  const values = { profileId: app.profileId, name: 'prober', scopes: ['conversions:read'], ratePerMinute: 2, actor: 'system' };
  const prober = app.api(createApiKey(app.base, values).secret);
  const unscoped = await prober.get('/overview', { date_from: '2026-03-01', date_to: '2026-03-31' });
  assert.deepEqual([unscoped.status, unscoped.headers['ratelimit-policy']], [403, '"default";q=2;w=60']);
  const path = '/profile';
  assert.equal((await prober.get(path, { profile_id: randomUUID() })).status, 404);
  assert.equal((await prober.get(path, { profile_id: randomUUID() })).status, 429);
});

test('intake has a limit of its own, unless the key has one', async () => {
  const keyOf = (ratePerMinute: number): string =>
    createApiKey(app.base, {
      profileId: app.profileId,
      name: `intake ${ratePerMinute}`,
      scopes: ['attribution:write'],
      ratePerMinute,
      actor: 'system',
    }).secret;
  const lead = (secret: string, n: number) =>
    app.api(secret).post('/events', { event_type: 'lead_created', idempotency_key: `lead-${n}` });
  const usual = await lead(keyOf(600), 1);
  assert.deepEqual([usual.status, usual.headers['ratelimit-policy']], [201, '"intake";q=6000;w=60']);
  const slow = keyOf(2);
  assert.equal((await lead(slow, 2)).headers['ratelimit-policy'], '"default";q=2;w=60');
  assert.equal((await lead(slow, 3)).status, 201);
  assert.equal((await lead(slow, 4)).status, 429);
});

test('what servers post is answered alike before Express and by it', async (t) => {
  let posts = 0;
  const lead = () => ({ event_type: 'lead_created', idempotency_key: `lane-${++posts}` });
  const json = (make: () => unknown) => () => JSON.stringify(make());
  const key = app.apiKey;
  const cases: [string, string, string, () => string, number][] = [
    ['an event', '/api/v1/events', key, json(lead), 201],
    ['a query', '/api/v1/events?profile_id=x', key, json(lead), 400],
    ['what is wrong', '/api/v1/events', key, json(() => ({})), 422],
    ['what is no JSON', '/api/v1/events', key, () => '{', 400],
    ['a stranger', '/api/v1/events', 'svc_live_none', json(lead), 401],
    ['what is too long', '/api/v1/events', key, () => ' '.repeat(5 * 1024 * 1024 + 1), 413],
    ['a long answer', '/api/v1/events/batch', key, json(() => ({ events: Array.from({ length: 50 }, lead) })), 200],
  ];
  for (const [name, path, secret, body, status] of cases)
    await t.test(name, async () => {
      const [ours, express] = await Promise.all([path, path.replace(/(?=\?|$)/, '/')].map((at) => headersOf(at, secret, body())));
      assert.equal(ours?.status, status);
      assert.deepEqual(ours, express);
      assert.equal(ours.headers['content-encoding'], name === 'a long answer' ? 'gzip' : undefined);
      assert.match(ours.headers['content-security-policy'] ?? '', /default-src 'self'/);
    });
});

/** Of an answer what two calls have in common. */
async function headersOf(path: string, secret: string, body: string) {
  const response = await fetch(app.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'accept-encoding': 'gzip' },
    body,
  });
  await response.arrayBuffer();
  const headers = Object.fromEntries(response.headers);
  for (const name of ['x-request-id', 'date', 'content-length', 'ratelimit']) {
    if (headers[name] !== undefined) headers[name] = 'there';
  }
  return { status: response.status, headers };
}

test('a deprecated operation says since when, until when and what instead', async () => {
  const { headers } = await app.api(app.apiKey).post('/goals', {});
  assert.equal(headers['deprecation'], `@${Date.parse('2026-09-05') / 1000}`);
  assert.equal(headers['sunset'], 'Fri, 04 Dec 2026 00:00:00 GMT');
  assert.equal(headers['link'], '</api/v1/goals/definitions>; rel="successor-version"');
});

test('faults of the stores are refusals that say when to come back', () => {
  const cases: [Error, string, boolean][] = [
    [new JournalRefusal('profile_queue_full', ''), 'rate_limit_exceeded', true],
    [new JournalRefusal('queue_full', ''), 'service_unavailable', true],
    [new JournalRefusal('disk_full', ''), 'service_unavailable', true],
    [new JournalRefusal('closed', ''), 'service_unavailable', true],
    [new WarehouseFailure('busy', ''), 'service_unavailable', true],
    [new WarehouseFailure('environment', ''), 'service_unavailable', true],
    [new WarehouseFailure('lost', ''), 'service_unavailable', true],
    [new WarehouseFailure('crashed', ''), 'service_unavailable', true],
    [new WarehouseFailure('query', 'select secret'), 'internal_error', false],
    [Object.assign(new Error('disk'), { code: 'SQLITE_FULL' }), 'service_unavailable', true],
    [Object.assign(new Error('disk'), { code: 'SQLITE_IOERR_FSYNC' }), 'service_unavailable', true],
    [new TypeError('x is undefined'), 'internal_error', false],
    [new ApiError('not_found', 'No such customer.'), 'not_found', false],
  ];
  for (const [cause, code, comesBack] of cases) {
    const { error } = refusalOf(cause);
    assert.equal(error.code, code, cause.message);
    assert.equal(error.retryAfterSeconds !== undefined, comesBack, cause.message);
    if (code === 'internal_error') assert.doesNotMatch(error.message, /secret|undefined/);
  }
  const waiting = new WarehouseFailure('busy', 'The figures of that time are being computed; ask again.');
  assert.equal(refusalOf(waiting).error.message, waiting.message, 'what is under way is told');
});

/** The same stores behind an application whose getProfile is another; answers what it says and what it logs. */
async function withHandler(getProfile: () => unknown): Promise<{ status: number; text: string; log: string[] }> {
  const log: string[] = [];
  const stream = { write: (line: string) => void log.push(line) };
  const base = { ...app.base, log: createLog({ logLevel: 'info' }, stream) };
  const changed = slices.map((slice) =>
    'getProfile' in slice.handlers
      ? {
          ...slice,
          handlers: { ...slice.handlers, getProfile: reading('getProfile', getProfile as Reading<'getProfile'>['run']) },
        }
      : slice,
  );
  const other = await createApp(base, changed, { baseUrl: () => 'http://service.example' });
  const response = await supertest(other)
    .get('/api/v1/profile')
    .set('authorization', `Bearer ${app.apiKey}`)
    .set('x-request-id', 'fault-1');
  return { status: response.status, text: response.text, log };
}

test('a fault nobody foresaw is hidden from the caller and logged once under the request id', async () => {
  const { status, text, log } = await withHandler(() => {
    throw new Error('select * from secrets failed');
  });
  assert.equal(status, 500);
  const { error } = JSON.parse(text);
  assert.deepEqual(error, {
    code: 'internal_error',
    message: error.message,
    status: 500,
    request_id: 'fault-1',
    docs_url: 'http://service.example/docs/errors#internal_error',
  });
  assert.doesNotMatch(text, /secrets/);
  const causes = log.filter((line) => line.includes('select * from secrets failed'));
  assert.equal(causes.length, 1);
  assert.equal(JSON.parse(causes[0] as string).request_id, 'fault-1');
  assert.ok(!log.join('').includes(app.apiKey), 'no credential in the log');
});

test('in tests an answer outside the contract does not leave the door', async () => {
  const { status, log } = await withHandler(() => ({ data: { profile_id: 7 } }));
  assert.equal(status, 500);
  assert.ok(log.some((line) => line.includes('getProfile returned a response that the contract does not allow')));
});

test('an error may carry another status only where the catalogue allows it', () => {
  assert.equal(new ApiError('provider_error', '', {}, undefined, 503).status, 503);
  assert.throws(() => new ApiError('not_found', '', {}, undefined, 410), RangeError);
});
