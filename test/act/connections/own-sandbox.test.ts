// Each workspace has ads of its own at the sandbox: what one does there, no other sees; and a folder in which all shared one goes on.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connectDemo } from '../../../src/act/connections/index.ts';
import { slice } from '../../../src/act/connections/slice.ts';
import { readSummed, writeSummed } from '../../../src/base/files/summed-json.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { sandboxOf, stopSandbox } from '../../../src/sandbox/index.ts';
import { sandboxState } from '../../../src/sandbox/state.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { until } from '../../until.ts';
import { kinds, NOW } from './meta-world.ts';

const RANGE = { date_from: '2026-10-01', date_to: '2026-11-24', limit: 100 };
const MINUTE_MS = 60_000;
const ZOE = { email: 'zoe@oak.example', workspace: 'Oak', profile: 'Oak', currency: 'EUR', timezone: 'UTC' };

interface Side {
  profileId: string;
  workspaceId: string;
  session: string;
}

const sidesOf = (app: TestApp): [Side, Side] => {
  const { profile_id: profileId, workspace_id: workspaceId, session_token: session } = initInstallation(app.base, ZOE);
  return [app, { profileId, workspaceId, session }];
};

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
async function adsOf(app: TestApp, { session, profileId }: Side, range: object = RANGE): Promise<any[]> {
  await app.settle(profileId);
  return (await app.api(session).get('/ads', { profile_id: profileId, ...range })).body.data;
}

const idsOf = (ads: { id: string }[]): string[] => ads.map(({ id }) => id).sort();

const ask = (app: TestApp, { session, profileId }: Side, adId: string): Promise<Response> =>
  fetch(`${app.baseUrl}/api/v1/ads/${adId}/pause?profile_id=${profileId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session}`, 'idempotency-key': randomUUID() },
    body: '{}',
  });

async function pause(app: TestApp, side: Side, adId: string): Promise<void> {
  const response = await ask(app, side, adId);
  assert.ok(response.ok, await response.text());
  await runDue(app.base, kinds());
}

async function statusesOf(app: TestApp, side: Side, adId: string): Promise<string[]> {
  const market = (await sandboxOf(app.base)).market(side.workspaceId);
  return market.ads.find(({ id }) => id === adId)?.statuses.map(({ value }) => value) ?? [];
}

test('workspaces have ads of their own at the sandbox, and a demo has visits by its own', async (t) => {
  const app = await startTestApp({ at: NOW });
  t.after(() => app.close());
  const [shop, oak] = sidesOf(app);
  await connectDemo(app.base, shop.profileId);
  const api = app.api(oak.session);
  const ofWorkspace = { workspace_id: oak.workspaceId };
  const { profile_id } = (await api.post('/profiles/demo', ofWorkspace)).body.data;
  await until(async () => (await api.get('/profiles/demo', ofWorkspace)).body.data.status === 'ready', 'the demo is filled');
  const demo = { ...oak, profileId: profile_id };
  const [own, others] = [await adsOf(app, demo), await adsOf(app, shop)];
  assert.deepEqual([own.length, others.length], [18, 18]);
  assert.ok(!idsOf(own).some((id) => idsOf(others).includes(id)), 'an id is that of one workspace');
  const accounts = [own, others].map((ads) => new Set(ads.map(({ account_id }) => account_id)));
  assert.notDeepEqual(accounts[0], accounts[1]);
  const { date_from, date_to } = RANGE;
  const { data } = (await api.get('/attribution', { profile_id, date_from, date_to, dimension: 'ad' })).body;
  const landed = data.rows.map(({ key }: { key: string }) => key).filter((id: string) => /^\d+$/.test(id));
  assert.deepEqual(
    landed.filter((id: string) => !idsOf(own).includes(id)),
    [],
    'its visits carry the ids of its own ads',
  );
  assert.ok(landed.length > 9);

  const [ad] = idsOf(own);
  await pause(app, demo, ad ?? '');
  assert.deepEqual(await statusesOf(app, demo, ad ?? ''), ['ACTIVE', 'PAUSED']);
  const stranger = await ask(app, shop, ad ?? '');
  assert.equal(stranger.status, 404, await stranger.text());
  const market = (await sandboxOf(app.base)).market(shop.workspaceId);
  assert.ok(!JSON.stringify(market).includes(ad ?? ''), 'nothing of it is at the other workspace');
});

test('the page of the sandbox offers the accounts of the workspace that was sent there', async (t) => {
  const app = await startTestApp({ at: NOW });
  t.after(() => app.close());
  const [shop, oak] = sidesOf(app);
  const sandbox = await sandboxOf(app.base);
  const [first, second] = [shop, oak].map(({ workspaceId }) => sandbox.market(workspaceId).accounts.map(({ id }) => id));
  assert.ok(first && second);
  sandbox.expect('of-oak', oak.workspaceId);
  const page = new URL('/oauth/authorize', sandbox.url);
  const query = { response_type: 'code', client_id: sandbox.clientId, code_challenge: 'x', code_challenge_method: 'S256' };
  const callback = `${app.base.config.baseUrl ?? app.baseUrl}/connect/sandbox/callback`;
  const send = async (state: string) => {
    page.search = new URLSearchParams({ ...query, state, redirect_uri: callback, scope: 'ads:read' }).toString();
    return fetch(page);
  };
  const text = await (await send('of-oak')).text();
  assert.deepEqual(
    [...text.matchAll(/name="account" value="(\d+)"/g)].map(([, id]) => id),
    second,
  );
  assert.equal((await send('invented')).status, 422);
  const denied = sandbox.allow(new URL(page.href.replace('invented', 'of-oak')), first);
  assert.equal(denied.searchParams.get('error'), 'access_denied', "another workspace's accounts are not granted");
  await slice.hooks?.purgeWorkspace?.(app.base, oak.workspaceId);
  assert.equal((await send('of-oak')).status, 404, 'a purged workspace leaves nothing');
  const reopened = sandbox.market(oak.workspaceId).accounts.map(({ id }) => id);
  assert.ok(!reopened.some((id) => second.includes(id)), 'and its ids are given to nobody');
});

/** The folder as it was while both shared one advertiser: the ids of the first, in the connection of the second as well. */
function shareAgain(app: TestApp, [shop, oak]: [Side, Side]): void {
  const file = join(app.dataDir, 'sandbox.json');
  const { revision, value } = readSummed(file);
  const { grants, advertisers, opened: _opened, ...platform } = sandboxState.parse(value);
  const [first] = advertisers;
  assert.ok(first);
  const accountIds = first.accounts.slice(0, 1).map(({ id }) => id);
  const { workspaceId: _workspaceId, ...market } = first;
  const shared = grants.map(({ workspaceId: _owner, ...grant }) => ({ ...grant, accountIds }));
  const dead = { ...shared[0], id: 'of-nobody', access: 'a', refresh: 'b' };
  writeSummed(file, { revision, value: { ...platform, ...market, version: 1, grants: [...shared, dead] } });
  app.base.state.db
    .prepare('update connection_accounts set account_id = ? where profile_id = ?')
    .run(accountIds[0], oak.profileId);
  assert.notEqual(shop.workspaceId, oak.workspaceId);
}

async function reopen(t: TestContext, dataDir: string): Promise<TestApp> {
  const installation = { email: 'third@shop.example', workspace: 'Third' };
  const app = await startTestApp({ at: NOW, dataDir, installation });
  t.after(() => app.close());
  return app;
}

test('a folder in which all workspaces shared the ads is opened with a copy for each, and nothing to connect again', async (t) => {
  const dataDir = join(temporaryFolder(t), 'data');
  const before = await startTestApp({ at: NOW, dataDir });
  const sides = sidesOf(before);
  const [shop, oak] = sides;
  for (const { profileId } of sides) await connectDemo(before.base, profileId);
  await stopSandbox(before.base);
  shareAgain(before, sides);
  await before.close();

  const app = await reopen(t, dataDir);
  app.clock.advance(61 * MINUTE_MS);
  await runDue(app.base, kinds());
  for (const { session, profileId } of sides) {
    const [connection] = (await app.api(session).get('/connections', { profile_id: profileId })).body.data;
    assert.deepEqual([connection.status, connection.last_sync.error], ['active', null]);
  }
  const [ad = ''] = idsOf(await adsOf(app, shop));
  await pause(app, shop, ad);
  assert.deepEqual(await statusesOf(app, shop, ad), ['ACTIVE', 'PAUSED']);
  assert.deepEqual(await statusesOf(app, oak, ad), ['ACTIVE'], 'the other workspace keeps its own');
  const { advertisers, grants, opened } = sandboxState.parse(readSummed(join(dataDir, 'sandbox.json')).value);
  assert.deepEqual(advertisers.map(({ workspaceId }) => workspaceId).sort(), [shop.workspaceId, oak.workspaceId].sort());
  assert.notEqual(advertisers[0]?.nextId, advertisers[1]?.nextId, 'what comes new has other ids');
  assert.deepEqual([grants.length, opened], [2, 2], 'a grant of nobody has ended');
});
