// Alerts of states and of budgets, and what can go wrong around all of them: quiet hours, clocks that change, jobs that run again, a mail server that is down for a
// day, spend that does not come, a profile that is archived.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { deliverMails } from '../../../src/account/people/index.ts';
import { closedDay } from '../../../src/act/alerts/judging/board.ts';
import { startMailServer } from '../../fakes/mail-server.ts';
import { startTestApp } from '../../harness.ts';
import { type AlertWorld, openAlertWorld, plusDays, sell, TODAY, usualCount } from './alert-world.ts';

let world: AlertWorld;
const HOUR_MS = 3_600_000;
const profile = () => ({ profile_id: world.profileId });
const later = (hours: number): void => world.clock.set(new Date(world.clock.now() + hours * HOUR_MS).toISOString());

async function create(body: object): Promise<string> {
  const answer = await world.owner.post('/alerts/rules', body, profile());
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data.id;
}

// biome-ignore lint/suspicious/noExplicitAny: the contract has checked it
const alerts = async (): Promise<any[]> => (await world.owner.get('/alerts', profile())).body.data;
const ruleNow = async (id: string) => {
  const { body } = await world.owner.get('/alerts/rules', profile());
  return body.data.find((each: { id: string }) => each.id === id);
};

const putFinding = (name: string, status: 'ok' | 'problem'): void => {
  const now = world.clock.now();
  world.base.state.statement('report/quality/quality_finding_put').run({
    profile_id: world.profileId,
    name,
    status,
    since: now,
    is_alerted: status === 'problem' ? 1 : 0,
    measured_at: now,
  });
};

const putOutage = (sender: string, fromAt: number, toAt: number | null): void => {
  world.base.state.statement('report/quality/quality_outage_put').run({
    profile_id: world.profileId,
    sender,
    from_at: fromAt,
    to_at: toAt,
    events: 0,
    usual: 40,
    now: world.clock.now(),
  });
};

async function subscribe(event_types: string[]): Promise<string> {
  const url = world.chatUrl(`/hooks/${randomUUID()}`);
  const { status, body } = await world.owner.post('/webhooks/subscriptions', { url, event_types }, profile());
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
}

const queued = (subscription_id: string): string[] =>
  world.base.state
    .statement('act/webhooks/outbox_list')
    .all({ subscription_id, limit: 50 })
    .map(({ body }) => JSON.parse(body).type);

test('alerts of states', async (t) => {
  world = await openAlertWorld(t);
  const [alone, both] = [await subscribe(['alert.raised', 'alert.cleared']), await subscribe(['quality.alert', 'alert.raised'])];
  await t.test('a finding: announced once, not to who has the finding, and over after six calm hours', async () => {
    await create({ title: 'Findings', kind: 'finding' });
    putFinding('late_purchases', 'problem');
    for (let n = 0; n < 2; n += 1) await world.watch();
    const [alert, ...others] = await alerts();
    assert.deepEqual([alert.finding, alert.cause, others], ['late_purchases', 'finding late_purchases', []]);
    assert.deepEqual([queued(alone), queued(both)], [['alert.raised'], []]);
    for (const [status, hours] of [
      ['ok', 2],
      ['problem', 2],
      ['ok', 5],
    ] as const) {
      putFinding('late_purchases', status);
      await world.watch();
      later(hours);
      await world.watch();
    }
    assert.deepEqual([(await alerts()).length, (await alerts())[0].state], [1, 'open'], 'to and fro');
    later(2);
    await world.watch();
    assert.equal((await alerts())[0].state, 'cleared');
    assert.deepEqual(queued(alone), ['alert.raised', 'alert.cleared']);
  });
  await t.test('a silent sender: one alert with the money of that time, which a fall of sales joins', async () => {
    await create({ title: 'Silence', kind: 'silence' });
    putOutage('server', world.clock.now() - HOUR_MS, null);
    putFinding('silence', 'problem');
    await world.watch();
    const before = (await alerts()).filter(({ state }) => state === 'open');
    assert.deepEqual(before, [], 'not yet: two hours');
    const fall = await create({ title: 'Fall', kind: 'threshold', condition: { figure: 'outcomes', value: '99' } });
    later(30);
    await world.watch();
    const open = (await alerts()).filter(({ state }) => state === 'open');
    const silence = open.find(({ cause }) => cause === 'silence server');
    assert.ok(Number(silence.money.amount) > 0 && silence.money.of === 'revenue', JSON.stringify(silence));
    assert.ok(
      silence.rules.some(({ id }: { id: string }) => id === fall),
      'the fall is explained',
    );
    assert.ok(!open.some(({ cause }) => cause === 'finding silence'), 'the finding too');
    putOutage('server', world.clock.now() - 31 * HOUR_MS, world.clock.now());
  });
  await t.test('a connection that has to be connected again', async () => {
    await create({ title: 'Connections', kind: 'connection' });
    const connection_id = randomUUID();
    const at = { connection_id, profile_id: world.profileId, provider: 'meta', created_by: 'system', now: world.clock.now() };
    world.base.state.statement('act/connections/connection_create').run(at);
    const set = (status: 'active' | 'reconnect_required', status_reason: string | null): void =>
      void world.base.state.statement('act/connections/connection_status_set').run({ connection_id, status, status_reason });
    set('reconnect_required', 'grant_ended');
    await world.watch();
    const of = async () => (await alerts()).find(({ cause }) => cause === `connection ${connection_id}`);
    assert.equal(
      (await of()).what,
      'The connection to Meta Ads has to be connected again.'.replace(
        'Meta Ads',
        (await of()).what.split('connection to ')[1].split(' has')[0],
      ),
    );
    set('active', null);
    await world.watch();
    later(3);
    await world.watch();
    assert.equal((await of()).state, 'cleared');
  });
});

test('budgets and spend', async (t) => {
  world = await openAlertWorld(t);
  const spend = async (days: Record<string, string>): Promise<void> => {
    const list = Object.entries(days).map(([day, amount]) => ({ day, rows: [{ spend: amount }] }));
    const body = { platform: 'google', account_id: 'g-1', currency: 'USD', days: list };
    const { status, body: answer } = await world.api(world.apiKey).post('/spend', body);
    assert.equal(status, 200, JSON.stringify(answer));
    await world.settle();
  };
  const daysTo = (last: string, count: number): string[] =>
    Array.from({ length: count }, (_, n) => plusDays(last, n + 1 - count));
  const yesterday = plusDays(TODAY, -1);
  const rule = await create({ title: 'Budget', kind: 'pace', condition: { percent: 10 } });
  world.clock.set(`${TODAY}T12:00:00Z`);
  await world.watch();
  assert.equal((await ruleNow(rule)).problem, 'budget_missing');
  const put = await world.api(world.apiKey).put('/profile/pacing', { monthly_budget: '310', outcome_goal: null });
  assert.equal(put.status, 200, JSON.stringify(put.body));
  await spend(Object.fromEntries(daysTo(yesterday, 49).map((day) => [day, '10'])));
  await world.owner.patch(`/alerts/rules/${rule}`, { condition: { percent: 10, direction: 'above' } }, profile());
  await world.watch();
  assert.deepEqual([(await ruleNow(rule)).problem, await alerts()], [null, []], 'on its way to the budget');
  await t.test('spend that does not come is waited for until noon', async () => {
    const ads = await create({ title: 'ROAS', kind: 'threshold', condition: { figure: 'roas', value: '1' } });
    world.clock.set(`${plusDays(TODAY, 1)}T04:00:00Z`);
    await sell(world, { [TODAY]: usualCount(TODAY) });
    await world.watch();
    assert.notEqual((await ruleNow(ads)).judged_day, TODAY);
    world.clock.set(`${plusDays(TODAY, 1)}T12:00:00Z`);
    await world.watch();
    assert.deepEqual([(await ruleNow(ads)).judged_day, (await ruleNow(ads)).problem], [TODAY, 'spend_missing']);
  });
  await t.test('a month that leaves its budget', async () => {
    world.clock.set(`${plusDays(TODAY, 2)}T04:00:00Z`);
    await spend(Object.fromEntries(daysTo(plusDays(TODAY, 1), 8).map((day) => [day, '40'])));
    await world.watch();
    const alert = (await alerts()).find(({ cause }) => cause === 'pace above 2026-05');
    assert.deepEqual([alert.money.of, alert.figure], ['spend', 'spend']);
    assert.equal(Number(alert.money.amount), Number(alert.value) - 310);
  });
});

test('what goes wrong around alerts', async (t) => {
  const server = await startMailServer(t);
  world = await openAlertWorld(t, { smtpUrl: server.url });
  const owner = world.base.state.statement('account/places/workspace_members_list').all({ workspace_id: world.workspaceId })[0];
  const recipients = [owner?.person_id ?? ''];
  const low = { kind: 'threshold', condition: { figure: 'outcomes', value: '99' }, recipients };
  await t.test('quiet hours send nothing until they end', async () => {
    await create({ ...low, title: 'Quiet', quiet_hours: { from: '20:00', to: '08:00' } });
    world.clock.set(`${TODAY}T04:00:00Z`);
    await world.watch();
    assert.deepEqual([(await alerts()).length, server.taken.length], [1, 0]);
    world.clock.set(`${TODAY}T08:00:00Z`);
    await world.watch();
    assert.equal(server.taken.length, 1);
  });
  await t.test('a mail server that is down for a day gets each mail once', async () => {
    await server.stop();
    const rule = await create({ ...low, title: 'Down', condition: { ...low.condition, channel: 'Email' } });
    await world.watch();
    assert.equal(server.taken.length, 1);
    for (let hour = 0; hour < 24; hour += 6) {
      later(6);
      await deliverMails(world.base);
    }
    const down = (await alerts()).find(({ rules }) => rules.some(({ id }: { id: string }) => id === rule));
    assert.equal(down.notices.find(({ target }: { target: string }) => target.startsWith('user')).status, 'retrying');
    await server.start();
    later(6);
    for (let n = 0; n < 3; n += 1) await deliverMails(world.base);
    assert.equal(server.taken.length, 2);
  });
  await t.test('a day that is judged again, as after a crash before it was noted, raises and sends nothing twice', async () => {
    const { length } = await alerts();
    for (const { rule_id } of world.base.state.statement('act/alerts/alert_rules_list').all({ profile_id: world.profileId }))
      world.base.state.statement('act/alerts/alert_rule_judged').run({ rule_id, judged_day: null, problem: null });
    await Promise.all([world.watch(), world.watch()]);
    assert.deepEqual([(await alerts()).length, server.taken.length], [length, 2]);
  });
  await t.test('of an archived profile nothing is sent', async () => {
    await create({ ...low, title: 'Archived', condition: { ...low.condition, channel: 'Direct' } });
    assert.equal((await world.owner.delete(`/workspaces/${world.workspaceId}`)).status, 200);
    await world.watch();
    assert.equal(server.taken.filter(({ text }) => text.includes('Archived')).length, 0);
  });
});

test('each local day is judged once, also where clocks change', async (t) => {
  const app = await startTestApp({ installation: { timezone: 'Europe/Berlin' } });
  t.after(() => app.close());
  for (const [from, to] of [
    ['2026-03-27T00:00:00Z', '2026-04-01T00:00:00Z'],
    ['2026-10-23T00:00:00Z', '2026-10-28T00:00:00Z'],
  ] as const) {
    const first = new Map<string, string>();
    for (let at = Date.parse(from); at < Date.parse(to); at += HOUR_MS / 2) {
      app.clock.set(new Date(at).toISOString());
      const { day, isJudged } = closedDay(app.base, app.profileId);
      if (isJudged && !first.has(day)) first.set(day, new Date(at).toISOString());
    }
    const days = [...first.keys()];
    assert.deepEqual(
      days,
      days.map((_, n) => plusDays(days[0] ?? '', n)),
      'no day is missing',
    );
    assert.ok(days.length >= 5);
    assert.equal(
      first.get('2026-03-28') ?? '2026-03-29T01:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
      'three o’clock, an hour after one',
    );
    assert.equal(first.get('2026-10-24') ?? '2026-10-25T02:00:00.000Z', '2026-10-25T02:00:00.000Z');
  }
});
