// Products of connected shops through the door: copied with all their variants, followed, and removed with the shop's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDue } from '../../../src/base/work/runner.ts';
import { slice as commerce } from '../../../src/collect/commerce/slice.ts';
import { kinds } from '../../act/connections/meta-world.ts';
import { HOUR_MS, NOW_MS } from '../../act/connections/records/record-world.ts';
import { MINUTE_MS, startShopWorld } from './shop-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type Json = any;

const DAY_MS = 24 * HOUR_MS;
const variantsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: String(800 + n),
    sku: `V${n}`,
    title: `Size ${n}`,
    price: '19.90',
    ...STOCKS[n],
  }));
/** Counted, sold out, and sold without a count. */
const STOCKS: Json[] = [
  { inventoryQuantity: 7, availableForSale: true },
  { inventoryQuantity: 0, availableForSale: false },
  { inventoryQuantity: -2, availableForSale: true },
];

test('listCommerceProducts', async (t) => {
  const world = await startShopWorld(t);
  const { w, shopify, woo } = world;
  const key = world.keyOf('commerce:read');
  const list = async (query = {}): Promise<Json> => {
    const { status, body } = await key.get('/commerce/products', query);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const names = (body: Json): string[] => body.data.map(({ name, status }: Json) => `${name} ${status}`);
  shopify.catalogue.products = [
    { id: '70', title: 'Scarf', updatedAt: NOW_MS - 3 * DAY_MS, variants: variantsOf(12) },
    { id: '71', title: 'Hat', updatedAt: NOW_MS - 2 * DAY_MS, variants: variantsOf(1), status: 'DRAFT' },
  ];
  const gmt = (days: number): string => new Date(NOW_MS - days * DAY_MS).toISOString().slice(0, 19);
  const mug = {
    name: 'Mug',
    status: 'publish',
    type: 'simple',
    sku: 'MUG',
    price: '9.90',
    stock_quantity: 3,
    permalink: 'https://shop.example/mug',
  };
  woo.products = [
    { id: 5, ...mug, date_created_gmt: gmt(9), date_modified_gmt: gmt(1) },
    {
      id: 6,
      name: 'Shirt',
      status: 'publish',
      type: 'variable',
      price: '',
      categories: [{ name: 'Shirts' }],
      date_created_gmt: gmt(9),
      date_modified_gmt: gmt(0.5),
      shown_variations: [{ id: 61, sku: 'S-1', name: 'Red', price: '20.50', stock_quantity: null, stock_status: 'outofstock' }],
    },
  ];

  await t.test('all of both shops, with every variant', async () => {
    await world.connectShopify();
    await world.connectWoo();
    assert.deepEqual(
      (await list()).warnings.map(({ code }: Json) => code),
      ['shop_copy_incomplete', 'shop_copy_incomplete'],
    );
    await w.work();
    const body = await list();
    assert.deepEqual(names(body), ['Scarf active', 'Hat draft', 'Mug publish', 'Shirt publish']);
    const [scarf, , found, shirt] = body.data;
    assert.deepEqual(
      scarf.variants.slice(0, 4).map(({ stock }: Json) => stock),
      [7, 0, null, null],
    );
    assert.deepEqual([scarf.variants.length, scarf.variants[11].price, scarf.currency], [12, '19.9', 'EUR']);
    assert.deepEqual(found.variants, [{ variant_id: '5', sku: 'MUG', name: null, price: '9.9', stock: 3 }]);
    assert.deepEqual(shirt.variants, [{ variant_id: '61', sku: 'S-1', name: 'Red', price: '20.5', stock: 0 }]);
    assert.equal(shirt.category, 'Shirts');
  });

  await t.test('pages, and what changed since a moment', async () => {
    const first = await list({ limit: 3 });
    assert.deepEqual([names(first).length, first.pagination.has_next], [3, true]);
    assert.deepEqual(names(await list({ limit: 3, cursor: first.pagination.cursor })), ['Shirt publish']);
    const { synced_at } = first.meta;
    Object.assign(shopify.catalogue.products[0] ?? {}, { title: 'Wool scarf', updatedAt: NOW_MS + MINUTE_MS });
    w.app.clock.advance(HOUR_MS + MINUTE_MS);
    await w.work();
    assert.deepEqual(names(await list({ updated_since: synced_at })), ['Wool scarf active']);
  });

  await t.test('by a part of a name or SKU, and the latest change first', async () => {
    assert.deepEqual(names(await list({ search: 'SCAR' })), ['Wool scarf active']);
    assert.deepEqual(names(await list({ search: 's-1' })), ['Shirt publish']);
    assert.deepEqual(names(await list({ search: '%_' })), []);
    const latest = names(await list({ sort: 'latest_change' }));
    assert.deepEqual(latest, ['Wool scarf active', 'Shirt publish', 'Mug publish', 'Hat draft']);
    const first = await list({ sort: 'latest_change', limit: 3 });
    const rest = await list({ sort: 'latest_change', limit: 3, cursor: first.pagination.cursor });
    assert.deepEqual([...names(first), ...names(rest)], latest);
  });

  await t.test('a webhook brings a product at once, and so the next question with updated_since', async () => {
    const { synced_at } = (await list()).meta;
    const at = w.app.clock.now() + 1_000;
    Object.assign(shopify.catalogue.products[0] ?? {}, { title: 'Soft scarf', updatedAt: at });
    Object.assign(woo.products[0] ?? {}, { name: 'Big mug', date_modified_gmt: new Date(at).toISOString().slice(0, 19) });
    const addresses = new Map((await w.connections()).map(({ provider, webhook_url }: Json) => [provider, webhook_url]));
    const hooks = [
      ['shopify', shopify.hook('products/update', '70')],
      ['woocommerce', woo.hook({ id: 5 }, 'product')],
      // One that the shop does not have, and one that is signed by nobody.
      ['woocommerce', woo.hook({ id: 99 }, 'product')],
    ] as const;
    for (const [provider, hook] of hooks) assert.equal(await w.post(addresses.get(provider), hook), 200, provider);
    const forged = woo.hook({ id: 5 }, 'product');
    assert.equal(await w.post(addresses.get('woocommerce'), { ...forged, body: '{"id":6}' }), 401);
    await runDue(w.app.base, kinds());
    assert.deepEqual(names(await list({ updated_since: synced_at })), ['Soft scarf active', 'Big mug publish']);
    assert.equal((await list()).data.length, 4);
  });

  await t.test('a product that the shop has not any more is removed within a day, and may come back', async () => {
    const [, hat] = shopify.catalogue.products;
    shopify.catalogue.products = shopify.catalogue.products.filter(({ id }) => id !== '71');
    for (let hour = 0; hour < 24; hour += 1) w.app.clock.advance(HOUR_MS);
    await w.work();
    const after = await list();
    assert.equal(names(after).at(-1), 'Hat removed');
    assert.ok(hat);
    shopify.catalogue.products.push({ ...hat, updatedAt: w.app.clock.now() });
    w.app.clock.advance(HOUR_MS + MINUTE_MS);
    await w.work();
    const back = await list({ updated_since: after.data.at(-1).updated_at });
    assert.deepEqual(names(back), ['Hat draft']);
  });

  await t.test('without the permission orders are copied all the same', async () => {
    shopify.catalogue.isWithoutProducts = true;
    w.app.clock.advance(HOUR_MS + MINUTE_MS);
    await w.work();
    const { warnings, data } = await list();
    assert.deepEqual(
      warnings.map(({ code }: Json) => code),
      ['shop_not_readable'],
    );
    assert.equal(data.length, 4);
    assert.equal(
      (await w.connections()).every(({ status }: Json) => status === 'active'),
      true,
    );
    assert.equal((await key.get('/commerce/orders')).body.warnings, undefined);
  });

  await t.test('another profile sees none of it, and a stranger nothing', async () => {
    const query = { profile_id: '6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11' };
    assert.equal((await key.get('/commerce/products', query)).status, 404);
    assert.equal((await world.keyOf('analytics:read').get('/commerce/products')).body.error.code, 'insufficient_scope');
  });

  await t.test('a shop that is disconnected leaves nothing behind', async () => {
    const [{ id }] = (await w.connections()).filter(({ provider }: Json) => provider === 'shopify');
    await w.api.delete(`/connections/${id}`, { profile_id: w.app.profileId });
    assert.deepEqual(names(await list()), ['Shirt publish', 'Big mug publish']);
    await runDue(w.app.base, commerce.jobs ?? []);
    const kept = w.app.base.state
      .statement('collect/commerce/copy_get')
      .get({ profile_id: w.app.profileId, provider: 'shopify', account_id: shopify.shop });
    assert.equal(kept, undefined);
  });
});
