// Who gets through the door: the same fields of the contract decide for every operation, so a few stand for all.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

const range = { date_from: '2026-03-01', date_to: '2026-03-31' };

test('without a valid credential everything but the contract is unauthorized', async () => {
  for (const credential of [undefined, 'x', 'svc_live_wrong', 'svc_user_wrong', `${app.apiKey}x`, app.trackingKey]) {
    const { status, body, headers } = await app.api(credential).get('/profile');
    assert.deepEqual({ status, code: body.error.code }, { status: 401, code: 'unauthorized' });
    assert.equal(headers['www-authenticate'], 'Bearer');
  }
  const basic = await fetch(`${app.baseUrl}/api/v1/profile`, { headers: { authorization: `Basic ${btoa('a:b')}` } });
  assert.equal(basic.status, 401);
});

test('a key answers for its own profile and cannot name another', async () => {
  const key = app.api(app.apiKey);
  assert.equal((await key.get('/profile')).body.data.profile_id, app.profileId);
  assert.equal((await key.get('/profile', { profile_id: app.profileId })).status, 200);
  const other = await key.get('/profile', { profile_id: randomUUID() });
  assert.deepEqual([other.status, other.body.error.code], [404, 'not_found']);
});

test('a key without the scope is told which scopes would do', async () => {
  const narrow = createApiKey(app.base, {
    profileId: app.profileId,
    name: 'narrow',
    scopes: ['conversions:read'],
    actor: 'system',
  });
  const { status, body } = await app.api(narrow.secret).get('/overview', range);
  assert.equal(status, 403);
  assert.equal(body.error.code, 'insufficient_scope');
  assert.deepEqual(body.error.required_scopes, ['analytics:read']);
});

test('a write that asks for no scope a key can hold is refused to it', async () => {
  const { status, body } = await app.api(app.apiKey).patch('/profile', { name: 'Mine' });
  assert.deepEqual([status, body.error.code], [403, 'forbidden']);
});

test('a workspace out of reach looks like one that is not there', async () => {
  const { status, body } = await app.api(app.session).get(`/workspaces/${randomUUID()}/profiles`);
  assert.deepEqual([status, body.error.code], [404, 'not_found']);
});

test('access is looked at before the request, so a stranger learns nothing from its faults', async () => {
  const stranger = await app.api('svc_live_wrong').get('/overview', { date_from: 'x' });
  assert.equal(stranger.status, 401);
  const narrow = createApiKey(app.base, {
    profileId: app.profileId,
    name: 'narrow',
    scopes: ['conversions:read'],
    actor: 'system',
  });
  assert.equal((await app.api(narrow.secret).get('/overview', { date_from: 'x' })).status, 403);
});
