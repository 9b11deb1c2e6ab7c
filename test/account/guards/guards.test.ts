// Guards that are on: no operation of the contract, called by any credential that reaches it, removes one; an owner or admin does, in a session or by a handoff.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { GUARDS, isLower } from '../../../src/account/guards/index.ts';
import { type ContractOperation, contract } from '../../../src/base/contract/document.ts';
import { browserOf, signedIn } from '../../doors/console/browser.ts';
import { agentWith } from '../../doors/mcp/agent.ts';
import { disposable, matrixOperations, send, urlFor, wantedOf } from '../../hostile/matrix/asking.ts';
import { attemptsOf, type Guarded, idsOf, mayLower, raiseGuards } from '../../hostile/matrix/guarded.ts';
import type { Credential } from '../../hostile/matrix/rules.ts';
import { startMatrix } from '../../hostile/matrix/world.ts';

let guarded: Guarded;
before(async () => {
  guarded = await raiseGuards(await startMatrix());
});
after(() => guarded?.world.app.close());

const bearer = ({ header = '' }: Credential): string => header.replace('Bearer ', '');
const credential = (name: string): Credential => {
  const found = guarded.world.credentials.find((each) => each.name === name);
  assert.ok(found, name);
  return found;
};
const apiOf = (name: string) => guarded.world.app.api(bearer(credential(name)));

test('the list of guards names operations that there are, and an order', () => {
  const ids = new Set(contract().operations.map(({ id }) => id));
  for (const { operations, values } of Object.values(GUARDS)) {
    assert.deepEqual(
      operations.filter((id) => !ids.has(id)),
      [],
    );
    assert.ok(values.length > 1);
  }
  assert.deepEqual(
    [isLower('privacy_mode', 'hipaa', 'platform_safe'), isLower('privacy_mode', 'platform_safe', 'hipaa')],
    [true, false],
  );
  assert.equal(isLower('agents_writing', 'off', 'on'), true);
});

test('lowering the privacy mode', async (t) => {
  const { world } = guarded;
  const { profileId, workspaceId } = world.places.own;
  const query = { profile_id: profileId };
  const owner = apiOf('owner');
  const modeNow = async () => (await owner.get('/profile', query)).body.data.privacy_mode;
  const raise = async () => assert.equal((await owner.patch('/profile', { privacy_mode: 'hipaa' }, query)).status, 200);
  /** A person at the page of a handoff. */
  const decide = async (url: string, name: string, decision: 'approved' | 'rejected') => {
    const browser = await signedIn(world.app, `${name}@matrix.example`);
    return browser.submit(new URL(url).pathname, { decision });
  };
  const key = bearer(credential('key'));
  const catalog = (body: object, idempotencyKey: string, token = key) =>
    fetch(new URL(`/api/v1/conversion-sync/catalog?profile_id=${profileId}`, world.app.baseUrl), {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(body),
    }).then(async (answer) => ({ status: answer.status, body: await answer.json() }));

  await t.test('by a key it is refused with a page, once, and an admin decides there', async () => {
    const { status, body } = await catalog({ privacy_mode: 'standard' }, 'lower');
    assert.deepEqual([status, body.error.code], [403, 'forbidden']);
    assert.match(body.error.message, /only an owner or admin/);
    const again = (await catalog({ privacy_mode: 'standard' }, 'lower')).body.error.handoff;
    assert.deepEqual([again.id, again.url], [body.error.handoff.id, undefined]);
    const page = await browserOf(world.app).get(new URL(body.error.handoff.url).pathname);
    assert.match(page.text, /from|is hipaa and would be standard/);
    assert.equal(await modeNow(), 'hipaa');
    assert.equal((await decide(body.error.handoff.url, 'manager', 'approved')).status, 403);
    assert.equal(await modeNow(), 'hipaa');
    assert.equal((await decide(body.error.handoff.url, 'admin', 'approved')).status, 303);
    assert.equal(await modeNow(), 'standard');
    const state = (await world.app.api(key).get(`/handoffs/${body.error.handoff.id}`)).body.data;
    assert.deepEqual([state.status, state.result.privacy_mode], ['completed', 'standard']);
    assert.equal((await catalog({ privacy_mode: 'standard' }, 'lower')).status, 200, 'it is no lowering any more');
  });

  await t.test('raising is direct, for a key and for a manager’s agent', async () => {
    assert.equal((await catalog({ privacy_mode: 'platform_safe' }, 'raise')).status, 200);
    const agent = await apiOf("manager's agent").patch('/profile', { privacy_mode: 'hipaa' }, query);
    assert.deepEqual([agent.status, await modeNow()], [200, 'hipaa']);
  });

  await t.test('a manager in a session is refused as a token is, and rejecting leaves it', async () => {
    for (const name of ['manager', "manager's agent", "owner's agent"]) {
      const { status, body } = await apiOf(name).patch('/profile', { privacy_mode: 'platform_safe', name: 'Renamed' }, query);
      assert.equal(status, 403, name);
      assert.equal((await decide(body.error.handoff.url, 'owner', 'rejected')).status, 303);
    }
    const { data } = (await owner.get('/profile', query)).body;
    assert.deepEqual([data.privacy_mode, data.name], ['hipaa', 'Ownprofile'], 'nothing of the request was done');
  });

  await t.test('an approval is void when the mode has changed since', async () => {
    const { body } = await catalog({ privacy_mode: 'standard' }, 'stale');
    await owner.patch('/profile', { privacy_mode: 'platform_safe' }, query);
    await decide(body.error.handoff.url, 'owner', 'approved');
    assert.equal(await modeNow(), 'platform_safe');
    assert.equal((await owner.get(`/handoffs/${body.error.handoff.id}`)).body.data.status, 'failed');
    await raise();
  });

  await t.test('a stored answer of an owner lowers nothing again', async () => {
    const session = bearer(credential('owner'));
    assert.equal((await catalog({ privacy_mode: 'standard' }, 'once', session)).status, 200);
    await raise();
    assert.equal((await catalog({ privacy_mode: 'standard' }, 'once', session)).status, 200);
    assert.equal(await modeNow(), 'hipaa');
  });

  await t.test('a new profile of a healthcare agency is one of the family from the beginning', async () => {
    const made = await apiOf("owner's agent").post('/profiles', { workspace_id: workspaceId, name: 'Fresh' });
    const fresh = { profile_id: made.body.data.profile_id };
    assert.equal((await owner.get('/conversion-sync/catalog', fresh)).body.data.privacy_mode, 'platform_safe');
  });
});

test('lowering the other guards by a handoff', async (t) => {
  const { world } = guarded;
  const { profileId } = world.places.own;
  const query = { profile_id: profileId };
  const owner = apiOf('owner');
  const approve = async (url: string) => {
    const browser = await signedIn(world.app, 'owner@matrix.example');
    assert.equal((await browser.submit(new URL(url).pathname, { decision: 'approved' })).status, 303);
  };

  await t.test('pages that may send events', async () => {
    const key = apiOf('key');
    for (const change of [{ extra_origins: ['evil.example'] }, { origin_policy: 'any' }]) {
      const { status, body } = await key.patch('/tracking/settings', change);
      assert.equal(status, 403, JSON.stringify(change));
      await approve(body.error.handoff.url);
    }
    const { data } = (await owner.get('/tracking/settings', query)).body;
    assert.deepEqual([data.origin_policy, data.extra_origins], ['any', ['evil.example']]);
    assert.equal((await key.patch('/tracking/settings', { origin_policy: 'own_domains' })).status, 200, 'raising is direct');
    assert.equal(
      (await key.patch('/tracking/settings', { extra_origins: ['a.evil.example'] })).status,
      200,
      'narrower is no lowering',
    );
    const domains = await apiOf("owner's agent").patch('/profile', { domains: ['shop.example', 'more.example'] }, query);
    assert.equal(domains.status, 403);
    await approve(domains.body.error.handoff.url);
    assert.deepEqual((await owner.get('/profile', query)).body.data.domains, ['shop.example', 'more.example']);
  });

  await t.test('pages that may send events, by a tool, whose dry run returns the link', async () => {
    const settings = `/workspaces/${world.places.own.workspaceId}/mcp-settings`;
    assert.equal((await owner.put(settings, { mcp_writeback_enabled: true })).status, 200);
    const agent = agentWith(world.app, bearer(credential("owner's agent")));
    const domains = ['shop.example', 'more.example', 'tools.example'];
    const step = (which: string) => agent.tool('update_profile', { profile_id: profileId, domains, step: which });
    assert.equal((await step('preview')).isError, false);
    const tried = async () => {
      const { isError, texts } = await step('dry_run');
      assert.equal(isError, true, texts[0]);
      assert.match(
        texts[0] ?? '',
        /^forbidden .*only an owner or admin.*(Give the person this link: http|has the link already)/s,
      );
      return JSON.parse(texts[1] ?? '').error.handoff;
    };
    const { id, url } = await tried();
    assert.deepEqual(Object.keys(await tried()), ['id', 'expires_at']);
    assert.equal((await tried()).id, id);
    await approve(url);
    assert.deepEqual((await owner.get('/profile', query)).body.data.domains, domains);
    assert.equal((await step('dry_run')).isError, false, 'it is no lowering any more');
    assert.equal((await owner.put(settings, { mcp_writeback_enabled: false })).status, 200);
  });

  await t.test('personal data of webhooks', async () => {
    const manager = apiOf('manager');
    const subscription = { url: 'https://localhost/', event_types: ['*'], includes_personal_data: true };
    const refused = await manager.post('/webhooks/subscriptions', subscription, query);
    assert.deepEqual([refused.status, refused.body.error.handoff], [403, undefined]);
    const path = `/webhooks/subscriptions/${guarded.subscriptions[profileId]}`;
    const shown = async () =>
      (await owner.get('/webhooks/subscriptions', query)).body.data.find(({ id }: { id: string }) => path.endsWith(id));
    const asked = await manager.patch(path, { includes_personal_data: true }, query);
    assert.equal(asked.status, 403);
    assert.equal((await shown()).includes_personal_data, false);
    await approve(asked.body.error.handoff.url);
    assert.equal((await shown()).includes_personal_data, true);
    const elsewhere = await manager.patch(path, { url: 'https://localhost/secret-key' }, query);
    assert.equal(elsewhere.status, 403);
    const page = await browserOf(world.app).get(new URL(elsewhere.body.error.handoff.url).pathname);
    assert.ok(!page.text.includes('secret-key'), 'the address may be a key, and the page is open to its link');
    assert.equal((await shown()).url, 'https://localhost/');
    assert.equal((await manager.patch(path, { includes_personal_data: false }, query)).status, 200);
    assert.equal((await manager.patch(path, { url: 'https://localhost/secret-key' }, query)).status, 200);
    assert.equal((await owner.post('/webhooks/subscriptions', subscription, query)).status, 201);
  });
});

/** Every credential for what sets a guard; one of each kind for all else. */
function walkersOf({ id }: ContractOperation): Credential[] {
  const all = guarded.world.credentials.filter((each) => !mayLower(each));
  if (Object.values(GUARDS).some(({ operations }) => (operations as readonly string[]).includes(id))) return all;
  return all.filter(({ name }) => ['manager', "owner's agent", 'key', 'app'].includes(name));
}

test('no operation removes a guard, whoever reaches it but an owner or admin in a session', async (t) => {
  guarded = await raiseGuards(guarded.world);
  const { world } = guarded;
  const strong = guarded.values();
  let calls = 0;
  for (const [n, operation] of matrixOperations.filter(({ method }) => method !== 'get').entries()) {
    if (n % 3 === 0) world.app.clock.advance(61_000);
    for (const each of walkersOf(operation)) {
      const cell = { operation, credential: each, target: 'own' as const };
      if (wantedOf(cell) !== 'reached') continue;
      const place = disposable(world, cell, world.placeOf(each, 'own'));
      for (const body of attemptsOf(operation, place)) {
        const { status, text } = await send(
          operation,
          each,
          urlFor(world, operation, place, idsOf(guarded, operation, place)),
          body,
        );
        assert.notEqual(status, 500, text);
        calls += 1;
        assert.deepEqual(
          guarded.values(),
          strong,
          `${operation.id} by ${each.name} with ${JSON.stringify(body)}: ${status} ${text}`,
        );
      }
    }
  }
  t.diagnostic(`${calls} calls; ${strong.length} guards`);
  assert.ok(calls > 300);
});
