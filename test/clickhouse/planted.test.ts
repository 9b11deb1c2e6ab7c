// Cases on which engines have differed, and what a verification does beside comparing: over HTTP, by the command that operators run.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import type { Base } from '../../src/base/base.ts';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../src/base/open.ts';
import { openClickHouse } from '../../src/base/warehouse/clickhouse/clickhouse.ts';
import { runNow } from '../../src/base/work/runner.ts';
import { dropJob, erasePersonFromBuilds, purgeBuilds } from '../../src/credit/second-engine/forget.ts';
import { currentBuild } from '../../src/credit/second-engine/index.ts';
import { testConfig } from '../base/folder.ts';
import { tributary } from '../doors/cli/cli.ts';
import { type ClickHouseServer, startClickHouseServer } from './tools/server.ts';
import { NOW, openShop, plant, type Shop, verify } from './tools/shop.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
let server: ClickHouseServer;
let base: Base;
let shop: Shop;
before(async () => {
  server = await startClickHouseServer();
  base = await openBase(testConfig(dataDir, { warehouseUrl: server.url }), { clock: fakeClock(NOW) });
  shop = openShop(base, 'planted');
  await plant(base, shop);
});
after(async () => {
  await closeBase(base);
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const databases = async (): Promise<string[]> =>
  (
    await base.clickhouse?.query(undefined, {
      sql: "select name from system.databases where startsWith(name, 'check_') order by name",
    })
  )?.map(({ name }) => String(name)) ?? [];
const printedTables = z.array(
  z.object({ table: z.string(), differs_in: z.array(z.string()), samples: z.array(z.object({ engine: z.string() })) }),
);
const tablesThatDiffer = (result: Awaited<ReturnType<typeof verify>>): z.infer<typeof printedTables> =>
  printedTables.parse(result['tables']).filter(({ differs_in }) => differs_in.length > 0);

test('both engines agree on ages of 70 days, zones, letters, spaces, 18 digits and ends of lines', async () => {
  const result = await verify(base, shop);
  assert.deepEqual(tablesThatDiffer(result), []);
  assert.equal(result['is_equal'], true);
  const ask = (sql: string) => base.warehouse.query({ profileId: shop.profileId }, { sql });
  // What was planted is there: otherwise two empty tables would be equal.
  assert.deepEqual(await ask("select rule_id from origins where source like 'a%b' or source = 'Point' order by source desc"), [
    { rule_id: 'unassigned' },
    { rule_id: 'point' },
  ]);
  assert.deepEqual(
    await ask(
      'select rule_id, channel, campaign from origins join origin_parts using (origin_id) where origin_parts.utm_campaign is not null',
    ),
    [{ rule_id: 'letters', channel: 'Own', campaign: 'Sisyphos' }],
  );
  assert.deepEqual(await ask('select max(gross_amount)::varchar as most from conversions'), [{ most: '999999999999.999999' }]);
  assert.deepEqual(
    await ask(
      'select count(*) as n from credit join conversions using (conversion_no) where epoch_us(converted_at) - epoch_us(touched_at) = 70 * 86400000000::bigint',
    ),
    [{ n: 1n }],
  );
});

test('an equal build is read, the one before stays until the next, and older ones go', async () => {
  for (let i = 0; i < 3; i += 1) await verify(base, shop);
  const current = currentBuild(base, shop.profileId);
  const all = await databases();
  assert.equal(all.length, 2);
  assert.ok(current && all.includes(current.database));
});

test('a table that differs is named with its columns and rows, and its build is not read', async () => {
  const before = currentBuild(base, shop.profileId);
  const target = { profileId: shop.profileId };
  await base.warehouse.write(target, [
    { sql: "update sessions set country = 'XX' where session_seq = (select min(session_seq) from sessions)" },
  ]);
  const result = await verify(base, shop);
  assert.equal(result['is_equal'], false);
  const [difference, ...others] = tablesThatDiffer(result);
  assert.deepEqual(others, []);
  assert.equal(difference?.table, 'sessions');
  assert.deepEqual(difference?.differs_in, ['(row)', 'country']);
  assert.deepEqual(
    difference?.samples.map(({ engine }) => engine),
    ['duckdb', 'clickhouse'],
  );
  assert.deepEqual(currentBuild(base, shop.profileId), before);
  await base.warehouse.write(target, [{ sql: "update sessions set country = null where country = 'XX'" }]);
});

test('values that change places are seen', async () => {
  const target = { profileId: shop.profileId };
  const [low, high] = ['min', 'max'].map((which) => `(select ${which}(conversion_no) from conversions)`);
  // Done again, it is undone.
  const swap = {
    sql: `update conversions set outcome_seq = other.outcome_seq from conversions as other
    where conversions.conversion_no in (${low}, ${high}) and other.conversion_no in (${low}, ${high}) and other.conversion_no <> conversions.conversion_no`,
  };
  await base.warehouse.write(target, [swap]);
  const result = await verify(base, shop);
  assert.deepEqual(
    tablesThatDiffer(result).map(({ differs_in }) => differs_in),
    [['(row)']],
  );
  await base.warehouse.write(target, [swap]);
});

test('an erasure takes builds out of reading at once, and a job drops them', async () => {
  await verify(base, shop);
  base.state.tx(() => erasePersonFromBuilds(base, shop.profileId));
  assert.equal(currentBuild(base, shop.profileId), undefined);
  await runNow(base, dropJob, { profileId: shop.profileId });
  assert.deepEqual(await databases(), []);
});

test('a purge drops builds, and fails while the server is away', async () => {
  await verify(base, shop);
  const clickhouse = openClickHouse({ warehouseUrl: 'clickhouse://127.0.0.1:59999' });
  await assert.rejects(purgeBuilds({ ...base, clickhouse }, shop.profileId), { reason: 'environment' });
  assert.equal(currentBuild(base, shop.profileId), undefined);
  await purgeBuilds(base, shop.profileId);
  assert.deepEqual(await databases(), []);
});

test('the command prints a line per table, and its code says whether all are equal', async () => {
  await closeBase(base);
  try {
    const args = ['warehouse', 'verify', shop.profileId, '--engine', 'clickhouse', '--data', dataDir];
    const equal = await tributary(args, { WAREHOUSE_URL: server.url });
    assert.equal(equal.code, 0, equal.stderr + equal.stdout);
    assert.match(equal.stdout, /^credit +\d+ rows {3}equal$/m);
    assert.match(equal.stdout, /^All \d+ tables are equal, through fact \d+ and decision \d+\.$/m);
    const none = await tributary(args, { WAREHOUSE_URL: '' });
    assert.equal(none.code, 2);
    const away = await tributary(args, { WAREHOUSE_URL: 'clickhouse://u:secret-word@127.0.0.1:59999' });
    assert.equal(away.code, 1);
    assert.match(away.stderr, /ClickHouse cannot be reached/);
    assert.doesNotMatch(away.stderr + away.stdout, /secret-word/);
  } finally {
    base = await openBase(testConfig(dataDir, { warehouseUrl: server.url }), { clock: fakeClock(NOW) });
  }
});
