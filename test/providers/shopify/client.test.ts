// The client of shops at Shopify against its fake: what every client must do, the signed way back, pages, and what of an order counts.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { SaleRecord } from '../../../src/providers/record-source.ts';
import { Secret } from '../../../src/providers/secret.ts';
import { readShop, tokenOfShop } from '../../../src/providers/shopify/address.ts';
import { createShopify } from '../../../src/providers/shopify/client.ts';
import { judgeShopify } from '../../../src/providers/shopify/errors.ts';
import { shopOfCallback } from '../../../src/providers/shopify/oauth.ts';
import { startFakeShopify } from '../../fakes/shops/shopify.ts';
import { testConformance, timeoutOf } from '../conformance.ts';
import { account, changedOf, clock, conforming, failureOf, grantOf, NOW } from '../record-sources.ts';

const SHOP = 'north.myshopify.com';
const DAY_MS = 86_400_000;

async function start(t: TestContext) {
  const shop = await startFakeShopify(t);
  const source = createShopify({ apiVersion: '2026-10', allOrders: false, ...shop.settings }, { clock, timeoutMs: timeoutOf(t) });
  assert.ok(source);
  const token = tokenOfShop(SHOP, shop.grants.accessToken()).reveal();
  return { shop, source, token, grant: grantOf(token) };
}

test('the client conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { shop, source, token } = await start(t);
      return { server: shop.server, ...conforming(source, token) };
    },
    { onlyReads: true, refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  ));

test('which domains are asked', () => {
  for (const typed of [
    'north',
    'north.myshopify.com',
    'NORTH.MyShopify.com',
    'https://north.myshopify.com/',
    'https://north.myshopify.com/admin',
    'https://north.myshopify.com/admin/settings?x=1',
    'admin.shopify.com/store/north',
    'https://admin.shopify.com/store/north/orders',
  ])
    assert.equal(readShop(typed), SHOP, typed);
  for (const typed of [
    '',
    '-north',
    'shop.example',
    'north.myshopify.com.evil.example',
    'evil.example/north.myshopify.com',
    'evil.example?north.myshopify.com',
    'north.myshopify.com@evil.example',
    'north.myshopify.com:8443',
    'http://north.myshopify.com',
    'a.b.myshopify.com',
    'nörth',
    '127.0.0.1',
    'north.myshopify.com/../..',
    'north.myshopify.com#x',
    `${'n'.repeat(80)}`,
  ])
    assert.throws(() => readShop(typed), { outcome: 'rejected' }, typed);
});

test('the way back is signed by the app’s secret', () => {
  const secret = new Secret('hush');
  const callbackOf = (parameters: Record<string, string>, key = 'hush'): URL => {
    const signed = Object.entries(parameters)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .sort()
      .join('&');
    const hmac = createHmac('sha256', key).update(signed).digest('hex');
    return new URL(`https://tributary.example/connect/shopify/callback?${new URLSearchParams({ ...parameters, hmac })}`);
  };
  const right = { code: 'c&1', host: 'YWJj=', shop: SHOP, state: 's', timestamp: String(NOW / 1_000) };
  assert.equal(shopOfCallback(secret, { callback: callbackOf(right), now: NOW }), SHOP);
  const changed = callbackOf(right);
  changed.searchParams.set('shop', 'other.myshopify.com');
  const twice = callbackOf(right);
  twice.searchParams.append('shop', 'other.myshopify.com');
  const { shop: _, ...nameless } = right;
  for (const callback of [
    changed,
    twice,
    callbackOf(right, 'other'),
    callbackOf(nameless),
    callbackOf({ ...right, shop: 'evil.example' }),
    callbackOf({ ...right, timestamp: '' }),
    callbackOf({ ...right, timestamp: String(NOW / 1_000 - 301) }),
    new URL('https://tributary.example/connect/shopify/callback'),
  ])
    assert.throws(() => shopOfCallback(secret, { callback, now: NOW }), { outcome: 'rejected' }, callback.search);
});

test('what GraphQL says with status 200', () => {
  const judged = (body: unknown) => judgeShopify({ status: 200, headers: new Headers(), text: '', body, requestId: undefined });
  const error = (code: string, path?: unknown[]) => ({ message: code, path, extensions: { code } });
  assert.equal(judged({ data: { shop: {} } }), undefined);
  assert.equal(judged({ data: {}, errors: [error('ACCESS_DENIED', ['orders', 'nodes', 0, 'email'])] }), undefined);
  const outcomeOf = (body: unknown) => Object(judged(body)).outcome;
  assert.equal(outcomeOf({ data: { orders: null }, errors: [error('ACCESS_DENIED', ['orders'])] }), 'forbidden');
  assert.equal(outcomeOf({ errors: [error('MAX_COST_EXCEEDED')] }), 'too_large');
  assert.equal(outcomeOf({ errors: [error('INTERNAL_SERVER_ERROR')] }), 'unavailable');
  assert.equal(outcomeOf({ errors: [{ message: 'no such field' }] }), 'unusable');
});

test('orders of many pages, and one of many transactions', async (t) => {
  const { shop, source, grant } = await start(t);
  for (let n = 0; n < 60; n += 1) shop.pay({ id: String(1_000 + n), received: '10.00', updatedAt: NOW - DAY_MS - n * 1_000 });
  const many = Array.from({ length: 30 }, (_, n) => ({
    id: `9${n}`,
    kind: 'REFUND',
    status: 'SUCCESS',
    amount: '0.10',
    at: NOW,
  }));
  const [order] = shop.orders;
  assert.ok(order);
  order.transactions.push(...many);
  const records = await changedOf(source, grant, SHOP, { until: NOW - 1_000 });
  assert.equal(new Set(records.map(({ id }) => id)).size, 60);
  const found = records.find(({ id }) => id === order.id);
  assert.ok(found?.type === 'sale');
  assert.equal(found.reversals.length, 30);
});

test('what of an order counts', async (t) => {
  const { shop, source, grant } = await start(t);
  const saleOf = async (id: string): Promise<SaleRecord | undefined> => {
    const record = await source.read(grant, account(SHOP), { type: 'sale', id });
    return record?.type === 'sale' ? record : undefined;
  };
  const id = '820982911946154508';
  const amounts = { JPY: ['5000.0', '5000'], KWD: ['12.345', '12.345'], CLP: ['990.0', '990'], EUR: ['0.10', '0.1'] };
  for (const [currency, [received = '', exact]] of Object.entries(amounts)) {
    shop.pay({ id, received, currency, updatedAt: NOW });
    const [payment] = (await saleOf(id))?.payments ?? [];
    assert.deepEqual([payment?.amount, payment?.currency, payment?.ref], [exact, currency, `shopify:${SHOP}:order:${id}`]);
  }
  shop.pay({ id: '1', received: '0.00', updatedAt: NOW });
  shop.pay({ id: '2', received: '10.00', updatedAt: NOW, test: true });
  assert.deepEqual([(await saleOf('1'))?.payments, (await saleOf('2'))?.payments], [[], []]);
  assert.equal(await saleOf('404'), undefined, 'an order that is not shown may count');
  const refund = (status: string, test = false) => ({ id: '31', kind: 'REFUND', status, amount: '4.00', at: NOW, test });
  for (const [status, test, count] of [
    ['SUCCESS', false, 1],
    ['PENDING', false, 1],
    ['FAILURE', false, 0],
    ['SUCCESS', true, 0],
  ] as const) {
    shop.pay({ id: '3', received: '10.00', updatedAt: NOW, transactions: [refund(status, test)] });
    assert.equal((await saleOf('3'))?.reversals.length, count, `${status} ${test}`);
  }
  const backOf = async (type: string, status: string): Promise<string[]> => {
    const disputes = [{ id: '41', type, status, amount: '7.00', at: NOW }];
    shop.pay({ id: '4', received: '10.00', updatedAt: NOW, disputes, transactions: [{ ...refund('SUCCESS'), amount: '2.00' }] });
    return ((await saleOf('4'))?.reversals ?? []).slice(1).map(({ amount }) => amount);
  };
  for (const status of ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'LOST', 'ACCEPTED'])
    assert.deepEqual(await backOf('CHARGEBACK', status), ['7'], status);
  for (const status of ['WON', 'CHARGE_REFUNDED', 'PREVENTED']) assert.deepEqual(await backOf('CHARGEBACK', status), [], status);
  assert.deepEqual([await backOf('INQUIRY', 'UNDER_REVIEW'), await backOf('INQUIRY', 'LOST')], [[], ['7']]);
  // Where Shopify does not show the amount of a dispute, it is about the rest.
  shop.isRestricted = true;
  assert.deepEqual(await backOf('CHARGEBACK', 'LOST'), ['8']);
});

test('a version, a token of nowhere, an order that is not shown', async (t) => {
  const { source } = await start(t);
  assert.equal(source.versionEnds, '2027-10-01');
  assert.equal((await failureOf(source.listAccounts(grantOf('evil.example token')))).outcome, 'reconnect');
  const other = grantOf(tokenOfShop('other.myshopify.com', 'token').reveal());
  assert.equal((await failureOf(source.listAccounts(other))).outcome, 'not_found');
});
