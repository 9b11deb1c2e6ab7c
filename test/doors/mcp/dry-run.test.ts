// The dry run of a tool whose operation writes at a provider: it must neither reach the provider nor leave a row.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createApp, slices } from '../../../src/app.ts';
import { outsideEffect } from '../../../src/base/contract/operation.ts';
import { startTestApp } from '../../harness.ts';
import { agentWith, tokenFor } from './agent.ts';

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
  await new Promise((done) => setTimeout(done, 100));
  assert.deepEqual(provider.asked, []);
  assert.equal(issued(), 0);
});
