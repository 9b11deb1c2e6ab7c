// Changes at a provider that fail: nothing is made twice, nothing is said to be done that is not, and each change has an end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCalendarWorld } from './calendar-world.ts';

const OWNER = 'ana@shop.example';
const pathOf = (id: string, rest = ''): string => `/calendar/calendars/${encodeURIComponent(id)}${rest}`;

test('a calendar whose making was interrupted is there once, or not at all', async (t) => {
  const c = await startCalendarWorld(t);
  await c.connectGoogle(OWNER);
  const summaries = (): string[] => c.google.made().map(({ summary }) => summary);
  // Done, and the answer was lost: it is found at once.
  for (const script of ['reset_after_apply', 'error_after_apply'] as const) {
    c.google.server.failWrites(script);
    assert.equal((await c.make(script)).status, 201, script);
  }
  assert.deepEqual(summaries(), ['reset_after_apply', 'error_after_apply']);
  // Not done, or a page instead of an answer: the end is open until it is looked for again.
  for (const script of ['html', 'wrong_json', 'reset', 'error_once', 'redirect'] as const) {
    c.google.server.failWrites(script);
    const { status, body } = await c.make(script);
    assert.deepEqual([status, body.error.code], [503, 'provider_error'], script);
    assert.match(body.error.message, /not known yet/);
    const twice = await c.make(script);
    assert.deepEqual([twice.status, twice.body.error.code], [409, 'invalid_state'], script);
    await c.decide();
    assert.equal(summaries().filter((each) => each === script).length, 1, script);
    assert.ok((await c.calendars()).some((each: { name: string }) => each.name === script));
  }
  // Refused, and the name is free.
  c.google.server.failWrites('throttled');
  const { status, body } = await c.make('Later');
  assert.deepEqual([status, body.error.code], [503, 'provider_error']);
  assert.ok(!summaries().includes('Later'));
  c.w.app.clock.advance(3_600_000);
  assert.equal((await c.make('Later')).status, 201);
});

test('a grant that ends while the end of a change is open leaves it open until somebody connects again', async (t) => {
  const c = await startCalendarWorld(t);
  await c.connectGoogle(OWNER);
  c.google.server.failWrites('reset');
  assert.equal((await c.make('Second')).status, 503);
  c.google.grants.revoke();
  await c.decide();
  const names = async (): Promise<string[]> => (await c.calendars()).map(({ name }: { name: string }) => name);
  assert.ok(!(await names()).includes('Second'));
  assert.equal((await c.make('Second')).body.error.code, 'connection_not_ready');
  await c.connectGoogle(OWNER);
  for (let round = 0; round < 4; round += 1) await c.decide();
  assert.ok((await names()).includes('Second'));
  assert.equal(c.google.made().filter(({ summary }) => summary === 'Second').length, 1);
});

test('sharing and removal that were interrupted are completed', async (t) => {
  const c = await startCalendarWorld(t);
  await c.connectGoogle(OWNER);
  const { id } = (await c.make('Consultations')).body.data;
  const people = ['ben', 'cid', 'dan'].map((name) => ({ email: `${name}@shop.example`, role: 'reader' }));
  for (const script of ['reset_after_apply', 'reset', 'html', 'error_after_apply'] as const) {
    await c.w.api.put(pathOf(id, '/sharing'), { people: [] }, c.query);
    c.google.notices.length = 0;
    c.google.server.failWrites(undefined, script);
    const { status } = await c.w.api.put(pathOf(id, '/sharing'), { people }, c.query);
    assert.equal(status, 503, script);
    await c.decide();
    assert.deepEqual(
      c.google.shares(id),
      ['ben@shop.example reader', 'cid@shop.example reader', 'dan@shop.example reader'],
      script,
    );
    assert.deepEqual(
      c.google.notices,
      people.map(({ email }) => email),
      script,
    );
  }
  // Two lists at once: one of both holds, and no mixture.
  await Promise.all([[people[0]], [people[1]]].map((list) => c.w.api.put(pathOf(id, '/sharing'), { people: list }, c.query)));
  assert.equal(c.google.shares(id).length, 1);
  c.google.server.failWrites('reset_after_apply');
  assert.equal((await c.w.api.delete(pathOf(id), c.query)).status, 503);
  await c.decide();
  assert.deepEqual(c.google.made(), []);
  assert.deepEqual(
    (await c.calendars()).map(({ name }: { name: string }) => name),
    [OWNER],
  );
  assert.equal((await c.w.api.delete(pathOf(id), c.query)).status, 200);
});

test('another profile neither sees nor changes a calendar', async (t) => {
  const c = await startCalendarWorld(t);
  await c.connectGoogle(OWNER);
  const { id } = (await c.make('Consultations')).body.data;
  const other = await c.w.api.post('/profiles', { workspace_id: c.w.app.workspaceId, name: 'Other', currency: 'EUR' });
  const query = { profile_id: other.body.data.profile_id };
  assert.deepEqual((await c.w.api.get('/calendar/calendars', query)).body.data, []);
  c.asked();
  assert.equal((await c.w.api.delete(pathOf(id), query)).body.error.code, 'calendar_unsupported');
  assert.equal((await c.w.api.put(pathOf(id, '/sharing'), { people: [] }, query)).body.error.code, 'calendar_unsupported');
  const window = { from: '2026-04-01T00:00:00Z', to: '2026-04-02T00:00:00Z' };
  assert.equal(
    (await c.w.api.get('/calendar/events', { ...query, ...window, calendar_id: id })).body.error.code,
    'calendar_unsupported',
  );
  assert.deepEqual(c.asked(), []);
});
