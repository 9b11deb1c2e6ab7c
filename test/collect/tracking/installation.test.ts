// The first installation: everything or nothing, and a second one is told what exists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identify } from '../../../src/account/access/index.ts';
import { createSession } from '../../../src/account/people/index.ts';
import { profileSettings } from '../../../src/account/profiles/index.ts';
import {
  findInstallation,
  type Installation,
  initInstallation,
  profileOfTrackingKey,
} from '../../../src/collect/tracking/index.ts';
import { openWorld, refusal } from '../../account/world.ts';

const NEW: Installation = {
  email: 'joe@east.example',
  workspace: 'East',
  profile: 'East Shop',
  currency: 'JPY',
  timezone: 'Asia/Tokyo',
  domain: 'Shop.East.example',
};

test('initInstallation', async (t) => {
  const { base } = await openWorld(t, { plans: true });
  const counts = (): unknown[] =>
    ['people', 'workspaces', 'profiles', 'api_keys', 'sessions', 'tracking_keys', 'audit', 'decisions'].map((table) =>
      base.state.db.prepare(`select count(*) from ${table}`).pluck().get(),
    );

  await t.test('makes credentials that work, and settings with decisions', () => {
    const messages: string[] = [];
    const stop = base.signals.on('decisions', (profileId) => messages.push(profileId));
    const result = initInstallation(base, NEW);
    stop();
    assert.equal(identify(base, `Bearer ${result.api_key}`)?.profileId, result.profile_id);
    assert.ok(identify(base, `Bearer ${result.session_token}`)?.personId);
    assert.equal(profileOfTrackingKey(base, result.tracking_key)?.profileId, result.profile_id);
    const settings = profileSettings(base, result.profile_id);
    assert.deepEqual([settings.currency, settings.timezone, settings.domains], ['JPY', 'Asia/Tokyo', ['shop.east.example']]);
    assert.equal(base.state.lastDecision(result.profile_id), 4n);
    assert.deepEqual(messages, [result.profile_id]);
  });

  await t.test('a second time is refused by naming what exists, and changes nothing', () => {
    const before = counts();
    const [existing] = findInstallation(base, { email: NEW.email });
    const named = new RegExp(`${existing?.workspace_id}.*${existing?.profile_id}`);
    assert.throws(() => initInstallation(base, { ...NEW, email: 'JOE@east.example' }), refusal('invalid_state'));
    assert.throws(() => initInstallation(base, NEW), named);
    assert.deepEqual(counts(), before);
  });

  await t.test('what is refused half way leaves nothing behind', () => {
    const before = counts();
    const other = { ...NEW, email: 'new@east.example', workspace: 'New' };
    assert.throws(() => initInstallation(base, { ...other, currency: 'XXX1' }), refusal('validation_error'));
    assert.throws(() => initInstallation(base, { ...other, timezone: 'UTC+1' }), refusal('validation_error'));
    assert.throws(() => initInstallation(base, { ...other, domain: 'https://x.example' }), refusal('validation_error'));
    assert.throws(() => initInstallation(base, { ...other, email: 'nobody' }), refusal('validation_error'));
    assert.throws(() => initInstallation(base, { ...NEW, profile: 'Second' }), refusal('profile_limit_reached'));
    assert.deepEqual(counts(), before);
  });

  await t.test('the same person may have a second workspace, and a second profile where the plan allows it', () => {
    const created = initInstallation(base, { ...NEW, workspace: 'East Two', plan: 'growth' });
    const next = initInstallation(base, { ...NEW, workspace: 'East Two', profile: 'Outlet' });
    assert.equal(next.workspace_id, created.workspace_id);
    assert.notEqual(next.profile_id, created.profile_id);
  });
});

test('findInstallation', async (t) => {
  const { base, ann } = await openWorld(t);

  await t.test('lists what a person has, for a second start to go on with', () => {
    const [found, ...rest] = findInstallation(base, { email: 'Ann@north.example' });
    assert.equal(rest.length, 0);
    assert.deepEqual([found?.profile_id, found?.workspace, found?.tracking_key], [ann.profile_id, 'North', ann.tracking_key]);
    const session = createSession(base, { personId: found?.owner_id ?? '', actor: 'system' });
    assert.equal(identify(base, `Bearer ${session.token}`)?.personId, found?.owner_id);
  });

  await t.test('is empty for unknown people and names', () => {
    assert.deepEqual(findInstallation(base, { email: 'no@north.example' }), []);
    assert.deepEqual(findInstallation(base, { email: 'ann@north.example', workspace: 'South' }), []);
    assert.deepEqual(findInstallation(base, { email: 'ann@north.example', workspace: 'North', profile: 'South Shop' }), []);
  });
});

test('profileOfTrackingKey', async (t) => {
  const { base, clock, ann } = await openWorld(t);

  await t.test('knows real keys only', () => {
    for (const key of ['', 'trk_live_', 'trk_live_nothing', ann.api_key, `${ann.tracking_key} `]) {
      assert.equal(profileOfTrackingKey(base, key), undefined, key.slice(0, 12));
    }
  });

  await t.test('an archived profile is gone once the few seconds of memory are over', () => {
    assert.equal(profileOfTrackingKey(base, ann.tracking_key)?.workspaceId, ann.workspace_id);
    base.state.db.prepare('update access_profiles set archived_at = 1 where profile_id = ?').run(ann.profile_id);
    clock.advance(10_000);
    assert.equal(profileOfTrackingKey(base, ann.tracking_key), undefined);
  });
});
