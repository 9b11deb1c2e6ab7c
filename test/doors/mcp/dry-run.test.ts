// The dry run of a tool whose operation writes at a provider: it must neither reach the provider nor leave a row.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createApp } from '../../../src/app.ts';
import { outsideEffect } from '../../../src/base/contract/operation.ts';
import { slices } from '../../../src/slices.ts';
import { startWriteWorld } from '../../act/ads/write-world.ts';
import { isWriteToMeta } from '../../fakes/meta-objects.ts';
import { startTestApp } from '../../harness.ts';
import { letPass } from '../../until.ts';
import { agentFor, agentWith, tokenFor } from './agent.ts';

/** A provider that counts what it is asked. */
async function startProvider(t: TestContext): Promise<{ url: string; asked: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(String(request.url));
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: requests };
}

test('a dry run of a tool that writes at a provider reaches no provider and leaves no row', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const provider = await startProvider(t);
  const issued = (): number => app.base.state.db.prepare('select count(*) from intents').pluck().get() as number;
  const createTrackingKey = outsideEffect('createTrackingKey', {
    plan: ({ profile }) => ({ intent: { profileId: profile.profileId } }),
    apply: async () => {
      await fetch(`${provider.url}/campaigns`, { method: 'POST' });
      return {};
    },
    verify: async () => 'not applied',
    finish: () => ({}) as never,
  });
  const changed = slices.map((slice) =>
    'createTrackingKey' in slice.handlers ? { ...slice, handlers: { ...slice.handlers, createTrackingKey } } : slice,
  );
  const listener = await createApp(app.base, changed, { baseUrl: () => app.baseUrl });
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await app.api(app.session).put(`/workspaces/${app.workspaceId}/mcp-settings`, { mcp_writeback_enabled: true });
  const agent = agentWith({ ...app, baseUrl }, tokenFor(app, ['mcp:read', 'mcp:write', 'profiles:write']));
  const { isError, structured, texts } = await agent.tool('create_tracking_key', { profile_id: app.profileId, step: 'dry_run' });
  assert.equal(isError, false, texts.join('\n'));
  assert.equal(structured.outcome, 'checked');
  await letPass(100);
  assert.deepEqual(provider.asked, []);
  assert.equal(issued(), 0);
});

test('a dry run of pause_ad reads the platform, and leaves no row', async (t) => {
  const w = await startWriteWorld(t);
  const { base, profileId, workspaceId } = w.app;
  await w.api.put(`/workspaces/${workspaceId}/mcp-settings`, { mcp_writeback_enabled: true });
  const agent = agentFor(w.app, ['mcp:read', 'mcp:write', 'campaigns:read', 'campaigns:apply']);
  const tables = ['intents', 'ad_write_plans', 'ad_writes', 'handoffs', 'audit', 'jobs'];
  const rows = () => tables.map((table) => base.state.db.prepare(`select count(*) from ${table}`).pluck().get());
  const before = rows();
  const asked = w.meta.server.requests.length;
  const tried = (id: string) => agent.tool('pause_ad', { profile_id: profileId, id, step: 'dry_run' });
  const { outcome, planned } = (await tried('991')).structured;
  assert.deepEqual([outcome, planned.writes[0].after], ['checked', { status: 'paused' }]);
  assert.match((await tried('995')).texts.join(), /invalid_state/, 'it refuses as the call would');
  const requests = w.meta.server.requests.slice(asked);
  assert.ok(requests.length > 0, 'it is planned on what the platform has');
  assert.deepEqual(requests.filter(isWriteToMeta), []);
  assert.deepEqual(rows(), before);
});
