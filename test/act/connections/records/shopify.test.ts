// A shop at Shopify through the door: found by its domain, connected on its own page, read back, told of by webhooks; payment, refund and dispute.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type FakeShopify, startFakeShopify } from '../../../fakes/shops/shopify.ts';
import { DAY_SECONDS, HOUR_MS, NOW_MS, type RecordWorld, startRecordWorld } from './record-world.ts';

const DAY_MS = DAY_SECONDS * 1_000;
const BIG = '820982911946154508';
const FIELDS = { shop: 'north.myshopify.com' };

async function start(t: TestContext): Promise<{ shop: FakeShopify; w: RecordWorld }> {
  const shop = await startFakeShopify(t, { now: NOW_MS });
  return { shop, w: await startRecordWorld(t, { shopify: shop.settings }) };
}

async function send(w: RecordWorld, hooks: { body: string; headers: Record<string, string> }[]): Promise<void> {
  const { webhook_url } = await w.connection();
  for (const hook of hooks) assert.equal(await w.post(webhook_url, hook), 200);
  await w.work();
}

test('a shop is connected, read back and followed', async (t) => {
  const { shop, w } = await start(t);
  shop.pay({ id: '1', received: '129.90', updatedAt: NOW_MS - 200 * DAY_MS });
  shop.pay({ id: '2', received: '5000', currency: 'JPY', updatedAt: NOW_MS - 100 * DAY_MS });
  shop.pay({ id: '3', received: '12.345', currency: 'KWD', updatedAt: NOW_MS - 90 * DAY_MS });
  shop.pay({ id: '4', received: '1.00', updatedAt: NOW_MS - 80 * DAY_MS, test: true });

  await t.test('the page asks for the domain, and leads to no other host', async () => {
    const { url } = await w.link('shopify', { settings: { shop: 'north"shop' } });
    assert.match((await w.visitor.open(url)).html, /name="shop" type="text" value="north&quot;shop"/);
    const body = { settings: { shop: 'north' } };
    const refused = await w.api.post('/connections/sandbox/connect', body, { profile_id: w.app.profileId });
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'validation_error']);
    for (const typed of ['evil.example', 'north.myshopify.com.evil.example', '']) {
      const seen = await w.visitor.submit(url, { shop: typed });
      assert.deepEqual([seen.status, seen.location], [422, undefined], typed);
      assert.match(seen.html, /must be that of the shop at Shopify/);
    }
    const there = await w.visitor.submit(url, FIELDS);
    assert.equal(there.location?.href.startsWith(`${shop.server.url}/${shop.shop}/admin/oauth/authorize?`), true);
    assert.equal(there.location?.searchParams.get('scope'), 'read_orders,read_shopify_payments_disputes,read_products');
    const forged = await w.visitor.open(there.location ?? '');
    forged.location?.searchParams.set('shop', 'other.myshopify.com');
    assert.equal((await w.visitor.open(forged.location ?? '')).status, 422);
    shop.now -= 301_000;
    const late = await w.visitor.open((await w.visitor.submit(url, FIELDS)).location ?? '');
    assert.equal((await w.visitor.open(late.location ?? '')).status, 422);
    shop.now = NOW_MS;
    assert.deepEqual([(await w.connection()).status, w.facts()], ['pending', 0]);
  });

  await t.test('connecting reads 400 days, and registers webhooks', async () => {
    await w.api.delete(`/connections/${(await w.connection()).id}`, { profile_id: w.app.profileId });
    const done = await w.connect('shopify', {}, FIELDS);
    assert.match((await w.visitor.open(done.url)).html, /The account is connected/);
    await w.work();
    const connection = await w.connection();
    assert.deepEqual([connection.kind, connection.status, connection.accounts[0].id], ['commerce', 'active', shop.shop]);
    assert.deepEqual(await w.payments(), ['129.9 EUR, 0 back', '5000 JPY, 0 back', '12.345 KWD, 0 back']);
    assert.equal(shop.hooks.filter(({ uri }) => uri === connection.webhook_url).length, 8);
  });

  await t.test('an order, its refund, its dispute and a dispute that is won come by webhooks', async () => {
    const seen: string[] = [];
    const step = async (topic: string, change: () => void): Promise<void> => {
      change();
      await send(w, [shop.hook(topic, BIG)]);
      seen.push((await w.payments()).at(-1) ?? '');
    };
    const order = (): FakeShopify['orders'][number] => shop.orders.find(({ id }) => id === BIG) ?? assert.fail();
    await step('orders/create', () => void shop.pay({ id: BIG, received: '100.00', updatedAt: NOW_MS }));
    await step('refunds/create', () => {
      order().transactions.push({ id: '77', kind: 'REFUND', status: 'SUCCESS', amount: '25.00', at: NOW_MS });
    });
    await step('disputes/create', () => {
      order().disputes.push({ id: '88', type: 'CHARGEBACK', status: 'NEEDS_RESPONSE', amount: '75.00', at: NOW_MS });
    });
    await step('disputes/update', () => {
      for (const dispute of order().disputes) dispute.status = 'WON';
    });
    assert.deepEqual(seen, ['100 EUR, 0 back', '100 EUR, 25 back', '100 EUR, 100 back', '100 EUR, 25 back']);
  });

  await t.test('the same webhooks again, in another order, write nothing', async () => {
    const [before, facts] = [await w.payments(), w.facts()];
    const hooks = ['disputes/update', 'refunds/create', 'orders/create', 'orders/updated'].map((topic) => shop.hook(topic, BIG));
    await send(w, [...hooks, ...hooks]);
    assert.deepEqual([await w.payments(), w.facts()], [before, facts]);
  });

  await t.test('what no webhook told of comes by the hour, disputes of unchanged orders too', async () => {
    const [first, second] = shop.orders;
    first?.disputes.push({ id: '99', type: 'CHARGEBACK', status: 'LOST', amount: '29.90', at: NOW_MS });
    assert.ok(second);
    shop.pay({ ...second, received: '6000', updatedAt: NOW_MS + 60_000 });
    w.app.clock.advance(HOUR_MS + 60_000);
    await w.work();
    assert.deepEqual((await w.payments()).slice(0, 2), ['129.9 EUR, 29.9 back', '6000 JPY, 0 back']);
    assert.equal(shop.grants.refreshes(), 1, 'a token of an hour is replaced');
  });

  await t.test('an order that Shopify does not show any more stays', async () => {
    const before = await w.payments();
    shop.orders = shop.orders.filter(({ id }) => id !== BIG);
    await send(w, [shop.hook('orders/updated', BIG)]);
    assert.deepEqual(await w.payments(), before);
  });

  await t.test('throttling, a page of somebody else and a closed shop change nothing', async () => {
    const before = await w.payments();
    for (const script of ['html', 'throttled', 'redirect', 'wrong_json'] as const) {
      shop.server.fail(script);
      w.app.clock.advance(HOUR_MS + 60_000);
      await w.work();
      assert.equal((await w.connection()).status, 'active', script);
    }
    assert.deepEqual(await w.payments(), before);
  });

  await t.test('an app that was uninstalled is noticed once, and connected again it counts nothing twice', async () => {
    shop.grants.revoke();
    w.app.clock.advance(2 * HOUR_MS);
    await w.work();
    const [{ id, status, status_reason }, before] = [await w.connection(), await w.payments()];
    assert.deepEqual([status, status_reason], ['reconnect_required', 'grant_ended']);
    const asked = shop.server.requests.length;
    w.app.clock.advance(2 * HOUR_MS);
    await w.work();
    assert.equal(shop.server.requests.length, asked);
    shop.now = w.app.clock.now();
    await w.connect('shopify', {}, FIELDS);
    await w.work();
    const [connection, ...others] = await w.connections();
    assert.deepEqual([connection.id, connection.status, others.length, await w.payments()], [id, 'active', 0, before]);
  });

  await t.test('the end of the connection uninstalls the app', async () => {
    const { id, webhook_url } = await w.connection();
    const { body } = await w.api.delete(`/connections/${id}`, { profile_id: w.app.profileId });
    assert.deepEqual([body.data.revocation, shop.grants.isAlive(), shop.hooks.length], ['done', false, 0]);
    assert.equal(await w.post(webhook_url, shop.hook('orders/updated', '1')), 401);
  });
});

test('webhooks that are not of the shop', async (t) => {
  const { shop, w } = await start(t);
  // The fake has one good token at a time: the one of the last connect.
  const other = await startRecordWorld(t, { shopify: shop.settings });
  await other.connect('shopify', {}, FIELDS);
  shop.refusedTopics = /^DISPUTES/;
  await w.connect('shopify', {}, FIELDS);
  await w.work();
  assert.equal(shop.hooks.length, 6, 'topics that are refused leave the others');
  const { webhook_url } = await w.connection();
  shop.pay({ id: '1', received: '10.00', updatedAt: NOW_MS });
  const right = shop.hook('orders/create', '1');
  const foreign = (await other.connection()).webhook_url.replace(/^.*\/hooks/, `${w.app.baseUrl}/hooks`);
  assert.equal(await w.post(webhook_url, { ...right, body: `${right.body} ` }), 401);
  assert.equal(await w.post(webhook_url, { body: right.body }), 401);
  assert.equal(await w.post(foreign, right), 401);
  // Signed by Shopify, and of another shop of the same app.
  const headers = { ...right.headers, 'x-shopify-shop-domain': 'other.myshopify.com' };
  assert.equal(await w.post(webhook_url, { ...right, headers }), 200);
  await w.work();
  assert.equal(w.facts(), 0);
  assert.equal(await w.post(webhook_url, right), 200);
  await w.work();
  assert.equal(w.facts(), 1);
});
