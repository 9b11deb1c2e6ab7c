// Builds in a ClickHouse server that others use too: each installation knows, and drops, its own databases alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { archiveProfile } from '../../../src/account/access/index.ts';
import type { Base } from '../../../src/base/base.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import type { ClickHouse } from '../../../src/base/warehouse/clickhouse/clickhouse.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { codeVersion } from '../../../src/credit/pipeline/index.ts';
import { beginBuild, completeBuild, currentBuild, dropBuilds } from '../../../src/credit/second-engine/builds.ts';
import { buildAt, buildSchedule, chooseEngine, noteFailure } from '../../../src/credit/second-engine/engines.ts';
import { temporaryFolder, testConfig } from '../../base/folder.ts';
import { type FakeClickHouse, startFakeClickHouse } from '../../fakes/clickhouse.ts';

let server: FakeClickHouse;
before(async () => {
  server = await startFakeClickHouse();
});
after(() => server.close());

interface Installation {
  base: Base;
  clock: ReturnType<typeof fakeClock>;
  clickhouse: ClickHouse;
  profileId: string;
}

async function install(dataDir: string, email: string): Promise<Installation> {
  const clock = fakeClock('2027-03-01T12:00:00Z');
  const base = await openBase(testConfig(dataDir, { warehouseUrl: server.url }), { clock });
  const place = { workspace: 'Shop', profile: 'Main', currency: 'USD', timezone: 'UTC', domain: 'shop.example' };
  const { profile_id: profileId } = initInstallation(base, { email, ...place });
  assert.ok(base.clickhouse);
  return { base, clock, clickhouse: base.clickhouse, profileId };
}

const LANDED = { landedSeq: 3n, landedDecision: 2n };
async function build({ base, clickhouse, profileId }: Installation): Promise<string> {
  const begun = await beginBuild(base, clickhouse, profileId);
  completeBuild(base, profileId, begun, LANDED);
  return begun.database;
}

test('two installations on one server, and databases of others', async (t) => {
  const one = await install(temporaryFolder(t), 'one@shop.example');
  const two = await install(temporaryFolder(t), 'two@shop.example');
  t.after(() => Promise.all([closeBase(one.base), closeBase(two.base)]));
  const [ours, theirs] = [await build(one), await build(two)];
  assert.notEqual(ours, theirs);
  const beginning = ours.replace(/[0-9]+$/, '');
  const others = ['p1_german_sales', 'p1_g7', `${beginning}erman_sales`, `${beginning}2_old`, `x${beginning}2`];
  for (const name of others) server.databases.add(name);

  await t.test('each reads its own build', () => {
    assert.equal(currentBuild(one.base, one.profileId)?.database, ours);
    assert.equal(currentBuild(two.base, two.profileId)?.database, theirs);
  });

  await t.test('an older build goes, and nothing else', async () => {
    await beginBuild(one.base, one.clickhouse, one.profileId);
    const next = await build(one);
    await dropBuilds(one.base, one.clickhouse, one.profileId);
    assert.deepEqual([...server.databases].sort(), [next, theirs, ...others].sort());
  });
});

test('a server that failed is asked for no report for a minute', async (t) => {
  const shop = await install(temporaryFolder(t), 'three@shop.example');
  t.after(() => closeBase(shop.base));
  const database = await build(shop);
  const version = { through_seq: 3, through_decision: 2, code: Number(codeVersion()) };
  const found = (): unknown => buildAt(shop.base, shop.profileId, version);
  const current = { database, generation: 1, ...LANDED, version };
  assert.deepEqual(found(), current);
  noteFailure(shop.base);
  assert.deepEqual(found(), { reason: 'ClickHouse failed to answer within the last minute' });
  shop.clock.advance(60_000);
  assert.deepEqual(found(), current);
});

test('the job builds no profile that is archived or has moved', async (t) => {
  const shop = await install(temporaryFolder(t), 'four@shop.example');
  const { base, profileId } = shop;
  t.after(() => closeBase(base));
  await build(shop);
  base.state.tx(() => chooseEngine(base, profileId, 'clickhouse'));
  const listed = (): unknown => buildSchedule.profiles?.(base);
  assert.deepEqual(listed(), [profileId]);
  const move = { status: 'released', other_installation: 'another', address: null, sealed_key: null, contents: null, file: null };
  base.state.tx(() => base.state.statement('base/move_put').run({ profile_id: profileId, ...move, now: base.clock.now() }));
  assert.deepEqual(listed(), []);
  base.state.tx(() => base.state.statement('base/move_remove').run({ profile_id: profileId }));
  assert.deepEqual(listed(), [profileId]);
  archiveProfile(base, { profileId, actor: 'system' });
  assert.deepEqual(listed(), []);
});
