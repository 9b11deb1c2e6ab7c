// What schedules begin with: templates, which can all be sent, and saved views, which are followed until they are gone.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { removeProfileMember, setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import type { Api } from '../../harness.ts';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
let owner: Api;
let ownerId: string;
const at = (path = ''): string => `/workspaces/${shop.workspaceId}/reports${path}`;
const profile = () => ({ profile_id: shop.profileId });
const DAILY = { every: 'day', at: '08:00', timezone: 'Europe/Berlin' };

before(async () => {
  shop = await openShop();
  owner = shop.api(shop.session);
  shop.clock.set('2026-03-08T05:00:00Z');
  ownerId = (await owner.get('/me')).body.data.user_id;
});
after(() => shop?.close());

async function save(api: Api, views: readonly object[]): Promise<void> {
  const { revision } = (await api.get('/profile/views', profile())).body.meta;
  const { status, body } = await api.put('/profile/views', { revision, views }, profile());
  assert.equal(status, 200, JSON.stringify(body));
}

const view = (name: string, query: string, more: object = {}) => ({
  name,
  page: 'attribution',
  query,
  is_shared: false,
  ...more,
});
const create = (more: object, api = owner) =>
  api.post(at('/schedules'), {
    ...profile(),
    title: 'Of a view',
    page: 'attribution',
    rhythm: DAILY,
    recipients: [ownerId],
    ...more,
  });
const preview = (id: string) => owner.get(at(`/schedules/${id}/preview`));

test('listReportTemplates', async (t) => {
  const { data } = (await owner.get(at('/templates'))).body;
  assert.ok(data.length >= 5);
  for (const { id, title, page, question, rhythm } of data)
    await t.test(`${id} can be sent`, async () => {
      const { status, body } = await create({ title, page, question, rhythm: { ...rhythm, timezone: 'UTC' } });
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal((await preview(body.data.id)).status, 200);
    });
});

test('a schedule that follows a saved view', async (t) => {
  await save(owner, [
    view('Email', 'period=30d&channel=Email&model=linear&shape=list&leaf=ad&rows=x'),
    view('Not email', 'channel.is_not=Email&campaign.is_empty='),
    view('Earlier', 'as_of=2026-03-01T00:00:00Z'),
    view('Elsewhere', '', { page: 'quality' }),
  ]);
  const made = (await create({ view: { name: 'Email', is_own: true } })).body.data;
  await t.test('has its page and filters, and none of its days', () => {
    assert.deepEqual(made.view, { name: 'Email', is_own: true });
    assert.deepEqual(made.question, { channel: 'Email', model: 'linear', dimension: 'ad' });
  });
  await t.test('has filters by their modes', async () => {
    const { data } = (await create({ view: { name: 'Not email', is_own: true } })).body;
    assert.deepEqual(data.question, { channel: 'Email', filter_modes: ['channel:is_not', 'campaign:is_empty'] });
  });
  await t.test('sends what the view is now', async () => {
    await save(owner, [view('Email', 'channel=Direct')]);
    const sent = (await owner.post(at(`/schedules/${made.id}/send`), undefined)).body.data;
    const { question } = (await owner.get(at(`/${sent.id}`))).body.data;
    assert.deepEqual(question, { channel: 'Direct', date_from: '2026-03-07', date_to: '2026-03-07' });
  });
  await t.test('has a problem once the view is gone, and is mended by another question', async () => {
    await save(owner, []);
    const { status, body } = await preview(made.id);
    assert.deepEqual([status, /"Email" is gone/.test(body.error.message)], [409, true]);
    const patch = (change: object) => owner.patch(at(`/schedules/${made.id}`), change);
    const named = await patch({ title: 'Other title', recipients: [ownerId] });
    assert.deepEqual([named.status, named.body.data.view], [200, { name: 'Email', is_own: true }]);
    assert.equal((await patch({ view: { name: 'Email', is_own: true } })).status, 422);
    const own = await patch({ question: { channel: 'Direct' } });
    assert.deepEqual([own.body.data.view, own.body.data.question], [null, { channel: 'Direct' }]);
    assert.equal((await preview(made.id)).status, 200);
  });
  await t.test('refuses what no report can be', async () => {
    await save(owner, [view('Earlier', 'as_of=2026-03-01T00:00:00Z'), view('Elsewhere', '', { page: 'quality' })]);
    await save(owner, [
      view('Earlier', 'as_of=2026-03-01'),
      view('Elsewhere', '', { page: 'quality' }),
      view('Odd', 'model=best'),
    ]);
    const statusOf = async (body: object) => (await create(body)).status;
    for (const name of ['Earlier', 'Elsewhere', 'Odd']) assert.equal(await statusOf({ view: { name, is_own: true } }), 409, name);
    assert.equal(await statusOf({ view: { name: 'Nothing', is_own: true } }), 422);
    assert.equal(await statusOf({ view: { name: 'Odd', is_own: true }, question: {} }), 422, 'one of both');
  });
});

test('a view of another user', async (t) => {
  const by = { actor: 'system' };
  const { personId } = createPerson(shop.base, { email: `${randomUUID()}@shop.example`, name: 'Ann', ...by });
  const place = { profileId: shop.profileId, workspaceId: shop.workspaceId };
  setWorkspaceRole(shop.base, { workspaceId: shop.workspaceId, personId, role: 'member', ...by });
  setProfileRole(shop.base, { profile: place, personId, role: 'analyst', canSeePii: false, ...by });
  const ann = shop.api(createSession(shop.base, { personId, ...by }).token);
  await save(ann, [view('Hers', 'channel=Email'), view('Ours', 'channel=Email', { is_shared: true })]);
  await t.test('is followed while it is shared', async () => {
    assert.equal((await create({ view: { name: 'Hers', is_own: false } })).status, 422);
    const { data } = (await create({ view: { name: 'Ours', is_own: false } })).body;
    assert.equal((await preview(data.id)).status, 200);
    await save(ann, [view('Ours', 'channel=Email')]);
    assert.equal((await preview(data.id)).status, 409);
    await save(ann, [view('Ours', 'channel=Email', { is_shared: true })]);
    assert.equal((await preview(data.id)).status, 200);
    removeProfileMember(shop.base, { profile: place, personId, ...by });
    assert.match((await preview(data.id)).body.error.message, /is gone, or is not shared/);
  });
});
