// Badges of the console: what is new for whom, and until when.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setWorkspaceRole } from '../../../src/account/places/index.ts';
import { scansDue } from '../../../src/collect/identity/matching/scan.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { type Api, startTestApp, type TestApp } from '../../harness.ts';

const NONE = { identity: 0, quality: 0, reports: 0, connect: 0, decide: 0, deliver: 0, inbox: 0, alerts: 0 };
let app: TestApp;
let owner: Api;
const path = (): string => `/workspaces/${app.workspaceId}/tab-counts`;

/** Two customers whom a number names both. */
async function openProposal(n: number): Promise<void> {
  const phone = `+5698765432${n}`;
  const rows = [
    { phone, external_id: `one-${n}` },
    { phone, external_id: `two-${n}`, email: `two-${n}@else.example` },
  ];
  const key = app.api(app.apiKey);
  assert.equal((await key.post('/customers', { rows })).status, 200);
  await app.settle();
  await key.post('/identity/merge-proposals/scan');
  await scansDue(app.base);
}

before(async () => {
  app = await startTestApp();
  owner = app.api(app.session);
});
after(() => app?.close());

test('getTabCounts', async (t) => {
  await t.test('counts what waits, by profile and together', async () => {
    assert.deepEqual((await owner.get(path())).body.data.tabs, NONE);
    await openProposal(1);
    const { data } = (await owner.get(path())).body;
    assert.equal(data.tabs.identity, 1, JSON.stringify(data));
    assert.deepEqual(data.profiles, [{ profile_id: app.profileId, tabs: data.tabs }]);
  });
  await t.test('shows nothing of another workspace', async () => {
    const other = initInstallation(app.base, {
      email: 'other@shop.example',
      workspace: 'Other',
      profile: 'Other',
      currency: 'USD',
      timezone: 'UTC',
    });
    assert.equal((await app.api(other.session_token).get(path())).status, 404);
    const own = await app.api(other.session_token).get(`/workspaces/${other.workspace_id}/tab-counts`);
    assert.deepEqual(own.body.data.tabs, NONE);
    const seen = { profile_id: app.profileId, tab: 'identity' };
    assert.equal((await app.api(other.session_token).put(`/workspaces/${other.workspace_id}/tab-counts`, seen)).status, 404);
  });
});

test('putTabSeen', async (t) => {
  const { personId } = createPerson(app.base, { email: 'second@shop.example', actor: 'system' });
  setWorkspaceRole(app.base, { workspaceId: app.workspaceId, personId, role: 'admin', actor: 'system' });
  const second = app.api(createSession(app.base, { personId, actor: 'system' }).token);
  const identity = async (api: Api): Promise<number> => (await api.get(path())).body.data.tabs.identity;
  await t.test('ends what is new for one person, until something comes', async () => {
    const put = await owner.put(path(), { profile_id: app.profileId, tab: 'identity' });
    assert.deepEqual([put.status, put.body.data.tabs.identity], [200, 0]);
    assert.deepEqual([await identity(owner), await identity(second)], [0, 1]);
    app.clock.advance(60_000);
    await openProposal(2);
    assert.deepEqual([await identity(owner), await identity(second)], [1, 2]);
  });
  await t.test('ends reports and problems that are read, until there are others', async () => {
    const news = async () => {
      const { quality, reports } = (await owner.get(path())).body.data.tabs;
      return { quality, reports };
    };
    const report = async (): Promise<void> => {
      const question = { date_from: '2026-03-01', date_to: '2026-03-02' };
      const body = { profile_ids: [app.profileId], page: 'overview', question };
      const made = await owner.post(`/workspaces/${app.workspaceId}/reports/bulk-generate`, body);
      assert.equal(made.body.data[0].status, 'created', JSON.stringify(made.body));
    };
    const begun = app.clock.now();
    const problem = (name: string, status = 'problem', since = app.clock.now()): void => {
      const row = { profile_id: app.profileId, name, status, since, is_alerted: 1 };
      app.base.state.statement('report/quality/quality_finding_put').run({ ...row, measured_at: app.clock.now() });
    };
    problem('worse', 'attention');
    problem('first');
    await report();
    assert.deepEqual(await news(), { quality: 1, reports: 1 });
    for (const tab of ['quality', 'reports'])
      assert.equal((await owner.put(path(), { profile_id: app.profileId, tab })).status, 200);
    assert.deepEqual(await news(), { quality: 0, reports: 0 });
    app.clock.advance(60_000);
    problem('second');
    await report();
    assert.deepEqual(await news(), { quality: 1, reports: 1 });
    // One that was attention before the tab was opened became a problem after; one that stays a problem is no news.
    problem('worse', 'problem', begun);
    problem('first', 'problem', begun);
    assert.deepEqual(await news(), { quality: 2, reports: 1 });
  });
  await t.test('refuses a tab without a count', async () => {
    assert.equal((await owner.put(path(), { profile_id: app.profileId, tab: 'nothing' })).status, 422);
    assert.equal((await app.api(app.apiKey).put(path(), { profile_id: app.profileId, tab: 'identity' })).status, 403);
  });
});
