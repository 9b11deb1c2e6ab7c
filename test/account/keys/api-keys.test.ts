// API keys: what they may hold, who may make them, and what stays behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiKeysOf, createApiKey, stopApiKey } from '../../../src/account/keys/index.ts';
import { openWorld, refusal } from '../world.ts';

test('createApiKey', async (t) => {
  const { base, ann, clock } = await openWorld(t);
  const values = {
    profileId: ann.profile_id,
    name: ' Reports ',
    scopes: ['goals:write', 'analytics:read', 'goals:write'],
    actor: 'system',
  };
  const audited = (): number =>
    base.state.db.prepare("select count(*) as n from audit where action like 'api_key.%'").pluck().get() as number;

  await t.test('holds each scope once, under a tidy name, with the default rate', () => {
    const key = createApiKey(base, values);
    assert.deepEqual(
      [key.name, key.scopes, key.ratePerMinute, key.expiresAt],
      ['Reports', ['analytics:read', 'goals:write'], 600, null],
    );
    assert.match(key.secret, /^svc_live_[\w-]{43}$/);
    const { secret, ...shown } = key;
    assert.deepEqual(apiKeysOf(base, ann.profile_id)[0], shown);
    assert.ok(secret);
  });

  await t.test('refuses what a key cannot be, and writes nothing', () => {
    const [keys, rows] = [apiKeysOf(base, ann.profile_id).length, audited()];
    const refused = refusal('validation_error');
    for (const scopes of [[], ['workspaces:write'], ['profiles:write'], ['mcp:read'], ['nonsense']]) {
      assert.throws(() => createApiKey(base, { ...values, scopes }), refused, scopes.join());
    }
    for (const ratePerMinute of [0, -1, 1.5, Number.NaN, 1_000_001]) {
      assert.throws(() => createApiKey(base, { ...values, ratePerMinute }), refused, String(ratePerMinute));
    }
    for (const expiresAt of [clock.now(), clock.now() - 1, Number.NaN]) {
      assert.throws(() => createApiKey(base, { ...values, expiresAt }), refused, String(expiresAt));
    }
    for (const name of ['', '  ', 'x'.repeat(201), 'a\u0000b', 'a\ud800']) {
      assert.throws(() => createApiKey(base, { ...values, name }), refused, JSON.stringify(name).slice(0, 20));
    }
    assert.throws(() => createApiKey(base, { ...values, profileId: ann.workspace_id }), refusal('not_found'));
    assert.throws(() => createApiKey(base, { ...values, actor: 'key:1' }), refusal('forbidden'));
    assert.deepEqual([apiKeysOf(base, ann.profile_id).length, audited()], [keys, rows]);
  });

  await t.test('a revoked key stays in the list; revoking again changes nothing; another profile cannot revoke it', () => {
    const key = createApiKey(base, values);
    const rows = audited();
    stopApiKey(base, { profileId: ann.workspace_id, apiKeyId: key.apiKeyId, actor: 'system' });
    assert.equal(audited(), rows);
    stopApiKey(base, { profileId: ann.profile_id, apiKeyId: key.apiKeyId, actor: 'system' });
    const revokedAt = clock.now();
    clock.advance(1_000);
    stopApiKey(base, { profileId: ann.profile_id, apiKeyId: key.apiKeyId, actor: 'system' });
    assert.equal(audited(), rows + 1);
    assert.equal(apiKeysOf(base, ann.profile_id).find(({ apiKeyId }) => apiKeyId === key.apiKeyId)?.revokedAt, revokedAt);
  });
});
