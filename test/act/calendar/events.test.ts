// Events of calendars through the door: the window, both providers in one order, private events, pages, and what cannot be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCalendarWorld } from './calendar-world.ts';

const OWNER = 'ana@shop.example';
const TEAM = 'team@group.calendar.google.com';
const at = (text: string): number => Date.parse(text);
const APRIL = { from: '2026-04-01T00:00:00Z', to: '2026-05-01T00:00:00Z' };

test('listCalendarEvents', async (t) => {
  const c = await startCalendarWorld(t);
  await c.connectGoogle(OWNER);
  await c.connectMicrosoft();
  const { id: made } = (await c.make('Consultations')).body.data;
  const ana = { email: 'ana@example.com', displayName: 'Ana Rojas', responseStatus: 'accepted' };
  c.google.add(OWNER, { id: 'g1', at: at('2026-04-02T08:00:00Z'), summary: 'Consultation', attendees: [ana], location: 'Shop' });
  c.google.add(OWNER, { id: 'g2', at: at('2026-04-03T08:00:00Z'), summary: 'Doctor', visibility: 'private', attendees: [ana] });
  const days = { start: { date: '2026-04-04' }, end: { date: '2026-04-06' } };
  c.google.add(OWNER, { id: 'g3', at: 0, summary: 'Trade fair', ...days });
  c.google.add(OWNER, { id: 'g4', at: at('2026-03-31T23:30:00Z'), summary: 'Night shift' });
  c.google.add(OWNER, { id: 'old', at: at('2026-03-01T08:00:00Z'), summary: 'Before' });
  c.google.add(TEAM, { id: 'team', at: at('2026-04-02T08:00:00Z'), summary: 'Not chosen' });
  c.google.add(made, { id: 'own', at: at('2026-04-02T09:00:00Z'), summary: 'Booked', status: 'tentative' });
  const ben = { emailAddress: { name: 'Ben', address: 'ben@shop.example' }, status: { response: 'organizer' } };
  c.microsoft.add('AAMk=', { id: 'm1', at: at('2026-04-02T08:30:00Z'), subject: 'Call', attendees: [ben], organizer: ben });
  c.microsoft.add('AAMk=', { id: 'm2', at: at('2026-04-07T08:30:00Z'), subject: 'Secret', sensitivity: 'confidential' });
  c.microsoft.add('AAMk=', { id: 'm3', at: at('2026-04-08T08:30:00Z'), subject: 'Off', isCancelled: true });
  const { status, body } = await c.events(APRIL);
  assert.equal(status, 200);
  assert.deepEqual(
    body.data.map((each: Record<string, string>) => [
      each['id'],
      each['title'],
      each['status'],
      each['starts_at'] ?? each['first_day'],
    ]),
    [
      ['g4', 'Night shift', 'confirmed', '2026-03-31T23:30:00.000Z'],
      ['g1', 'Consultation', 'confirmed', '2026-04-02T08:00:00.000Z'],
      ['m1', 'Call', 'confirmed', '2026-04-02T08:30:00.000Z'],
      ['own', 'Booked', 'tentative', '2026-04-02T09:00:00.000Z'],
      ['g2', null, 'confirmed', '2026-04-03T08:00:00.000Z'],
      ['g3', 'Trade fair', 'confirmed', '2026-04-04'],
      ['m2', null, 'confirmed', '2026-04-07T08:30:00.000Z'],
      ['m3', 'Off', 'cancelled', '2026-04-08T08:30:00.000Z'],
    ],
  );
  assert.ok(!JSON.stringify(body).includes('Doctor') && body.warnings === undefined);
  assert.deepEqual(body.data[1].attendees, [{ email: 'ana@example.com', name: 'Ana Rojas', response: 'accepted' }]);
  assert.deepEqual([body.data[2].organizer.email, body.data[2].attendees[0].response], ['ben@shop.example', 'accepted']);
  assert.deepEqual([body.data[5].is_all_day, body.data[5].last_day, body.data[5].ends_at], [true, '2026-04-05', null]);
  // Page by page the same, whatever the size of a page.
  for (const limit of [1, 3, 7]) {
    const paged: string[] = [];
    for (let cursor: string | undefined, isOver = false; !isOver; ) {
      const page = (await c.events({ ...APRIL, limit, cursor })).body;
      paged.push(...page.data.map((each: { id: string }) => each.id));
      cursor = page.pagination.cursor ?? undefined;
      isOver = !page.pagination.has_next;
    }
    assert.deepEqual(
      paged,
      body.data.map((each: { id: string }) => each.id),
      String(limit),
    );
  }
  const ids = async (params: Record<string, string>): Promise<string[]> =>
    (await c.events({ ...APRIL, ...params })).body.data.map((each: { id: string }) => each.id);
  assert.deepEqual(await ids({ calendar_id: made }), ['own']);
  assert.deepEqual(await ids({ provider: 'microsoft_calendar' }), ['m1', 'm2', 'm3']);
  assert.equal((await c.events({ ...APRIL, calendar_id: TEAM })).body.error.code, 'calendar_unsupported');
  // Who reads people is in the access log; nothing of an event is stored.
  const log = (await c.w.api.get(`/workspaces/${c.w.app.workspaceId}/pii-access-log`, { limit: 100 })).body.data;
  assert.ok(
    log.some((each: { operation: string }) => JSON.stringify(each).includes('calendar/events')),
    JSON.stringify(log[0]),
  );
  assert.equal((await c.keyOf('commerce:read').get('/calendar/events', APRIL)).body.error.code, 'insufficient_scope');
});

test('a window has 90 times 24 hours at most, and nothing is asked for a longer one', async (t) => {
  const c = await startCalendarWorld(t);
  await c.connectGoogle(OWNER);
  for (const [from, to, status, code] of [
    ['2026-01-01T00:00:00Z', '2026-04-01T00:00:00Z', 200, undefined],
    ['2026-01-01T00:00:00Z', '2026-04-01T00:00:01Z', 400, 'invalid_window'],
    ['2026-03-01T00:00:00+01:00', '2026-05-30T00:00:00+01:00', 200, undefined],
    ['2026-04-01T00:00:00Z', '2026-01-01T00:00:00Z', 400, 'invalid_parameter'],
    ['2026-04-01', '2026-04-02', 400, 'invalid_parameter'],
    ['2026-04-01T00:00:00Z', undefined, 400, 'invalid_parameter'],
    ['2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z', 200, undefined],
  ] as const) {
    c.asked();
    const answer = await c.events({ from, to });
    assert.deepEqual([answer.status, answer.body.error?.code], [status, code], `${from} ${to}`);
    if (status !== 200) assert.deepEqual(c.asked(), []);
  }
  assert.equal((await c.events({ ...APRIL, cursor: 'bm8' })).body.error.code, 'invalid_parameter');
});

test('a calendar that cannot be read is a warning, and the answer where none can', async (t) => {
  const c = await startCalendarWorld(t);
  await c.connectGoogle(OWNER);
  await c.connectMicrosoft();
  c.google.add(OWNER, { id: 'g1', at: at('2026-04-02T08:00:00Z'), summary: 'Consultation' });
  c.microsoft.server.fail('throttled');
  const { status, body } = await c.events(APRIL);
  assert.deepEqual([status, body.data.length, body.warnings.length], [200, 1, 1]);
  assert.equal(body.warnings[0].code, 'calendar_not_read');
  assert.match(body.warnings[0].message, /^Calendar AAMk= \(Ben\): Microsoft 365 Calendar is not available/);
  const only = { ...APRIL, provider: 'google_calendar' };
  for (const [script, times, wanted] of [
    ['throttled', 1, [503, 'provider_error']],
    ['html', 3, [503, 'provider_error']],
    ['wrong_json', 1, [502, 'provider_error']],
    ['error_once', 1, [200, undefined]],
  ] as const) {
    c.google.server.fail(script, times);
    const answer = await c.events(only);
    assert.deepEqual([answer.status, answer.body.error?.code], [...wanted], script);
    // The account is left alone for as long as the provider wants.
    c.w.app.clock.advance(3_600_000);
    assert.equal((await c.events(only)).status, 200);
  }
  // A token that ends early is replaced; a grant that has ended says so, and the connection too.
  c.google.grants.endToken();
  assert.equal((await c.events(only)).status, 200);
  c.google.grants.revoke();
  const dead = await c.events(only);
  assert.deepEqual([dead.status, dead.body.error.code, dead.body.error.reconnect_required], [409, 'connection_not_ready', true]);
  const states = (await c.w.connections()).map((each) => [each.provider, each.status, each.status_reason]);
  assert.deepEqual(states[0], ['google_calendar', 'reconnect_required', 'grant_ended']);
  c.asked();
  assert.equal((await c.events(only)).body.error.code, 'connection_not_ready');
  assert.deepEqual(c.asked(), []);
});

test('the hourly look finds a calendar that is gone, and one whose grant has ended', async (t) => {
  const c = await startCalendarWorld(t);
  await c.connectGoogle(OWNER, TEAM);
  await c.w.work();
  const [connection] = await c.w.connections();
  assert.deepEqual([connection.status, connection.webhook_url, connection.kind], ['active', null, 'calendar']);
  const team = c.google.calendars.find(({ id }) => id === TEAM);
  c.google.calendars.splice(1, 1);
  c.w.app.clock.advance(3_700_000);
  await c.w.work();
  assert.deepEqual((await c.w.connections())[0].status_reason, 'account_missing');
  const { body } = await c.events(APRIL);
  assert.deepEqual([body.data, body.warnings[0].code], [[], 'calendar_not_read']);
  if (team) c.google.calendars.push(team);
  c.w.app.clock.advance(3_700_000);
  await c.w.work();
  assert.deepEqual((await c.w.connections())[0].status, 'active');
  c.google.grants.revoke();
  c.w.app.clock.advance(3_700_000);
  await c.w.work();
  assert.deepEqual((await c.w.connections())[0].status_reason, 'grant_ended');
});
