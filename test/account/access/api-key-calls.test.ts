// Keys over the door: who mints them, what they may hold, how they end, and that their use is counted without a write per call.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { saveUse } from '../../../src/account/access/index.ts';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { findPerson } from '../../../src/account/people/index.ts';
import { setEntitlement, setHealthcare, setWorkspaceRole } from '../../../src/account/places/index.ts';
import type { Base } from '../../../src/base/base.ts';
import { type DoorWorld, openDoor, refused } from '../door.ts';
import { DAY_MS } from '../world.ts';

const keysOf = ({ workspace_id }: { workspace_id: string }): string => `/workspaces/${workspace_id}/api-keys`;
const names = (profileId: string, more: object = {}) => ({
  profile_id: profileId,
  name: 'Orders',
  scopes: ['analytics:read'],
  ...more,
});

const RANGE = 'date_from=2026-02-01&date_to=2026-02-28';
const reads = async (world: DoorWorld, key: string): Promise<number> =>
  (await world.call('get', `/overview?${RANGE}`, key)).status;

function partner(base: Base, place: { workspace_id: string; profile_id: string }, scopes?: string[]) {
  const app = registerApp(base, {
    name: 'Partner',
    tier: 'standard',
    redirectUris: ['https://partner.example/cb'],
    allowedReturnOrigins: [],
    actor: 'system',
    ...(scopes ? { scopes } : {}),
  });
  authorizeApp(base, {
    appId: app.appId,
    place: { workspaceId: place.workspace_id, profileId: place.profile_id },
    kind: 'provisioned',
  });
  return { appId: app.appId, token: issueAppToken(base, app.appId).token };
}

test('mintApiKey', async (t) => {
  const world = await openDoor(t);
  const { base, clock, ann, zoe, call } = world;
  const mint = (body: object, token = ann.session_token) => call('post', keysOf(ann), token, body);

  await t.test('shows the key once, with what was chosen, and it works', async () => {
    const expires_at = new Date(clock.now() + DAY_MS).toISOString();
    const result = await mint(names(ann.profile_id, { rate_limit_per_minute: 5, expires_at }));
    assert.equal(result.status, 201);
    const { data } = result.body;
    assert.deepEqual([data.scopes, data.rate_limit_per_minute, data.expires_at], [['analytics:read'], 5, expires_at]);
    assert.equal(await reads(world, data.api_key), 200);
    const listed = await call('get', keysOf(ann), ann.session_token);
    assert.equal(listed.body.data[0].id, data.id);
    assert.ok(!JSON.stringify(listed.body).includes('svc_live_'), 'the secret is shown once');
    clock.advance(DAY_MS);
    assert.equal(await reads(world, data.api_key), 401, 'it ends when it was to');
    assert.equal((await call('get', keysOf(ann), ann.session_token)).body.data[0].status, 'expired');
  });

  await t.test('is for admins: not for members, strangers, tokens or keys', async () => {
    const manager = world.memberToken('max@north.example', 'manager');
    assert.equal(refused(await mint(names(ann.profile_id), manager)), '403 forbidden');
    assert.equal(refused(await mint(names(ann.profile_id), zoe.session_token)), '404 not_found');
    assert.equal(refused(await mint(names(ann.profile_id), ann.api_key)), '403 forbidden', 'a key mints no key');
    const max = findPerson(base, 'max@north.example')?.personId ?? '';
    setWorkspaceRole(base, { workspaceId: ann.workspace_id, personId: max, role: 'admin', actor: 'system' });
    assert.equal((await mint(names(ann.profile_id), manager)).status, 201);
  });

  await t.test('only for a profile of this workspace', async () => {
    for (const profileId of [zoe.profile_id, randomUUID()])
      assert.equal(refused(await mint(names(profileId))), '404 not_found', profileId);
  });

  await t.test('refuses scopes that no key holds, odd limits and a past end, and makes nothing', async () => {
    const before = (await call('get', keysOf(ann), ann.session_token)).body.data.length;
    const bad = [
      { scopes: [] },
      { scopes: ['profiles:write'] },
      { scopes: ['mcp:read'] },
      { rate_limit_per_minute: 0 },
      { rate_limit_per_minute: 1_000_001 },
      { expires_at: '2020-01-01T00:00:00Z' },
      { expires_at: 'tomorrow' },
      { name: ' ' },
      { secret: 'mine' },
    ];
    for (const more of bad)
      assert.equal(refused(await mint(names(ann.profile_id, more))), '422 validation_error', JSON.stringify(more));
    assert.equal((await call('get', keysOf(ann), ann.session_token)).body.data.length, before);
    const { body } = await mint(names(ann.profile_id, { scopes: ['analytics'] }));
    assert.match(body.error.message, /cannot have analytics; it can have any of analytics:read, /);
  });

  await t.test('under one Idempotency-Key a hundred at once make one key, and all are told the same', async () => {
    const send = (name: string) =>
      fetch(`${world.baseUrl}/api/v1${keysOf(ann)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ann.session_token}`, 'content-type': 'application/json', 'idempotency-key': 'k-1' },
        body: JSON.stringify(names(ann.profile_id, { name })),
      });
    const before = (await call('get', keysOf(ann), ann.session_token)).body.data.length;
    const answers = await Promise.all(Array.from({ length: 100 }, () => send('Once')));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    assert.equal(new Set(texts).size, 1);
    assert.equal(answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true').length, 99);
    assert.equal((await call('get', keysOf(ann), ann.session_token)).body.data.length, before + 1);
    assert.equal((await send('Other')).status, 409);
  });
});

test('mintApiKey by a consumer app', async (t) => {
  const world = await openDoor(t);
  const { base, ann, zoe, call } = world;
  const { token } = partner(base, ann, ['analytics:read', 'customers:read']);
  const mint = (body: object) => call('post', keysOf(ann), token, body);
  const switchTo = (isEnabled: boolean): void =>
    setEntitlement(base, { profileId: ann.profile_id, feature: 'svc_attribution', isEnabled });

  await t.test('for its own profile, with scopes of its own, within its rate', async () => {
    const result = await mint(names(ann.profile_id));
    assert.equal(result.status, 201);
    assert.match(result.body.data.minted_by, /^app:/);
    assert.equal(await reads(world, result.body.data.api_key), 200);
    assert.equal(refused(await mint(names(ann.profile_id, { scopes: ['goals:write'] }))), '403 insufficient_scope');
    assert.equal((await mint(names(ann.profile_id, { rate_limit_per_minute: 600 }))).status, 201);
    assert.equal(refused(await mint(names(ann.profile_id, { rate_limit_per_minute: 601 }))), '422 validation_error');
  });

  await t.test('for no other profile', async () => {
    assert.equal(refused(await mint(names(zoe.profile_id))), '404 not_found');
    assert.equal(refused(await call('post', keysOf(zoe), token, names(zoe.profile_id))), '404 not_found');
  });

  await t.test('without the entitlement nobody mints there; stopping a key goes on', async () => {
    const key = (await mint(names(ann.profile_id))).body.data;
    switchTo(false);
    assert.equal(refused(await mint(names(ann.profile_id))), '409 entitlement_required');
    assert.equal(refused(await call('post', keysOf(ann), ann.session_token, names(ann.profile_id))), '409 entitlement_required');
    assert.equal((await call('post', `${keysOf(ann)}/${key.id}/revoke`, token)).status, 200);
    switchTo(true);
  });

  await t.test('on a healthcare profile its keys hold no personal data, not by rotation either', async () => {
    const early = (await mint(names(ann.profile_id, { scopes: ['customers:read'] }))).body.data;
    setHealthcare(base, { profileId: ann.profile_id }, true);
    const withPii = names(ann.profile_id, { scopes: ['analytics:read', 'customers:read'] });
    assert.equal(refused(await mint(withPii)), '403 healthcare_scope_forbidden');
    assert.equal(
      refused(await call('post', `${keysOf(ann)}/${early.id}/rotate`, ann.session_token, {})),
      '403 healthcare_scope_forbidden',
    );
    assert.equal((await mint(names(ann.profile_id))).status, 201);
    assert.equal((await call('post', keysOf(ann), ann.session_token, withPii)).status, 201, 'people are not barred');
    setHealthcare(base, { profileId: ann.profile_id }, false);
  });
});

test('listApiKeys', async (t) => {
  const world = await openDoor(t);
  const { base, ann, zoe, call } = world;
  const { token } = partner(base, ann);
  const theirs = (await call('post', keysOf(ann), token, names(ann.profile_id))).body.data;

  await t.test('an admin sees all, an app its own, a stranger nothing', async () => {
    const ids = async (bearer: string) =>
      (await call('get', keysOf(ann), bearer)).body.data.map(({ id }: { id: string }) => id) as string[];
    assert.equal((await ids(ann.session_token)).length, 2);
    assert.deepEqual(await ids(token), [theirs.id]);
    assert.equal(refused(await call('get', keysOf(ann), zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', keysOf(ann), partner(base, zoe).token)), '404 not_found');
  });

  await t.test('of one profile', async () => {
    const of = async (id: string) => (await call('get', `${keysOf(ann)}?profile_id=${id}`, ann.session_token)).body.data.length;
    assert.deepEqual([await of(ann.profile_id), await of(zoe.profile_id)], [2, 0]);
  });
});

test('revokeApiKey', async (t) => {
  const world = await openDoor(t);
  const { base, clock, ann, zoe, call } = world;
  const key = (await call('post', keysOf(ann), ann.session_token, names(ann.profile_id))).body.data;
  const revoke = (token: string, workspace = ann) => call('post', `${keysOf(workspace)}/${key.id}/revoke`, token);

  await t.test('is out of reach from other workspaces and for apps that did not mint it', async () => {
    assert.equal(refused(await revoke(zoe.session_token)), '404 not_found');
    assert.equal(refused(await revoke(zoe.session_token, zoe)), '404 not_found');
    assert.equal(refused(await revoke(partner(base, ann).token)), '404 not_found');
    assert.equal(await reads(world, key.api_key), 200);
  });

  await t.test('at once, for good, and a second time changes nothing', async () => {
    assert.equal((await revoke(ann.session_token)).body.data.status, 'revoked');
    assert.equal(await reads(world, key.api_key), 401);
    clock.advance(1_000);
    const again = await revoke(ann.session_token);
    assert.equal(again.body.data.revoked_at, new Date(clock.now() - 1_000).toISOString());
  });
});

test('rotateApiKey', async (t) => {
  const world = await openDoor(t);
  const { base, clock, ann, zoe, call } = world;
  const mint = async () => (await call('post', keysOf(ann), ann.session_token, names(ann.profile_id))).body.data;
  const rotate = (id: string, body: object, token = ann.session_token) =>
    call('post', `${keysOf(ann)}/${id}/rotate`, token, body);

  await t.test('both keys work for the chosen time, then the new one alone', async () => {
    const old = await mint();
    const turned = await rotate(old.id, { overlap_seconds: 60 });
    assert.equal(turned.status, 201);
    const { data } = turned.body;
    assert.deepEqual([data.name, data.scopes, data.replaces.replaced_by], [old.name, old.scopes, data.id]);
    assert.deepEqual([await reads(world, old.api_key), await reads(world, data.api_key)], [200, 200]);
    clock.advance(59_999);
    assert.equal(await reads(world, old.api_key), 200);
    clock.advance(1);
    assert.deepEqual([await reads(world, old.api_key), await reads(world, data.api_key)], [401, 200]);
  });

  await t.test('without an overlap the old one ends at once', async () => {
    const old = await mint();
    const { data } = (await rotate(old.id, {})).body;
    assert.equal(data.replaces.status, 'revoked');
    assert.deepEqual([await reads(world, old.api_key), await reads(world, data.api_key)], [401, 200]);
  });

  await t.test('a key has one successor, however many ask at once', async () => {
    const old = await mint();
    const all = await Promise.all(Array.from({ length: 10 }, () => rotate(old.id, { overlap_seconds: 60 })));
    assert.equal(all.filter(({ status }) => status === 201).length, 1);
    assert.equal(all.filter((each) => each.status !== 201 && refused(each) === '409 invalid_state').length, 9);
  });

  await t.test('the overlap never lengthens the old key, and the new one keeps its end unless another is chosen', async () => {
    const expires_at = new Date(clock.now() + 10_000).toISOString();
    const old = (await call('post', keysOf(ann), ann.session_token, names(ann.profile_id, { expires_at }))).body.data;
    const { data } = (await rotate(old.id, { overlap_seconds: 3_600 })).body;
    assert.deepEqual([data.replaces.expires_at, data.expires_at], [expires_at, expires_at]);
    assert.equal((await rotate(data.id, { expires_at: null })).body.data.expires_at, null);
  });

  await t.test('refuses a key that is over, another’s, and an overlap beyond a week', async () => {
    const old = await mint();
    assert.equal(refused(await rotate(old.id, { overlap_seconds: 604_801 })), '422 validation_error');
    assert.equal(refused(await rotate(old.id, {}, zoe.session_token)), '404 not_found');
    assert.equal(refused(await rotate(old.id, {}, partner(base, ann).token)), '404 not_found');
    await call('post', `${keysOf(ann)}/${old.id}/revoke`, ann.session_token);
    assert.equal(refused(await rotate(old.id, {})), '409 invalid_state');
    assert.equal(refused(await rotate(randomUUID(), {})), '404 not_found');
  });

  await t.test('an app’s key stays the app’s when an admin rotates it', async () => {
    const { token, appId } = partner(base, ann);
    const old = (await call('post', keysOf(ann), token, names(ann.profile_id))).body.data;
    const { data } = (await rotate(old.id, {})).body;
    assert.match(data.minted_by, /^person:/);
    const listed = (await call('get', keysOf(ann), token)).body.data;
    assert.ok(
      listed.some(({ id }: { id: string }) => id === data.id),
      appId,
    );
  });
});

test('getApiUsage', async (t) => {
  const world = await openDoor(t);
  const { base, clock, ann, zoe, call } = world;
  const usage = (token: string, query = '') => call('get', `/workspaces/${ann.workspace_id}/api-usage${query}`, token);

  await t.test('counts calls and refusals by key and day, and writes none of them down at once', async () => {
    const written = (): unknown => base.state.db.prepare('select count(*) from credential_usage').pluck().get();
    // The timer that saves them must not run in between, however slow the machine is.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    for (let n = 0; n < 3; n += 1) await reads(world, ann.api_key);
    await call('get', '/overview', ann.api_key);
    t.mock.timers.reset();
    assert.equal(written(), 0, 'no write per request');
    clock.advance(DAY_MS);
    await reads(world, ann.api_key);
    const { data, meta } = (await usage(ann.session_token)).body;
    assert.deepEqual(
      data.map(({ day, requests, refused }: Record<string, unknown>) => [day, requests, refused]),
      [
        ['2026-03-02', 1, 0],
        ['2026-03-01', 4, 1],
      ],
    );
    assert.deepEqual([meta.date_from, meta.date_to], ['2026-02-01', '2026-03-02']);
    const older = await usage(ann.session_token, '?date_from=2026-03-01&date_to=2026-03-01');
    assert.equal(older.body.data.length, 1);
    assert.equal(refused(await usage(ann.session_token, '?date_from=2026-03-02&date_to=2026-03-01')), '400 invalid_date_range');
  });

  await t.test('adds up over saves, and outlives its keys', async () => {
    await reads(world, ann.api_key);
    saveUse(base);
    await reads(world, ann.api_key);
    assert.equal((await usage(ann.session_token)).body.data[0].requests, 3);
  });

  await t.test('shows an app its own keys, and nobody else’s workspace', async () => {
    const { token } = partner(base, ann);
    assert.deepEqual((await usage(token)).body.data, []);
    const key = (await call('post', keysOf(ann), token, names(ann.profile_id))).body.data;
    await reads(world, key.api_key);
    assert.deepEqual(
      (await usage(token)).body.data.map((row: Record<string, unknown>) => [row['api_key_id'], row['requests']]),
      [[key.id, 1]],
    );
    assert.equal(refused(await usage(zoe.session_token)), '404 not_found');
    assert.equal(refused(await usage(ann.api_key)), '403 forbidden');
  });
});
