// One profile's settings through the door: who reads and changes them, and that time, money, domains and privacy are decisions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileSettings } from '../../../src/account/profiles/index.ts';
import { shiftsOfZone, zoneTableVersion } from '../../../src/base/kit/time/zone-shifts.ts';
import { openDoor, refused } from '../door.ts';
import { START } from '../world.ts';

test('getProfile', async (t) => {
  const { call, ann, zoe, memberToken } = await openDoor(t);

  await t.test('answers the settings to a key and to a person who names the profile', async () => {
    const expected = {
      profile_id: ann.profile_id,
      workspace_id: ann.workspace_id,
      name: 'North Shop',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      domains: [],
      privacy_mode: 'standard',
      pii_mode: 'standard',
      entitlements: { svc_attribution: true },
      onboarding_completed: false,
      created_at: new Date(START).toISOString(),
    };
    const path = `/profile?profile_id=${ann.profile_id}`;
    assert.deepEqual((await call('get', '/profile', ann.api_key)).body, { data: expected });
    assert.deepEqual((await call('get', path, ann.session_token)).body.data, expected);
    assert.deepEqual((await call('get', path, memberToken('vic@north.example', 'viewer'))).body.data, expected);
  });

  await t.test('refuses who does not reach it', async () => {
    assert.equal(refused(await call('get', '/profile', ann.session_token)), '400 invalid_parameter');
    assert.equal(refused(await call('get', '/profile?profile_id=north', ann.session_token)), '400 invalid_parameter');
    assert.equal(refused(await call('get', `/profile?profile_id=${zoe.profile_id}`, ann.session_token)), '404 not_found');
    assert.equal(refused(await call('get', `/profile?profile_id=${zoe.profile_id}`, ann.api_key)), '404 not_found');
    assert.equal(refused(await call('get', '/profile')), '401 unauthorized');
  });
});

test('updateProfile', async (t) => {
  const { call, base, clock, ann, zoe, memberToken } = await openDoor(t);
  const path = `/profile?profile_id=${ann.profile_id}`;
  const patch = (body: unknown, token = ann.session_token) => call('patch', path, token, body);
  const decided = (after: bigint) => base.state.decisions(ann.profile_id, after, 20).map(({ kind, payload }) => [kind, payload]);

  await t.test('a finished setup settles no setting and needs no replay', async () => {
    const { configuredAt } = profileSettings(base, ann.profile_id);
    const last = base.state.lastDecision(ann.profile_id);
    for (const onboarding_completed of [true, true, false, true]) {
      const { data } = (await patch({ onboarding_completed })).body;
      assert.deepEqual([data.onboarding_completed, data.replay_queued], [onboarding_completed, false]);
    }
    assert.deepEqual([profileSettings(base, ann.profile_id).configuredAt, decided(last)], [configuredAt, []]);
    assert.equal((await patch({ onboarding_completed: 'yes' })).status, 422);
  });

  await t.test('records one decision per setting that changed and tells others', async () => {
    const last = base.state.lastDecision(ann.profile_id);
    const messages: string[] = [];
    const stop = base.signals.on('decisions', (profileId) => messages.push(profileId));
    clock.advance(60_000);
    const domains = ['Shop.North.example', 'bücher.example', 'shop.north.example.'];
    const { status, body } = await patch({ currency: 'CLP', timezone: 'america/santiago', domains, privacy_mode: 'hipaa' });
    stop();
    assert.equal(status, 200);
    const { data } = body;
    assert.deepEqual(
      [data.currency, data.timezone, data.domains, data.privacy_mode, data.pii_mode, data.replay_queued],
      ['CLP', 'america/santiago', ['shop.north.example', 'xn--bcher-kva.example'], 'hipaa', 'hipaa', true],
    );
    assert.deepEqual(decided(last), [
      [
        'setting',
        { name: 'timezone', value: 'america/santiago', shifts: shiftsOfZone('America/Santiago'), version: zoneTableVersion() },
      ],
      ['setting', { name: 'currency', value: 'CLP' }],
      ['setting', { name: 'privacy_mode', value: 'hipaa' }],
      ['setting', { name: 'own_domains', value: '["shop.north.example","xn--bcher-kva.example"]' }],
    ]);
    assert.deepEqual(messages, [ann.profile_id]);
    const settings = profileSettings(base, ann.profile_id);
    assert.deepEqual([settings.currency, settings.privacyMode, settings.configuredAt], ['CLP', 'hipaa', clock.now()]);
  });

  await t.test('the same values again, and a new name, need no replay', async () => {
    const last = base.state.lastDecision(ann.profile_id);
    assert.equal((await patch({ currency: 'CLP', privacy_mode: 'hipaa' })).body.data.replay_queued, false);
    const renamed = await patch({ name: ' North Star ' });
    assert.deepEqual([renamed.body.data.name, renamed.body.data.replay_queued], ['North Star', false]);
    assert.deepEqual(decided(last), []);
  });

  await t.test('fields left out stay as they are', async () => {
    const { data } = (await patch({ currency: 'USD' })).body;
    assert.deepEqual([data.name, data.timezone, data.domains.length], ['North Star', 'america/santiago', 2]);
    assert.deepEqual((await patch({ domains: [] })).body.data.domains, []);
  });

  await t.test('decisions name the last fact accepted before them', async () => {
    const fact = { profileId: ann.profile_id, kind: 'event', schemaVersion: 1, trust: 'server', body: '{}' } as const;
    await base.journal.append([{ ...fact, receivedAt: clock.now(), occurredAt: clock.now() * 1_000 }]);
    await patch({ currency: 'PEN' });
    const last = base.state.lastDecision(ann.profile_id);
    assert.equal(base.state.decisions(ann.profile_id, last - 1n, 1)[0]?.afterSeq, 1n);
  });

  await t.test('a name that another profile of the workspace has is refused', async () => {
    const { workspace_id } = (await call('post', '/workspaces', ann.session_token, { name: 'Big', plan: 'growth' })).body.data;
    const results = await Promise.all(
      ['A', 'B'].map((name) => call('post', '/profiles', ann.session_token, { workspace_id, name })),
    );
    const second = `/profile?profile_id=${results[1]?.body.data.profile_id}`;
    assert.equal(refused(await call('patch', second, ann.session_token, { name: 'A' })), '409 invalid_state');
    assert.equal((await call('patch', second, ann.session_token, { name: 'B' })).status, 200);
  });

  await t.test('refuses bad values by the name of the field, all or nothing', async () => {
    const before = profileSettings(base, ann.profile_id);
    const last = base.state.lastDecision(ann.profile_id);
    const bad: [unknown, RegExp][] = [
      [{ currency: 'usd' }, /currency/],
      [{ currency: 'EUR', timezone: '+01:00' }, /timezone/],
      [{ timezone: 'Nowhere/Land' }, /timezone/],
      [{ domains: ['https://shop.example'] }, /domains/],
      [{ domains: ['ok.example', 'shop.example/path'] }, /domains\[1\]/],
      [{ domains: ['shop.example:8080'] }, /domains/],
      [{ domains: ['localhost'] }, /domains/],
      [{ domains: [''] }, /domains/],
      [{ domains: 'shop.example' }, /domains/],
      [{ domains: Array.from({ length: 101 }, (_, i) => `a${i}.example`) }, /domains/],
      [{ privacy_mode: 'secret' }, /privacy_mode/],
      [{ pii_mode: 'hipaa' }, /pii_mode/],
      [{ name: '' }, /name/],
      [{ name: null }, /name/],
      [{}, /./],
    ];
    for (const [body, field] of bad) {
      const answer = await patch(body);
      assert.equal(refused(answer), '422 validation_error', JSON.stringify(body));
      assert.match(answer.body.error.message, field);
    }
    assert.deepEqual(profileSettings(base, ann.profile_id), before);
    assert.equal(base.state.lastDecision(ann.profile_id), last);
  });

  await t.test('is for managers: no key, no analyst, no stranger', async () => {
    assert.equal(refused(await patch({ name: 'a' }, ann.api_key)), '403 forbidden');
    assert.equal(refused(await patch({ name: 'a' }, memberToken('eve@north.example', 'analyst'))), '403 forbidden');
    assert.equal(refused(await patch({ name: 'a' }, zoe.session_token)), '404 not_found');
    assert.equal((await patch({ name: 'By Max' }, memberToken('max@north.example', 'manager'))).status, 200);
  });
});
