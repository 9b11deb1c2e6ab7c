// A merchant's Stripe account through the door: connected, read back, told of by webhooks; charge, refund and dispute, in every order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeStripeAccount, startFakeStripeAccount } from '../../../fakes/stripe-account.ts';
import { DAY_SECONDS, HOUR_MS, NOW_MS, NOW_SECONDS, type RecordWorld, startRecordWorld } from './record-world.ts';

const person = { billing_details: { email: 'ana@example.com', phone: null, address: { country: 'DE' } } };

async function sendAll(w: RecordWorld, stripe: FakeStripeAccount, events: FakeStripeAccount['events']): Promise<void> {
  const { webhook_url } = await w.connection();
  for (const event of events) assert.equal(await w.post(webhook_url, stripe.hook(event, w.app.clock.now())), 200);
  await w.work();
}

test('stripe is connected, read back and followed', async (t) => {
  const stripe = await startFakeStripeAccount(t);
  const w = await startRecordWorld(t, { stripe: stripe.settings });
  stripe.pay({ id: 'ch_old', amount: 12_990, currency: 'eur', created: NOW_SECONDS - 200 * DAY_SECONDS, ...person });
  stripe.pay({ id: 'ch_yen', amount: 5_000, currency: 'jpy', created: NOW_SECONDS - 100 * DAY_SECONDS });
  stripe.pay({ id: 'ch_dinar', amount: 12_345, currency: 'kwd', created: NOW_SECONDS - 90 * DAY_SECONDS });
  stripe.pay({ id: 'ch_test', amount: 100, currency: 'eur', created: NOW_SECONDS - 80 * DAY_SECONDS, livemode: false });
  stripe.pay({
    id: 'ch_failed',
    amount: 100,
    currency: 'eur',
    created: NOW_SECONDS - 70 * DAY_SECONDS,
    status: 'failed',
    paid: false,
  });

  await t.test('connecting says which account, and reads 400 days', async () => {
    const done = await w.connect('stripe');
    assert.equal(done.location?.pathname.startsWith('/connect/'), true, done.html);
    assert.match((await w.visitor.open(done.url)).html, /The account is connected/);
    await w.work();
    const connection = await w.connection();
    assert.deepEqual([connection.kind, connection.status, connection.accounts[0].id], ['payments', 'active', 'acct_1']);
    assert.equal(connection.accounts[0].is_history_complete, true);
    assert.deepEqual(await w.payments(), ['129.9 EUR, 0 back', '5000 JPY, 0 back', '12.345 KWD, 0 back']);
    assert.deepEqual(
      stripe.hooks.map(({ url }) => url),
      [connection.webhook_url],
    );
  });

  await t.test('a charge, its refund and its dispute come by webhooks', async () => {
    const paid = stripe.pay({ id: 'ch_new', amount: 10_000, currency: 'eur', created: NOW_SECONDS, ...person });
    await sendAll(w, stripe, [paid]);
    assert.equal((await w.payments()).at(-1), '100 EUR, 0 back');
    stripe.refund('ch_new', { id: 're_1', amount: 2_500, created: NOW_SECONDS });
    await sendAll(w, stripe, stripe.events.slice(-1));
    assert.equal((await w.payments()).at(-1), '100 EUR, 25 back');
    stripe.dispute('ch_new', { id: 'dp_1', amount: 7_500, created: NOW_SECONDS, status: 'needs_response' });
    await sendAll(w, stripe, stripe.events.slice(-1));
    assert.equal((await w.payments()).at(-1), '100 EUR, 100 back');
    stripe.dispute('ch_new', { id: 'dp_1', amount: 7_500, created: NOW_SECONDS, status: 'won' });
    await sendAll(w, stripe, stripe.events.slice(-1));
    assert.equal((await w.payments()).at(-1), '100 EUR, 25 back');
  });

  await t.test('the time of a signature is judged by the machine’s clock, where that of a demo is ahead', async () => {
    const { webhook_url } = await w.connection();
    const present = w.app.clock.now();
    const [event] = stripe.events.slice(-1);
    w.app.clock.machineNow = () => present - 30 * DAY_SECONDS * 1000;
    assert.ok(event);
    assert.equal(await w.post(webhook_url, stripe.hook(event, present)), 401);
    assert.equal(await w.post(webhook_url, stripe.hook(event, present - 30 * DAY_SECONDS * 1000)), 200);
    delete w.app.clock.machineNow;
    await w.work();
  });

  await t.test('the same webhooks again, in another order, write nothing', async () => {
    const [before, facts] = [await w.payments(), w.facts()];
    await sendAll(w, stripe, [...stripe.events].reverse());
    await sendAll(w, stripe, stripe.events);
    assert.deepEqual(await w.payments(), before);
    assert.equal(w.facts(), facts);
  });

  await t.test('what no webhook told of comes by the hour', async () => {
    stripe.refund('ch_old', { id: 're_2', amount: 990, created: NOW_SECONDS + 60 });
    stripe.refund('ch_old', { id: 're_3', amount: 100, created: NOW_SECONDS + 60, status: 'failed' });
    stripe.pay({ id: 'ch_missed', amount: 4_200, currency: 'eur', created: NOW_SECONDS + 120, ...person });
    w.app.clock.advance(HOUR_MS + 60_000);
    await w.work();
    const payments = await w.payments();
    assert.deepEqual([payments[0], payments.at(-1)], ['129.9 EUR, 9.9 back', '42 EUR, 0 back']);
    const facts = w.facts();
    w.app.clock.advance(HOUR_MS + 60_000);
    await w.work();
    assert.equal(w.facts(), facts, 'unchanged records write nothing');
  });

  await t.test('the person who paid is known by the address', async () => {
    const { data } = (await w.api.get('/payments', { profile_id: w.app.profileId, limit: 100 })).body;
    const paid = data.filter((each: { payer: { email: string } | null }) => each.payer?.email === 'ana@example.com');
    assert.equal(paid.length, 3);
  });

  await t.test('a charge that a shop reports too counts once, with the refunds of either', async () => {
    const payment_intent = 'pi_00000077';
    const created = Math.floor(w.app.clock.now() / 1000);
    stripe.pay({ id: 'ch_00000077', amount: 7_700, currency: 'eur', created, payment_intent, ...person });
    stripe.refund('ch_00000077', { id: 're_77', amount: 700, created });
    const order = {
      event_type: 'payment_received',
      idempotency_key: 'shop-77',
      occurred_at: new Date(NOW_MS).toISOString(),
      value: { amount: '78', currency: 'EUR' },
      sale: { system: 'shopify', payment_ids: [payment_intent] },
    };
    const sent = await w.api.post('/events', order, { profile_id: w.app.profileId });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    const before = (await w.payments()).length;
    w.app.clock.advance(HOUR_MS + 60_000);
    await w.work();
    const after = await w.payments();
    assert.equal(after.filter((text) => text.startsWith('77 EUR')).length, 0);
    assert.ok(after.includes('78 EUR, 7 back'), after.join());
    assert.ok(after.length <= before + 1);
  });

  await t.test('a grant that was revoked is noticed once, and webhooks change nothing', async () => {
    stripe.grants.revoke();
    w.app.clock.advance(HOUR_MS + 60_000);
    await w.work();
    assert.equal((await w.connection()).status, 'reconnect_required');
    const facts = w.facts();
    await sendAll(w, stripe, stripe.events);
    assert.equal(w.facts(), facts);
  });

  await t.test('connecting again keeps the id and counts nothing twice', async () => {
    const { id } = await w.connection();
    await w.connect('stripe');
    const before = await w.payments();
    await w.work();
    const [connection, ...others] = await w.connections();
    assert.deepEqual([connection.id, connection.status, others.length], [id, 'active', 0]);
    assert.deepEqual(await w.payments(), before);
  });

  await t.test('the end of the connection ends the endpoint and the grant', async () => {
    const { id, webhook_url } = await w.connection();
    const event = stripe.events[0];
    assert.ok(event);
    const hook = stripe.hook(event, w.app.clock.now());
    const { body } = await w.api.delete(`/connections/${id}`, { profile_id: w.app.profileId });
    assert.equal(body.data.revocation, 'done');
    assert.deepEqual([stripe.hooks.length, stripe.grants.isAlive()], [0, false]);
    assert.equal(await w.post(webhook_url, hook), 401);
  });
});

test('webhooks that are not of Stripe', async (t) => {
  const stripe = await startFakeStripeAccount(t);
  const w = await startRecordWorld(t, { stripe: stripe.settings });
  await w.connect('stripe');
  await w.work();
  const { webhook_url } = await w.connection();
  const event = stripe.pay({ id: 'ch_1', amount: 100, currency: 'eur', created: NOW_SECONDS });
  const right = stripe.hook(event, NOW_MS);
  const bodyOf = async (url: string, hook: typeof right): Promise<string> => {
    const answer = await fetch(url, { method: 'POST', ...hook });
    const { error } = (await answer.json()) as { error: { request_id: string } };
    return JSON.stringify([answer.status, { ...error, request_id: '' }]);
  };
  const wrong = [
    await bodyOf(webhook_url, { ...right, body: `${right.body} ` }),
    await bodyOf(webhook_url, { ...right, headers: {} as typeof right.headers }),
    await bodyOf(webhook_url, stripe.hook(event, NOW_MS - 301_000)),
    await bodyOf(webhook_url, stripe.hook(event, NOW_MS + 301_000)),
    await bodyOf(`${webhook_url}x`, right),
    await bodyOf(webhook_url.replace('/stripe/', '/meta/'), right),
    await bodyOf(webhook_url.replace('/stripe/', '/nowhere/'), right),
    await bodyOf(webhook_url.replace(/\/stripe\/.*/, '/stripe'), right),
  ];
  assert.equal(new Set(wrong).size, 1, wrong.join('\n'));
  assert.match(wrong[0] ?? '', /^\[401/);
  await w.work();
  assert.equal(w.facts(), 0);
  assert.equal(await w.post(webhook_url, right), 200);
  await w.work();
  assert.equal(w.facts(), 1);
});

test('every order of arrival leads to the same figures', async (t) => {
  const orders = [
    ['pay', 'refund', 'dispute', 'win'],
    ['win', 'dispute', 'refund', 'pay'],
    ['refund', 'pay', 'pay', 'win', 'dispute', 'refund'],
  ];
  const stripe = await startFakeStripeAccount(t);
  const events = { pay: stripe.pay({ id: 'ch_1', amount: 9_000, currency: 'clp', created: NOW_SECONDS }), ...eventsOf(stripe) };
  for (const order of orders) {
    const w = await startRecordWorld(t, { stripe: stripe.settings });
    stripe.grants.accessToken();
    await w.connect('stripe');
    const { webhook_url } = await w.connection();
    // The address is registered by the first reading, which finds everything by itself: only webhooks are to be seen here.
    const all = stripe.charges.splice(0);
    const kept = stripe.events.splice(0);
    await w.work();
    assert.equal(w.facts(), 0);
    stripe.charges.push(...all);
    stripe.events.push(...kept);
    for (const name of order) {
      const event = Object(events)[name];
      assert.equal(await w.post(webhook_url, stripe.hook(event, NOW_MS)), 200);
      await w.work();
    }
    assert.deepEqual(await w.payments(), ['9000 CLP, 4000 back'], order.join());
    stripe.hooks.splice(0);
  }
});

function eventsOf(stripe: FakeStripeAccount) {
  stripe.refund('ch_1', { id: 're_1', amount: 4_000, created: NOW_SECONDS });
  const refund = stripe.events.at(-1);
  stripe.dispute('ch_1', { id: 'dp_1', amount: 5_000, created: NOW_SECONDS, status: 'needs_response' });
  const dispute = stripe.events.at(-1);
  stripe.dispute('ch_1', { id: 'dp_1', amount: 5_000, created: NOW_SECONDS, status: 'won' });
  return { refund, dispute, win: stripe.events.at(-1) };
}
