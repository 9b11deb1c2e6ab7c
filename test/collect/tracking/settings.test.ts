// What the tracker and its door obey, through the door: who may see and change it, and that what is left out stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDoor, refused } from '../../account/door.ts';

const BORN_WITH = {
  consent_mode: 'not_required',
  gpc_mode: 'record',
  client_address: 'dropped',
  origin_policy: 'any',
  extra_origins: [],
  hash_routes: false,
  id_lifetime_days: 395,
  identify_browsers_by: 'traits',
  browsers_per_link_token: 5,
  bot_exceptions: [],
  no_source_hosts: [],
  internal_traffic: { networks: [], is_counted: false },
  quarantined_keys: [],
};

test('getTrackingSettings', async (t) => {
  const { call, ann, zoe, memberToken } = await openDoor(t);
  const path = `/tracking/settings?profile_id=${ann.profile_id}`;

  await t.test('answers what a profile is born with, to viewers and keys', async () => {
    for (const [where, token] of [
      [path, memberToken('vic@north.example', 'viewer')],
      ['/tracking/settings', ann.api_key],
    ] as const) {
      const { status, body } = await call('get', where, token);
      assert.deepEqual([status, body.data, body.meta], [200, BORN_WITH, { profile_id: ann.profile_id }]);
    }
  });

  await t.test('is nothing for strangers', async () => {
    assert.equal(refused(await call('get', path, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', path)), '401 unauthorized');
  });
});

test('updateTrackingSettings', async (t) => {
  const { call, base, ann, zoe, memberToken } = await openDoor(t);
  const path = `/tracking/settings?profile_id=${ann.profile_id}`;
  const settings = async (): Promise<unknown> => (await call('get', path, ann.session_token)).body.data;

  await t.test('changes what is named, and nothing else, of this profile alone', async () => {
    const first = await call('patch', path, ann.session_token, { consent_mode: 'required', extra_origins: ['Käse.example.'] });
    assert.equal(first.status, 200);
    const changed = { ...BORN_WITH, consent_mode: 'required', extra_origins: ['xn--kse-qla.example'] };
    assert.deepEqual(first.body.data, changed);
    await call('patch', '/tracking/settings', ann.api_key, { client_address: 'truncated' });
    assert.deepEqual(await settings(), { ...changed, client_address: 'truncated' });
    const other = await call('get', `/tracking/settings?profile_id=${zoe.profile_id}`, zoe.session_token);
    assert.deepEqual(other.body.data, BORN_WITH);
  });

  await t.test('refuses what it does not know, and changes nothing then', async () => {
    const before = await settings();
    for (const bad of [
      {},
      { consent_mode: 'perhaps' },
      { client_address: 'kept' },
      { id_lifetime_days: 0 },
      { id_lifetime_days: 401 },
      { extra_origins: ['https://shop.example'] },
      { extra_origins: ['shop.example', 'a/b'] },
      { colour: 'red' },
    ])
      assert.equal(refused(await call('patch', path, ann.session_token, bad)), '422 validation_error', JSON.stringify(bad));
    assert.deepEqual(await settings(), before);
  });

  await t.test('is for managers, and is audited by the fields', async () => {
    const change = { hash_routes: true };
    assert.equal(refused(await call('patch', path, memberToken('eve@north.example', 'analyst'), change)), '403 forbidden');
    assert.equal(refused(await call('patch', path, zoe.session_token, change)), '404 not_found');
    const rows = base.state.db.prepare("select detail from audit where action = 'tracking_settings.updated' order by rowid");
    assert.deepEqual(rows.pluck().all().map(String), [
      JSON.stringify({ fields: ['consent_mode', 'extra_origins'] }),
      JSON.stringify({ fields: ['client_address'] }),
    ]);
  });
});
