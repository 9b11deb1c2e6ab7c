// Rules of alerts through the door: who may, what each kind names, and what a rule would have raised.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import type { Api } from '../../harness.ts';
import { type AlertWorld, openAlertWorld, plusDays, sell, TODAY, usualCount } from './alert-world.ts';

let world: AlertWorld;
const at = (path = ''): string => `/alerts${path}`;
const FALL = { title: 'Sales fall', kind: 'change', condition: { figure: 'outcomes', direction: 'below' } };

function member(role: 'viewer' | 'analyst' | 'manager'): { api: Api; personId: string } {
  const { base, workspaceId, profileId } = world;
  const { personId } = createPerson(base, { email: `${randomUUID()}@shop.example`, name: 'Member', actor: 'system' });
  setWorkspaceRole(base, { workspaceId, personId, role: 'member', actor: 'system' });
  setProfileRole(base, { profile: { profileId, workspaceId }, personId, role, canSeePii: false, actor: 'system' });
  return { api: world.api(createSession(base, { personId, actor: 'system' }).token), personId };
}

const profile = () => ({ profile_id: world.profileId });
const create = (body: object, api = world.owner) => api.post(at('/rules'), body, profile());

test('rules of alerts', async (t) => {
  world = await openAlertWorld(t);
  await t.test('createAlertRule', async () => {
    const { personId } = member('viewer');
    const { status, body } = await create({ ...FALL, recipients: [personId] });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(body.data.condition, { figure: 'outcomes', direction: 'below', false_alarms_per_month: 0.25 });
    assert.equal(body.data.false_alarms_per_month, 0.25, 'the promise is printed');
    for (const [more, words] of [
      [{ kind: 'change', condition: { figure: 'roas' } }, /use a threshold/],
      [{ kind: 'change', condition: {} }, /condition\.figure/],
      [{ kind: 'threshold', condition: { figure: 'roas' } }, /condition\.value/],
      [{ kind: 'threshold', condition: { figure: 'roas', value: '2', direction: 'both' } }, /below or above/],
      [{ kind: 'connection', condition: { hours: 3 } }, /has none/],
      [{ kind: 'silence', condition: { figure: 'spend' } }, /has none/],
      [{ recipients: [randomUUID()] }, /no user who can open/],
      [{ chats: [randomUUID()] }, /no chat of the profile/],
      [{ skipped_days: [{ date_from: '2026-05-02', date_to: '2026-05-01' }] }, /is after/],
      [{ quiet_hours: { from: '08:00', to: '08:00' } }, /the same time/],
      [{ title: ' ' }, /title/],
    ] as const) {
      const refused = await create({ ...FALL, ...more });
      assert.equal(refused.status, 422, JSON.stringify(more));
      assert.match(JSON.stringify(refused.body), words);
    }
    assert.equal((await create(FALL, member('analyst').api)).status, 403, 'of a manager');
    assert.equal((await create(FALL, world.api(world.apiKey))).status, 403, 'no key, so no agent');
  });
  await t.test('listAlertRules', async () => {
    assert.equal((await member('viewer').api.get(at('/rules'), profile())).body.data.length, 1);
    const other = initInstallation(world.base, {
      email: `${randomUUID()}@else.example`,
      workspace: 'Else',
      profile: 'P',
      currency: 'USD',
      timezone: 'UTC',
    });
    assert.equal((await world.api(other.session_token).get(at('/rules'), profile())).status, 404);
  });
  await t.test('updateAlertRule', async () => {
    const { body } = await create(FALL);
    const path = at(`/rules/${body.data.id}`);
    const condition = { figure: 'revenue', false_alarms_per_month: 1 };
    const changed = await world.owner.patch(path, { status: 'paused', condition }, profile());
    assert.deepEqual(
      [changed.body.data.status, changed.body.data.condition.direction, changed.body.data.false_alarms_per_month],
      ['paused', 'both', 1],
    );
    assert.equal((await world.owner.patch(path, { condition: { days: 3 } }, profile())).status, 422);
    assert.equal((await world.owner.patch(at(`/rules/${randomUUID()}`), { title: 'X' }, profile())).status, 404);
    assert.equal((await member('analyst').api.patch(path, { title: 'X' }, profile())).status, 403);
  });
  await t.test('deleteAlertRule', async () => {
    const { body } = await create(FALL);
    const path = at(`/rules/${body.data.id}`);
    assert.equal((await member('analyst').api.delete(path, profile())).status, 403);
    assert.deepEqual((await world.owner.delete(path, profile())).body.data, { id: body.data.id, deleted: true });
    assert.equal((await world.owner.delete(path, profile())).status, 404);
  });
});

test('backtestAlertRule', async (t) => {
  world = await openAlertWorld(t);
  const backtest = (body: object) => world.owner.post(at('/backtest'), body, profile());
  await t.test('says when a threshold would have been passed, and what it does not know', async () => {
    const value = '13';
    const { status, body } = await backtest({ kind: 'threshold', condition: { figure: 'outcomes', value } });
    assert.equal(status, 200, JSON.stringify(body));
    const days = Array.from({ length: 90 }, (_, n) => plusDays(TODAY, n - 90)).filter((day) => usualCount(day) < Number(value));
    assert.equal(body.data.alerts[0].date_from, days[0]);
    assert.equal(body.data.days_judged, 90);
    assert.match(body.data.sentence, /^This rule would have fired (once|\d+ times) in the last 90 days: /);
    const roas = await backtest({ kind: 'threshold', condition: { figure: 'roas', value: '2' } });
    assert.equal(roas.body.data.days_judged, 0);
    assert.match(roas.body.data.note, /could be judged/);
  });
  await t.test('raises nothing by chance in a steady shop, and one alert for days without sales', async () => {
    const steady = await backtest(FALL_BOTH);
    assert.equal(steady.body.data.sentence, 'This rule would not have fired in the last 90 days.');
    world.clock.set(`${plusDays(TODAY, 3)}T04:00:00Z`);
    await sell(world, { [TODAY]: 1, [plusDays(TODAY, 1)]: 0, [plusDays(TODAY, 2)]: usualCount(plusDays(TODAY, 2)) });
    const { body } = await backtest(FALL_BOTH);
    assert.deepEqual(
      body.data.alerts.map(({ date_from, value }: { date_from: string; value: string }) => [date_from, value]),
      [[TODAY, '1']],
    );
    const skipped = await backtest({ ...FALL_BOTH, skipped_days: [{ date_from: TODAY, date_to: plusDays(TODAY, 1) }] });
    assert.deepEqual(skipped.body.data.alerts, []);
  });
  await t.test('knows findings and connections only as they are now, and silence by outages', async () => {
    for (const kind of ['finding', 'connection', 'silence']) {
      const { status, body } = await backtest({ kind });
      assert.equal(status, 200, JSON.stringify(body));
      assert.notEqual(body.data.note, null);
    }
    assert.equal((await backtest({ kind: 'pace' })).body.data.days_judged, 0, 'without a budget');
    assert.equal((await backtest({ kind: 'change', condition: { figure: 'roas' } })).status, 422);
  });
});

const FALL_BOTH = { kind: 'change', condition: { figure: 'outcomes' } };
