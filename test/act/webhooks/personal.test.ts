// Personal data in events: only for a subscription that asked for it, only the customer, never from a healthcare profile, and gone after an
// erasure, wherever the delivery is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPerson } from '../../../src/account/people/index.ts';
import { setHealthcare, setProfileRole, setWorkspaceRole, workspaceMembers } from '../../../src/account/places/index.ts';
import { deliveries } from '../../../src/act/webhooks/delivery.ts';
import { followJob } from '../../../src/act/webhooks/follow.ts';
import { laneJob } from '../../../src/act/webhooks/lane.ts';
import { announceEvent } from '../../../src/base/contract/announce-event.ts';
import { readRows } from '../../../src/base/deliver/rows.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { recordEvents } from './events.ts';
import { openHookWorld, startReceiver } from './hook-world.ts';

const PERSONAL = '00000000-0000-4000-8000-00000000f00d';

let app: TestApp;
let plain: ReturnType<typeof recordEvents>;
let personal: ReturnType<typeof recordEvents>;

async function post(path: string, body: Record<string, unknown>): Promise<void> {
  const { status, body: answer } = await app.api(app.apiKey).post(path, body);
  assert.ok(status < 300, JSON.stringify(answer));
}

const pay = (key: string, traits: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<void> =>
  post('/events', {
    event_type: 'payment_received',
    idempotency_key: key,
    value: { amount: '49.90', currency: 'USD' },
    user_traits: traits,
    ...more,
  });

async function follow(): Promise<void> {
  await app.settle();
  await runDue(app.base, [followJob]);
}

before(async () => {
  app = await startTestApp();
  plain = recordEvents(app.base, app.profileId);
  const [owner] = workspaceMembers(app.base, app.workspaceId);
  personal = recordEvents(app.base, app.profileId, {
    personalDataBy: `person:${owner?.personId}`,
    subscriptionId: PERSONAL,
  });
  app.base.state.setCursor('webhooks', app.profileId, app.base.journal.lastSeq(app.profileId));
});
after(() => app?.close());

test('the customer is added for the subscription that asked, and for no other', async () => {
  const traits = { email: 'ada@example.com', phone: '+4930123456', first_name: 'Ada', last_name: 'Lovelace' };
  await pay('order-1', traits);
  await follow();
  const customer = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+4930123456' };
  assert.deepEqual(
    personal().map(({ type, data }) => [type, data['customer']]),
    [
      ['conversion.created', customer],
      ['payment.recorded', customer],
    ],
  );
  const bare = personal().map(({ data: { customer: _customer, ...data }, ...event }) => ({ ...event, data }));
  assert.deepEqual(plain(), bare);
});

test('fifty planted texts: none in an event without personal data, and in the others the customer alone', async () => {
  const planted = (at: number) => ({
    email: `patient.${at}@planted.example`,
    phone: `+5691234560${at}`,
    first_name: `Planted-First-${at}`,
    last_name: `Planted-Last-${at}`,
    page: `planted-page-${at}`,
  });
  const people = Array.from({ length: 10 }, (_, at) => planted(at));
  for (const [at, { page, ...traits }] of people.entries())
    await pay(`planted-${at}`, traits, {
      event_source_url: `https://shop.example/${page}?name=${traits.first_name}`,
      utm: { campaign: page },
      properties: { note: `${traits.last_name} ${page}` },
    });
  await follow();
  const texts = people.flatMap((person) => Object.values(person));
  assert.equal(texts.length, 50);
  const leaked = (events: unknown[]) => texts.filter((text) => JSON.stringify(events).includes(text));
  assert.deepEqual(leaked(plain()), []);
  assert.deepEqual(leaked(personal().map(({ data: { customer: _customer, ...data } }) => data)), []);
  const wanted = people.flatMap(({ page: _page, ...traits }) => Object.values(traits));
  assert.deepEqual(new Set(leaked(personal())), new Set(wanted));
});

test('an event about nobody has no customer', async () => {
  const count = personal().length;
  await post('/events', { event_type: 'payment_received', idempotency_key: 'nobody', value: { amount: '1', currency: 'USD' } });
  await follow();
  const [first] = personal().slice(count);
  assert.deepEqual([first?.data['customer_profile_id'], first && 'customer' in first.data], [null, false]);
});

test('an erased customer is in no delivery, neither one that waits nor one that the ledger has', async () => {
  const traits = { email: 'ida@erased.example', phone: '+4930777777', first_name: 'Ida', last_name: 'Weg' };
  await pay('erased-1', traits);
  await follow();
  const before = personal().length;
  assert.ok(JSON.stringify(personal()).includes('Weg'));
  await runDue(app.base, [laneJob]);
  const inLedger = () => JSON.stringify(app.base.ledger.page('webhooks', app.profileId, { limit: 500 }));
  assert.ok(inLedger().includes('Weg'));
  assert.equal(personal().length, 0);
  await pay('erased-2', traits);
  await follow();
  assert.ok(before > 0 && JSON.stringify(personal()).includes('"Ida"'));
  const erased = await app
    .api(app.session)
    .post(`/workspaces/${app.workspaceId}/customer-erasures`, { profile_id: app.profileId, email: traits.email });
  assert.ok(erased.status < 300, JSON.stringify(erased.body));
  for (const texts of [inLedger(), JSON.stringify(personal())])
    for (const word of Object.values(traits)) assert.ok(!texts.includes(word), word);
  assert.ok(inLedger().includes('erased') && inLedger().includes('ada@example.com'));
  assert.equal(personal()[0]?.data['customer'] !== undefined, true);
});

test('a customer who is erased during an attempt is not in the ledger after it', async (t) => {
  const world = await startTestApp({ config: { webhookNetworks: '127.0.0.1' } });
  t.after(() => world.close());
  const receiver = await startReceiver(t);
  const { profileId, workspaceId, base } = world;
  const session = world.api(world.session);
  const url = `http://127.0.0.1:${receiver.port}/in`;
  const subscription = { url, event_types: ['payment.recorded'], includes_personal_data: true };
  const made = await session.post('/webhooks/subscriptions', subscription, { profile_id: profileId });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const traits = { email: 'uma@erased.example', first_name: 'Uma', last_name: 'Fort' };
  const event = { event_type: 'payment_received', idempotency_key: 'u', value: { amount: '1', currency: 'USD' } };
  await world.api(world.apiKey).post('/events', { ...event, user_traits: traits });
  receiver.reply = async ({ body }) => {
    assert.ok(body.includes('Fort'));
    const erasure = { profile_id: profileId, email: traits.email };
    const erased = await session.post(`/workspaces/${workspaceId}/customer-erasures`, erasure);
    assert.ok(erased.status < 300, JSON.stringify(erased.body));
    return { status: 500, body: `no thanks, ${body}` };
  };
  await world.settle();
  await runDue(base, [followJob]);
  await runDue(base, [laneJob]);
  const entries = base.ledger.page('webhooks', profileId, { limit: 10 });
  const [content, ...others] = readRows(base, deliveries, entries).map((row) => row.content);
  assert.deepEqual([receiver.received.length, others.length, content?.attempts.length], [1, 0, 1]);
  for (const word of Object.values(traits)) assert.ok(!JSON.stringify(entries).includes(word), word);
  assert.equal(JSON.parse(content?.body ?? '').type, 'payment.recorded');
  // What the ledger has is what is signed and sent from then on.
  receiver.reply = () => ({ status: 204 });
  world.clock.set(new Date(world.clock.now() + 60_000).toISOString());
  await runDue(base, [laneJob]);
  assert.equal(receiver.received[1]?.body, content?.body);
});

test('what was sent is shown to users who may read customers', async (t) => {
  const world = await openHookWorld(t);
  await world.subscribe(['connection.reconnect_required'], { includes_personal_data: true });
  const data = {
    connection_id: '4f1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11',
    provider: 'meta',
    status: 'reconnect_required',
    reason: 'grant_ended',
  };
  const profileId = world.ann.profile_id;
  const event = { type: 'connection.reconnect_required', key: 'k', profileId, occurredAt: world.clock.now(), data };
  world.base.state.tx(() => announceEvent(world.base, event));
  await runDue(world.base, [laneJob]);
  const path = `/webhooks/deliveries?profile_id=${profileId}`;
  const [open] = (await world.call('get', path, world.ann.session_token)).body.data;
  assert.equal(JSON.parse(open.body).type, 'connection.reconnect_required');
  const blind = await world.call('get', path, world.memberToken('blind@north.example', 'manager', false));
  assert.deepEqual([blind.status, blind.body.data[0].body, blind.body.data[0].response], [200, null, null]);
});

test('who may not read customers any more gets none', async () => {
  const { base, profileId, workspaceId } = app;
  const { personId } = createPerson(base, { email: 'asker@shop.example', actor: 'system' });
  const see = (canSeePii: boolean): void => {
    setWorkspaceRole(base, { personId, workspaceId, role: 'member', actor: 'system' });
    setProfileRole(base, { personId, profile: { profileId, workspaceId }, role: 'manager', canSeePii, actor: 'system' });
  };
  const asker = { personalDataBy: `person:${personId}`, subscriptionId: '00000000-0000-4000-8000-00000000f00e' };
  const events = recordEvents(base, profileId, asker);
  for (const [at, canSeePii] of [true, false].entries()) {
    see(canSeePii);
    await pay(`asked-${at}`, { email: `asked-${at}@example.com` });
    await follow();
    const last = events().at(-1);
    assert.equal(last && 'customer' in last.data, canSeePii);
  }
});

test('a healthcare profile sends no personal data', async () => {
  const count = personal().length;
  const changed = await app.api(app.session).patch(`/profile?profile_id=${app.profileId}`, { privacy_mode: 'platform_safe' });
  assert.ok(changed.status < 300, JSON.stringify(changed.body));
  await pay('healthcare-1', { email: 'eve@example.com', first_name: 'Eve' });
  await follow();
  const fresh = personal().slice(count);
  assert.ok(fresh.some(({ type }) => type === 'payment.recorded'));
  assert.ok(fresh.every(({ data }) => !('customer' in data)));
});

test('what was announced before a profile became one of healthcare is sent without the person, and sent again likewise', async (t) => {
  const world = await startTestApp({ config: { webhookNetworks: '127.0.0.1' } });
  t.after(() => world.close());
  const receiver = await startReceiver(t);
  const { profileId, base, clock } = world;
  const session = world.api(world.session);
  const query = { profile_id: profileId };
  const subscription = {
    url: `http://127.0.0.1:${receiver.port}/in`,
    event_types: ['message.received'],
    includes_personal_data: true,
  };
  assert.equal((await session.post('/webhooks/subscriptions', subscription, query)).status, 201);
  const report = { status: '5.1.1', original_rfc822_message_id: '<a@shop.example>', action: 'failed' as const };
  const announce = (key: string, failed_recipient: string | null): void =>
    base.state.tx(() =>
      announceEvent(base, {
        type: 'message.received',
        key,
        profileId,
        occurredAt: clock.now(),
        data: {
          message_id: '0b9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11',
          channel: 'email',
          thread_id: key,
          delivery_failure: failed_recipient === null ? null : { ...report, failed_recipient, diagnostic_code: failed_recipient },
        },
        personal: { sender: 'ida@words.example', text: 'Words of Ida' },
      }),
    );
  announce('one', null);
  announce('two', 'ida@words.example');
  receiver.reply = () => ({ status: 503 });
  await runDue(base, [laneJob]);
  assert.ok(receiver.received[0]?.body.includes('Words of Ida'), 'before the change it has them');
  const tried = receiver.received.length;
  setHealthcare(base, { profileId }, true);
  receiver.reply = () => ({ status: 204 });
  clock.advance(3_600_000);
  await runDue(base, [laneJob]);
  const [delivery] = (await session.get('/webhooks/deliveries', { ...query, state: 'delivered' })).body.data;
  assert.equal((await session.post(`/webhooks/deliveries/${delivery.id}/redeliver`, {}, query)).status, 202);
  await runDue(base, [laneJob]);
  const later = receiver.received.slice(tried).map(({ body }) => JSON.parse(body).data);
  assert.deepEqual(later.length, 3);
  for (const data of later) assert.ok(!/ida@|Ida/.test(JSON.stringify(data)) && !('text' in data), JSON.stringify(data));
  assert.ok(later.some(({ delivery_failure: found }) => found?.status === '5.1.1' && found.failed_recipient === null));
});
