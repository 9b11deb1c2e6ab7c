// Hand-offs through the door and on their page: looked at by anybody with the link, decided once, by an owner, and never by what
// asked. The local checkout stands for every kind here.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createGrant, issueUserToken, registerClient } from '../../../src/account/apps/index.ts';
import { handoffAddress, raiseHandoff } from '../../../src/account/handoffs/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { createPerson, createSession, findPerson } from '../../../src/account/people/index.ts';
import { setWorkspaceRole } from '../../../src/account/places/index.ts';
import type { Base } from '../../../src/base/base.ts';
import { ApiError } from '../../../src/base/contract/api-error.ts';
import type { HandoffKind } from '../../../src/base/contract/handoff.ts';
import { collectHooks } from '../../../src/base/contract/hooks.ts';
import type { Slice } from '../../../src/base/contract/operation.ts';
import { slices } from '../../../src/slices.ts';
import { browserOf, OWNER, signedIn } from '../../doors/console/browser.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { refused } from '../door.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
before(async () => {
  app = await startTestApp({ config: { plans: true } });
});
after(() => app?.close());

interface Raised {
  id: string;
  path: string;
}

function agentOf(email = OWNER): string {
  const scopes = ['mcp:write'];
  const clientId = registerClient(app.base, { name: 'Agent', redirectUris: ['https://agent.example/cb'], scopes });
  const personId = findPerson(app.base, email)?.personId ?? '';
  const grant = createGrant(app.base, { personId, clientId, scopes, resource: 'https://mcp.example/mcp' });
  return issueUserToken(app.base, { grantId: grant.grantId, scopes: grant.scopes }).token;
}

/** A growing workspace, and the checkout that its agent raised. */
async function raise(token = agentOf()): Promise<Raised & { workspaceId: string; token: string }> {
  const { body } = await app.api(token).post('/workspaces', { name: `W ${randomUUID()}`, plan: 'growth' });
  const { checkout, workspace_id: workspaceId } = body.data;
  return { id: checkout.id, path: new URL(checkout.url).pathname, workspaceId, token };
}

const look = (id: string, token: string) => app.api(token).get(`/handoffs/${id}`);
const subscription = async (workspaceId: string) =>
  (await app.api(app.session).get(`/workspaces/${workspaceId}/subscription`)).body.data;

test('getHandoff', async (t) => {
  await t.test('waits, and after the decision shows what the direct call answers', async () => {
    const { id, path, workspaceId, token } = await raise();
    const waiting = (await look(id, token)).body.data;
    assert.deepEqual(
      [waiting.kind, waiting.status, waiting.workspace_id, waiting.result, waiting.decided_at],
      ['checkout', 'awaiting_approval', workspaceId, null, null],
    );
    assert.equal((await subscription(workspaceId)).status, 'trialing');
    const browser = await signedIn(app);
    const decided = await browser.submit(path, { decision: 'approved' });
    assert.deepEqual([decided.status, decided.headers.get('location')], [303, path]);
    const done = (await look(id, token)).body.data;
    assert.equal(done.status, 'completed');
    assert.deepEqual(done.result, { outcome: 'approved', subscription: await subscription(workspaceId) });
    assert.deepEqual(
      [done.result.subscription.plan, done.result.subscription.status, done.result.subscription.active_profiles],
      ['growth', 'active', 5],
    );
    assert.match((await browser.get(path)).text, /approved and carried out/);
  });

  await t.test('turned down nothing is bought, and the trial ends', async () => {
    const { id, path, workspaceId, token } = await raise();
    await (await signedIn(app)).submit(path, { decision: 'rejected' });
    const { status, result } = (await look(id, token)).body.data;
    assert.deepEqual([status, result], ['rejected', { outcome: 'rejected' }]);
    const { plan, status: state } = await subscription(workspaceId);
    assert.deepEqual([plan, state], ['starter', 'active']);
  });

  await t.test('one decision only, of however many at once', async () => {
    const { id, path, token } = await raise();
    const browsers = await Promise.all(Array.from({ length: 4 }, () => signedIn(app)));
    const pages = await Promise.all(
      browsers.map((browser, at) => browser.submit(path, { decision: at % 2 === 0 ? 'approved' : 'rejected' })),
    );
    assert.deepEqual(pages.map(({ status }) => status).sort(), [303, 409, 409, 409]);
    const before = (await look(id, token)).body.data;
    const other = before.status === 'completed' ? 'rejected' : 'approved';
    assert.equal((await (await signedIn(app)).submit(path, { decision: other })).status, 403, 'no form is shown any more');
    assert.deepEqual((await look(id, token)).body.data, before);
  });

  await t.test('ends after 24 hours', async () => {
    const { id, path, token } = await raise();
    const browser = await signedIn(app);
    const page = await browser.get(path);
    app.clock.advance(DAY_MS);
    const fields = Object.fromEntries(
      [...page.text.matchAll(/name="(token)" value="([^"]*)"/g)].map(([, n = '', v = '']) => [n, v]),
    );
    assert.equal((await browser.post(path, { ...fields, decision: 'approved' })).status, 409);
    assert.match((await browser.get(path)).text, /Nobody decided in time/);
    const fresh = agentOf();
    assert.deepEqual((await look(id, fresh)).body.data.result, { outcome: 'expired' });
    assert.equal((await look(id, fresh)).body.data.status, 'expired');
    assert.equal(refused(await look(id, token)), '401 unauthorized');
  });

  await t.test('the link alone shows and decides nothing', async () => {
    const { id, path, token } = await raise();
    const stranger = browserOf(app);
    const page = await stranger.get(path);
    assert.equal(page.status, 200);
    assert.match(page.text, /The plan growth for/);
    assert.ok(!page.text.includes('value="approved"'));
    assert.ok(!page.text.includes(OWNER), 'nothing personal');
    assert.equal(page.headers.get('x-frame-options'), 'DENY');
    assert.equal((await stranger.post(path, { decision: 'approved' })).status, 401);
    assert.equal((await stranger.get(`${path}x`)).status, 404);
    assert.equal((await stranger.get('/h/svc_hand_nothing')).status, 404);
    const bearer = await fetch(new URL(path, app.baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'decision=approved',
    });
    assert.equal(bearer.status, 401, 'an agent decides nothing');
    assert.equal((await look(id, token)).body.data.status, 'awaiting_approval');
  });

  await t.test('not a form from elsewhere, and no third decision', async () => {
    const { id, path, token } = await raise();
    const browser = await signedIn(app);
    assert.equal((await browser.post(path, { decision: 'approved' })).status, 403);
    assert.equal((await browser.submit(path, { decision: 'perhaps' })).status, 400);
    assert.equal((await look(id, token)).body.data.status, 'awaiting_approval');
  });

  await t.test('an admin, a member and a stranger look, and only an owner decides', async () => {
    const { id, path, workspaceId, token } = await raise();
    for (const [email, role] of [
      ['admin@shop.example', 'admin'],
      ['member@shop.example', 'member'],
      ['nobody@shop.example', undefined],
    ] as const) {
      const { personId } = createPerson(app.base, { email, actor: 'system' });
      if (role) setWorkspaceRole(app.base, { workspaceId, personId, role, actor: 'system' });
      const browser = await signedIn(app, email);
      const page = await browser.get(path);
      assert.match(page.text, /Only an owner of the workspace decides this/, email);
      const field = /name="token" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
      assert.equal((await browser.post(path, { token: field, decision: 'approved' })).status, 403, email);
      const session = createSession(app.base, { personId, actor: 'system' }).token;
      assert.equal((await look(id, session)).status, role ? 200 : 404, email);
    }
    assert.equal((await look(id, token)).body.data.status, 'awaiting_approval');
  });

  await t.test('the session that asked signs in anew to decide', async () => {
    const { personId } = createPerson(app.base, { email: 'self@shop.example', actor: 'system' });
    const session = createSession(app.base, { personId, actor: 'system' }).token;
    const { path, id } = await raise(session);
    const same = browserOf(app, `tributary_session=${session}`);
    const page = await same.get(path);
    assert.match(page.text, /session that requested this cannot decide/);
    const field = /name="token" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    assert.equal((await same.post(path, { token: field, decision: 'approved' })).status, 403);
    assert.equal((await look(id, session)).body.data.status, 'awaiting_approval');
    const anew = await signedIn(app, 'self@shop.example');
    assert.equal((await anew.submit(path, { decision: 'approved' })).status, 303);
  });

  await t.test('is found by nobody outside, by no key, and not once its workspace is gone', async () => {
    const { id, path, workspaceId, token } = await raise();
    createPerson(app.base, { email: 'outside@shop.example', actor: 'system' });
    assert.equal(refused(await look(id, agentOf('outside@shop.example'))), '404 not_found');
    assert.equal(refused(await look(randomUUID(), token)), '404 not_found');
    const key = createApiKey(app.base, { profileId: app.profileId, name: 'k', scopes: ['analytics:read'], actor: 'system' });
    assert.equal(refused(await look(id, key.secret)), '404 not_found');
    assert.equal(refused(await look('x', token)), '400 invalid_parameter');
    const kept = JSON.stringify(app.base.state.db.prepare('select * from handoffs').all());
    assert.ok(!kept.includes(path.slice(-20)), 'the secret is not kept');
    app.base.state.db.prepare('update access_workspaces set archived_at = 1 where workspace_id = ?').run(workspaceId);
    assert.equal(refused(await look(id, token)), '404 not_found');
    assert.equal((await (await signedIn(app)).get(path)).status, 404);
  });
});

/** A kind of handoff as a later slice defines one: what it will do is planned against live state, a row of the workspace. */
function withBudgetKind(
  base: Base,
  approved: HandoffKind['approved'],
): { raise(): Promise<Raised>; setName(name: string): void } {
  const { workspaceId } = base.state.db.prepare('select workspace_id as workspaceId from workspaces limit 1').get() as {
    workspaceId: string;
  };
  const nameOf = (): string => base.state.db.prepare('select name from workspaces').pluck().get() as string;
  const planned = () => ({ intent: { budget: '20.00' }, live: { name: nameOf() } });
  const kind: HandoffKind = {
    role: 'owner',
    planned,
    approved,
    describe: () => ({ title: 'A budget', text: ['It is raised.'], approve: { label: 'Raise it' }, reject: 'No' }),
  };
  const slice: Slice = { name: 'test/budgets', handlers: {}, hooks: { handoffs: { budget: kind } } };
  collectHooks(base, [...slices, slice]);
  return {
    setName: (name) => void base.state.db.prepare('update workspaces set name = ?').run(name),
    raise: async () => {
      const at = handoffAddress(base);
      const principal = { credentialId: 'agent', personId: findPerson(base, OWNER)?.personId ?? '' };
      const raised = raiseHandoff(base, at, { kind: 'budget', workspaceId, payload: {}, principal, planned: planned() });
      return { id: raised.id, path: new URL(raised.url).pathname };
    },
  };
}

test('getHandoff of what was planned', async (t) => {
  const planApp = await startTestApp();
  t.after(() => planApp.close());
  const done: string[] = [];
  const budgets = withBudgetKind(planApp.base, (tx, { handoffId }) => {
    done.push(handoffId);
    tx.state.setCursor('budget', handoffId, 1n);
    if (done.length === 3) throw new ApiError('invalid_state', 'The account takes no change now.');
    return { budget: '20.00' };
  });
  const decide = async (path: string) => (await signedIn(planApp)).submit(path, { decision: 'approved' });
  const read = async (id: string) => (await planApp.api(planApp.session).get(`/handoffs/${id}`)).body.data;

  await t.test('is done when the plan of the approval is the one that was requested', async () => {
    const { id, path } = await budgets.raise();
    assert.equal((await decide(path)).status, 303);
    assert.deepEqual((await read(id)).result, { outcome: 'approved', budget: '20.00' });
    assert.deepEqual(done, [id]);
  });

  await t.test('fails with a reason, and does nothing, when the live state has changed since', async () => {
    const { id, path } = await budgets.raise();
    budgets.setName('Renamed meanwhile');
    await decide(path);
    const { status, result } = await read(id);
    assert.equal(status, 'failed');
    assert.equal(result.error.code, 'invalid_state');
    assert.match(result.error.message, /has changed since the request\. Request it again/);
    assert.equal(done.length, 1);
    const again = await budgets.raise();
    await decide(again.path);
    assert.equal((await read(again.id)).status, 'completed');
  });

  await t.test('fails with nothing half written when it is refused', async () => {
    const { id, path } = await budgets.raise();
    await decide(path);
    assert.deepEqual((await read(id)).result, {
      outcome: 'failed',
      error: { code: 'invalid_state', message: 'The account takes no change now.' },
    });
    assert.equal(planApp.base.state.cursor('budget', id), 0n);
  });
});
