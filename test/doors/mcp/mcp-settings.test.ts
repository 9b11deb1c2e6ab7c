// The settings of a workspace for agents: who may read and change them, and that a change leaves its trace.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setWorkspaceRole } from '../../../src/account/places/index.ts';
import { type Api, startTestApp, type TestApp } from '../../harness.ts';
import { agentFor, tokenFor } from './agent.ts';

let app: TestApp;
let owner: Api;
let path: string;
before(async () => {
  app = await startTestApp({ config: { plans: true } });
  owner = app.api(app.session);
  path = `/workspaces/${app.workspaceId}/mcp-settings`;
});
after(() => app.close());

function sessionOf(email: string, role?: 'admin' | 'member'): Api {
  const { personId } = createPerson(app.base, { email, actor: 'system' });
  if (role) setWorkspaceRole(app.base, { workspaceId: app.workspaceId, personId, role, actor: 'system' });
  return app.api(createSession(app.base, { personId, actor: 'system' }).token);
}

test('getMcpSettings', async (t) => {
  await t.test('is off and unused at first', async () => {
    const { status, body } = await owner.get(path);
    assert.equal(status, 200);
    assert.deepEqual(body.data, {
      workspace_id: app.workspaceId,
      mcp_writeback_enabled: false,
      require_approval_for_tokens: false,
      units: { used_today: 0, per_day: 200, resets_at: '2026-04-01T00:00:00.000Z' },
      updated_at: null,
    });
  });
  await t.test('every member reads it, with a token too; nobody else does', async () => {
    assert.equal((await sessionOf('mel@shop.example', 'member').get(path)).status, 200);
    assert.equal((await app.api(tokenFor(app, ['mcp:read'])).get(path)).status, 200);
    assert.equal((await sessionOf('zoe@south.example').get(path)).status, 404);
    assert.equal((await app.api(app.apiKey).get(path)).status, 403);
    assert.equal((await app.api().get(path)).status, 401);
  });
});

test('putMcpSettings', async (t) => {
  await t.test('an admin decides it in a session; whoami tells it', async () => {
    const admin = sessionOf('ada@shop.example', 'admin');
    const { status, body } = await admin.put(path, { mcp_writeback_enabled: true });
    assert.equal(status, 200);
    assert.equal(body.data.mcp_writeback_enabled, true);
    assert.equal(body.data.updated_at, '2026-03-31T12:00:00.000Z');
    const { structured } = await agentFor(app, ['mcp:read']).tool('whoami');
    assert.equal(structured.data.workspaces[0].mcp_writeback_enabled, true);
  });
  await t.test('an agent cannot let itself write, nor can a member', async () => {
    const token = app.api(tokenFor(app, ['mcp:read', 'mcp:write']));
    assert.equal((await token.put(path, { mcp_writeback_enabled: true })).status, 403);
    assert.equal((await sessionOf('max@shop.example', 'member').put(path, { mcp_writeback_enabled: true })).status, 403);
    assert.equal((await sessionOf('zac@south.example').put(path, { mcp_writeback_enabled: true })).status, 404);
  });
  await t.test('the approval of ad changes by tokens is set beside it, and each leaves the other as it is', async () => {
    const { data } = (await owner.put(path, { require_approval_for_tokens: true })).body;
    assert.deepEqual([data.mcp_writeback_enabled, data.require_approval_for_tokens], [true, true]);
    const { structured } = await agentFor(app, ['mcp:read']).tool('whoami');
    assert.equal(structured.data.workspaces[0].require_approval_for_tokens, true);
    const token = app.api(tokenFor(app, ['mcp:read', 'mcp:write', 'campaigns:apply']));
    assert.equal((await token.put(path, { require_approval_for_tokens: false })).status, 403, 'no agent lowers it');
    const back = (await owner.put(path, { require_approval_for_tokens: false })).body.data;
    assert.deepEqual([back.mcp_writeback_enabled, back.require_approval_for_tokens], [true, false]);
  });
  await t.test('another body is refused', async () => {
    assert.equal((await owner.put(path, {})).status, 422);
    assert.equal((await owner.put(path, { mcp_writeback_enabled: 'yes' })).status, 422);
    assert.equal((await owner.put(path, { mcp_writeback_enabled: true, units: 9 })).status, 422);
  });
});

test('listMcpWritebackAudits', async (t) => {
  const audits = `/workspaces/${app.workspaceId}/mcp-writeback-audits`;
  await t.test('each change once, newest first; the same again changes nothing', async () => {
    await owner.put(path, { mcp_writeback_enabled: false });
    await owner.put(path, { mcp_writeback_enabled: false });
    await owner.put(path, { mcp_writeback_enabled: true });
    const { body } = await owner.get(audits);
    assert.deepEqual(
      body.data.map(({ event }: { event: string }) => event),
      ['enabled', 'disabled', 'approval_waived', 'approval_required', 'enabled'],
    );
    assert.match(body.data[0].actor, /^person:/);
    const chained = app.base.state.db.prepare("select count(*) as n from audit where action = 'mcp_settings.updated'").get();
    assert.deepEqual(chained, { n: 5 });
  });
  await t.test('in pages', async () => {
    const first = await owner.get(audits, { limit: 3 });
    assert.equal(first.body.pagination.has_next, true);
    const second = await owner.get(audits, { limit: 3, cursor: first.body.pagination.cursor });
    assert.deepEqual([second.body.data.length, second.body.pagination.has_next], [2, false]);
  });
  await t.test('for admins only', async () => {
    assert.equal((await sessionOf('mia@shop.example', 'member').get(audits)).status, 403);
    assert.equal((await sessionOf('zed@south.example').get(audits)).status, 404);
    assert.equal((await app.api(tokenFor(app, ['mcp:read'])).get(audits)).status, 200);
  });
});
