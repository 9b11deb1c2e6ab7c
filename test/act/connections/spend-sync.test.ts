// What syncs make of a platform's answers: whole days or none, measured zeros, waits, dead grants and grants that come back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionList } from '../../../src/doors/cli/texts.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { insight, type MetaWorld, metaAccount, NOW, startMetaWorld, TODAY } from './meta-world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const dayBack = (days: number): string => new Date(Date.parse(NOW) - days * DAY_MS).toISOString().slice(0, 10);

const oneAccount = () => {
  const account = metaAccount('102', 'North');
  account.insights.push(insight(TODAY, 'a', '1.25'), insight(dayBack(1), 'a', '10.50'), insight(dayBack(200), 'b', '3'));
  return account;
};

/** Days whose last fact says another amount than 0. */
const spent = (w: MetaWorld): Record<string, number> =>
  Object.fromEntries([...new Map(w.days('102').map(({ day, spend }) => [day, spend]))].filter(([, spend]) => spend > 0).sort());

const statusOf = async (w: MetaWorld): Promise<string[]> =>
  (await w.connections()).map(({ status, status_reason }) => `${status} ${status_reason}`);

test('listConnections', async (t) => {
  const w = await startMetaWorld(t, [oneAccount()]);
  assert.equal((await w.connect()).status, 303);
  await w.work();

  await t.test('the first sync reads 400 days, and a day without ads was measured as 0', () => {
    const days = w.days('102');
    assert.equal(days.length, 400);
    assert.equal(new Set(days.map(({ day }) => day)).size, 400);
    assert.equal(days.map(({ day }) => day).sort()[0], dayBack(399));
    assert.deepEqual(spent(w), { [dayBack(200)]: 3, [dayBack(1)]: 10.5, [TODAY]: 1.25 });
  });

  await t.test('the list says how it went', async () => {
    const [connection] = await w.connections();
    assert.equal(connection.status, 'active');
    assert.deepEqual(connection.last_sync, {
      started_at: new Date(NOW).toISOString(),
      finished_at: new Date(NOW).toISOString(),
      from_day: dayBack(399),
      to_day: TODAY,
      rows: 3,
      error: null,
    });
    assert.equal(connection.accounts[0].first_day, dayBack(399));
    assert.equal(connection.accounts[0].is_history_complete, true);
    assert.equal(connection.next_sync_at, new Date(Date.parse(NOW) + HOUR_MS).toISOString());
    assert.deepEqual(connection.scopes.missing, []);
  });

  await t.test('an hour later the last days are read, and days that are as before write nothing', async () => {
    const before = w.days('102').length;
    w.app.clock.advance(HOUR_MS + 60_000);
    await w.work();
    assert.equal(w.days('102').length, before);
    assert.equal((await w.connections())[0].last_sync.from_day, dayBack(2));
  });

  await t.test('what the platform corrects is read by night, 28 days back', async () => {
    w.meta.accounts[0]?.insights.push(insight(dayBack(20), 'a', '7'));
    w.app.clock.advance(DAY_MS);
    await w.work();
    assert.equal(spent(w)[dayBack(20)], 7);
    assert.equal(w.days('102').filter(({ day }) => day === dayBack(20)).length, 2);
  });
});

test('readings that break', async (t) => {
  await t.test('an incomplete reading changes no day', async (t) => {
    const w = await startMetaWorld(t, [oneAccount()]);
    await w.connect();
    await w.work();
    const before = w.days('102');
    const insights = w.meta.accounts[0]?.insights ?? [];
    // The first page is sound, the second is not.
    for (let ad = 0; ad < 600; ad += 1) insights.push(insight(TODAY, `c${ad}`, '1'));
    const broken = insight(TODAY, 'd', 'much');
    insights.push(broken);
    w.app.clock.advance(HOUR_MS + 60_000);
    await w.work();
    assert.deepEqual(w.days('102'), before);
    assert.match((await w.connections())[0].last_sync.error, /shape/);
    broken['spend'] = '2';
    w.app.clock.advance(HOUR_MS);
    await w.work();
    assert.equal(spent(w)[TODAY], 603.25);
    assert.equal((await w.connections())[0].last_sync.error, null);
  });

  await t.test('a first sync that was interrupted goes on where it was, and doubles no day', async (t) => {
    const w = await startMetaWorld(t, [oneAccount()]);
    await w.connect();
    const insights = w.meta.accounts[0]?.insights ?? [];
    const broken = insight(dayBack(100), 'd', 'much');
    insights.push(broken);
    await w.work();
    const read = w.days('102').length;
    assert.equal(read, 90);
    const [connection] = await w.connections();
    assert.equal(connection.accounts[0].is_history_complete, false);
    assert.equal(connection.accounts[0].first_day, dayBack(89));
    broken['spend'] = '2';
    w.app.clock.advance(HOUR_MS);
    const asked = w.meta.server.requests.length;
    await w.work();
    assert.equal(w.days('102').length, 400);
    const ranges = w.meta.server.requests.slice(asked).filter(({ url }) => url.includes('/insights')).length;
    assert.ok(ranges > 0);
    assert.equal((await w.connections())[0].accounts[0].is_history_complete, true);
  });

  await t.test('a platform that asks for a pause gets it, and the sync goes on where it was', async (t) => {
    const w = await startMetaWorld(t, [oneAccount()]);
    await w.connect();
    w.meta.server.fail('throttled');
    await w.work();
    assert.equal(w.days('102').length, 0);
    const failed = w.app.base.state.db.prepare("select count(*) from jobs where status = 'failed'").pluck();
    assert.equal(failed.get(), 0);
    assert.deepEqual(await statusOf(w), ['active null']);
    assert.match((await w.connections())[0].last_sync.error, /meta/);
    w.app.clock.advance(2 * HOUR_MS);
    await w.work();
    assert.equal(w.days('102').length, 400);
    assert.equal((await w.connections())[0].last_sync.error, null);
  });

  await t.test('an account that vanishes needs a person, and is read again when it is back', async (t) => {
    const w = await startMetaWorld(t, [oneAccount(), metaAccount('900', 'Stays')]);
    await w.connect(['102']);
    await w.work();
    const [gone] = w.meta.accounts.splice(0, 1);
    const before = w.days('102').length;
    w.app.clock.advance(HOUR_MS + 60_000);
    await w.work();
    assert.deepEqual(await statusOf(w), ['needs_action account_missing']);
    assert.equal(w.days('102').length, before);
    if (gone) w.meta.accounts.push(gone);
    w.app.clock.advance(2 * HOUR_MS);
    await w.work();
    assert.deepEqual(await statusOf(w), ['active null']);
    assert.deepEqual(w.events(), ['channel.health.updated', 'channel.health.updated']);
  });
});

test('a grant that was revoked', async (t) => {
  const w = await startMetaWorld(t, [oneAccount(), metaAccount('103', 'South')]);
  await w.connect(['102', '103']);
  await w.work();
  const [{ id }] = await w.connections();
  const days = w.days('102').length;

  await t.test('is noticed at the next call and told once', async () => {
    w.meta.revoke();
    for (const hours of [1, 2, 30]) {
      w.app.clock.advance(hours * HOUR_MS + 60_000);
      await w.work();
    }
    assert.deepEqual(await statusOf(w), ['reconnect_required grant_ended']);
    assert.deepEqual(w.events(), ['channel.health.updated', 'connection.reconnect_required']);
    const sync = await w.api.post(`/connections/${id}/sync`, {}, { profile_id: w.app.profileId });
    assert.equal(sync.status, 409);
    assert.equal(sync.body.error.reconnect_required, true);
  });

  await t.test('is shown in the checklist, the quality of tracking, `status` and on the command line', async () => {
    const query = { profile_id: w.app.profileId };
    const stepOf = async () => {
      const { steps } = (await w.api.get('/profile/readiness', query)).body.data;
      return steps.find((each: { name: string }) => each.name === 'ad_account_connected');
    };
    assert.equal((await stepOf()).done, false);
    assert.match((await stepOf()).next, /Meta does not accept the connection any more/);
    const { signals } = (await w.api.get('/tracking/quality', query)).body.data;
    assert.equal(signals.find((each: { name: string }) => each.name === 'spend_syncs').status, 'problem');
    const { problems } = await commands.status(w.app.base, {}, () => undefined);
    assert.match(JSON.stringify(problems), /Meta does not accept the connection any more/);
    const { connections } = await commands['connections-list'](w.app.base, {}, () => undefined);
    assert.match(JSON.stringify(connections), /reconnect_required/);
    await assert.rejects(
      async () => commands['connections-sync'](w.app.base, { connection_id: id }, () => undefined),
      /reconnect/,
    );
  });

  await t.test('comes back under the same id, with its history', async () => {
    const { connection_id, url } = await w.link();
    assert.equal(connection_id, id);
    await w.visitor.grant(url);
    const fields = { 'account:102': 'on', 'account:103': 'on' };
    assert.equal((await w.visitor.submit(url, fields, `${url}/accounts`)).status, 303);
    assert.deepEqual(await statusOf(w), ['active null']);
    await w.work();
    const [connection, ...others] = await w.connections();
    assert.deepEqual(others, []);
    assert.equal(connection.id, id);
    assert.equal(connection.accounts.find((each: { id: string }) => each.id === '102').first_day, dayBack(399));
    // Two days have begun since.
    assert.equal(w.days('102').length >= days, true);
    assert.equal(new Set(w.days('102').map(({ day }) => day)).size, 401);
  });

  await t.test('a second connect of an account that is connected renews its connection too', async () => {
    const { connection_id, url } = await w.link();
    assert.notEqual(connection_id, id);
    await w.visitor.grant(url);
    assert.equal((await w.visitor.submit(url, { 'account:102': 'on' }, `${url}/accounts`)).status, 303);
    assert.deepEqual(
      (await w.connections()).map((each) => each.id),
      [id],
    );
  });
});

test('syncConnection', async (t) => {
  const w = await startMetaWorld(t, [oneAccount()]);
  await w.connect();
  await w.work();
  const [{ id }] = await w.connections();
  const query = { profile_id: w.app.profileId };
  const sync = (body: unknown, asked = id) => w.api.post(`/connections/${asked}/sync`, body, query);

  await t.test('answers with the job, and the same job while it waits', async () => {
    const first = await sync({});
    assert.equal(first.status, 202);
    assert.deepEqual(
      first.body.data.jobs.map(({ what }: { what: string }) => what),
      ['catalogue', 'spend'],
    );
    assert.deepEqual((await sync({})).body, first.body);
    await w.work();
    assert.notEqual((await sync({})).body.data.jobs[0].job_id, first.body.data.jobs[0].job_id);
  });

  await t.test('reads the days that are asked for', async () => {
    w.meta.accounts[0]?.insights.push(insight('2025-01-10', 'a', '4'));
    assert.equal((await sync({ from: '2025-01-01', to: '2025-01-31' })).status, 202);
    await w.work();
    assert.equal(spent(w)['2025-01-10'], 4);
  });

  await t.test('refuses ranges that are reversed, too long, half or in the future', async () => {
    for (const body of [
      { from: '2026-02-02', to: '2026-02-01' },
      { from: '2020-01-01', to: '2026-02-01' },
      { from: '2026-02-02' },
      { from: '2026-11-01', to: '2027-01-01' },
      { from: '2026-02-30', to: '2026-03-01' },
    ])
      assert.equal((await sync(body)).body.error.code, 'invalid_date_range', JSON.stringify(body));
    assert.equal((await sync({}, '00000000-0000-4000-8000-000000000000')).status, 404);
    assert.equal((await sync({ what: 1 })).status, 422);
  });
});

test('connections on the command line', async (t) => {
  const w = await startMetaWorld(t, [oneAccount()]);
  await w.connect();
  await w.work();
  const [{ id }] = await w.connections();
  const run = async (name: 'connections-list' | 'connections-sync' | 'connections-remove', args: object = {}) =>
    commands[name](w.app.base, args, () => undefined);
  assert.match(connectionList(await run('connections-list')), new RegExp(`${id} +meta +active`));
  const { job_ids } = await run('connections-sync', { connection_id: id });
  assert.equal([job_ids].flat().length, 2);
  assert.deepEqual(await run('connections-remove', { connection_id: id }), { connection_id: id, revocation: 'done' });
  await assert.rejects(run('connections-sync', { connection_id: id }), /no connection/);
  assert.equal(connectionList(await run('connections-list')), 'No account is connected.');
});

test('deleteConnection', async (t) => {
  const w = await startMetaWorld(t, [oneAccount()]);
  await w.connect();
  await w.work();
  const [{ id }] = await w.connections();
  const query = { profile_id: w.app.profileId };
  const before = w.days('102').length;

  await t.test('revokes at the provider, destroys the secret and keeps what was read', async () => {
    const { status, body } = await w.api.delete(`/connections/${id}`, query);
    assert.equal(status, 200);
    assert.equal(body.data.revocation, 'done');
    assert.deepEqual(await w.connections(), []);
    const { db } = w.app.base.state;
    assert.equal(db.prepare('select tokens from connections where connection_id = ?').pluck().get(id), null);
    assert.equal(w.days('102').length, before);
    w.app.clock.advance(DAY_MS);
    await w.work();
    assert.equal(w.days('102').length, before);
  });

  await t.test('repeated it changes nothing; of another profile there is none', async () => {
    const again = await w.api.delete(`/connections/${id}`, query);
    assert.equal(again.body.data.revocation, 'done');
    assert.equal((await w.api.delete('/connections/00000000-0000-4000-8000-000000000000', query)).status, 404);
    assert.equal((await w.api.post(`/connections/${id}/sync`, {}, query)).status, 404);
  });
});
