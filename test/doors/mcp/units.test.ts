// The daily allowance of tool calls: what it is, that calls at once cannot pass it, and when it starts anew.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../harness.ts';
import { type Agent, addMember, agentFor } from './agent.ts';

let app: TestApp;
let agent: Agent;
before(async () => {
  app = await startTestApp({ at: '2026-03-31T23:59:00Z', config: { plans: true } });
  agent = agentFor(app, ['mcp:read']);
});
after(() => app.close());

const use = (units: number, day = '2026-03-31') =>
  app.base.state.db
    .prepare('insert into mcp_units values (?, ?, ?) on conflict do update set units = excluded.units')
    .run(app.workspaceId, day, units);
const units = async () => (await app.api(app.session).get(`/workspaces/${app.workspaceId}/mcp-settings`)).body.data.units;
const ask = (who: Agent) => who.tool('get_profile', { profile_id: app.profileId });

test('an answer costs what the tool says, and says so', async () => {
  const { meta, texts } = await ask(agent);
  assert.deepEqual(meta['tributary/units'], { used_today: 1, per_day: 200, resets_at: '2026-04-01T00:00:00.000Z', cost: 1 });
  assert.match(texts[0] as string, /Cost 1; 1 of 200 units used today, renewed at 2026-04-01T00:00:00.000Z/);
  assert.deepEqual(await units(), { used_today: 1, per_day: 200, resets_at: '2026-04-01T00:00:00.000Z' });
});

test('calls at once never take more than there is', async () => {
  use(190);
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(agent)));
  const refused = answers.filter(({ isError }) => isError);
  assert.equal(answers.length - refused.length, 10);
  assert.equal((await units()).used_today, 200);
  assert.match(
    refused[0]?.texts[0] as string,
    /^rate_limit_exceeded \(429\): The workspace has used its 200 units .* 2026-04-01T00:00:00.000Z .*\nWhat to do: .*\nretry_after_seconds: 60$/,
  );
});

test('the allowance is the workspace’s, not one agent’s; whoami goes on', async () => {
  addMember(app, 'vera@shop.example', 'viewer');
  const other = agentFor(app, ['mcp:read'], 'vera@shop.example');
  use(200);
  assert.ok((await ask(other)).isError);
  const { structured } = await other.tool('whoami');
  assert.equal(structured.data.workspaces[0].units.used_today, 200);
});

test('REST costs no units', async () => {
  use(200);
  const { status } = await app.api(agent.token).get('/profile', { profile_id: app.profileId });
  assert.equal(status, 200);
  assert.equal((await units()).used_today, 200);
});

test('a higher plan has more at once', async () => {
  use(200);
  for (const [plan, perDay] of [
    ['growth', 2_000],
    ['agency', 20_000],
  ] as const) {
    app.base.state.db.prepare('update workspaces set plan = ? where workspace_id = ?').run(plan, app.workspaceId);
    assert.equal((await units()).per_day, perDay);
    use(perDay - 1);
    assert.equal((await ask(agent)).isError, false);
    assert.ok((await ask(agent)).isError);
  }
  app.base.state.db.prepare("update workspaces set plan = 'starter' where workspace_id = ?").run(app.workspaceId);
});

test('midnight UTC starts anew', async () => {
  use(200);
  assert.ok((await ask(agent)).isError);
  app.clock.set('2026-04-01T00:00:00Z');
  assert.equal((await ask(agent)).isError, false);
  assert.deepEqual(await units(), { used_today: 1, per_day: 200, resets_at: '2026-04-02T00:00:00.000Z' });
});
