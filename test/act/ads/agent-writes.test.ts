// An agent changes ads by tools: a preview, a dry run that reads the platform and writes nothing there, and one write with its confirmation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentFor } from '../../doors/mcp/agent.ts';
import { startWriteWorld } from './write-world.ts';

test('an agent changes ads by preview, dry run, confirm', async (t) => {
  const w = await startWriteWorld(t);
  const agent = agentFor(w.app, ['mcp:read', 'mcp:write', 'campaigns:read', 'campaigns:apply']);
  const settings = await w.api.put(`/workspaces/${w.app.workspaceId}/mcp-settings`, { mcp_writeback_enabled: true });
  assert.equal(settings.status, 200, JSON.stringify(settings.body));
  const calls = [
    ['pause_ad', { id: '991' }, 'ad_status 991 PAUSED'],
    ['resume_ad', { id: '991' }, 'ad_status 991 ACTIVE'],
    ['set_ad_set_budget', { id: '81', daily_budget: 2400 }, 'budget 81 2400'],
  ] as const;
  for (const [name, args, written] of calls)
    await t.test(name, async () => {
      const step = (which: string, more: Record<string, unknown> = {}) =>
        agent.tool(name, { profile_id: w.app.profileId, ...args, step: which, ...more });
      const preview = await step('preview');
      assert.equal(preview.structured.step, 'preview', preview.texts[0]);
      const tried = await step('dry_run');
      assert.equal(tried.isError, false, tried.texts[0]);
      const [planned] = tried.structured.planned.writes;
      assert.deepEqual([tried.structured.outcome, planned.target.id], ['checked', args.id]);
      assert.deepEqual(w.carriedOut(), [], 'a dry run writes nothing at the platform');
      assert.deepEqual(w.app.base.state.db.prepare("select count(*) from ad_writes where status = 'planned'").pluck().get(), 0);
      const done = await step('confirm', { confirm_token: tried.structured.confirm_token });
      assert.equal(done.isError, false, done.texts[0]);
      assert.deepEqual(w.carriedOut(), [written]);
      const again = await step('confirm', { confirm_token: tried.structured.confirm_token });
      assert.equal(again.structured.is_replay, true);
      assert.deepEqual(w.carriedOut(), []);
    });
});
