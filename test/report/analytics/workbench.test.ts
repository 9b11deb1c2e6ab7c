// Saved views and notes through the door: whose they are, who sees them, what two windows do to each other, and what they may contain.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { type Api, startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
let owner: Api;
before(async () => {
  app = await startTestApp();
  owner = app.api(app.session);
});
after(() => app?.close());

const at = (path: string, profileId = app.profileId): string => `${path}${path.includes('?') ? '&' : '?'}profile_id=${profileId}`;

function member(role: 'viewer' | 'analyst'): Api {
  const { base, workspaceId, profileId } = app;
  const by = { actor: 'system' };
  const { personId } = createPerson(base, { email: `${role}-${randomUUID()}@shop.example`, name: `The ${role}`, ...by });
  setWorkspaceRole(base, { workspaceId, personId, role: 'member', ...by });
  setProfileRole(base, { profile: { profileId, workspaceId }, personId, role, canSeePii: false, ...by });
  return app.api(createSession(base, { personId, ...by }).token);
}

const view = (name: string, more: object = {}) => ({
  name,
  page: 'attribution',
  query: 'model=linear',
  is_shared: false,
  ...more,
});

test('putViews', async (t) => {
  await t.test('replaces the views of one person, and shows shared ones to all', async () => {
    const put = await owner.put(at('/profile/views'), { revision: 0, views: [view('Mine'), view('Ours', { is_shared: true })] });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    assert.deepEqual([put.body.meta.revision, put.body.data.length], [1, 2]);
    const { body } = await member('viewer').get(at('/profile/views'));
    assert.deepEqual(body.data, [{ ...view('Ours', { is_shared: true }), is_own: false }]);
    assert.equal(body.meta.revision, 0);
    const key = await app.api(app.apiKey).get('/profile/views');
    assert.deepEqual(
      key.body.data.map(({ name }: { name: string }) => name),
      ['Ours'],
    );
  });
  await t.test('refuses what was made on views of before', async () => {
    const stale = await owner.put(at('/profile/views'), { revision: 0, views: [] });
    assert.deepEqual([stale.status, stale.body.error.code], [409, 'invalid_state']);
    const two = await Promise.all(
      [1, 2].map((n) => owner.put(at('/profile/views'), { revision: 1, views: [view(`Window ${n}`)] })),
    );
    assert.deepEqual(two.map(({ status }) => status).sort(), [200, 409]);
  });
  await t.test('lets analysts share, viewers not, and keys save nothing', async () => {
    const shared = { revision: 0, views: [view('Shared', { is_shared: true })] };
    const viewer = member('viewer');
    assert.equal((await viewer.put(at('/profile/views'), shared)).status, 403);
    assert.equal((await viewer.put(at('/profile/views'), { revision: 0, views: [view('Own')] })).status, 200);
    assert.equal((await member('analyst').put(at('/profile/views'), shared)).status, 200);
    assert.equal((await app.api(app.apiKey).put('/profile/views', shared)).status, 403);
  });
  await t.test('refuses what is no view', async () => {
    const analyst = member('analyst');
    for (const views of [
      [view('Twice'), view('Twice')],
      [view(' ')],
      [view('abc\u202edef')],
      [view('Elsewhere', { page: 'https://evil.example' })],
      [view('Long', { query: 'x'.repeat(2001) })],
      Array.from({ length: 101 }, (_, n) => view(`View ${n}`)),
    ])
      assert.equal(
        (await analyst.put(at('/profile/views'), { revision: 0, views })).status,
        422,
        JSON.stringify(views).slice(0, 100),
      );
    assert.deepEqual((await analyst.get(at('/profile/views'))).body.meta.revision, 0);
  });
});

const NOTES = '/profile/notes?date_from=2026-03-01&date_to=2026-03-31';

test('createNote', async (t) => {
  await t.test('writes one note, also when it is sent twice, with its author', async () => {
    const analyst = member('analyst');
    const note = { day: '2026-03-14', text: ' Sale begins <b>now</b> ' };
    const [first, second] = await Promise.all([1, 2].map(() => analyst.post(at('/profile/notes'), note)));
    assert.deepEqual([first?.status, second?.status].sort(), [200, 201]);
    assert.equal(first?.body.data.id, second?.body.data.id);
    const { text, author, campaign } = first?.body.data ?? {};
    assert.deepEqual([text, author, campaign], ['Sale begins <b>now</b>', 'The analyst', null]);
  });
  await t.test('refuses viewers, blank and long texts, control characters and days that do not exist', async () => {
    const post = async (body: object, api = owner) => (await api.post(at('/profile/notes'), body)).status;
    assert.equal(await post({ day: '2026-03-14', text: 'No' }, member('viewer')), 403);
    for (const text of ['  ', 'x'.repeat(501), 'a\u0000b', 'a\nb', 'a\u202eb', '\ud800'])
      assert.equal(await post({ day: '2026-03-14', text }), 422, JSON.stringify(text));
    assert.equal(await post({ day: '2026-02-30', text: 'No' }), 422);
  });
});

test('listNotes', async (t) => {
  await t.test('has the notes of the days and of a campaign', async () => {
    await owner.post(at('/profile/notes'), { day: '2026-03-02', text: 'New pictures', campaign: 'spring' });
    await owner.post(at('/profile/notes'), { day: '2026-04-01', text: 'Later' });
    const texts = async (query = '') =>
      (await owner.get(at(`${NOTES}${query}`))).body.data.map(({ text }: { text: string }) => text);
    assert.deepEqual(await texts(), ['New pictures', 'Sale begins <b>now</b>']);
    assert.deepEqual(await texts('&campaign=spring'), ['New pictures', 'Sale begins <b>now</b>']);
    assert.deepEqual(await texts('&campaign=autumn'), ['Sale begins <b>now</b>']);
    assert.equal((await owner.get(at('/profile/notes?date_from=2026-04-01&date_to=2026-03-01'))).status, 400);
  });
  await t.test('has nothing of another profile', async () => {
    const other = initInstallation(app.base, {
      email: 'other@shop.example',
      workspace: 'Other',
      profile: 'Other',
      currency: 'USD',
      timezone: 'UTC',
    });
    const stranger = app.api(other.session_token);
    assert.deepEqual((await stranger.get(at(NOTES, other.profile_id))).body.data, []);
    assert.equal((await stranger.get(at(NOTES))).status, 404);
    const [note] = (await owner.get(at(NOTES))).body.data;
    assert.equal((await stranger.delete(at(`/profile/notes/${note.id}`, other.profile_id))).status, 404);
    assert.deepEqual((await stranger.get(at('/profile/views', other.profile_id))).body.data, []);
  });
});

test('deleteNote', async () => {
  const [note, ...rest] = (await owner.get(at(NOTES))).body.data;
  assert.equal((await member('viewer').delete(at(`/profile/notes/${note.id}`))).status, 403);
  assert.deepEqual((await owner.delete(at(`/profile/notes/${note.id}`))).body.data, { id: note.id, deleted: true });
  assert.equal((await owner.delete(at(`/profile/notes/${note.id}`))).status, 404);
  assert.deepEqual((await owner.get(at(NOTES))).body.data, rest);
});

test('listViews', async () => {
  assert.equal((await app.api().get(at('/profile/views'))).status, 401);
  assert.equal((await owner.get(at('/profile/views'))).body.data[0].is_own, true);
});
