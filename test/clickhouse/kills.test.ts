// The engine and the process that verifies are killed at random moments of a verification. Whatever is read then is a complete build, and DuckDB's
// figures are as they were. KILLS is the number of each; SEED repeats the moments.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { chance } from '../../seeds/demo/random.ts';
import type { Base } from '../../src/base/base.ts';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../src/base/open.ts';
import { currentBuild } from '../../src/credit/second-engine/index.ts';
import { testConfig } from '../base/folder.ts';
import { contents, difference } from '../credit/pipeline/contents.ts';
import { progressOf } from './tools/progress.ts';
import { type ClickHouseServer, startClickHouseServer } from './tools/server.ts';
import { NOW, openShop, plant, type Shop, verify } from './tools/shop.ts';

const KILLS = Number(process.env['KILLS'] ?? 4);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
const random = chance(SEED);

const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
const open = (): Promise<Base> => openBase(testConfig(dataDir, { warehouseUrl: server.url }), { clock: fakeClock(NOW) });
let server: ClickHouseServer;
let base: Base;
let shop: Shop;
let figures: Map<string, string[]>;
let verifyMs: number;
before(async () => {
  server = await startClickHouseServer();
  base = await open();
  shop = openShop(base, 'killed');
  await plant(base, shop);
  const begin = performance.now();
  assert.equal((await verify(base, shop))['is_equal'], true);
  verifyMs = performance.now() - begin;
  figures = await contents(base, { profileId: shop.profileId });
});
after(async () => {
  await closeBase(base);
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The build that is read is there, and has the credit of DuckDB; nothing of DuckDB has moved. */
async function requireComplete(moment: string): Promise<void> {
  const current = currentBuild(base, shop.profileId);
  assert.ok(current && base.clickhouse, moment);
  const credit = 'select conversion_no, touch_seq, last_touch, time_decay from credit order by conversion_no, touch_seq';
  const own = await base.warehouse.query({ profileId: shop.profileId }, { sql: credit }, { deadlineMs: 60_000 });
  const other = await base.clickhouse.query(current.database, { sql: credit }, { deadlineMs: 60_000 });
  assert.ok(own.length > 0);
  assert.deepEqual(other, own, moment);
  assert.equal(difference(await contents(base, { profileId: shop.profileId }), figures), '', moment);
}
test(`${KILLS} kills of the engine (seed ${SEED})`, async () => {
  let interrupted = 0;
  const report = progressOf('kill of the engine', KILLS, SEED);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const begin = performance.now();
    const verification = verify(base, shop).then(
      // A kill that came late says how long a verification takes by now.
      () => {
        verifyMs = Math.min(verifyMs, performance.now() - begin);
        return undefined;
      },
      (error: unknown) => error,
    );
    await pause(random.next() * verifyMs);
    await server.engine.kill();
    const reason = await verification;
    if (reason !== undefined) interrupted += 1;
    await requireComplete(`after kill ${kill}`);
    report(reason === undefined ? 'it came late' : 'the build before it is complete');
  }
  assert.ok(interrupted > 0, 'no kill came in time');
  assert.equal((await verify(base, shop))['is_equal'], true);
});

test(`${KILLS} kills of the process that verifies (seed ${SEED})`, async () => {
  const report = progressOf('kill of the process', KILLS, SEED);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await closeBase(base);
    const child = fork(join(import.meta.dirname, 'tools', 'verify-child.ts'), [dataDir, shop.profileId, server.url], {
      silent: true,
    });
    if (child.stdout) await once(child.stdout, 'data');
    await pause(random.next() * verifyMs);
    child.kill('SIGKILL');
    await once(child, 'exit');
    base = await open();
    await requireComplete(`after kill ${kill}`);
    report('the build before it is complete');
  }
  assert.equal((await verify(base, shop))['is_equal'], true);
  const left = await base.clickhouse?.query(undefined, {
    sql: "select name from system.databases where startsWith(name, 'check_')",
  });
  assert.equal(left?.length, 2);
});
