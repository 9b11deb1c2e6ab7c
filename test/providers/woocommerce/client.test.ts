// The client of shops with WooCommerce against its fake: what every client must do, pages while orders change, and what of an order counts.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SaleRecord } from '../../../src/providers/record-source.ts';
import { readShop, tokenOfShop } from '../../../src/providers/woocommerce/address.ts';
import { createWooCommerce } from '../../../src/providers/woocommerce/client.ts';
import { startFakeWooCommerce } from '../../fakes/shops/woocommerce.ts';
import { testConformance, timeoutOf } from '../conformance.ts';
import { account, clock, conforming, failureOf, grantOf, NOW } from '../record-sources.ts';

const outside = () => assert.fail('asked past the setting');

async function start(t: TestContext) {
  const shop = await startFakeWooCommerce(t);
  const source = createWooCommerce(shop.settings, { clock, outside, timeoutMs: timeoutOf(t) });
  const token = tokenOfShop(readShop(shop.fields)).reveal();
  return { shop, source, token, grant: grantOf(token) };
}

const refOf = (id: number | string, kind = 'order'): string => `woocommerce:shop.example:${kind}:${id}`;

test('the client conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { shop, source, token } = await start(t);
      return { server: shop.server, ...conforming(source, token) };
    },
    {
      onlyReads: true,
      refusals: {
        revoked: { code: 'connection_not_ready', status: 409 },
        redirect: { code: 'validation_error', status: 422 },
      },
    },
  ));

test('what a person types in', () => {
  const right = { consumer_key: `ck_${'a1'.repeat(20)}`, consumer_secret: `cs_${'b2'.repeat(20)}` };
  const shopOf = (shop: string) => readShop({ ...right, shop });
  for (const [typed, id, url] of [
    ['shop.example', 'shop.example', 'https://shop.example'],
    ['https://WWW.Shop.Example/', 'shop.example', 'https://www.shop.example'],
    ['https://shop.example./store//', 'shop.example/store', 'https://shop.example/store'],
    ['https://shop.example/wp-admin/admin.php', 'shop.example', 'https://shop.example'],
    ['https://shop.example/de/wp-json/wc/v3/', 'shop.example/de', 'https://shop.example/de'],
    ['https://bücher.example', 'xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ] as const)
    assert.deepEqual([shopOf(typed).id, shopOf(typed).url], [id, url], typed);
  for (const typed of [
    '',
    'http://shop.example',
    'https://a:b@shop.example',
    'https://shop.example:8443',
    'https://shop.example/?a=b',
    'ftp://shop.example',
    'https://shop.example/#x',
    'https://shop .example',
    'https:\\\\shop.example',
    `https://shop.example/${'x'.repeat(200)}`,
    'javascript://x',
  ])
    assert.throws(() => shopOf(typed), { outcome: 'rejected' }, typed);
  for (const wrong of [{ consumer_key: 'cs_x' }, { consumer_key: '' }, { consumer_secret: `ck_${'a'.repeat(40)}` }])
    assert.throws(() => readShop({ shop: 'shop.example', ...right, ...wrong }), { outcome: 'rejected' });
});

test('every order once, though orders change while pages are read', async (t) => {
  const { shop, source, grant } = await start(t);
  const old = NOW - 20 * 86_400_000;
  for (let n = 0; n < 230; n += 1) shop.put({ id: 1_000 + n, total: '10.00' }, old - n * 1_000);
  // As a plugin leaves them that has changed them all in one second.
  for (let n = 0; n < 260; n += 1) shop.put({ id: 2_000 + n, total: '20.00' }, old - 500_000);
  shop.put({ id: 9, total: '5.00', status: 'trash' }, old);
  const ids = new Set<string>();
  const range = { since: NOW - 30 * 86_400_000, until: NOW - 86_400_000, formIds: [], stageIds: [] };
  let changed = 0;
  for await (const page of source.readChanged(grant, account('shop.example'), range)) {
    for (const { id } of page) ids.add(id);
    // One of the page goes to the front of the list, out of the range.
    if (page.length > 1) shop.put({ id: Number(page[0]?.id), total: '10.00' }, NOW + ++changed);
  }
  assert.equal(ids.size, 491);
  assert.ok(changed >= 5, String(changed));
});

test('what of an order counts', async (t) => {
  const { shop, source, grant } = await start(t);
  const saleOf = async (id: number | string): Promise<SaleRecord> => {
    const record = await source.read(grant, account('shop.example'), { type: 'sale', id: String(id) });
    assert.ok(record?.type === 'sale');
    return record;
  };
  const amounts: [string, string][] = [
    ['JPY', '5000.00'],
    ['KWD', '12.345'],
    ['CLP', '990'],
    ['EUR', '0.10'],
    ['UYW', '1.2345'],
  ];
  for (const [at, [currency, total]] of amounts.entries()) shop.put({ id: at + 1, currency, total }, NOW);
  for (const [at, exact] of ['5000', '12.345', '990', '0.1', '1.2345'].entries())
    assert.equal((await saleOf(at + 1)).payments[0]?.amount, exact);
  shop.put({ id: '9007199254740993', total: '12.00', customer_id: 7 }, NOW);
  const [payment] = (await saleOf('9007199254740993')).payments;
  assert.deepEqual([payment?.ref, payment?.orderId], [refOf('9007199254740993'), 'N9007199254740993']);
  assert.equal(payment?.person.externalId, refOf(7, 'customer'));
  for (const order of [{ date_paid_gmt: null }, { total: '0.00' }, { total: '-3.00' }]) {
    shop.put({ id: 20, total: '10.00', ...order }, NOW);
    assert.deepEqual((await saleOf(20)).payments, [], JSON.stringify(order));
    shop.orders = shop.orders.filter(({ id }) => id !== 20);
  }
  shop.put({ id: 30, total: '30.00' }, NOW);
  shop.refund(30, { id: 31, amount: '10.00' }, NOW - 5_000);
  shop.refund(30, { id: 32, amount: '0.00' }, NOW);
  const refund = { ref: refOf(31, 'refund'), of: refOf(30), amount: '10', currency: 'EUR', at: NOW - 5_000 };
  assert.deepEqual((await saleOf(30)).reversals, [refund]);
  for (const status of ['on-hold', 'cancelled', 'failed', 'refunded', 'trash']) {
    shop.put({ id: 30, total: '30.00', status }, NOW);
    const rest = { ref: `${refOf(30)}:rest`, of: refOf(30), amount: '20', currency: 'EUR', at: undefined, changedAt: NOW };
    assert.deepEqual((await saleOf(30)).reversals, [refund, rest], status);
  }
  shop.put({ id: 30, total: '30.00', status: 'a-status-of-the-shop' }, NOW);
  assert.equal((await saleOf(30)).reversals.length, 1);
  assert.deepEqual((await saleOf(404)).payments, []);
});

test('what shops hide, refuse, or say in the name of somebody else', async (t) => {
  const { shop, source, grant } = await start(t);
  const [seen] = await source.listAccounts(grant);
  assert.deepEqual(
    [seen?.id, seen?.name, seen?.currency, seen?.timezone],
    ['shop.example', 'North Shop', 'EUR', 'Europe/Berlin'],
  );
  shop.isHidden = true;
  const [hidden] = await source.listAccounts(grant);
  assert.deepEqual([hidden?.name, hidden?.currency, hidden?.timezone], ['shop.example', 'XXX', 'UTC']);
  shop.access = 'revoked';
  assert.equal((await failureOf(source.listAccounts(grant))).outcome, 'reconnect');
  const elsewhere = grantOf(tokenOfShop(readShop({ ...shop.fields, shop: 'other.example' })).reveal());
  const failure = await failureOf(source.listAccounts(elsewhere));
  assert.deepEqual(
    [failure.outcome, failure.details.reason?.slice(0, 39)],
    ['rejected', 'There is no interface of WooCommerce at'],
  );
  // An order is gone only where WooCommerce says so.
  const gone = await failureOf(source.read(elsewhere, account('other.example'), { type: 'sale', id: '1' }));
  assert.equal(gone.outcome, 'rejected');
});
