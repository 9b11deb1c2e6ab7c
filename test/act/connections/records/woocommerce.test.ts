// A shop with WooCommerce through the door: its keys are typed in on the page of the link, its orders are read back and followed, and an address
// that is not public is never asked.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createOutside, setOutside } from '../../../../src/providers/http/guard.ts';
import { nameServer } from '../../../fakes/name-server.ts';
import { type FakeWooCommerce, startFakeWooCommerce } from '../../../fakes/shops/woocommerce.ts';
import { DAY_SECONDS, HOUR_MS, NOW_MS, type RecordWorld, startRecordWorld } from './record-world.ts';

const DAY_MS = DAY_SECONDS * 1_000;

async function start(t: TestContext): Promise<{ shop: FakeWooCommerce; w: RecordWorld }> {
  const shop = await startFakeWooCommerce(t);
  return { shop, w: await startRecordWorld(t, { woocommerce: shop.settings }) };
}

const connect = (w: RecordWorld, fields: Record<string, string>) =>
  w.link('woocommerce').then(({ url }) => w.visitor.submit(url, fields).then((seen) => ({ ...seen, url })));

async function send(w: RecordWorld, shop: FakeWooCommerce, orders: FakeWooCommerce['orders']): Promise<void> {
  const { webhook_url } = await w.connection();
  for (const order of orders) assert.equal(await w.post(webhook_url, shop.hook(order)), 200);
  await w.work();
}

test('a shop is connected by keys, read back and followed', async (t) => {
  const { shop, w } = await start(t);
  shop.put({ id: 1, total: '129.90' }, NOW_MS - 200 * DAY_MS);
  shop.put({ id: 2, total: '5000', currency: 'JPY' }, NOW_MS - 100 * DAY_MS);
  shop.put({ id: 3, total: '12.345', currency: 'KWD' }, NOW_MS - 90 * DAY_MS);
  shop.put({ id: 4, total: '8.00', status: 'pending', date_paid_gmt: null }, NOW_MS - 80 * DAY_MS);
  shop.put({ id: '9007199254740993', total: '10.00' }, NOW_MS - 70 * DAY_MS);

  await t.test('the page asks for the keys, keeps no secret, and says what is wrong', async () => {
    const { url } = await w.link('woocommerce');
    const page = await w.visitor.open(url);
    assert.match(page.html, /name="shop"[\s\S]*type="password"[\s\S]*type="password"/);
    const wrong = await w.visitor.submit(url, { ...shop.fields, consumer_secret: `cs_${'0'.repeat(40)}` });
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /does not accept these credentials/);
    assert.match(wrong.html, /value="https:\/\/www\.shop\.example\/"/);
    assert.doesNotMatch(wrong.html, /c[ks]_[0-9a-f]{8}/);
    for (const fields of [
      { shop: 'http://shop.example' },
      { consumer_key: 'x' },
      { consumer_secret: '' },
      { shop: 'other.example' },
    ])
      assert.equal((await w.visitor.submit(url, { ...shop.fields, ...fields })).status, 422, JSON.stringify(fields));
    assert.deepEqual([(await w.connection()).status, w.facts()], ['pending', 0]);
    assert.equal((await w.visitor.open(`${w.app.baseUrl}/connect/woocommerce/callback?code=1&state=2`)).status, 400);
  });

  await t.test('connecting reads 400 days, and registers webhooks', async () => {
    const done = await connect(w, shop.fields);
    assert.equal(done.status, 303, done.html);
    assert.match((await w.visitor.open(done.url)).html, /The account is connected/);
    await w.work();
    const connection = (await w.connections()).find(({ status }) => status === 'active');
    assert.deepEqual(
      [connection.kind, connection.accounts[0].id, connection.accounts[0].currency],
      ['commerce', 'shop.example', 'EUR'],
    );
    assert.deepEqual(await w.payments(), ['129.9 EUR, 0 back', '5000 JPY, 0 back', '12.345 KWD, 0 back', '10 EUR, 0 back']);
    const topics = shop.hooks.map(({ topic, delivery_url }) => [topic, delivery_url === connection.webhook_url]);
    assert.deepEqual(
      topics,
      ['order.created', 'order.updated', 'order.deleted', 'order.restored', 'product.created', 'product.updated'].map((topic) => [
        topic,
        true,
      ]),
    );
    assert.equal(await w.post(connection.webhook_url, shop.ping()), 200);
    await w.api.delete(`/connections/${(await w.connections()).find(({ status }) => status === 'pending')?.id}`, {
      profile_id: w.app.profileId,
    });
  });

  await t.test('an order, its refund, a dispute and its end come by webhooks', async () => {
    const seen: string[] = [];
    const step = async (change: () => unknown): Promise<void> => {
      change();
      await send(
        w,
        shop,
        shop.orders.filter(({ id }) => id === 5),
      );
      seen.push((await w.payments()).at(-1) ?? '');
    };
    await step(() => shop.put({ id: 5, total: '100.00' }, NOW_MS));
    await step(() => shop.refund(5, { id: 6, amount: '25.00' }, NOW_MS));
    await step(() => shop.put({ id: 5, total: '100.00', status: 'on-hold' }, NOW_MS));
    await step(() => shop.put({ id: 5, total: '100.00', status: 'completed' }, NOW_MS));
    assert.deepEqual(seen, ['100 EUR, 0 back', '100 EUR, 25 back', '100 EUR, 100 back', '100 EUR, 25 back']);
  });

  await t.test('the same webhooks again write nothing', async () => {
    const [before, facts] = [await w.payments(), w.facts()];
    await send(w, shop, [...shop.orders].reverse());
    await send(w, shop, shop.orders);
    assert.deepEqual([await w.payments(), w.facts()], [before, facts]);
  });

  await t.test('what no webhook told of comes by the hour, also from the bin', async () => {
    shop.refund(1, { id: 7, amount: '9.90' }, NOW_MS + 60_000);
    shop.put({ id: 3, total: '12.345', status: 'trash' }, NOW_MS + 60_000);
    shop.put({ id: 8, total: '42.00' }, NOW_MS + 120_000);
    w.app.clock.advance(HOUR_MS + 60_000);
    await w.work();
    const [first, , third, ...rest] = await w.payments();
    assert.deepEqual([first, third, rest.at(-1)], ['129.9 EUR, 9.9 back', '12.345 KWD, 12.345 back', '42 EUR, 0 back']);
  });

  await t.test('an order that is deleted counts no longer', async () => {
    const order = shop.orders.find(({ id }) => id === 8);
    assert.ok(order);
    shop.orders = shop.orders.filter(({ id }) => id !== 8);
    await send(w, shop, [order]);
    assert.equal((await w.payments()).includes('42 EUR, 0 back'), false);
  });

  await t.test('a page of somebody else, throttling and an outage change nothing', async () => {
    const before = await w.payments();
    for (const script of ['html', 'throttled', 'redirect', 'wrong_json'] as const) {
      shop.server.fail(script);
      w.app.clock.advance(HOUR_MS + 60_000);
      await w.work();
      assert.equal((await w.connection()).status, 'active', script);
    }
    shop.isBlocked = true;
    w.app.clock.advance(HOUR_MS + 60_000);
    await w.work();
    shop.isBlocked = false;
    assert.equal((await w.connection()).status, 'active', 'a firewall is not the shop');
    assert.deepEqual(await w.payments(), before);
  });

  await t.test('keys that were deleted are noticed once', async () => {
    shop.access = 'revoked';
    w.app.clock.advance(2 * HOUR_MS);
    await w.work();
    const { status, status_reason } = await w.connection();
    assert.deepEqual([status, status_reason], ['reconnect_required', 'grant_ended']);
    const asked = shop.server.requests.length;
    w.app.clock.advance(2 * HOUR_MS);
    await w.work();
    assert.equal(shop.server.requests.length, asked);
  });

  await t.test('other keys renew the connection, and count nothing twice', async () => {
    const [{ id }, before] = [await w.connection(), await w.payments()];
    shop.access = 'read_write';
    await connect(w, shop.fields);
    await w.work();
    const [connection, ...others] = await w.connections();
    assert.deepEqual([connection.id, connection.status, others.length], [id, 'active', 0]);
    assert.deepEqual([await w.payments(), shop.hooks.length], [before, 6]);
  });

  await t.test('no file has the keys in clear', async () => {
    const { shop: _, ...secrets } = shop.fields;
    const basic = Buffer.from(Object.values(secrets).join(':')).toString('base64');
    const hidden = [...Object.values(secrets), basic, ...shop.hooks.map(({ secret }) => secret)];
    const folder = w.app.base.config.dataDir;
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    assert.ok(files.length > 3);
    for (const { parentPath, name } of files) {
      const bytes = readFileSync(join(parentPath, name));
      for (const secret of hidden) assert.equal(bytes.includes(secret), false, name);
    }
  });

  await t.test('the end of the connection ends its webhooks; the keys are the merchant’s', async () => {
    const { id, webhook_url } = await w.connection();
    const hook = shop.hook(shop.orders[0] as never);
    const { body } = await w.api.delete(`/connections/${id}`, { profile_id: w.app.profileId });
    assert.deepEqual([body.data.revocation, shop.hooks.length], ['none', 0]);
    assert.equal(await w.post(webhook_url, hook), 401);
  });
});

test('keys that may only read: every hour, without webhooks', async (t) => {
  const { shop, w } = await start(t);
  shop.access = 'read';
  await connect(w, shop.fields);
  shop.put({ id: 1, total: '10.00' }, NOW_MS - DAY_MS);
  await w.work();
  assert.deepEqual([(await w.connection()).status, shop.hooks.length, await w.payments()], ['active', 0, ['10 EUR, 0 back']]);
});

test('webhooks that are not of the shop', async (t) => {
  const { shop, w } = await start(t);
  await connect(w, shop.fields);
  await w.work();
  const { webhook_url } = await w.connection();
  const order = shop.put({ id: 1, total: '10.00' }, NOW_MS);
  const right = shop.hook(order);
  const wrong = [
    { ...right, body: `${right.body} ` },
    { ...right, headers: {} },
    { ...right, headers: { 'x-wc-webhook-signature': '' } },
    { body: 'webhook_id=12&id=1', headers: {} },
  ];
  for (const hook of wrong) assert.equal(await w.post(webhook_url, hook), 401, hook.body);
  const other = await startRecordWorld(t, { woocommerce: shop.settings });
  await connect(other, shop.fields);
  assert.equal(await w.post((await other.connection()).webhook_url.replace(/^.*\/hooks/, `${w.app.baseUrl}/hooks`), right), 401);
  await w.work();
  assert.equal(w.facts(), 0);
  assert.equal(await w.post(webhook_url, right), 200);
  await w.work();
  assert.equal(w.facts(), 1);
});

test('an address that is not public is never asked', async (t) => {
  const shop = await startFakeWooCommerce(t);
  const w = await startRecordWorld(t, {});
  const { server } = await nameServer(t, [['127.0.0.1']]);
  setOutside(w.app.base, createOutside({ servers: [server] }));
  const { url } = await w.link('woocommerce');
  for (const address of ['127.0.0.1', '169.254.169.254', '[::1]', 'localhost', 'metadata.internal']) {
    const seen = await w.visitor.submit(url, { ...shop.fields, shop: `https://${address}` });
    assert.deepEqual([seen.status, /is not public|is no public name/.test(seen.html)], [422, true], address);
  }
  // Whether a name of the inner network exists is not said.
  assert.equal((await w.visitor.submit(url, { ...shop.fields, shop: 'https://inner.example' })).status, 503);
  assert.equal(shop.server.requests.length, 0);
  assert.deepEqual([(await w.connection()).status, w.facts()], ['pending', 0]);
});
