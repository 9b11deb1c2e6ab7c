// A person's orders in the copies of shops: sealed, erased in every copy, never brought back, and gone with the profile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, NOW_MS } from '../../act/connections/records/record-world.ts';
import { until } from '../../until.ts';
import { foundIn, openedTexts } from '../identity/whole-folder.ts';
import { MINUTE_MS, startShopWorld } from './shop-world.ts';

const ZOE = { email: 'zoe.quintana@example.com', phone: '+4915177777777', last: 'Quintanilla-Zoe' };
const WORDS = [ZOE.email, ZOE.phone, ZOE.last];

test("an erased person's orders", async (t) => {
  const world = await startShopWorld(t);
  const { w, shopify, woo } = world;
  const { app } = w;
  const person = { firstName: 'Zoe', lastName: ZOE.last, phone: ZOE.phone, countryCodeV2: 'DE' };
  const day = 24 * HOUR_MS;
  // Paid ones make her a customer; of the last, the shop shows no address.
  shopify.catalogue.orders = [
    { id: '1', name: '#1', updatedAt: NOW_MS - 9 * day, total: '10.00', email: ZOE.email, person },
    { id: '2', name: '#2', updatedAt: NOW_MS - 8 * day, total: '20.00', email: null, person: { ...person, phone: null } },
    { id: '3', name: '#3', updatedAt: NOW_MS - 7 * day, total: '30.00', email: 'jon@example.com' },
  ];
  shopify.pay({ id: '1', received: '10.00', updatedAt: NOW_MS - 9 * day, email: ZOE.email });
  shopify.pay({ id: '2', received: '20.00', updatedAt: NOW_MS - 8 * day, email: ZOE.email });
  woo.put(
    { id: 4, total: '40.00', billing: { email: ZOE.email, phone: ZOE.phone, last_name: ZOE.last, country: 'DE' } },
    NOW_MS - 6 * day,
  );
  await world.connectShopify();
  await world.connectWoo();
  await w.work();
  const key = world.keyOf('commerce:read', 'customers:read');
  const numbers = async (query = {}): Promise<string[]> =>
    (await key.get('/commerce/orders', query)).body.data.map(({ number }: { number: string }) => number);
  const inClear = async (): Promise<string[]> => {
    const opened = openedTexts(app.base, app.profileId);
    return [...(await foundIn(app.dataDir, WORDS, opened)).values()].flat().filter((place) => place.includes('shop_orders'));
  };

  await t.test('are sealed: no column has them in clear', async () => {
    assert.deepEqual(await numbers(), ['#1', '#2', '#3', 'N4']);
    assert.deepEqual([...new Set(await inClear())], ['state.sqlite shop_orders.sealed opened']);
  });

  await t.test('leave every copy, and no reading, webhook or lookup brings them back', async () => {
    const named = { profile_id: app.profileId, email: ZOE.email };
    const erase = () => w.api.post(`/workspaces/${app.workspaceId}/customer-erasures`, named);
    await until(async () => (await erase()).status === 200, 'the person is erased');
    assert.deepEqual([await numbers(), await inClear()], [['#3'], []]);
    for (const order of shopify.catalogue.orders) order.updatedAt = NOW_MS + MINUTE_MS;
    const hookAddress = (await w.connections()).find(({ provider }) => provider === 'shopify').webhook_url;
    await w.post(hookAddress, shopify.hook('orders/updated', '1'));
    app.clock.advance(HOUR_MS + MINUTE_MS);
    await w.work();
    assert.deepEqual(await numbers(), ['#3']);
    for (const query of [{ number: '1' }, { email: ZOE.email }, { phone: ZOE.phone }, { number: 'N4' }])
      assert.deepEqual(await numbers(query), [], JSON.stringify(query));
    assert.deepEqual(await inClear(), []);
  });

  await t.test('orders that have not changed for 400 days leave the copy', async () => {
    app.clock.advance(401 * day);
    shopify.catalogue.orders = [];
    await w.work();
    assert.deepEqual(await numbers(), []);
  });
});
