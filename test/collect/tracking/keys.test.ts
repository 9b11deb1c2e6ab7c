// Tracking keys through the door: one active key per profile, and a revoked one stops at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileOfTrackingKey } from '../../../src/collect/tracking/index.ts';
import { openDoor, refused } from '../../account/door.ts';

test('createTrackingKey', async (t) => {
  const { call, base, ann, zoe, memberToken } = await openDoor(t);
  const path = `/tracking/keys?profile_id=${ann.profile_id}`;

  await t.test('answers the active key again', async () => {
    const { status, body } = await call('post', path, ann.session_token);
    assert.equal(status, 200);
    assert.deepEqual([body.data.public_key, body.data.status, body.data.created], [ann.tracking_key, 'active', false]);
  });

  await t.test('issues another once it is revoked, one however many ask at once', async () => {
    const [{ id }] = (await call('get', path, ann.session_token)).body.data;
    await call('delete', `/tracking/keys/${id}?profile_id=${ann.profile_id}`, ann.session_token);
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('post', path, ann.session_token)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(new Set(answers.map(({ body }) => body.data.public_key)).size, 1);
    assert.match(answers[0]?.body.data.public_key, /^trk_live_[\w-]{24}$/);
    assert.notEqual(answers[0]?.body.data.public_key, ann.tracking_key);
  });

  await t.test('is for managers: no key, no analyst, no stranger, and the profile must be named', async () => {
    assert.equal(refused(await call('post', path, ann.api_key)), '403 forbidden');
    assert.equal(refused(await call('post', path, memberToken('eve@north.example', 'analyst'))), '403 forbidden');
    assert.equal(refused(await call('post', path, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('post', '/tracking/keys', ann.session_token)), '400 invalid_parameter');
    assert.equal(refused(await call('post', path)), '401 unauthorized');
  });

  await t.test('is audited by id, once per key', () => {
    const rows = base.state.db.prepare("select count(*) from audit where action = 'tracking_key.created' and profile_id = ?");
    assert.equal(rows.pluck().get(ann.profile_id), 2);
  });
});

test('listTrackingKeys', async (t) => {
  const { call, ann, zoe } = await openDoor(t);

  await t.test('lists the active key of the profile, to its API key too', async () => {
    const { status, body } = await call('get', '/tracking/keys', ann.api_key);
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.map((key: { public_key: string }) => key.public_key),
      [ann.tracking_key],
    );
    assert.deepEqual(body.meta, { profile_id: ann.profile_id });
  });

  await t.test('leaves revoked keys out', async () => {
    const [{ id }] = (await call('get', '/tracking/keys', ann.api_key)).body.data;
    await call('delete', `/tracking/keys/${id}?profile_id=${ann.profile_id}`, ann.session_token);
    assert.deepEqual((await call('get', '/tracking/keys', ann.api_key)).body.data, []);
  });

  await t.test('refuses who does not reach the profile', async () => {
    assert.equal(refused(await call('get', `/tracking/keys?profile_id=${ann.profile_id}`, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', `/tracking/keys?profile_id=${ann.profile_id}`, zoe.api_key)), '404 not_found');
    assert.equal(refused(await call('get', '/tracking/keys', ann.tracking_key)), '401 unauthorized');
  });
});

test('revokeTrackingKey', async (t) => {
  const { call, base, clock, ann, zoe, memberToken } = await openDoor(t);
  const [{ id }] = (await call('get', '/tracking/keys', ann.api_key)).body.data;
  const path = `/tracking/keys/${id}?profile_id=${ann.profile_id}`;

  await t.test('is for managers of that profile', async () => {
    assert.equal(refused(await call('delete', path, ann.api_key)), '403 forbidden');
    assert.equal(refused(await call('delete', path, memberToken('vic@north.example', 'viewer'))), '403 forbidden');
    assert.equal(refused(await call('delete', path, zoe.session_token)), '404 not_found');
    assert.equal(
      refused(await call('delete', `/tracking/keys/${id}?profile_id=${zoe.profile_id}`, zoe.session_token)),
      '404 not_found',
    );
    assert.equal(profileOfTrackingKey(base, ann.tracking_key)?.profileId, ann.profile_id);
  });

  await t.test('stops the key at once, and answers the same when it is asked again', async () => {
    const first = await call('delete', path, ann.session_token);
    assert.equal(first.status, 200);
    assert.deepEqual([first.body.data.status, first.body.data.public_key], ['revoked', ann.tracking_key]);
    assert.equal(profileOfTrackingKey(base, ann.tracking_key), undefined);
    clock.advance(60_000);
    const again = await call('delete', path, ann.session_token);
    assert.deepEqual([again.status, again.body], [200, first.body]);
    const rows = base.state.db.prepare("select count(*) from audit where action = 'tracking_key.revoked'").pluck().get();
    assert.equal(rows, 1);
  });

  await t.test('an unknown id is not found, a bad one is named', async () => {
    const unknown = `/tracking/keys/00000000-0000-4000-8000-000000000000?profile_id=${ann.profile_id}`;
    assert.equal(refused(await call('delete', unknown, ann.session_token)), '404 not_found');
    const bad = `/tracking/keys/one?profile_id=${ann.profile_id}`;
    assert.equal(refused(await call('delete', bad, ann.session_token)), '400 invalid_parameter');
  });
});
