// What a consumer app is told of its own calls and of its keys'.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { openDoor, refused } from '../../account/door.ts';
import { DAY_MS } from '../../account/world.ts';

test('getPartnerUsage', async (t) => {
  const { base, clock, ann, call } = await openDoor(t);
  const appFor = (tier: 'standard' | 'elevated') =>
    registerApp(base, { name: 'Partner', redirectUris: [], allowedReturnOrigins: [], actor: 'system', tier }).appId;
  const appId = appFor('elevated');
  const place = { workspaceId: ann.workspace_id, profileId: ann.profile_id };
  authorizeApp(base, { appId, place, kind: 'adopted' });
  const { token } = issueAppToken(base, appId);
  const asked = { profile_id: ann.profile_id, name: 'k', scopes: ['analytics:read'] };
  const key = (await call('post', `/workspaces/${ann.workspace_id}/api-keys`, token, asked)).body.data.api_key;

  await t.test('its own calls and its keys’, apart, by day', async () => {
    await call('get', '/profile', key);
    await call('get', '/overview', key);
    await call('get', '/profiles', token);
    clock.advance(DAY_MS);
    await call('get', '/profile', key);
    const fresh = issueAppToken(base, appId).token;
    const { data, meta } = (await call('get', '/partner/usage', fresh)).body;
    assert.deepEqual(data, [
      { day: '2026-03-02', requests: 0, refused: 0, key_requests: 1, key_refused: 0 },
      { day: '2026-03-01', requests: 2, refused: 0, key_requests: 2, key_refused: 1 },
    ]);
    assert.equal(meta.rate_limit_per_minute, 1_200);
    const later = (await call('get', '/partner/usage?date_from=2026-03-02', fresh)).body.data;
    assert.deepEqual([later.length, later[0].requests], [1, 1], 'asking counts as well');
  });

  await t.test('nothing of others, and for apps alone', async () => {
    assert.deepEqual((await call('get', '/partner/usage', issueAppToken(base, appFor('standard')).token)).body.data, []);
    assert.equal(refused(await call('get', '/partner/usage', ann.session_token)), '403 forbidden');
    assert.equal(refused(await call('get', '/partner/usage')), '401 unauthorized');
  });
});
