// The copies of shops move with their profile to an installation that has copies of its own, numbered alike.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { movedTables } from '../../../src/base/move/move-plan.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { HOUR_MS, NOW_MS } from '../../act/connections/records/record-world.ts';
import { temporaryFolder } from '../../base/folder.ts';
import type { TestApp } from '../../harness.ts';
import { type ShopWorld, startShopWorld } from './shop-world.ts';

const run = (app: Pick<TestApp, 'base'>, name: keyof typeof commands, args: object) =>
  Promise.resolve(commands[name](app.base, args, () => undefined));

async function startWithOrders(
  t: TestContext,
  names: readonly string[],
  options: Parameters<typeof startShopWorld>[1] = {},
): Promise<ShopWorld> {
  const world = await startShopWorld(t, options);
  world.shopify.catalogue.orders = names.map((name, n) => ({
    id: String(n + 1),
    name,
    updatedAt: NOW_MS - (9 - n) * HOUR_MS,
    total: '10.00',
  }));
  world.shopify.catalogue.products = [
    {
      id: '70',
      title: `Of ${names[0]}`,
      updatedAt: NOW_MS - HOUR_MS,
      variants: [{ id: '1', sku: 'A', title: 'A', price: '1.00' }],
    },
  ];
  await world.connectShopify();
  await world.w.work();
  return world;
}

test('copies of shops move with their profile', async (t) => {
  const here = await startWithOrders(t, ['#1', '#2']);
  // An installation of its own, not a copy of the folder that all tests begin with.
  const dataDir = join(temporaryFolder(t), 'other');
  const there = await startWithOrders(t, ['#31', '#32', '#33'], { dataDir, installation: { email: 'else@other.example' } });
  const [from, to] = [here.w.app, there.w.app];
  const folder = temporaryFolder(t);
  const [file, key_file] = [join(folder, 'profile.move'), join(folder, 'profile.key')];
  const installation = String((await run(to, 'status', {}))['installation_id']);
  await run(from, 'profiles-leave', { profile_id: from.profileId, file, installation });
  await run(from, 'profiles-release', { profile_id: from.profileId, key_file });
  await run(to, 'profiles-arrive', { file, key_file, accepts: 'all' });

  const listed = async (profile_id: string, path: string, name: string): Promise<string[]> => {
    const { status, body } = await to.api(to.session).get(path, { profile_id });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map((row: Record<string, string>) => row[name]);
  };
  assert.deepEqual(await listed(from.profileId, '/commerce/orders', 'number'), ['#1', '#2']);
  assert.deepEqual(await listed(to.profileId, '/commerce/orders', 'number'), ['#31', '#32', '#33']);
  assert.deepEqual(await listed(from.profileId, '/commerce/products', 'name'), ['Of #1']);
  assert.deepEqual(await listed(to.profileId, '/commerce/products', 'name'), ['Of #31']);
});

test('no number of rows moves that another installation may have issued too', async (t) => {
  const { w } = await startShopWorld(t);
  const { db } = w.app.base.state;
  const numbered = movedTables(db).flatMap(({ table, columns }) => {
    const keys = db
      .prepare<[string], { name: string; type: string }>('select name, type from pragma_table_info(?) where pk > 0')
      .all(table);
    const [key] = keys;
    return keys.length === 1 && key?.type.toLowerCase() === 'integer' && columns.includes(key.name)
      ? [`${table}.${key.name}`]
      : [];
  });
  // The texts of a search are numbered within their profile.
  assert.deepEqual(numbered, ['search_values.value_no']);
});
