// Boards that leave their page: shared as snapshots and sent by schedules, to members with all of their blocks, and to readers outside with figures of at least
// five people. A board is read again for each report; one that is gone is a problem of its schedule.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import type { Principal } from '../../../src/base/contract/operation.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { showPage } from '../../../src/report/analytics/snapshots/pages.ts';
import { reportChatJob } from '../../../src/report/reports/chat-delivery.ts';
import { openAlertWorld } from '../../act/alerts/alert-world.ts';
import { browserOf } from '../../doors/console/browser.ts';
import type { Api } from '../../harness.ts';
import { openShop, type Shop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
const DAILY = { every: 'day', at: '08:00', timezone: 'Europe/Berlin' };
const WORDS = 'What we decided:\nmore <b>boots</b>';
const BLOCKS = [
  { kind: 'tile', figure: 'spend' },
  { kind: 'tile', figure: 'revenue' },
  { kind: 'text', text: WORDS },
  { kind: 'graph', graph: 'revenue_and_spend' },
  { kind: 'graph', graph: 'campaigns' },
  { kind: 'table', dimension: 'ad' },
  { kind: 'cohort', metric: 'cash' },
];

let shop: Shop;
let owner: Api;
let ownerId: string;
const profile = () => ({ profile_id: shop.profileId });
const reports = (path = ''): string => `/workspaces/${shop.workspaceId}/reports${path}`;
const snapshots = (): string => `/workspaces/${shop.workspaceId}/snapshots`;

before(async () => {
  shop = await openShop();
  owner = shop.api(shop.session);
  shop.clock.set('2026-03-08T05:00:00Z');
  ownerId = (await owner.get('/me')).body.data.user_id;
});
after(() => shop?.close());

async function make(more: object = {}, api = owner, at = profile()): Promise<{ id: string; revision: number }> {
  const { status, body } = await api.post('/boards', { title: 'Monday', blocks: BLOCKS, ...more }, at);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

const schedule = (board_id: string, more: object = {}, api = owner) =>
  api.post(reports('/schedules'), {
    ...profile(),
    title: 'Of a board',
    page: 'board',
    question: { board_id },
    rhythm: DAILY,
    recipients: [ownerId],
    ...more,
  });
const share = (board_id: string, more: object = {}, api = owner) =>
  api.post(snapshots(), { ...profile(), page: 'board', question: { ...WEEK, board_id }, ...more });

function analyst(): Api {
  const by = { actor: 'system' };
  const { personId } = createPerson(shop.base, { email: `${randomUUID()}@shop.example`, name: 'Analyst', ...by });
  setWorkspaceRole(shop.base, { workspaceId: shop.workspaceId, personId, role: 'member', ...by });
  const place = { profile: { profileId: shop.profileId, workspaceId: shop.workspaceId }, personId };
  setProfileRole(shop.base, { ...place, role: 'analyst', canSeePii: false, ...by });
  return shop.api(createSession(shop.base, { personId, ...by }).token);
}

test('a snapshot of a board', async (t) => {
  const board = await make();
  const { status, body } = await share(board.id);
  assert.deepEqual([status, body.data.title, body.data.page], [201, 'Monday', 'board'], JSON.stringify(body));
  const path = new URL(body.data.url).pathname;
  await t.test('draws its blocks in their order', async () => {
    const { text } = await browserOf(shop, `tributary_session=${shop.session}`).get(path);
    const places = ['Spend', 'Revenue', 'more &lt;b>boots', 'Revenue and spend', 'Campaigns', 'Cash so far by month'].map(
      (word) => text.indexOf(word),
    );
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.ok(!places.includes(-1), `${places}`);
    assert.match(text, new RegExp(`/boards/${board.id}\\?period=`));
  });
  await t.test('has the figures of the reports under its filters, and says that cohorts have none by medium', async () => {
    const { body: whole } = await share(board.id, { title: 'Again', question: { ...WEEK, board_id: board.id, medium: 'cpc' } });
    const { text } = await browserOf(shop, `tributary_session=${shop.session}`).get(new URL(whole.data.url).pathname);
    const { current } = (await owner.get('/overview', { ...profile(), ...WEEK, medium: 'cpc' })).body.data;
    assert.ok(text.includes(current.revenue.toLocaleString('en-US', { style: 'currency', currency: 'USD' })));
    assert.match(text, /Cohorts have no filter by medium/);
  });
  await t.test('stays as it is when the board changes, and its figures are compared', async () => {
    const change = { title: 'Monday', blocks: [{ kind: 'text', text: 'Empty' }], is_shared: false, revision: board.revision };
    assert.equal((await owner.put(`/boards/${board.id}`, change, profile())).status, 200);
    const { text } = await browserOf(shop, `tributary_session=${shop.session}`).get(path);
    assert.match(text, /What we decided/);
    const list = await owner.get(snapshots(), { include: 'differences' });
    const row = list.body.data.find(({ id }: { id: string }) => id === body.data.id);
    assert.deepEqual(row.differences, []);
  });
  await t.test('is refused of no board, and of one of somebody else', async () => {
    const other = await make({}, analyst());
    for (const board_id of [randomUUID(), other.id]) assert.equal((await share(board_id)).status, 404);
    const { status: without } = await owner.post(snapshots(), { ...profile(), page: 'board', question: WEEK });
    assert.equal(without, 422);
    const named = { ...profile(), page: 'overview', question: { ...WEEK, board_id: other.id } };
    assert.equal((await owner.post(snapshots(), named)).status, 422);
  });
});

test('a schedule of a board', async (t) => {
  const board = await make();
  const created = await schedule(board.id);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { id } = created.body.data;
  const preview = () => owner.get(reports(`/schedules/${id}/preview`));
  await t.test('mails its figures, texts, tables and cohorts', async () => {
    const { data } = (await preview()).body;
    assert.deepEqual(data.text.match(/^\w+: /gm), ['Spend: ', 'Revenue: ']);
    assert.ok(data.text.includes(WORDS), data.text);
    assert.ok(data.html.includes('more &lt;b&gt;boots&lt;/b&gt;'));
    assert.deepEqual(
      data.attachments.map(({ name }: { name: string }) => name),
      ['table-1.csv', 'cohorts.csv'],
    );
    assert.ok(data.html.includes(`/boards/${board.id}?period=2026-03-07..2026-03-07`));
  });
  await t.test('follows the board', async () => {
    const blocks = [{ kind: 'tile', figure: 'visitors' }];
    const change = { title: 'Monday', blocks, is_shared: false, revision: board.revision };
    assert.equal((await owner.put(`/boards/${board.id}`, change, profile())).status, 200);
    assert.deepEqual((await preview()).body.data.text.match(/^\w+: /gm), ['Visitors: ']);
  });
  await t.test('keeps what was sent, beside the figures of now, also when the board is gone', async () => {
    const sent = await owner.post(reports(`/schedules/${id}/send`), undefined);
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    assert.equal((await owner.delete(`/boards/${board.id}`, profile())).status, 200);
    const { data } = (await owner.get(reports(`/${sent.body.data.id}`))).body;
    assert.deepEqual([data.figures.length, data.figures_now, data.differences], [1, data.figures, []]);
    const gone = await preview();
    assert.deepEqual([gone.status, /The board is gone/.test(gone.body.error.message)], [409, true], JSON.stringify(gone.body));
    const patch = (body: object) => owner.patch(reports(`/schedules/${id}`), body);
    const kept = await patch({ title: 'Other title', recipients: [ownerId], chats: [], readers: [], has_pdf: false });
    assert.deepEqual([kept.status, kept.body.data?.question], [200, { board_id: board.id }], JSON.stringify(kept.body));
    const [same, other] = [await patch({ question: { board_id: board.id } }), await make()];
    assert.match(same.body.error.message, /^question\.board_id: there is no such board/);
    assert.equal((await patch({ question: { board_id: other.id } })).status, 200);
    assert.equal((await preview()).status, 200);
  });
  await t.test('is refused of a board that its maker cannot open', async () => {
    const colleague = analyst();
    const other = await make({}, colleague);
    assert.equal((await schedule(other.id)).status, 422);
    const shared = await make({ is_shared: true }, colleague);
    assert.equal((await schedule(shared.id)).status, 201);
    assert.equal((await schedule('', {})).status, 422);
    assert.equal((await schedule(shared.id, { question: {} })).status, 422);
  });
  await t.test('links to the board only where each recipient can open it', async () => {
    const colleague = analyst();
    const recipients = [ownerId, (await colleague.get('/me')).body.data.user_id];
    for (const is_shared of [false, true]) {
      const shown = await make({ is_shared });
      const { body } = await schedule(shown.id, { recipients });
      const { html } = (await owner.get(reports(`/schedules/${body.data.id}/preview`))).body.data;
      assert.ok(html.includes(`/${is_shared ? `boards/${shown.id}` : 'reports'}?period=`), html);
    }
  });
  await t.test('is made for several profiles at once only where the board is', async () => {
    const body = { profile_ids: [shop.profileId, randomUUID()], page: 'board' };
    const own = await make();
    const { data } = (await owner.post(reports('/bulk-generate'), { ...body, question: { ...WEEK, board_id: own.id } })).body;
    assert.deepEqual(
      data.map(({ status }: { status: string }) => status),
      ['created', 'rejected'],
    );
    assert.equal((await owner.get(reports(`/${data[0].report_id}`))).body.data.title, 'Monday');
  });
});

test('a board outside of sign-in', async (t) => {
  const world = await openAlertWorld(t);
  world.clock.set('2026-05-20T09:00:00Z');
  const place = { profile_id: world.profileId };
  const days = { date_from: '2026-05-11', date_to: '2026-05-17' };
  const at = (path: string): string => `/workspaces/${world.workspaceId}${path}`;
  const board = async (blocks: readonly object[]): Promise<string> =>
    (await make({ title: 'For all', blocks }, world.owner, place)).id;
  const open = await board([
    { kind: 'tile', figure: 'revenue' },
    { kind: 'text', text: 'Read this.' },
    { kind: 'graph', graph: 'revenue_and_spend' },
    { kind: 'table', dimension: 'channel' },
  ]);
  const closed = [await board([{ kind: 'cohort', metric: 'person' }]), await board([{ kind: 'table', dimension: 'ad' }])];
  const { current } = (await world.owner.get('/overview', { ...place, ...days, audience: 'outside' })).body.data;
  const money = current.revenue.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await t.test('is a page that anyone reads, of at least five people', async () => {
    assert.equal((await world.owner.put(at('/snapshot-settings'), { is_public_allowed: true })).status, 200);
    const post = (board_id: string) =>
      world.owner.post(at('/snapshots'), { ...place, page: 'board', audience: 'public', question: { ...days, board_id } });
    const { status, body } = await post(open);
    assert.equal(status, 201, JSON.stringify(body));
    const { text } = await browserOf(world).get(new URL(body.data.url).pathname);
    for (const word of [money, 'Read this.', '5 people']) assert.ok(text.includes(word), word);
    for (const id of closed) assert.equal((await post(id)).status, 422);
    // One that got such a block while the figures moved, after it was checked.
    const [board_id = ''] = closed;
    const principal: Principal = { kind: 'public', credentialId: 'test', scopes: new Set(['analytics:read']), ratePerMinute: 0 };
    const call = {
      principal,
      profile: { profileId: world.profileId, workspaceId: world.workspaceId },
      workspaceId: world.workspaceId,
      requestId: 'test',
      body: undefined,
    };
    const { data } = (await world.owner.get('/me')).body;
    const asked = showPage({ ...call, isOutside: true, maker: data.user_id }, world.base, 'board', { ...days, board_id });
    await assert.rejects(asked, /has cohorts, which are shown to members alone/);
  });
  await t.test('is a message in a chat, unless the board has got what is for members', async () => {
    const address = world.chatUrl('/slack/board');
    const added = await world.owner.post('/alerts/chats', { title: 'Team', service: 'slack', address }, place);
    const post = (board_id: string) =>
      world.owner.post(at('/reports/schedules'), {
        ...place,
        title: 'Board',
        page: 'board',
        question: { board_id },
        recipients: [],
        chats: [added.body.data.id],
        rhythm: { every: 'week', weekday: 4, at: '08:00', timezone: 'UTC' },
      });
    for (const id of closed) assert.equal((await post(id)).status, 422);
    const made = await post(open);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const path = at(`/reports/schedules/${made.body.data.id}`);
    assert.equal((await world.owner.post(`${path}/send`, undefined)).status, 201);
    await runDue(world.base, [reportChatJob]);
    const [message = ''] = world.chats.shown('board');
    for (const word of [`Revenue: ${money}`, 'Read this.']) assert.ok(message.includes(word), message);
    const blocks = [{ kind: 'cohort', metric: 'cash' }];
    const change = { title: 'For all', blocks, is_shared: false, revision: 1 };
    assert.equal((await world.owner.put(`/boards/${open}`, change, place)).status, 200);
    const { chat } = (await world.owner.get(`${path}/preview`)).body.data;
    assert.match(chat.problem, /cohorts, which are shown to members alone/);
    const patch = (body: object) => world.owner.patch(path, body);
    const { user_id } = (await world.owner.get('/me')).body.data;
    const chats = [added.body.data.id];
    for (const body of [{ recipients: [user_id] }, { title: 'Other', recipients: [user_id], chats, readers: [] }, { chats: [] }])
      assert.equal((await patch(body)).status, 200, `changes nothing of who reads it outside: ${JSON.stringify(body)}`);
    const named = await patch({ chats });
    assert.deepEqual(
      [named.status, named.body.error.message],
      [422, 'question.board_id: block 1 of the board has cohorts, which are shown to members alone.'],
    );
    const { revision } = (await world.owner.get(`/boards/${open}`, place)).body.data;
    const both = [{ kind: 'text', text: 'Read this.' }, { kind: 'table', dimension: 'ad' }, ...blocks];
    await world.owner.put(`/boards/${open}`, { ...change, blocks: both, revision }, place);
    assert.match(
      (await patch({ chats })).body.error.message,
      /: block 2 of the board has a table of ads, block 3 of the board has cohorts, /,
    );
    assert.equal((await patch({ recipients: [] })).status, 422, 'nobody would read it');
  });
});
