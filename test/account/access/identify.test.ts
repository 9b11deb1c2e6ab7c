// Who a credential is: only live secrets name anybody, and no secret is found on disk.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { identify } from '../../../src/account/access/index.ts';
import { apiKeysOf, createApiKey, stopApiKey } from '../../../src/account/keys/index.ts';
import { createSession, revokeSession } from '../../../src/account/people/index.ts';
import { DAY_MS, openWorld } from '../world.ts';

test('identify', async (t) => {
  const world = await openWorld(t);
  const { base, clock, ann } = world;

  await t.test('a session names its person and an API key its profile', () => {
    const session = identify(base, `Bearer ${ann.session_token}`);
    assert.equal(session?.kind, 'session');
    assert.ok(session.personId);
    assert.equal(session.profileId, undefined);
    const key = identify(base, `Bearer ${ann.api_key}`);
    assert.equal(key?.kind, 'key');
    assert.equal(key.profileId, ann.profile_id);
    assert.equal(key.personId, undefined);
    assert.equal(key.ratePerMinute, 600);
    assert.ok(!key.scopes.has('profiles:write') && !key.scopes.has('workspaces:write'));
  });

  await t.test('the scheme is read in any case', () => {
    assert.equal(identify(base, `bearer ${ann.api_key}`)?.kind, 'key');
    assert.equal(identify(base, `BEARER   ${ann.api_key} `)?.kind, 'key');
  });

  await t.test('what is missing, malformed or unknown is nobody', () => {
    const tail = ann.api_key.slice('svc_live_'.length);
    const headers = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      ann.api_key,
      `Basic ${ann.api_key}`,
      `Bearer ${ann.api_key}x`,
      `Bearer ${ann.api_key.slice(0, -1)}`,
      `Bearer ${ann.api_key.slice(0, -1)}${ann.api_key.endsWith('A') ? 'B' : 'A'}`,
      `Bearer svc_sess_${tail}`,
      `Bearer svc_user_${tail}`,
      `Bearer svc_live_`,
      `Bearer ${ann.tracking_key}`,
      `Bearer ${ann.api_key} ${ann.api_key}`,
      `Bearer ${ann.api_key}\u0000`,
      `Bearer svc_live_${'x'.repeat(100_000)}`,
      "Bearer svc_live_' or 1=1 --",
    ];
    for (const header of headers) assert.equal(identify(base, header), undefined, String(header).slice(0, 60));
  });

  await t.test('a session ends at its last instant and when it is revoked', () => {
    const personId = identify(base, `Bearer ${ann.session_token}`)?.personId as string;
    const short = createSession(base, { personId, actor: 'system', days: 1 });
    const other = createSession(base, { personId, actor: 'system', days: 1 });
    revokeSession(base, { sessionId: other.sessionId, actor: 'system' });
    assert.equal(identify(base, `Bearer ${other.token}`), undefined);
    clock.advance(DAY_MS - 1);
    assert.ok(identify(base, `Bearer ${short.token}`));
    clock.advance(1);
    assert.equal(identify(base, `Bearer ${short.token}`), undefined);
  });

  await t.test('a key ends at its last instant and when it is revoked', () => {
    const params = { profileId: ann.profile_id, name: 'Short', scopes: ['analytics:read'], actor: 'system' };
    const short = createApiKey(base, { ...params, expiresAt: clock.now() + 1_000 });
    const other = createApiKey(base, params);
    clock.advance(999);
    assert.ok(identify(base, `Bearer ${short.secret}`));
    clock.advance(1);
    assert.equal(identify(base, `Bearer ${short.secret}`), undefined);
    assert.ok(identify(base, `Bearer ${other.secret}`));
    stopApiKey(base, { profileId: ann.profile_id, apiKeyId: other.apiKeyId, actor: 'system' });
    assert.equal(identify(base, `Bearer ${other.secret}`), undefined);
  });

  await t.test('the key of an archived profile is nobody', () => {
    const key = createApiKey(base, { profileId: world.zoe.profile_id, name: 'K', scopes: ['goals:write'], actor: 'system' });
    assert.ok(identify(base, `Bearer ${key.secret}`));
    base.state.db.prepare('update access_profiles set archived_at = 1 where profile_id = ?').run(world.zoe.profile_id);
    assert.equal(identify(base, `Bearer ${key.secret}`), undefined);
  });

  await t.test('secrets have at least 128 bits and none is on disk or in a list', () => {
    const secrets = [ann.api_key, ann.session_token, world.zoe.session_token];
    for (const secret of secrets) assert.ok(secret.replace(/^svc_(live|sess)_/, '').length >= 22); // 22 × 6 bits ≥ 128
    assert.equal(new Set(secrets).size, secrets.length);
    const bytes = Buffer.concat(
      readdirSync(world.folder)
        .filter((f) => f.startsWith('state'))
        .map((f) => readFileSync(join(world.folder, f))),
    );
    assert.ok(bytes.includes(ann.tracking_key)); // public, so the search itself works
    for (const secret of secrets) assert.ok(!bytes.includes(secret.slice(9)), 'a secret is on disk');
    assert.ok(!JSON.stringify(apiKeysOf(base, ann.profile_id)).includes(ann.api_key.slice(9)));
  });
});
