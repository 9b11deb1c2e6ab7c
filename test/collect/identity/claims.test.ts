// A public tracking key does not decide who customers are: what only browsers have said is a claim, which the first server fact on it
// takes over. The attacks by their order: a browser first, the server later.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eraseDue, stitch } from '../../../src/collect/identity/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { COMPUTER_AGENT } from '../../report/shop.ts';
import { PROFILE, type Sent, world } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Json = any;

const BUYER = { email: 'bea@buyer.example', phone: '+56961234567', first_name: 'Bea', last_name: 'Buyer' };

interface Door {
  app: TestApp;
  browser(browser: string, traits: Record<string, string>): Promise<void>;
  order(key: string, more: Json): Promise<void>;
  found(q: string): Promise<Json[]>;
  journey(id: string): Promise<Json>;
  erase(named: Json): Promise<Json>;
}

async function shop(t: TestContext): Promise<Door> {
  const app = await startTestApp();
  t.after(() => app.close());
  const api = app.api(app.apiKey);
  return {
    app,
    browser: async (browser, user_traits) => {
      const page = { event_type: 'page_view', url: 'https://shop.example/?utm_source=google&utm_medium=cpc' };
      const response = await fetch(new URL('/t/collect', app.baseUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': COMPUTER_AGENT },
        body: JSON.stringify({
          tracking_key: app.trackingKey,
          anonymous_id: browser,
          events: [page, { event_type: 'identify', user_traits }],
        }),
      });
      assert.deepEqual(await response.json(), { data: { accepted: 2, rejected: [] } });
    },
    order: async (key, more) => {
      const value = { amount: '77', currency: 'USD' };
      const event = { event_type: 'payment_received', idempotency_key: key, value, ...more };
      const { status, body } = await api.post('/events', event);
      assert.equal(status, 201, JSON.stringify(body));
    },
    found: async (q) => {
      await app.settle();
      return (await api.get('/customers/search', { q })).body.data;
    },
    journey: async (id) => {
      await app.settle();
      return (await api.get(`/customers/${id}/journey`)).body.data;
    },
    erase: async (named) => {
      await app.settle();
      const path = `/workspaces/${app.workspaceId}/customer-erasures`;
      const params = { profile_id: app.profileId, ...named };
      const owner = app.api(app.session);
      const { status, body } = await owner.post(path, params);
      assert.ok(status < 300, JSON.stringify(body));
      await eraseDue(app.base, app.profileId);
      await app.settle();
      return (await owner.post(path, params)).body.data;
    },
  };
}

const named = (people: Json[]): string[] => people.map(({ first_name, primary_email }) => `${first_name} ${primary_email}`);

test('a buyer’s e-mail stays on no stranger’s record', async (t) => {
  const { browser, order, found, erase, app } = await shop(t);
  await browser('attacker', { external_id: 'stranger', email: BUYER.email, first_name: 'Mallory' });
  await order('o-stranger', { user_traits: { external_id: 'stranger', first_name: 'Sam' } });
  await order('o-buyer', { user_traits: { external_id: 'buyer', ...BUYER } });
  assert.deepEqual(named(await found(BUYER.email)), ['Bea bea@buyer.example']);
  assert.deepEqual(named(await found('Sam')), ['Sam null']);
  assert.deepEqual(await found('Mallory'), []);

  await t.test('and an erasure by it reaches the buyer’s name, phone and payment', async () => {
    const [buyer] = await found('Bea');
    assert.equal((await erase({ email: BUYER.email })).status, 'done');
    for (const q of ['Bea', BUYER.email, BUYER.phone]) assert.deepEqual(await found(q), [], q);
    const payments = (await app.api(app.apiKey).get('/payments', { limit: 100 })).body;
    assert.ok(!/Bea|buyer\.example|96123/.test(JSON.stringify(payments)), JSON.stringify(payments));
    const { body } = await app.api(app.apiKey).get(`/customers/${buyer.customer_profile_id}/journey`);
    assert.deepEqual(body.data, { events: [], total_count: 0 });
    assert.deepEqual(named(await found('Sam')), ['Sam null'], 'the stranger stays');
  });
});

test('an attacker’s address comes to no buyer', async (t) => {
  for (const first of ['browser', 'server']) {
    await t.test(`${first} first`, async (t2) => {
      const { browser, order, found } = await shop(t2);
      const claim = () => browser('attacker', { external_id: 'buyer', email: 'mallory@evil.example' });
      if (first === 'browser') await claim();
      await order('o-1', { user_traits: { external_id: 'buyer', ...BUYER } });
      if (first === 'server') await claim();
      // The attacker orders, too, from the browser that called itself the buyer's.
      await order('o-2', { anonymous_id: 'attacker', user_traits: { email: 'mallory@evil.example' } });
      const [buyer] = await found('Bea');
      assert.deepEqual(buyer.emails ?? [buyer.primary_email], [BUYER.email]);
      const [attacker] = await found('mallory@evil.example');
      assert.notEqual(attacker.customer_profile_id, buyer.customer_profile_id);
    });
  }
});

test('two real people are not fused by a browser that names both', async (t) => {
  const { browser, order, found } = await shop(t);
  await browser('attacker', { email: BUYER.email, phone: '+56987654321' });
  await order('o-1', { user_traits: { email: BUYER.email, first_name: 'Bea' } });
  await order('o-2', { user_traits: { phone: '+56987654321', first_name: 'Otto' } });
  const [[bea], [otto]] = [await found('Bea'), await found('Otto')];
  assert.notEqual(bea.customer_profile_id, otto.customer_profile_id);
  assert.deepEqual([bea.primary_phone, otto.primary_email], [null, null]);
});

test('browser first and server first give the browser’s visits to the same person', async (t) => {
  const seen = async (order: ('browser' | 'server')[], traits: Json, sold: Json, t2: TestContext): Promise<number> => {
    const door = await shop(t2);
    for (const who of order)
      if (who === 'browser') await door.browser('hers', traits);
      else await door.order('o-1', { user_traits: sold });
    const [buyer] = await door.found(sold.email);
    return (await door.journey(buyer.customer_profile_id)).total_count;
  };
  const cases: [string, Json, Json][] = [
    ['one identifier', { email: BUYER.email }, BUYER],
    ['the browser names more', { external_id: 'buyer', email: BUYER.email }, { email: BUYER.email }],
    ['the server names more', { email: BUYER.email }, { external_id: 'buyer', email: BUYER.email }],
  ];
  for (const [name, traits, sold] of cases)
    await t.test(name, async (t2) => {
      const first = await seen(['browser', 'server'], traits, sold, t2);
      assert.ok(first > 1, 'visit and order are one journey');
      assert.equal(first, await seen(['server', 'browser'], traits, sold, t2));
    });
});

test('a claimed customer’s id leads to whom the server put in its place', async (t) => {
  const { browser, order, found, journey } = await shop(t);
  await order('o-0', { user_traits: { external_id: 'buyer', first_name: 'Bea' } });
  await browser('hers', { email: BUYER.email, first_name: 'Mallory' });
  const [claimed] = await found(BUYER.email);
  assert.equal(claimed.first_name, 'Mallory');
  await order('o-1', { user_traits: { external_id: 'buyer', email: BUYER.email } });
  const [buyer] = await found(BUYER.email);
  assert.equal(buyer.first_name, 'Bea');
  assert.notEqual(buyer.customer_profile_id, claimed.customer_profile_id);
  assert.deepEqual(await journey(claimed.customer_profile_id), await journey(buyer.customer_profile_id));
});

test('the name that a browser gave leaves the customer when a server names the person', async (t) => {
  const { browser, order, found } = await shop(t);
  await browser('attacker', { email: BUYER.email, first_name: 'Mallory' });
  assert.deepEqual(named(await found(BUYER.email)), ['Mallory bea@buyer.example']);
  await order('o-1', { user_traits: { email: BUYER.email } });
  assert.deepEqual(named(await found(BUYER.email)), ['null bea@buyer.example']);
  assert.deepEqual(await found('Mallory'), [], 'nor is it found by it');
  await browser('attacker', { email: BUYER.email, first_name: 'Mallory' });
  assert.deepEqual(named(await found(BUYER.email)), ['null bea@buyer.example'], 'said again');
  await order('o-2', { user_traits: { email: BUYER.email, first_name: 'Bea' } });
  assert.deepEqual(named(await found(BUYER.email)), ['Bea bea@buyer.example']);
});

test('an erasure by an identifier reaches claims', async (t) => {
  const { browser, found, erase, app } = await shop(t);
  await browser('b-1', { external_id: 'x-1', email: BUYER.email, first_name: 'Bea', phone: BUYER.phone });
  await browser('b-2', { email: 'other@shop.example' });
  assert.equal((await erase({ email: BUYER.email })).status, 'done');
  for (const q of ['Bea', 'x-1', BUYER.email, BUYER.phone]) assert.deepEqual(await found(q), [], q);
  assert.deepEqual(app.base.state.db.prepare('select count(*) from identifier_claims').pluck().get(), 0);
  assert.equal((await found('other@shop.example')).length, 1);
});

test('claims as decisions', async (t) => {
  const messages = async (...facts: Sent[]): Promise<string[]> => {
    const before = w.log().length;
    await w.send(...facts);
    await stitch(w, PROFILE);
    return w.log().slice(before);
  };
  const w = await world(t);
  await t.test('several claims that one server fact names end at one customer', async () => {
    await messages(
      { trust: 'browser', email: 'a@x.example', browser: 'b1' },
      { trust: 'browser', phone: '+56961234567', browser: 'b2' },
    );
    assert.deepEqual(await messages({ email: 'a@x.example', phone: '+56961234567', external_id: 'E1' }), [
      'customer_confirmed #1',
      'identifier_moved phone +56961234567 #1',
      'customer_followed #4',
      'identifier_added external_id E1 #1',
    ]);
  });
  await t.test('a server’s word on a browser is better than the browser’s own, and the claim is nobody’s then', async () => {
    const [linked] = (await messages({ trust: 'browser', email: 'c@x.example', browser: 'b3' })).slice(-1);
    assert.match(linked as string, /^browser_linked b3/);
    const log = await messages({ external_id: 'E2', browser: 'b3' });
    assert.deepEqual(
      log.map((line) => line.split(' ')[0]),
      ['customer_created', 'identifier_added', 'browser_relinked', 'identifier_moved', 'customer_followed'],
    );
    assert.deepEqual(
      (w.rows()['identifiers'] as { value: string }[]).map(({ value }) => value).filter((value) => value.startsWith('c@')),
      [],
    );
  });
});
