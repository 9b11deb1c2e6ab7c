// Calendars through the door: connecting, making, sharing and removing those of the service, and never another one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { READING } from '../../fakes/calendars/google-calendar.ts';
import { startCalendarWorld } from './calendar-world.ts';

const OWNER = 'ana@shop.example';
const TEAM = 'team@group.calendar.google.com';
const pathOf = (id: string, rest = ''): string => `/calendar/calendars/${encodeURIComponent(id)}${rest}`;

test('listCalendars', async (t) => {
  const c = await startCalendarWorld(t);
  assert.deepEqual(await c.calendars(), []);
  const { url } = await c.w.link('google_calendar');
  const { html } = await c.w.visitor.open(url);
  assert.match(html, /it stores no events/);
  await c.connectGoogle(OWNER);
  await c.connectMicrosoft();
  assert.equal((await c.make('Consultations', { timezone: 'Europe/Berlin' })).status, 201);
  const shown = (await c.calendars()).map((each: { name: string; provider: string; is_managed: boolean }) => [
    each.name,
    each.provider,
    each.is_managed,
  ]);
  assert.deepEqual(shown, [
    ['Consultations', 'google_calendar', true],
    [OWNER, 'google_calendar', false],
    ['Calendar AAMk= (Ben)', 'microsoft_calendar', false],
  ]);
  const only = await c.w.api.get('/calendar/calendars', { ...c.query, provider: 'microsoft_calendar' });
  assert.equal(only.body.data.length, 1);
  // A key needs the scope; nothing of it is in the tool list of agents.
  assert.equal((await c.keyOf('analytics:read').get('/calendar/calendars')).body.error.code, 'insufficient_scope');
  assert.equal((await c.keyOf('customers:read').get('/calendar/calendars')).body.data.length, 3);
  const bare = await startCalendarWorld(t);
  bare.w.app.base.config.providers.microsoft_calendar.clientId = undefined;
  const refused = await bare.w.api.get('/calendar/calendars', { ...bare.query, provider: 'microsoft_calendar' });
  assert.deepEqual([refused.status, refused.body.error.code], [501, 'provider_not_configured']);
  const link = await bare.w.api.post('/connections/microsoft_calendar/connect', {}, bare.query);
  assert.deepEqual([link.status, link.body.error.code], [501, 'provider_not_configured']);
});

test('createCalendar', async (t) => {
  const c = await startCalendarWorld(t);
  const before = await c.make('Consultations');
  assert.deepEqual([before.status, before.body.error.code], [409, 'connection_not_ready']);
  await c.connectMicrosoft();
  const readOnly = await c.make('Consultations');
  assert.deepEqual([readOnly.status, readOnly.body.error.code], [501, 'not_implemented']);
  await c.connectGoogle(OWNER);
  const { status, body } = await c.make('  Consultations ');
  assert.equal(status, 201);
  assert.deepEqual([body.data.name, body.data.timezone, body.data.is_managed], ['Consultations', 'UTC', true]);
  assert.deepEqual(
    c.google.made().map(({ id, summary, timeZone }) => [id, summary, timeZone]),
    [[body.data.id, 'Consultations', 'UTC']],
  );
  c.asked();
  const twice = await c.make('Consultations');
  assert.deepEqual([twice.status, twice.body.error.code], [409, 'invalid_state']);
  assert.equal((await c.make('Other', { timezone: 'Mars/Olympus' })).body.error.code, 'validation_error');
  assert.equal((await c.make(' ')).body.error.code, 'validation_error');
  assert.equal((await c.make('Other', { connection_id: c.w.app.profileId })).body.error.code, 'not_found');
  assert.deepEqual(c.asked(), []);
  const micro = (await c.calendars()).find((each: { provider: string }) => each.provider === 'microsoft_calendar');
  assert.equal((await c.make('Other', { connection_id: micro.connection_id })).body.error.code, 'not_implemented');
  // Neither a key nor anybody without a role on the profile.
  assert.equal((await c.keyOf('customers:read').post('/calendar/calendars', { name: 'x' })).status, 403);
});

test('a grant without a permission is refused with its own code, before anything is asked', async (t) => {
  const c = await startCalendarWorld(t, { scope: READING });
  await c.connectGoogle(OWNER);
  const connection = (await c.w.connections())[0];
  assert.equal(connection.scopes.missing.length, 2);
  const { status, body } = await c.make('Consultations');
  assert.deepEqual([status, body.error.code, body.error.reconnect_required], [403, 'calendar_scope_required', true]);
  assert.match(body.error.reconnect_url, /^http/);
  assert.deepEqual(c.asked(), []);
  // A grant that reads nothing is no connection.
  const none = await startCalendarWorld(t, { scope: 'https://www.googleapis.com/auth/calendar.app.created' });
  const { url } = await none.w.link('google_calendar');
  const back = await none.w.visitor.open(await none.w.visitor.toProvider(url));
  assert.match((await none.w.visitor.open(back.location ?? '')).html, /did not grant/);
});

test('putCalendarSharing', async (t) => {
  const c = await startCalendarWorld(t);
  await c.connectGoogle(OWNER);
  const { id } = (await c.make('Consultations')).body.data;
  const share = (people: { email: string; role: string }[], more: Record<string, unknown> = {}) =>
    c.w.api.put(pathOf(id, '/sharing'), { people, ...more }, c.query);
  const ben = { email: 'ben@shop.example', role: 'reader' };
  const cid = { email: 'Cid@Shop.example', role: 'writer' };
  const first = await share([ben, cid]);
  assert.deepEqual([first.status, first.body.data], [200, { id, people: [ben, { ...cid, email: 'cid@shop.example' }] }]);
  assert.deepEqual(c.google.shares(id), ['ben@shop.example reader', 'cid@shop.example writer']);
  assert.deepEqual(c.google.notices, ['ben@shop.example', 'cid@shop.example']);
  c.asked();
  assert.equal((await share([ben, cid])).status, 200);
  assert.ok(
    c.asked().every((each) => each.startsWith('GET')),
    'a list that is so already changes nothing',
  );
  // Somebody has opened it to all at the provider: the list says who has access, and nobody else.
  const calendar = c.google.made()[0];
  calendar?.rules.push({ id: 'default', role: 'reader', scope: { type: 'default' } });
  calendar?.rules.push({ id: 'domain:shop.example', role: 'writer', scope: { type: 'domain', value: 'shop.example' } });
  assert.equal((await share([{ ...ben, role: 'writer' }], { notify: false })).status, 200);
  assert.deepEqual(c.google.shares(id), ['ben@shop.example writer']);
  assert.ok(calendar?.rules.some(({ role }) => role === 'owner'));
  assert.equal((await share([])).status, 200);
  assert.deepEqual(c.google.shares(id), []);
  for (const [people, words] of [
    [[ben, { ...ben, role: 'writer', email: 'BEN@shop.example' }], /more than once/],
    [[{ email: OWNER, role: 'reader' }], /owns the calendar/],
    [[ben, { email: 'x@nowhere.invalid', role: 'reader' }], /Invalid scope value.*1 of 2 changes/],
  ] as const) {
    const { status, body } = await share([...people]);
    assert.deepEqual([status, body.error.code], [422, 'validation_error'], body.error.message);
    assert.match(body.error.message, words);
  }
  assert.equal((await share([{ email: 'no address', role: 'reader' }])).status, 422);
  assert.equal((await share([{ ...ben, role: 'owner' }])).status, 422);
});

test('deleteCalendar', async (t) => {
  const c = await startCalendarWorld(t);
  await c.connectGoogle(OWNER, TEAM);
  await c.connectMicrosoft();
  const { id } = (await c.make('Consultations')).body.data;
  c.asked();
  for (const id of ['primary', 'unknown@group.calendar.google.com']) {
    const removal = await c.w.api.delete(pathOf(id), c.query);
    const sharing = await c.w.api.put(pathOf(id, '/sharing'), { people: [] }, c.query);
    for (const { status, body } of [removal, sharing]) assert.deepEqual([status, body.error.code], [422, 'calendar_unsupported']);
  }
  // Not the person's own ones either, nor those that are only read.
  for (const own of [OWNER, TEAM])
    assert.equal((await c.w.api.delete(pathOf(own), c.query)).body.error.code, 'calendar_unsupported');
  const read = await c.w.api.delete(pathOf('AAMk='), c.query);
  assert.deepEqual([read.status, read.body.error.code], [501, 'not_implemented']);
  assert.deepEqual(c.asked(), []);
  const first = await c.w.api.delete(pathOf(id), c.query);
  assert.equal(first.status, 200);
  assert.deepEqual(c.google.made(), []);
  assert.deepEqual(c.asked().length, 1);
  c.w.app.clock.advance(60_000);
  const again = await c.w.api.delete(pathOf(id), c.query);
  assert.deepEqual(again.body, first.body);
  assert.deepEqual(c.asked(), []);
  assert.equal((await c.w.api.put(pathOf(id, '/sharing'), { people: [] }, c.query)).body.error.code, 'calendar_unsupported');
  // Its name is free again; one that somebody removed at the provider counts as removed.
  const next = await c.make('Consultations');
  assert.equal(next.status, 201);
  c.google.calendars.splice(0, 9);
  assert.equal((await c.w.api.put(pathOf(next.body.data.id, '/sharing'), { people: [] }, c.query)).body.error.code, 'not_found');
  assert.equal((await c.w.api.delete(pathOf(next.body.data.id), c.query)).status, 200);
});

test('a calendar of the service is reached again by whoever connects its account, and by nobody else', async (t) => {
  const c = await startCalendarWorld(t);
  await c.connectGoogle(OWNER);
  const { id } = (await c.make('Consultations')).body.data;
  const [{ id: connection }] = await c.w.connections();
  assert.equal((await c.w.api.delete(`/connections/${connection}`, c.query)).status, 200);
  const lost = await c.w.api.delete(pathOf(id), c.query);
  assert.deepEqual([lost.status, lost.body.error.code], [409, 'connection_not_ready']);
  assert.equal((await c.calendars())[0].connection_id, null);
  // Another person sees the team's calendar, and has no own calendar of this name.
  const own = c.google.calendars.find((each) => each.primary);
  if (own) own.id = 'ben@shop.example';
  await c.connectGoogle(TEAM);
  assert.equal((await c.w.api.delete(pathOf(id), c.query)).body.error.code, 'connection_not_ready');
  if (own) own.id = OWNER;
  await c.connectGoogle(OWNER);
  assert.equal((await c.w.api.delete(pathOf(id), c.query)).status, 200);
});
