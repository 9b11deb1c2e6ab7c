// Orders of connected shops through the door: copied, followed, looked up by number, e-mail address and phone number, and asked of the shop itself where the
// copy has none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGrant, issueUserToken, registerApp, registerClient } from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { findPerson } from '../../../src/account/people/index.ts';
import { setHealthcare } from '../../../src/account/places/index.ts';
import { findPatience } from '../../../src/act/connections/index.ts';
import { AGENT_SCOPES } from '../../../src/base/contract/scopes.ts';
import { HOUR_MS, NOW_MS } from '../../act/connections/records/record-world.ts';
import { MINUTE_MS, type ShopWorld, startShopWorld } from './shop-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type Json = any;

const DAY_MS = 24 * HOUR_MS;
const ANA = { firstName: 'Ana', lastName: 'Rojas', phone: '0151 12345678', countryCodeV2: 'DE' };

const numbers = (body: Json): string[] => body.data.map(({ number }: Json) => number);
const codes = (body: Json): string[] => (body.warnings ?? []).map(({ code }: Json) => code);

async function openShops(world: ShopWorld): Promise<void> {
  const { shopify, woo, w } = world;
  const at = (days: number): number => NOW_MS - days * DAY_MS;
  const items = Array.from({ length: 9 }, (_, n) => ({ name: `Item ${n}`, sku: `S${n}`, quantity: 1, total: '1.10' }));
  shopify.catalogue.orders = [
    {
      id: '1',
      name: '#1001',
      updatedAt: at(30),
      total: '129.90',
      discount: '10.00',
      tax: '20.74',
      shipping: '4.90',
      person: ANA,
      items,
    },
    { id: '2', name: '#1002', updatedAt: at(20), total: '0.30', email: 'jon@example.com', status: 'PENDING' },
    { id: '3', name: '#10010', updatedAt: at(10), total: '12.345', email: 'jon@example.com', phone: '+4915199999999' },
  ];
  shopify.pay({ id: '1', received: '129.90', updatedAt: at(30) });
  woo.put(
    {
      id: 7,
      number: '1001-W',
      total: '45.00',
      total_tax: '7.18',
      line_items: [{ name: 'Mug', product_id: 5, variation_id: 0, sku: '', quantity: 2, total: '37.82' }],
      date_created_gmt: '2026-03-01T10:00:00',
    },
    at(5),
  );
  await world.connectShopify();
  await world.connectWoo();
  await w.work();
}

test('listCommerceOrders', async (t) => {
  const world = await startShopWorld(t);
  const { w, shopify, woo } = world;
  const people = world.keyOf('commerce:read', 'customers:read');
  const key = world.keyOf('commerce:read');
  const list = async (query = {}, api = people): Promise<Json> => {
    const { status, body } = await api.get('/commerce/orders', query);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  await t.test('without a shop the list is empty and says so', async () => {
    const body = await list();
    assert.deepEqual([body.data, body.meta.synced_at, codes(body)], [[], null, ['no_shop_connected']]);
    assert.deepEqual(codes(await list({ number: '1' })), ['no_shop_connected']);
  });

  await openShops(world);

  await t.test('orders of both shops, with exact amounts, every item and the payment that counts', async () => {
    const body = await list();
    assert.deepEqual(numbers(body), ['#1001', '#1002', '#10010', '1001-W']);
    assert.deepEqual(
      [body.meta.synced_at, body.warnings, body.meta.shops.length],
      [new Date(NOW_MS).toISOString(), undefined, 2],
    );
    const [first, second, third, fourth] = body.data;
    assert.deepEqual(
      [
        first.total_amount,
        first.discount_amount,
        first.tax_amount,
        first.shipping_amount,
        first.currency,
        first.has_tax_in_items,
      ],
      ['129.9', '10', '20.74', '4.9', 'EUR', true],
    );
    assert.deepEqual([first.items.length, first.items[8].sku, first.items[8].total_amount], [9, 'S8', '1.1']);
    const [payment] = (await w.api.get('/payments', { profile_id: w.app.profileId })).body.data.filter(
      (each: Json) => each.amount === '129.9',
    );
    assert.equal(first.outcome_event_id, payment.payment_id);
    assert.deepEqual([second.outcome_event_id, second.status, third.total_amount], [null, 'PENDING', '12.345']);
    assert.deepEqual(
      [fourth.items, typeof fourth.outcome_event_id],
      [[{ product_id: '5', variant_id: null, sku: null, name: 'Mug', quantity: 2, total_amount: '37.82' }], 'string'],
    );
    const { customer } = first;
    assert.deepEqual(
      [customer.name, customer.email, customer.country, typeof customer.customer_profile_id],
      ['Ana Rojas', 'ana@example.com', 'DE', 'string'],
    );
  });

  await t.test('pages in the order of changes, also from a moment on', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const body = await list({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...numbers(body));
      cursor = body.pagination.cursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(seen, ['#1001', '#1002', '#10010', '1001-W']);
    assert.deepEqual(numbers(await list({ sort: 'latest_change' })), seen.toReversed());
    const first = await list({ sort: 'latest_change', limit: 3 });
    const rest = await list({ sort: 'latest_change', limit: 3, cursor: first.pagination.cursor });
    assert.deepEqual([...numbers(first), ...numbers(rest)], seen.toReversed());
    assert.deepEqual(numbers(await list({ updated_since: new Date(NOW_MS - 10 * DAY_MS).toISOString() })), ['#10010', '1001-W']);
    assert.equal((await key.get('/commerce/orders', { cursor: 'x' })).body.error.code, 'invalid_parameter');
    assert.equal((await key.get('/commerce/orders', { updated_since: 'today' })).status, 400);
  });

  await t.test('lookups compare whole values in any spelling, and ask no shop for what the copy has', async () => {
    for (const number of ['1001', '#1001', ' #1001 ']) assert.deepEqual(numbers(await list({ number })), ['#1001'], number);
    assert.deepEqual(numbers(await list({ number: '1001-w' })), ['1001-W']);
    assert.deepEqual(numbers(await list({ email: 'JON@Example.com' })), ['#1002', '#10010']);
    assert.deepEqual(numbers(await list({ phone: '+49 151 12345678' })), ['#1001']);
    assert.deepEqual(numbers(await list({ phone: '0049 151 9999 9999' })), ['#10010']);
    assert.deepEqual([shopify.catalogue.searches, woo.searches], [[], []]);
    for (const query of [{ email: 'jon' }, { phone: '12345' }, { email: 'a@b.co', number: '1' }])
      assert.equal((await key.get('/commerce/orders', query)).body.error.code, 'invalid_parameter', JSON.stringify(query));
  });

  await t.test('what the copy has not is asked of the shops once, quoted, and compared', async () => {
    shopify.catalogue.orders.push({
      id: '90',
      name: '#2001',
      updatedAt: NOW_MS - 500 * DAY_MS,
      total: '7.00',
      email: 'old@example.com',
    });
    const found = await list({ number: '2001' });
    assert.deepEqual([numbers(found), codes(found)], [['#2001'], ['shop_asked', 'shop_asked']]);
    assert.deepEqual(found.warnings.map(({ message }: Json) => message.replace(/.*asked: /, '')).sort(), [
      'it has none either.',
      'what it has is shown, and is not in the copy.',
    ]);
    assert.deepEqual([shopify.catalogue.searches.splice(0), woo.searches.splice(0)], [["name:'2001'"], ['2001']]);
    assert.deepEqual(numbers(await list({ email: 'old@example.com' })), ['#2001']);
    // Parts of other numbers, which the searches of the shops find.
    assert.deepEqual(numbers(await list({ number: '100' })), []);
    shopify.catalogue.searches = [];
    for (const number of ["x' OR name:*", "1\\' OR email:'ana@example.com", '"', "'"]) {
      const body = await list({ number });
      assert.deepEqual([numbers(body), codes(body)], [[], ['shop_asked', 'shop_asked']], number);
    }
    assert.deepEqual(
      shopify.catalogue.searches.map((text) => /^name:'(?:\\.|[^'\\])*'$/.test(text)),
      [true, true, true, true],
    );
    const next = await list({ number: '2001', cursor: (await list({ limit: 1 })).pagination.cursor });
    assert.deepEqual([next.data, next.warnings], [[], undefined]);
  });

  await t.test('a shop that does not answer, throttles or talks nonsense is named', async () => {
    const { ms } = findPatience(w.app.base);
    for (const script of ['html', 'reset', 'error_once', 'throttled'] as const) {
      shopify.server.fail(script);
      const body = await list({ number: 'none' });
      assert.deepEqual(codes(body).sort(), ['shop_asked', 'shop_not_asked'], script);
    }
    shopify.server.isSilent = true;
    woo.server.isSilent = true;
    findPatience(w.app.base).ms = 1;
    assert.deepEqual(codes(await list({ number: 'none' })), ['shop_not_asked', 'shop_not_asked']);
    findPatience(w.app.base).ms = ms;
    shopify.server.isSilent = false;
    woo.server.isSilent = false;
    // The pause that the shop asked for.
    w.app.clock.advance(HOUR_MS);
  });

  await t.test('no more than thirty lookups a minute reach a shop', async () => {
    const before = [shopify.catalogue.searches.length, woo.searches.length];
    for (let n = 0; n < 30; n += 1) assert.deepEqual(codes(await list({ number: `no-${n}` })), ['shop_asked', 'shop_asked']);
    assert.deepEqual(codes(await list({ number: 'one-more' })), ['shop_not_asked', 'shop_not_asked']);
    assert.deepEqual(
      [shopify.catalogue.searches.length, woo.searches.length],
      before.map((count) => count + 30),
    );
    w.app.clock.advance(MINUTE_MS);
    assert.deepEqual(codes(await list({ number: 'one-more' })), ['shop_asked', 'shop_asked']);
  });

  await t.test('changes come by webhook within a job, and by the hour without one', async () => {
    const [order] = shopify.catalogue.orders.filter(({ id }) => id === '2');
    Object.assign(order ?? {}, { status: 'PAID', updatedAt: w.app.clock.now() });
    const hookAddress = (await w.connections()).find(({ provider }) => provider === 'shopify').webhook_url;
    assert.equal(await w.post(hookAddress, shopify.hook('orders/updated', '2')), 200);
    await w.work();
    assert.equal((await list({ number: '1002' })).data[0].status, 'PAID');
    Object.assign(order ?? {}, { status: 'REFUNDED', refunded: '0.30', updatedAt: w.app.clock.now() + MINUTE_MS });
    woo.put({ id: 7, total: '45.00', status: 'trash' }, w.app.clock.now() + MINUTE_MS);
    w.app.clock.advance(HOUR_MS + MINUTE_MS);
    await w.work();
    const body = await list();
    assert.deepEqual(numbers(body), ['#1001', '#10010', '#1002'], 'an order in the bin is gone');
    assert.deepEqual([body.data[2].status, body.data[2].refunded_amount], ['REFUNDED', '0.3']);
  });

  await t.test('a reading that fails says so, and the next goes on', async () => {
    shopify.server.fail('html', 4);
    w.app.clock.advance(HOUR_MS + MINUTE_MS);
    await w.work();
    const body = await list();
    assert.deepEqual([numbers(body).length, codes(body)], [3, ['shop_not_readable']]);
  });
});

test('who reads orders', async (t) => {
  const world = await startShopWorld(t);
  const { w } = world;
  await openShops(world);
  const { app } = w;

  await t.test('commerce:read alone opens them, without people', async () => {
    const { body } = await world.keyOf('commerce:read').get('/commerce/orders', { email: 'ana@example.com' });
    assert.deepEqual(
      body.data.map(({ customer }: Json) => customer),
      [null, null],
    );
    assert.equal(JSON.stringify(body).includes('Rojas'), false);
    for (const scopes of [['analytics:read'], ['customers:read', 'conversions:read', 'exports:read', 'messages:read']])
      assert.equal((await world.keyOf(...scopes).get('/commerce/orders')).body.error.code, 'insufficient_scope', scopes.join());
    assert.equal((await app.api(undefined).get('/commerce/orders')).status, 401);
  });

  await t.test('an agent has no scope for it, whatever a person allows', async () => {
    assert.equal(AGENT_SCOPES.includes('commerce:read'), false);
    const scopes = [...AGENT_SCOPES, 'commerce:read'];
    const clientId = registerClient(app.base, { name: 'Agent', redirectUris: ['https://agent.example/cb'], scopes });
    const grant = createGrant(app.base, {
      personId: findPerson(app.base, 'owner@shop.example')?.personId ?? '',
      clientId,
      scopes,
      resource: `${app.baseUrl}/mcp`,
    });
    const { token } = issueUserToken(app.base, { grantId: grant.grantId, scopes });
    for (const path of ['/commerce/orders', '/commerce/products'])
      assert.equal((await app.api(token).get(path, { profile_id: app.profileId })).body.error.code, 'insufficient_scope');
  });

  await t.test("an app's key has none of it on a healthcare profile", async () => {
    const partner = registerApp(app.base, {
      name: 'Partner',
      tier: 'standard',
      redirectUris: ['https://partner.example/cb'],
      allowedReturnOrigins: [],
      actor: 'system',
    });
    const { secret } = createApiKey(app.base, {
      profileId: app.profileId,
      name: 'theirs',
      scopes: ['commerce:read'],
      actor: 'test',
      appId: partner.appId,
    });
    assert.equal((await app.api(secret).get('/commerce/orders')).status, 200);
    setHealthcare(app.base, { profileId: app.profileId }, true);
    assert.equal((await app.api(secret).get('/commerce/orders')).body.error.code, 'healthcare_scope_forbidden');
    assert.equal((await world.keyOf('commerce:read').get('/commerce/orders')).status, 200);
    setHealthcare(app.base, { profileId: app.profileId }, false);
  });

  await t.test('reading people is in the access log', async () => {
    const people = world.keyOf('commerce:read', 'customers:read');
    await people.get('/commerce/orders', { email: 'ana@example.com' });
    const { body } = await w.api.get(`/workspaces/${app.workspaceId}/pii-access-log`);
    assert.equal(
      body.data.some((row: Json) => row.operation === 'listCommerceOrders'),
      true,
      JSON.stringify(body.data[0]),
    );
    assert.equal(JSON.stringify(body).includes('ana@example.com'), false);
  });
});
