// An agent has a person connect an ad account: it asks for a link, the person opens it, and the agent sees the account and its ads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insight, metaAccount, NOW, workOn } from '../../act/connections/meta-world.ts';
import { Visitor } from '../../act/connections/visitor.ts';
import { startFakeMeta } from '../../fakes/meta.ts';
import { startTestApp } from '../../harness.ts';
import { agentFor } from './agent.ts';

test('connect_provider', async (t) => {
  const account = metaAccount('102', 'North');
  account.insights.push(insight('2026-11-24', '7', '10.50'));
  const meta = await startFakeMeta(t, [account]);
  meta.hasReportsAtOnce = true;
  const installation = { currency: 'EUR', timezone: 'Europe/Berlin' };
  const app = await startTestApp({ at: NOW, installation, config: { providers: { meta: meta.settings } } });
  t.after(() => app.close());
  await app.api(app.session).put(`/workspaces/${app.workspaceId}/mcp-settings`, { mcp_writeback_enabled: true });
  const agent = agentFor(app, ['mcp:read', 'mcp:write']);
  const args = { profile_id: app.profileId, provider: 'meta' };

  await t.test('gives a link only at the last step, for a person, who needs no sign-in', async () => {
    const trial = await agent.tool('connect_provider', { ...args, step: 'dry_run' });
    assert.doesNotMatch(JSON.stringify(trial), /svc_connect_/);
    const { confirm_token } = trial.structured;
    const { structured } = await agent.tool('connect_provider', { ...args, step: 'confirm', confirm_token });
    assert.equal((await new Visitor().grant(structured.answer.data.url)).status, 303);
  });

  await t.test('the account is then in list_connections, and its ads in list_ads', async () => {
    await workOn(app);
    await app.settle();
    const { structured } = await agent.tool('list_connections', { profile_id: app.profileId });
    assert.deepEqual(
      structured.data.map(({ provider, status }: { provider: string; status: string }) => [provider, status]),
      [['meta', 'active']],
    );
    const week = { profile_id: app.profileId, date_from: '2026-11-19', date_to: '2026-11-25' };
    const { structured: ads } = await agent.tool('list_ads', week);
    assert.deepEqual(
      ads.data.map(({ id, spend }: { id: string; spend: string }) => [id, Number(spend)]),
      [['7', 10.5]],
    );
  });

  await t.test('an unknown provider, and one without a registration, leave nothing', async () => {
    const count = app.base.state.db.prepare<[], number>('select count(*) from connections').pluck();
    const before = count.get();
    const { isError, texts } = await agent.tool('connect_provider', { ...args, provider: 'nobody', step: 'dry_run' });
    assert.ok(isError, texts[0]);
    const unset = await agent.tool('connect_provider', { ...args, provider: 'tiktok', step: 'dry_run' });
    assert.match(unset.texts[0] ?? '', /TRIBUTARY_TIKTOK_CLIENT_ID/);
    assert.equal(count.get(), before);
  });
});
