// User tokens, consumer apps and keys at the door: what each reaches, and how each is refused.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { authorize, identify } from '../../../src/account/access/index.ts';
import {
  authorizeApp,
  createGrant,
  issueAppToken,
  issueUserToken,
  registerApp,
  registerClient,
  returnOrigins,
  revokeGrant,
} from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { findPerson } from '../../../src/account/people/index.ts';
import { setEntitlement, setHealthcare } from '../../../src/account/places/index.ts';
import type { Base } from '../../../src/base/base.ts';
import { openDoor, refused } from '../door.ts';
import { ANN, openWorld, refusal } from '../world.ts';

const RANGE = 'date_from=2026-02-01&date_to=2026-02-28';
const RESOURCE = 'https://mcp.example/mcp';

function grantOf(base: Base, scopes: string[], email = ANN.email) {
  const clientId = registerClient(base, { name: 'Agent', redirectUris: ['https://agent.example/cb'], scopes });
  const person = findPerson(base, email);
  if (!person) throw new Error(`nobody is called ${email}`);
  const grant = createGrant(base, { personId: person.personId, clientId, scopes, resource: RESOURCE });
  return { grant, token: issueUserToken(base, { grantId: grant.grantId, scopes: grant.scopes }).token };
}

const appOf = (base: Base) =>
  registerApp(base, {
    name: 'Partner',
    tier: 'standard',
    redirectUris: ['https://partner.example/cb', 'https://partner.example/other', 'http://localhost:1234/cb'],
    allowedReturnOrigins: [],
    actor: 'system',
  });

test('a user token', async (t) => {
  const world = await openDoor(t);
  const { base, clock, ann, zoe, call } = world;

  await t.test('is its person, with what was granted and no more', async () => {
    const { token } = grantOf(base, ['mcp:read']);
    assert.match(token, /^svc_user_[\w-]{43}$/);
    assert.equal((await call('get', `/overview?profile_id=${ann.profile_id}&${RANGE}`, token)).status, 200);
    assert.equal((await call('get', '/workspaces', token)).body.data[0].workspace_id, ann.workspace_id);
    assert.equal(refused(await call('get', `/customers?profile_id=${ann.profile_id}`, token)), '403 insufficient_scope');
    assert.equal(refused(await call('post', '/workspaces', token, { name: 'Mine' })), '403 insufficient_scope');
    assert.equal((await call('post', '/workspaces', grantOf(base, ['mcp:write']).token, { name: 'Mine' })).status, 201);
  });

  await t.test('names its profile, and reaches none of a stranger', async () => {
    const { token } = grantOf(base, ['mcp:read']);
    assert.equal(refused(await call('get', `/overview?${RANGE}`, token)), '400 invalid_parameter');
    assert.equal(refused(await call('get', `/overview?profile_id=${zoe.profile_id}&${RANGE}`, token)), '404 not_found');
  });

  await t.test('is held down by the role of its person', async () => {
    world.memberToken('vic@north.example', 'viewer');
    const { token } = grantOf(base, ['mcp:read', 'customers:read', 'goals:write'], 'vic@north.example');
    assert.equal((await call('get', `/overview?profile_id=${ann.profile_id}&${RANGE}`, token)).status, 200);
    assert.equal(refused(await call('get', `/customers?profile_id=${ann.profile_id}`, token)), '403 forbidden');
  });

  await t.test('ends after an hour, and with its grant', async () => {
    const { grant, token } = grantOf(base, ['mcp:read']);
    clock.advance(3_600_000 - 1);
    assert.equal((await call('get', '/workspaces', token)).status, 200);
    clock.advance(1);
    assert.equal(refused(await call('get', '/workspaces', token)), '401 unauthorized');
    const fresh = issueUserToken(base, { grantId: grant.grantId, scopes: ['mcp:read'] }).token;
    assert.equal((await call('get', '/workspaces', fresh)).status, 200);
    revokeGrant(base, { grantId: grant.grantId, because: 'test', actor: 'system' });
    assert.equal(refused(await call('get', '/workspaces', fresh)), '401 unauthorized');
  });

  await t.test('is one credential over all tokens of its grant, and knows what it was issued for', () => {
    const { grant, token } = grantOf(base, ['mcp:read']);
    const other = issueUserToken(base, { grantId: grant.grantId, scopes: ['mcp:read'] }).token;
    assert.equal(identify(base, `Bearer ${token}`)?.credentialId, `grant:${grant.grantId}`);
    assert.equal(identify(base, `Bearer ${other}`)?.credentialId, `grant:${grant.grantId}`);
    assert.equal(identify(base, `Bearer ${token}`)?.resource, RESOURCE);
  });
});

test('a consumer app', async (t) => {
  const world = await openDoor(t);
  const { base, clock, ann, zoe, call } = world;
  const app = appOf(base);
  const basic = (secret: string): string => `Basic ${btoa(`${app.appId}:${secret}`)}`;
  const token = issueAppToken(base, app.appId).token;

  await t.test('is known by id and secret, and by a bearer for an hour', () => {
    assert.equal(identify(base, basic(app.secret))?.appId, app.appId);
    assert.equal(identify(base, basic(`${app.secret}x`)), undefined);
    assert.equal(identify(base, `Basic ${btoa(`${randomUUID()}:${app.secret}`)}`), undefined);
    for (const broken of ['Basic', 'Basic !', `Basic ${btoa('no-colon')}`, `Basic ${btoa(`${app.appId}:`)}`])
      assert.equal(identify(base, broken), undefined, broken);
    assert.equal(identify(base, `Bearer ${token}`)?.ratePerMinute, 300);
    assert.deepEqual(returnOrigins(app), ['http://localhost:1234', 'https://partner.example']);
    assert.deepEqual(returnOrigins({ ...app, allowedReturnOrigins: ['https://only.example'] }), ['https://only.example']);
  });

  await t.test('reaches nothing that it did not make or adopt', async () => {
    assert.deepEqual((await call('get', '/profiles', token)).body.data, []);
    const params = { workspace_id: ann.workspace_id, name: 'Theirs' };
    assert.equal(refused(await call('post', '/profiles', token, params)), '404 not_found');
    assert.equal(refused(await call('get', `/overview?profile_id=${ann.profile_id}&${RANGE}`, token)), '403 forbidden');
  });

  await t.test('makes profiles in its own workspace and reaches those alone', async () => {
    authorizeApp(base, { appId: app.appId, place: { workspaceId: zoe.workspace_id }, kind: 'provisioned' });
    base.state.db.prepare("update workspaces set plan = 'growth' where workspace_id = ?").run(zoe.workspace_id);
    const values = { workspace_id: zoe.workspace_id, name: 'Client shop' };
    const result = await call('post', '/profiles', token, values);
    assert.equal(result.status, 201);
    const profileId = result.body.data.profile_id;
    const listed = (await call('get', '/profiles', token)).body.data;
    assert.deepEqual(
      listed.map((row: { profile_id: string; role: null }) => [row.profile_id, row.role]),
      [[profileId, null]],
    );
    const onProfile = { grain: 'profile', role: 'viewer', scopes: [], auth: ['app'] } as const;
    const principal = world.principal(token);
    assert.equal(authorize(base, principal, { ...onProfile, profileId }).workspaceId, zoe.workspace_id);
    assert.throws(() => authorize(base, principal, { ...onProfile, profileId: zoe.profile_id }), refusal('not_found'));
    assert.throws(() => authorize(base, principal, onProfile), refusal('invalid_parameter'));
    assert.ok(authorize(base, principal, { ...onProfile, reach: 'any', profileId: zoe.profile_id }));
  });

  await t.test('finds a workspace by one of its profiles only where the operation says so', () => {
    const other = appOf(base);
    const principal = world.principal(issueAppToken(base, other.appId).token);
    const need = { grain: 'workspace', role: 'admin', scopes: [], auth: ['app'], workspaceId: ann.workspace_id } as const;
    const place = { profileId: ann.profile_id, workspaceId: ann.workspace_id };
    authorizeApp(base, { appId: other.appId, place, kind: 'adopted' });
    assert.throws(() => authorize(base, principal, need), refusal('not_found'));
    assert.equal(authorize(base, principal, { ...need, reach: 'profiles' }).workspaceId, ann.workspace_id);
  });

  await t.test('stops after its hour and when it is taken away', async () => {
    clock.advance(3_600_000);
    assert.equal(refused(await call('get', '/profiles', token)), '401 unauthorized');
    const fresh = issueAppToken(base, app.appId).token;
    assert.equal((await call('get', '/profiles', fresh)).status, 200);
    base.state.db.prepare('update apps set revoked_at = 1 where app_id = ?').run(app.appId);
    assert.equal(refused(await call('get', '/profiles', fresh)), '401 unauthorized');
    assert.equal(identify(base, basic(app.secret)), undefined);
  });
});

test('a profile that an app provisioned takes writes only with its entitlement', async (t) => {
  const world = await openDoor(t);
  const { base, zoe, call } = world;
  const app = appOf(base);
  const place = { profileId: zoe.profile_id, workspaceId: zoe.workspace_id };
  authorizeApp(base, { appId: app.appId, place, kind: 'provisioned' });
  const switchTo = (isEnabled: boolean): void =>
    setEntitlement(base, { profileId: zoe.profile_id, feature: 'svc_attribution', isEnabled });
  const event = (n: number) => ({ event_type: 'lead_created', idempotency_key: `lead-${n}` });
  const collect = async (): Promise<number> => {
    const body = JSON.stringify({
      tracking_key: zoe.tracking_key,
      anonymous_id: 'a'.repeat(22),
      events: [{ type: 'page_view' }],
    });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const answer = await fetch(`${world.baseUrl}/t/collect`, { method: 'POST', headers, body });
    const text = await answer.text();
    return answer.status === 409 ? 409 : text.includes('entitlement') ? 409 : answer.status;
  };

  switchTo(false);
  assert.equal(refused(await call('post', '/events', zoe.api_key, event(1))), '409 entitlement_required');
  assert.equal(await collect(), 409);
  assert.equal((await call('get', '/profile', zoe.api_key)).status, 200, 'reads go on');
  const trial = { date_from: '2026-02-01', date_to: '2026-02-28', rules: [] };
  const preview = `/classification/preview?profile_id=${zoe.profile_id}`;
  assert.equal((await call('post', preview, zoe.session_token, trial)).status, 200, 'and what changes nothing');
  switchTo(true);
  assert.equal((await call('post', '/events', zoe.api_key, event(1))).status, 201);
  assert.notEqual(await collect(), 409);
});

test('a healthcare profile keeps personal data from apps and their keys, and from nobody else', async (t) => {
  const world = await openWorld(t);
  const { base, ann } = world;
  const app = appOf(base);
  const place = { profileId: ann.profile_id, workspaceId: ann.workspace_id };
  authorizeApp(base, { appId: app.appId, place, kind: 'adopted' });
  const minted = (actor: string) =>
    world.principal(
      createApiKey(base, { profileId: ann.profile_id, name: 'k', scopes: ['customers:read', 'conversions:read'], actor }).secret,
    );
  const theirs = minted(`app:${app.appId}`);
  const ours = minted('system');
  const need = { grain: 'profile', role: 'viewer', auth: ['key', 'app'], profileId: ann.profile_id } as const;
  const reads = (principal: typeof ours, ...scopes: string[]) => authorize(base, principal, { ...need, scopes });

  assert.ok(reads(theirs, 'customers:read'));
  for (const where of [{ profileId: ann.profile_id }, { workspaceId: ann.workspace_id }]) {
    setHealthcare(base, where, true);
    assert.throws(() => reads(theirs, 'customers:read'), refusal('healthcare_scope_forbidden'));
    assert.throws(
      () => reads(world.principal(issueAppToken(base, app.appId).token), 'visitors:read'),
      refusal('healthcare_scope_forbidden'),
    );
    assert.throws(() => reads(theirs, 'goals:write'), refusal('insufficient_scope'));
    assert.deepEqual([...reads(theirs, 'conversions:read', 'customers:read').scopes], ['conversions:read']);
    assert.ok(reads(ours, 'customers:read'));
    setHealthcare(base, where, false);
    assert.ok(reads(theirs, 'customers:read'));
  }
});

test('switching the privacy mode makes a profile one of the healthcare family', async (t) => {
  const { base, ann, call, principal } = await openDoor(t);
  const actor = `app:${appOf(base).appId}`;
  const key = createApiKey(base, { profileId: ann.profile_id, name: 'k', scopes: ['customers:read'], actor });
  assert.equal(principal(key.secret).kind, 'key');
  const patch = (privacy_mode: string) =>
    call('patch', `/profile?profile_id=${ann.profile_id}`, ann.session_token, { privacy_mode });
  assert.equal((await patch('hipaa')).status, 200);
  assert.equal(
    refused(await call('get', `/customers?${RANGE}&goal=payment_received`, key.secret)),
    '403 healthcare_scope_forbidden',
  );
  const lesser = { profileId: ann.profile_id, name: 'l', scopes: ['conversions:read'], actor };
  const both = createApiKey(base, { ...lesser, scopes: ['conversions:read', 'customers:read'] });
  for (const named of ['email=ana@example.com', 'phone=%2B56912345678']) {
    const path = `/customers/journey?${named}`;
    assert.equal(refused(await call('get', path, both.secret)), '403 healthcare_scope_forbidden');
    assert.equal(refused(await call('get', path, createApiKey(base, lesser).secret)), '403 insufficient_scope');
  }
  assert.equal((await call('get', '/customers/journey?customer_key=c', both.secret)).status, 200, 'journeys by key remain');
  assert.equal((await patch('standard')).status, 200);
  assert.equal((await call('get', '/customers/journey?email=ana@example.com', both.secret)).status, 200);
  const after = await call('get', `/customers?${RANGE}&goal=payment_received`, key.secret);
  assert.equal(after.status, 200, JSON.stringify(after.body));
});
