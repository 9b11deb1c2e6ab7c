// The demo profile: made once, filled through the real intake, archived, made anew; beside the plan, and for those who run the workspace.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { profilesInPlan } from '../../../src/account/places/index.ts';
import { addProfile } from '../../../src/account/profiles/profiles.ts';
import { demo } from '../../../src/collect/spend/demo.ts';
import { settle } from '../../../src/credit/pipeline/index.ts';
import { until } from '../../until.ts';
import { type DoorWorld, openDoor, refused } from '../door.ts';

/** Each workspace has one profile, as its plan allows; now there is room for more. */
const raisePlan = ({ base }: Awaited<ReturnType<typeof openDoor>>): void =>
  void base.state.db.prepare("update workspaces set plan = 'growth'").run();

/** Waits until the workspace's demo is in this state, as a caller would. */
/** The clock stands still, so that a machine that asks often for long would come to the limit of calls. */
const untilDemoIs = ({ call, ann, clock }: DoorWorld, status: string, { session_token, workspace_id } = ann) =>
  until(async () => {
    const { status: answered, body } = await call('get', `/profiles/demo?workspace_id=${workspace_id}`, session_token);
    if (answered === 429) {
      clock.advance(60_000);
      return false;
    }
    assert.notEqual(body.data.status, 'failed');
    return body.data.status === status && body.data;
  }, `the demo profile is ${status}`);

test('createDemoProfile', async (t) => {
  const world = await openDoor(t, { plans: true });
  const { base, ann, zoe, call, memberToken } = world;
  const make = (token = ann.session_token, workspaceId: string = ann.workspace_id) =>
    call('post', '/profiles/demo', token, { workspace_id: workspaceId });

  await t.test('for owners and admins: no member, not even one who manages a profile, no stranger, no key', async () => {
    assert.equal(refused(await make(memberToken('v@north.example', 'viewer'))), '403 forbidden');
    assert.equal(refused(await make(memberToken('m@north.example', 'manager'))), '403 insufficient_scope');
    assert.equal(refused(await make(zoe.session_token)), '404 not_found');
    assert.equal(refused(await make(ann.api_key)), '403 forbidden');
    assert.equal(refused(await make(ann.session_token, 'mine')), '422 validation_error');
    assert.equal(refused(await call('post', '/profiles/demo', ann.session_token, {})), '422 validation_error');
  });

  await t.test('is refused like any profile where the plan has no place left', async () => {
    assert.equal(refused(await make()), '403 profile_limit_reached');
    raisePlan(world);
  });

  await t.test('is filled, once, and takes no place of the plan', async () => {
    const [first, ...others] = await Promise.all([make(), make(), make()]);
    const results = [first, ...others].map(({ status, body }) => [status, body.data.created]);
    assert.deepEqual(results.sort(), [
      [200, false],
      [200, false],
      [201, true],
    ]);
    for (const { body } of [first, ...others])
      assert.equal(body.data.status, body.data.filled ? 'ready' : 'filling', 'a slow machine answers before it is filled');
    const { profile_id } = first.body.data;
    assert.deepEqual(await untilDemoIs(world, 'ready'), { profile_id, workspace_id: ann.workspace_id, status: 'ready' });
    assert.ok(base.journal.lastSeq(profile_id) > 5_000n, 'its events are in the journal');
    const taken = base.journal.lastSeq(profile_id);
    assert.deepEqual((await make()).body.data, {
      profile_id,
      workspace_id: ann.workspace_id,
      created: false,
      filled: true,
      status: 'ready',
    });
    assert.equal(base.journal.lastSeq(profile_id), taken);
    const profiles = (await call('get', '/profiles', ann.session_token)).body.data;
    assert.deepEqual(
      profiles.map((profile: { name: string }) => profile.name),
      ['North Shop', demo.settings.name],
    );
    assert.equal(profilesInPlan(base, ann.workspace_id), 1);
  });

  await t.test('is connected to the sandbox, whose ads its visits came by', async () => {
    const { profile_id } = (await make()).body.data;
    const query = `?profile_id=${profile_id}`;
    const connections = (await call('get', `/connections${query}`, ann.session_token)).body.data;
    const [{ provider, status, last_sync }] = connections;
    assert.deepEqual([connections.length, provider, status, last_sync.error], [1, 'sandbox', 'active', null]);
    await settle(base, profile_id);
    const range = '&date_from=2025-12-01&date_to=2026-02-28&limit=100';
    const ads = (await call('get', `/ads${query}${range}`, ann.session_token)).body.data;
    const sellers = ads.filter(
      ({ spend, outcomes }: { spend: string; outcomes: string }) => Number(spend) > 0 && Number(outcomes) > 0,
    );
    assert.ok(sellers.length > 5, `${sellers.length} of ${ads.length} ads have cost and sold something`);
  });

  await t.test('what a crash interrupted is taken up, with the same shop on another day', async () => {
    const { profile_id } = (await make(zoe.session_token, zoe.workspace_id)).body.data;
    await untilDemoIs(world, 'ready', zoe);
    const whole = base.journal.lastSeq(profile_id);
    base.state.db.prepare('update profiles set demo_filled_at = null where profile_id = ?').run(profile_id);
    base.state.db.prepare('delete from backfills where profile_id = ?').run(profile_id);
    world.clock.advance(3 * 86_400_000);
    await make(zoe.session_token, zoe.workspace_id);
    await untilDemoIs(world, 'ready', zoe);
    const days = base.journal
      .read(profile_id, whole, 100_000)
      .flatMap(({ kind, body }) => (kind === 'spend_day' ? [z.object({ day: z.iso.date() }).parse(JSON.parse(body)).day] : []));
    assert.ok(
      days.length > 0 && days.every((day) => day >= '2026-02-25'),
      'days of spend that are in force are not written again',
    );
  });
});

test('deleteDemoProfile', async (t) => {
  const world = await openDoor(t, { plans: true });
  const { base, ann, zoe, call, memberToken } = world;
  raisePlan(world);
  const end = (token = ann.session_token, workspaceId: string = ann.workspace_id) =>
    call('delete', `/profiles/demo?workspace_id=${workspaceId}`, token);
  const make = () => call('post', '/profiles/demo', ann.session_token, { workspace_id: ann.workspace_id });

  await t.test('says when there is none, and whom it does not know', async () => {
    assert.equal(refused(await end()), '404 not_found');
    assert.equal(refused(await end(zoe.session_token)), '404 not_found');
    assert.equal(refused(await end(ann.session_token, 'mine')), '400 invalid_parameter');
    assert.equal(refused(await call('delete', '/profiles/demo', ann.session_token)), '400 invalid_parameter');
    assert.equal(refused(await call('delete', '/profiles/demo', ann.api_key)), '403 forbidden');
    assert.equal(refused(await end(memberToken('m@north.example', 'manager'))), '403 insufficient_scope');
  });

  await t.test('ends the demo and no other profile, once; then there may be another', async () => {
    const { profile_id } = (await make()).body.data;
    const ended = (await end()).body.data;
    assert.deepEqual([ended.profile_id, ended.archived], [profile_id, true]);
    assert.deepEqual((await untilDemoIs(world, 'purged')).profile_id, profile_id);
    assert.ok(base.journal.profiles().every(({ profileId }) => profileId !== profile_id));
    assert.deepEqual((await end()).body.data, { ...ended, archived: false, purged: true });
    const left = (await call('get', '/profiles', ann.session_token)).body.data;
    assert.deepEqual(
      left.map((profile: { profile_id: string }) => profile.profile_id),
      [ann.profile_id],
    );
    const again = (await make()).body.data;
    assert.ok(again.created && again.profile_id !== profile_id);
    await untilDemoIs(world, 'ready');
    assert.equal((await end()).body.data.profile_id, again.profile_id);
    await untilDemoIs(world, 'purged');
  });

  await t.test('says that the audit keeps what people changed in it, once, and it is ended all the same', async () => {
    // Without its events: deleting them may take longer than the call waits.
    const { profileId: profile_id } = addProfile(base, {
      workspaceId: ann.workspace_id,
      ...demo.settings,
      isDemo: true,
      actor: 'system',
    });
    const rename = { name: 'My demo' };
    assert.equal((await call('patch', `/profile?profile_id=${profile_id}`, ann.session_token, rename)).status, 200);
    const { status, body } = await end();
    assert.deepEqual([status, body.error.code, body.error.status], [409, 'demo_purge_blocked', 409]);
    assert.match(body.error.message, /keeps 1 rows? about/);
    await untilDemoIs(world, 'purged');
    assert.ok(base.journal.profiles().every(({ profileId }) => profileId !== profile_id));
    const again = (await end()).body.data;
    assert.deepEqual([again.profile_id, again.archived, again.purged], [profile_id, false, true]);
    const audited = base.state.db.prepare("select count(*) from audit where profile_id = ? and action = 'profile.updated'");
    assert.equal(audited.pluck().get(profile_id), 1);
  });
});

test('getDemoProfile', async (t) => {
  const world = await openDoor(t, { plans: true });
  const { base, ann, zoe, call, memberToken } = world;
  raisePlan(world);
  const look = (token: string) => call('get', `/profiles/demo?workspace_id=${ann.workspace_id}`, token);
  const make = () => call('post', '/profiles/demo', ann.session_token, { workspace_id: ann.workspace_id });

  await t.test('is for members of the workspace, and says when there is none', async () => {
    const none = { profile_id: null, workspace_id: ann.workspace_id, status: 'none' };
    assert.deepEqual((await look(ann.session_token)).body.data, none);
    assert.equal(refused(await look(zoe.session_token)), '404 not_found');
    assert.equal(refused(await look(ann.api_key)), '403 forbidden');
    assert.equal(refused(await call('get', '/profiles/demo', ann.session_token)), '400 invalid_parameter');
  });
  await t.test('says that it is being filled, and for any member that it is ready', async () => {
    const making = make();
    await untilDemoIs(world, 'filling');
    await making;
    await untilDemoIs(world, 'ready');
    assert.equal((await look(memberToken('v@north.example', 'viewer'))).body.data.status, 'ready');
  });
  await t.test('says that it could not be filled, until it is asked for again', async () => {
    base.state.db.prepare('update profiles set demo_filled_at = null').run();
    base.state.db.prepare("update jobs set status = 'failed' where kind = 'demo_profile'").run();
    assert.equal((await look(ann.session_token)).body.data.status, 'failed');
    await make();
    await untilDemoIs(world, 'ready');
  });
});
