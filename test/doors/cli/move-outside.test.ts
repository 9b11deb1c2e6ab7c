// The outside parts of a profile move with it: connected accounts with their grants, pictures of ads, destinations and waiting deliveries.
// The installation that it left sends nothing more, and its copy can be deleted.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { followJob } from '../../../src/act/sync/follow.ts';
import { laneJob } from '../../../src/act/sync/lane.ts';
import type { ConfigInput } from '../../../src/base/config/config.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { eraseDue } from '../../../src/collect/identity/index.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { createOutside, setOutside } from '../../../src/providers/http/guard.ts';
import { startAdWorld } from '../../act/ads/ad-world.ts';
import { workOn } from '../../act/connections/meta-world.ts';
import { openSyncWorld } from '../../act/sync/sync-world.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { foundIn, openedTexts } from '../../collect/identity/whole-folder.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

const MINUTE_MS = 60_000;
const run = (app: Pick<TestApp, 'base'>, name: keyof typeof commands, args: object) =>
  Promise.resolve(commands[name](app.base, args, () => undefined));

async function startOther(t: TestContext, at: number, config: ConfigInput): Promise<TestApp> {
  const dataDir = join(temporaryFolder(t), 'other');
  const app = await startTestApp({
    dataDir,
    at: new Date(at).toISOString(),
    config,
    installation: { email: 'else@other.example' },
  });
  t.after(() => app.close());
  return app;
}

/** From one installation to the other. */
async function move(t: TestContext, from: Pick<TestApp, 'base'>, to: TestApp, profileId: string): Promise<void> {
  const folder = temporaryFolder(t);
  const [file, key_file] = [join(folder, 'profile.move'), join(folder, 'profile.key')];
  const installation = String((await run(to, 'status', {}))['installation_id']);
  await run(from, 'profiles-leave', { profile_id: profileId, file, installation });
  await run(from, 'profiles-release', { profile_id: profileId, key_file });
  await run(to, 'profiles-arrive', { file, key_file, accepts: 'all' });
}

test('connected accounts, grants and pictures move', async (t) => {
  const w = await startAdWorld(t);
  await w.connect();
  await w.work();
  await w.app.settle();
  const { profileId, dataDir } = w.app;
  const shown = ({ data, meta }: Awaited<ReturnType<typeof w.ads>>) => ({ data, totals: meta.totals });
  const [ads, connections] = [shown(await w.ads()), await w.connections()];
  const picturesOf = (folder: string): [string, Buffer][] => {
    const place = join(folder, 'profiles', profileId, 'pictures');
    return readdirSync(place).map((name) => [name, readFileSync(join(place, name))]);
  };
  const other = await startOther(t, w.app.clock.now(), { providers: { meta: w.meta.settings } });
  setOutside(other.base, createOutside({ isAllowed: () => true, ports: 'any', asksInnerNames: true }));
  await move(t, w.app, other, profileId);

  const api = other.api(w.app.apiKey);
  assert.deepEqual(picturesOf(other.dataDir), picturesOf(dataDir));
  assert.ok(picturesOf(other.dataDir).length > 0);
  const { body } = await other.api(other.session).get('/connections', { profile_id: profileId });
  assert.deepEqual(body.data, connections);
  const withoutAddresses = (text: string): unknown =>
    JSON.parse(text.replaceAll(/"thumbnail_url":"[^"]*"/g, '"thumbnail_url":"…"'));
  const range = { date_from: '2026-11-20', date_to: '2026-11-24' };
  const there = await api.get('/ads', range);
  assert.equal(there.status, 200, JSON.stringify(there.body));
  assert.deepEqual(withoutAddresses(JSON.stringify(there.body.data)), withoutAddresses(JSON.stringify(ads.data)));

  await t.test('the grant is used there, and here nothing more is read', async () => {
    const [ad] = w.account.ads;
    assert.ok(ad);
    ad['name'] = 'Renamed at Meta';
    for (const app of [w.app, other]) {
      await workOn(app);
      app.clock.advance(61 * MINUTE_MS);
      await workOn(app);
      await app.settle(profileId);
    }
    const names = (rows: { name: string }[]): string[] => rows.map(({ name }) => name);
    assert.ok(names((await api.get('/ads', range)).body.data).includes('Renamed at Meta'));
    assert.ok(!names((await w.ads()).data).includes('Renamed at Meta'));
  });
});

test('what waits for a destination moves, is sent there once, and moves back', async (t) => {
  const world = await openSyncWorld(t);
  const { endpoint, profileId } = world;
  await world.enable(['payment_received']);
  await world.outcome('accepted before');
  await world.sync();
  endpoint.script = () => ({ status: 503 });
  await world.outcome('pending');
  await world.outcome('pending too');
  await world.sync();
  const pending = (await world.deliveries()).filter(({ status }) => status !== 'accepted');
  assert.equal(pending.length, 2);
  const other = await startOther(t, world.clock.now(), { webhookNetworks: '127.0.0.1' });
  await move(t, world, other, profileId);

  const deliveriesOf = async (app: TestApp) =>
    (await app.api(app.session).get('/conversion-sync/deliveries', { profile_id: profileId, limit: 100 })).body.data;
  const sending = async (app: TestApp): Promise<void> => {
    app.clock.advance(60 * MINUTE_MS);
    await app.settle(profileId);
    await runDue(app.base, [followJob, laneJob]);
  };
  assert.deepEqual(await deliveriesOf(other), pending, 'with their attempts, and history stays behind');

  const before = endpoint.received.length;
  await sending(world);
  assert.equal(endpoint.received.length, before, 'the installation that it left sends nothing');
  endpoint.script = () => undefined;
  await sending(other);
  assert.deepEqual(
    (await deliveriesOf(other)).map(({ status }: { status: string }) => status),
    ['accepted', 'accepted'],
  );
  assert.deepEqual([endpoint.accepted.size, endpoint.repeats], [3, 0]);

  await move(t, other, world, profileId);
  await sending(world);
  assert.deepEqual([endpoint.accepted.size, endpoint.repeats], [3, 0], 'what was sent there is not sent here again');
  assert.deepEqual(
    (await world.deliveries()).map(({ status }) => status),
    ['accepted'],
  );
  assert.equal((await world.owner.get('/exports/destinations')).body.data[0].status, 'active');
});

test('people are erased from the copy that stays behind, and it is deleted on request', async (t) => {
  const world = await openSyncWorld(t);
  const { profileId, workspaceId } = world;
  await world.outcome('ana', { user_traits: { email: 'ana.left@example.com', first_name: 'Anabella' } });
  await world.outcome('bert', { user_traits: { email: 'bert.left@example.com' } });
  await world.settle();
  const other = await startOther(t, world.clock.now(), {});
  await move(t, world, other, profileId);
  const [ANA, BERT] = [['ana.left@example.com', 'Anabella'], ['bert.left@example.com']];
  const foundHere = async () => [...(await foundIn(world.dataDir, [...ANA, ...BERT], openedTexts(world.base, profileId))).keys()];
  assert.deepEqual(
    (await foundHere()).sort(),
    ['Anabella', ...ANA, ...BERT].filter((each, i, all) => all.indexOf(each) === i).sort(),
  );
  const erase = (app: TestApp, workspace: string) =>
    app.api(app.session).post(`/workspaces/${workspace}/customer-erasures`, { profile_id: profileId, email: ANA[0] });
  const places: [TestApp, string][] = [
    [world, workspaceId],
    [other, other.workspaceId],
  ];
  for (const [app, workspace] of places) while ((await erase(app, workspace)).status === 202) await eraseDue(app.base);
  assert.deepEqual(await foundHere(), BERT, 'an erasure reaches the copy too');
  assert.equal((await run(world, 'profiles-forget', { profile_id: profileId }))['status'], 'deleted');
  assert.deepEqual(await foundIn(world.dataDir, [...ANA, ...BERT]), new Map());
  assert.deepEqual(await run(world, 'status', {}).then(({ problems }) => problems), []);
  await assert.rejects(run(other, 'profiles-forget', { profile_id: profileId }), /not released/);
});
