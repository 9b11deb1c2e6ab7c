// Appointments of customers as outcomes, of calendars at Google and Microsoft: off until a person says so, once each however they move, withdrawn when they are cancelled,
// and nothing of anybody who is no customer.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type CalendarWorld, startCalendarWorld } from '../calendar/calendar-world.ts';
import { HOUR_MS, NOW_MS } from './records/record-world.ts';

const OWNER = 'ana@shop.example';
const TEAM = 'team@group.calendar.google.com';
const OUTLOOK = 'AAMk=';
const DAY_MS = 24 * HOUR_MS;
const CUSTOMERS = ['zoe@example.com', 'jon@example.com', 'eva@example.com'];
const invited = (email: string, responseStatus = 'accepted') => ({ email, responseStatus });
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

interface World extends CalendarWorld {
  connectionOf(provider: string): Promise<string>;
  count(provider: string, ...ids: string[]): Promise<{ status: number; code: string | undefined; data: Record<string, unknown> }>;
  /** The hourly look, an hour later. */
  look(): Promise<void>;
  /** Days of appointments that count. */
  appointments(): Promise<string[]>;
}

async function startWorld(t: TestContext): Promise<World> {
  const c = await startCalendarWorld(t);
  for (const [no, email] of CUSTOMERS.entries()) {
    const lead = {
      event_type: 'lead_created',
      idempotency_key: `lead ${no}`,
      occurred_at: new Date(NOW_MS - 40 * DAY_MS).toISOString(),
    };
    const { status } = await c.w.api.post('/events', { ...lead, user_traits: { email } }, c.query);
    assert.equal(status, 201);
  }
  await c.w.app.settle();
  const connectionOf = async (provider: string): Promise<string> =>
    (await c.w.connections()).find((each) => each.provider === provider).id;
  return {
    ...c,
    connectionOf,
    count: async (provider, ...ids) => {
      const outcomes = ids.map((id) => ({ kind: 'calendar', id, event_type: 'appointment_booked' }));
      const { status, body } = await c.w.api.put(`/connections/${await connectionOf(provider)}/outcomes`, { outcomes }, c.query);
      return { status, code: body.error?.code, data: body.data };
    },
    look: async () => {
      c.w.app.clock.advance(HOUR_MS + 60_000);
      await c.w.work();
    },
    appointments: async () => (await c.w.outcomes()).filter((text) => text.startsWith('appointment')),
  };
}

const counted = (...booked: number[]): string[] => booked.map((at) => `appointment_booked ${dayOf(at)}`);

test('putConnectionOutcomes', async (t) => {
  const c = await startWorld(t);
  await c.connectGoogle(OWNER, TEAM);
  const [yesterday, longAgo] = [NOW_MS - DAY_MS, NOW_MS - 20 * DAY_MS];
  const created = (at: number): string => new Date(at).toISOString();
  const events = (): Record<string, unknown>[] => c.google.calendars.find(({ id }) => id === TEAM)?.events ?? [];
  c.google.add(TEAM, {
    id: 'g1',
    at: NOW_MS + DAY_MS,
    created: created(yesterday),
    attendees: [invited(OWNER), invited('ZOE@example.com')],
  });
  c.google.add(TEAM, {
    id: 'g2',
    at: NOW_MS + 2 * DAY_MS,
    created: created(yesterday),
    attendees: [invited('stranger@else.example')],
  });
  c.google.add(TEAM, {
    id: 'g3',
    at: NOW_MS + 2 * DAY_MS,
    created: created(yesterday),
    attendees: [invited('jon@example.com', 'declined')],
  });
  const hidden = { visibility: 'private', attendees: [invited('jon@example.com')] };
  c.google.add(TEAM, { id: 'g4', at: NOW_MS + 2 * DAY_MS, created: created(yesterday), ...hidden });
  for (const week of [1, 2, 3])
    c.google.add(TEAM, {
      id: `g5_${week}`,
      recurringEventId: 'g5',
      at: NOW_MS + week * 7 * DAY_MS,
      created: created(longAgo),
      attendees: [invited('eva@example.com', 'needsAction')],
    });
  c.google.add(OWNER, { id: 'own', at: NOW_MS + DAY_MS, created: created(yesterday), attendees: [invited('jon@example.com')] });

  await t.test('nothing counts before', async () => {
    await c.look();
    assert.deepEqual(await c.appointments(), []);
    const [{ outcomes, status }] = await c.w.connections();
    assert.deepEqual(outcomes, [
      { kind: 'calendar', id: TEAM, name: 'Team', event_type: null },
      { kind: 'calendar', id: OWNER, name: OWNER, event_type: null },
    ]);
    assert.equal(status, 'active');
  });

  await t.test('only calendars that are chosen, only as appointments, only by who may', async () => {
    assert.deepEqual((await c.count('google_calendar', 'other@group.calendar.google.com')).code, 'validation_error');
    const path = `/connections/${await c.connectionOf('google_calendar')}/outcomes`;
    const paid = { outcomes: [{ kind: 'calendar', id: TEAM, event_type: 'payment_received' }] };
    assert.equal((await c.w.api.put(path, paid, c.query)).body.error.code, 'validation_error');
    const twice = { kind: 'calendar', id: TEAM, event_type: 'appointment_booked' };
    assert.equal((await c.w.api.put(path, { outcomes: [twice, twice] }, c.query)).body.error.code, 'validation_error');
    const none = '/connections/6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11/outcomes';
    assert.equal((await c.w.api.put(none, { outcomes: [] }, c.query)).status, 404);
    assert.equal((await c.keyOf('attribution:write', 'customers:read').put(path, { outcomes: [twice] })).status, 403);
  });

  await t.test('an appointment of a customer, and a series once', async () => {
    const { status, data } = await c.count('google_calendar', TEAM);
    assert.equal(status, 200);
    assert.deepEqual(
      (data['outcomes'] as { event_type: string | null }[]).map(({ event_type }) => event_type),
      ['appointment_booked', null],
    );
    await c.look();
    assert.deepEqual(await c.appointments(), counted(longAgo, yesterday));
    const before = c.w.facts();
    await c.look();
    assert.equal(c.w.facts(), before, 'another reading adds nothing');
    const bodies = c.w.app.base.journal.read(c.w.app.profileId, 0n, 100).map(({ body }) => body);
    assert.ok(
      bodies.some((body) => body.includes('google_calendar')) && !bodies.some((body) => body.includes(TEAM)),
      'nor says whose calendar it is',
    );
    const { body } = await c.w.api.get('/customers/search', { ...c.query, q: 'stranger@else.example' });
    assert.deepEqual(body.data, [], 'nobody becomes a customer by an appointment');
  });

  await t.test('one that moves, near or far, is the same outcome', async () => {
    const before = c.w.facts();
    const g1 = events().find(({ id }) => id === 'g1');
    const move = (at: number): void => {
      const [start, end] = [at, at + HOUR_MS].map((each) => ({ dateTime: new Date(each).toISOString() }));
      Object.assign(g1 ?? {}, { start, end });
    };
    for (const days of [5, 100, 3]) {
      move(NOW_MS + days * DAY_MS);
      await c.look();
      assert.deepEqual(await c.appointments(), counted(longAgo, yesterday), `in ${days} days`);
    }
    assert.equal(c.w.facts(), before);
  });

  await t.test('one that is cancelled or gone is withdrawn, and counts again when it is back', async () => {
    const calendar = c.google.calendars.find(({ id }) => id === TEAM);
    const all = [...events()];
    if (calendar) calendar.events = all.filter(({ id }) => id !== 'g1');
    await c.look();
    assert.deepEqual(await c.appointments(), counted(longAgo));
    if (calendar) calendar.events = all;
    await c.look();
    assert.deepEqual(await c.appointments(), counted(longAgo, yesterday));
    const g1 = events().find(({ id }) => id === 'g1');
    Object.assign(g1 ?? {}, { attendees: [invited('zoe@example.com', 'declined')] });
    await c.look();
    assert.deepEqual(await c.appointments(), counted(longAgo));
    Object.assign(g1 ?? {}, { attendees: [invited('zoe@example.com')] });
    await c.look();
  });

  await t.test('one that is over stays, whatever becomes of the calendar', async () => {
    for (let day = 0; day < 4; day += 1) c.w.app.clock.advance(DAY_MS);
    await c.look();
    c.google.server.fail('throttled');
    await c.look();
    const calendar = c.google.calendars.find(({ id }) => id === TEAM);
    if (calendar) calendar.events = calendar.events.filter(({ id }) => id !== 'g1');
    await c.look();
    assert.deepEqual(await c.appointments(), counted(longAgo, yesterday));
  });

  await t.test('what is chosen no longer counts no longer', async () => {
    assert.equal((await c.count('google_calendar')).status, 200);
    await c.look();
    assert.deepEqual(await c.appointments(), []);
    const audit = (await c.w.api.get(`/workspaces/${c.w.app.workspaceId}/audit`, { limit: 100 })).body.data;
    assert.equal(audit.filter(({ action }: { action: string }) => action === 'connection.outcomes_confirmed').length, 2);
  });
});

test('appointments in calendars of Microsoft, chosen on the page of the link', async (t) => {
  const c = await startWorld(t);
  const guest = { emailAddress: { address: 'eva@example.com', name: 'Eva' }, status: { response: 'accepted' } };
  const booked = NOW_MS - 3 * DAY_MS;
  const times = { createdDateTime: new Date(booked).toISOString(), attendees: [guest] };
  const long = `m1${'A'.repeat(300)}=`;
  c.microsoft.add(OUTLOOK, { id: long, at: NOW_MS + DAY_MS, ...times });
  c.microsoft.add(OUTLOOK, { id: 'm2', at: NOW_MS + DAY_MS, ...times, isCancelled: true });
  const { url } = await c.w.connect('microsoft_calendar');
  const { html } = await c.w.visitor.open(url);
  assert.match(html, /in which of them appointments with your customers count/);
  const saved = await c.w.visitor.submit(url, { [`calendar:${OUTLOOK}`]: 'appointment_booked' }, `${url}/outcomes`);
  assert.equal(saved.status, 303, saved.html);
  assert.match((await c.w.visitor.open(url)).html, /these appointments count/);
  await c.look();
  assert.deepEqual(await c.appointments(), counted(booked));
  const events = c.microsoft.events.get(OUTLOOK) ?? [];
  c.microsoft.events.set(OUTLOOK, events.slice(1));
  await c.look();
  assert.deepEqual(await c.appointments(), []);
});
