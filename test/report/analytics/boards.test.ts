// Boards: made, changed and deleted by their maker, shared by analysts, begun with templates; nothing of another profile or person.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import type { Api } from '../../harness.ts';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
let owner: Api;
let viewer: Api;
const here = () => ({ profile_id: shop.profileId });
const BLOCKS = [
  { kind: 'tile', figure: 'revenue' },
  { kind: 'graph', graph: 'revenue_and_spend' },
  { kind: 'table', dimension: 'campaign' },
  { kind: 'cohort', metric: 'payback' },
  { kind: 'text', text: 'What we decided:\nmore <b>boots</b>' },
];

function person(role: 'viewer' | 'analyst'): Api {
  const by = { actor: 'system' };
  const { personId } = createPerson(shop.base, { email: `${randomUUID()}@shop.example`, name: 'Reader', ...by });
  setWorkspaceRole(shop.base, { workspaceId: shop.workspaceId, personId, role: 'member', ...by });
  setProfileRole(shop.base, {
    profile: { profileId: shop.profileId, workspaceId: shop.workspaceId },
    personId,
    role,
    canSeePii: false,
    ...by,
  });
  return shop.api(createSession(shop.base, { personId, ...by }).token);
}

before(async () => {
  shop = await openShop();
  owner = shop.api(shop.session);
  viewer = person('viewer');
});
after(() => shop?.close());

const make = async (body: object = {}, api = owner) => {
  const answer = await api.post('/boards', { title: 'Monday', blocks: BLOCKS, ...body }, here());
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
};
const titles = async (api: Api): Promise<string[]> =>
  (await api.get('/boards', here())).body.data.map(({ title }: { title: string }) => title);

test('createBoard', async (t) => {
  await t.test('keeps the blocks in their order', async () => {
    const board = await make();
    assert.deepEqual([board.blocks, board.is_shared, board.is_own, board.revision], [BLOCKS, false, true, 1]);
    const { body } = await owner.get(`/boards/${board.id}`, here());
    assert.deepEqual(body.data, board);
  });
  await t.test('refuses what is no block, addresses and too much', async () => {
    for (const body of [
      { blocks: [{ kind: 'tile', figure: 'profit' }] },
      { blocks: [{ kind: 'tile', figure: 'revenue', text: 'x' }] },
      { blocks: [{ kind: 'frame', url: 'https://x.example' }] },
      { blocks: [{ kind: 'text', text: ' \n ' }] },
      { blocks: [{ kind: 'text', text: 'ask ana@example.com' }] },
      { blocks: [{ kind: 'text', text: 'turned \u202eround' }] },
      { blocks: Array.from({ length: 25 }, () => BLOCKS[0]) },
      { title: 'of ana@example.com' },
      { title: '' },
    ]) {
      const { status, body: answer } = await owner.post('/boards', { title: 'T', blocks: [], ...body }, here());
      assert.deepEqual([status, answer.error.code], [422, 'validation_error'], JSON.stringify(body));
    }
  });
  await t.test('repeats its answer under the same key', async () => {
    const headers = {
      authorization: `Bearer ${shop.session}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    };
    const url = new URL(`/api/v1/boards?profile_id=${shop.profileId}`, shop.baseUrl);
    const send = () => fetch(url, { method: 'POST', headers, body: JSON.stringify({ title: 'Once', blocks: [] }) });
    const [first, second] = [await send(), await send()];
    assert.deepEqual([first.status, second.status, await second.text()], [201, 201, await first.text()]);
    assert.equal((await titles(owner)).filter((title) => title === 'Once').length, 1);
  });
  await t.test('belongs to a user, and fifty of one user are enough', async () => {
    assert.equal((await shop.api(shop.apiKey).post('/boards', { title: 'K', blocks: [] }, here())).status, 403);
    const many = person('analyst');
    for (let at = 0; at < 50; at++) await make({ title: `B ${at}`, blocks: [] }, many);
    const { status, body } = await many.post('/boards', { title: 'One more', blocks: [] }, here());
    assert.deepEqual([status, body.error.code], [409, 'invalid_state']);
  });
});

test('listBoards', async (t) => {
  await t.test('has own boards and shared ones; a viewer shares none', async () => {
    await make({ title: 'Private' });
    await make({ title: 'For all', is_shared: true });
    const seen = await titles(viewer);
    assert.ok(seen.includes('For all') && !seen.includes('Private'), seen.join());
    assert.deepEqual((await titles(shop.api(shop.apiKey))).includes('Private'), false);
    const { status, body } = await viewer.post('/boards', { title: 'Mine', blocks: [], is_shared: true }, here());
    assert.deepEqual([status, body.error.code], [403, 'forbidden']);
    assert.equal((await make({ title: 'Mine', is_shared: false }, viewer)).is_own, true);
  });
});

test('getBoard', async () => {
  const hidden = await make({ title: 'Hidden' });
  assert.equal((await viewer.get(`/boards/${hidden.id}`, here())).status, 404);
  assert.equal((await owner.get(`/boards/${randomUUID()}`, here())).status, 404);
  const other = initInstallation(shop.base, {
    email: `${randomUUID()}@else.example`,
    workspace: 'Else',
    profile: 'P',
    currency: 'USD',
    timezone: 'UTC',
  });
  const shared = await make({ title: 'Shared', is_shared: true });
  const elsewhere = await shop.api(other.session_token).get(`/boards/${shared.id}`, { profile_id: other.profile_id });
  assert.equal(elsewhere.status, 404, 'a board of another profile');
});

test('putBoard', async (t) => {
  await t.test('replaces the board that was read, one of two windows', async () => {
    const { id, revision } = await make();
    const change = (title: string) => owner.put(`/boards/${id}`, { title, blocks: [], is_shared: false, revision }, here());
    const answers = await Promise.all([change('A'), change('B')]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    const { body } = await owner.get(`/boards/${id}`, here());
    assert.deepEqual([body.data.revision, body.data.blocks], [2, []]);
  });
  await t.test('is of its maker alone, also of a shared board', async () => {
    const { id } = await make({ is_shared: true });
    const change = { title: 'Taken', blocks: [], is_shared: false, revision: 1 };
    assert.equal((await viewer.put(`/boards/${id}`, change, here())).status, 403);
    assert.equal((await viewer.delete(`/boards/${id}`, here())).status, 403);
  });
});

test('deleteBoard', async () => {
  const { id } = await make();
  assert.equal((await owner.delete(`/boards/${id}`, here())).status, 200);
  assert.equal((await owner.delete(`/boards/${id}`, here())).status, 404);
});

test('listBoardTemplates', async () => {
  const { data } = (await owner.get('/boards/templates', here())).body;
  assert.equal(data.length, 10);
  for (const { title, blocks } of data) assert.deepEqual((await make({ title, blocks })).blocks, blocks);
});
