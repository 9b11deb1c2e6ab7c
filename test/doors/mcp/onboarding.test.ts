// An agent sets a shop up from nothing, by the official client and the tools alone: whoami, workspace, the person's leave to write,
// profile, tracking key, tag, own domain, a definition, another model; and then reads every report of the empty shop.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startTestApp, type TestApp } from '../../harness.ts';
import { signedIn } from '../console/browser.ts';
import { addStranger, tokenFor } from './agent.ts';

const PERSON = 'new@elsewhere.example';
const PERIOD = { date_from: '2026-03-01', date_to: '2026-03-07' };

let app: TestApp;
let client: Client;
before(async () => {
  app = await startTestApp({ config: { plans: false } });
  addStranger(app, PERSON);
  const token = tokenFor(app, ['mcp:read', 'mcp:write', 'attribution:write', 'goals:write'], PERSON);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  client = new Client({ name: 'official', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp`), { requestInit }) as never);
  await client.listTools(); // from now on the client holds answers to the schemas it was told
});
after(() => client?.close());
after(() => app?.close());

// biome-ignore lint/suspicious/noExplicitAny: the answers of many tools
type AnyJson = any;

async function call(
  name: string,
  args: Record<string, unknown> = {},
): Promise<{ words: string; answer: AnyJson; isError: boolean }> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
  const [words, body] = (content as { text: string }[]).map(({ text }) => text);
  return { words: words ?? '', answer: structuredContent ?? JSON.parse(body ?? '{}'), isError: isError === true };
}

/** All three steps; the person lets agents write when they are asked to. */
async function write(name: string, args: Record<string, unknown>): Promise<AnyJson> {
  const preview = await call(name, args);
  assert.match(preview.words, /Nothing is written/, name);
  let trial = await call(name, { ...args, step: 'dry_run' });
  if (trial.isError) {
    await allow(trial.answer.error.handoff.url);
    trial = await call(name, { ...args, step: 'dry_run' });
  }
  assert.equal(trial.isError, false, trial.words);
  const done = await call(name, { ...args, step: 'confirm', confirm_token: trial.answer.confirm_token });
  assert.equal(done.isError, false, done.words);
  return done.answer.answer.data;
}

async function allow(link: string): Promise<void> {
  const { pathname } = new URL(link);
  const { status, text } = await (await signedIn(app, PERSON)).submit(pathname, { decision: 'approved' });
  assert.equal(status, 303, text);
}

test('from nothing to reports, each step named by the one before', async () => {
  assert.deepEqual((await call('whoami')).answer.data.workspaces, []);
  const { workspace_id } = await write('create_workspace', { name: 'Shop', timezone: 'Europe/Berlin' });
  const [workspace] = (await call('whoami')).answer.data.workspaces;
  assert.deepEqual([workspace.workspace_id, workspace.units], [workspace_id, null], 'no plan, no units');
  const { profile_id } = await write('create_profile', {
    workspace_id,
    name: 'Main',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
  });
  const { public_key } = await write('create_tracking_key', { profile_id });
  const { answer: snippet, words } = await call('get_tracking_snippet', { profile_id });
  assert.ok(snippet.data.html.includes(public_key));
  assert.doesNotMatch(words, /units/, 'nothing is said of what costs nothing');
  await write('update_profile', { profile_id, domains: ['shop.example.com'] });
  const definition = { conversion_key: 'demo_booked', event_types: ['demo_booked'], revenue_type: 'pipeline' };
  await write('put_definition', { profile_id, ...definition });
  await write('update_attribution_settings', { profile_id, model: 'linear' });
  const { answer: definitions } = await call('list_definitions', { profile_id });
  assert.ok(definitions.data.some((each: { conversion_key: string }) => each.conversion_key === 'demo_booked'));
  for (const name of ['get_overview', 'get_overview_series', 'get_attribution', 'list_attribution_paths', 'list_spend']) {
    const report = await call(name, { profile_id, ...PERIOD });
    assert.equal(report.isError, false, `${name}: ${report.words}`);
  }
  const { answer: readiness } = await call('get_profile_readiness', { profile_id });
  const open = readiness.data.steps.filter(({ done }: { done: boolean }) => !done);
  assert.ok(open.length > 0);
  for (const { name, next } of open) assert.ok(next.length > 20, `${name} says how`);
});
