// The clocks of a profile's zone: recorded with the decision on it, and renewed by a newer table of zones alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileDay } from '../../../src/account/profiles/index.ts';
import { renewClocks } from '../../../src/account/profiles/settings.ts';
import { shiftsOfZone, zoneTableVersion } from '../../../src/base/kit/time/zone-shifts.ts';
import { startTestApp } from '../../harness.ts';
import { openDoor } from '../door.ts';

const EVENING = Date.parse('2026-03-17T22:30:00Z');

test('the clocks of a zone are renewed', async (t) => {
  const { base, ann, zoe } = await openDoor(t);
  const put = (version: string, shifts: [number, number][]) =>
    base.state
      .statement('account/profiles/profile_zone_put')
      .run({ profile_id: ann.profile_id, zone: 'Europe/Berlin', version, shifts: JSON.stringify(shifts) });
  const renewed = (): number => {
    const before = [ann, zoe].map(({ profile_id }) => base.state.lastDecision(profile_id));
    renewClocks(base);
    return [ann, zoe].filter(({ profile_id }, i) => base.state.lastDecision(profile_id) !== before[i]).length;
  };

  await t.test('not where they were recorded by this table', () => assert.equal(renewed(), 0));

  await t.test('where a newer table says something else: by another decision, with which figures are computed again', () => {
    put('2020a', [[0, 0]]);
    assert.equal(profileDay(base, ann.profile_id, EVENING + 3_600_000), '2026-03-17');
    const messages: string[] = [];
    const stop = base.signals.on('decisions', (profileId) => messages.push(profileId));
    assert.equal(renewed(), 1);
    stop();
    assert.deepEqual(messages, [ann.profile_id]);
    const [decision] = base.state.decisions(ann.profile_id, base.state.lastDecision(ann.profile_id) - 1n, 1);
    const clocks = { shifts: shiftsOfZone('Europe/Berlin'), version: zoneTableVersion() };
    assert.deepEqual(decision?.payload, { name: 'timezone', value: 'Europe/Berlin', ...clocks, renews: true });
    assert.equal(profileDay(base, ann.profile_id, EVENING + 3_600_000), '2026-03-18');
    assert.equal(renewed(), 0);
  });

  await t.test('without a decision where a newer table says the same', () => {
    put('2020a', shiftsOfZone('Europe/Berlin'));
    assert.equal(renewed(), 0);
  });

  await t.test('never by an older table', () => {
    put('9999z', [[0, 0]]);
    assert.equal(renewed(), 0);
    assert.equal(profileDay(base, ann.profile_id, EVENING + 3_600_000), '2026-03-17');
  });

  await t.test('where none were recorded, as in a folder of an earlier version', () => {
    base.state.db.prepare('delete from profile_zones').run();
    assert.equal(renewed(), 2);
  });
});

test('a newer table moves the days on which its clocks differ, without a replay', async (t) => {
  const app = await startTestApp({ at: '2026-03-20T12:00:00Z', installation: { timezone: 'Europe/Berlin', currency: 'EUR' } });
  t.after(() => app.close());
  const { base, profileId } = app;
  const api = app.api(app.apiKey);
  for (const [key, occurred_at] of Object.entries({ far: '2026-02-01T22:30:00Z', near: '2026-03-17T22:30:00Z' })) {
    const value = { amount: '10.00', currency: 'EUR' };
    const event = { event_type: 'payment_received', idempotency_key: key, occurred_at, value };
    assert.equal((await api.post('/events', event)).status, 201);
  }
  const days = async (): Promise<string[]> => {
    await app.settle();
    const range = { date_from: '2026-01-25', date_to: '2026-03-20', interval: 'day' };
    const { body } = await api.get('/overview/series', range);
    const buckets: { date_from: string; outcomes: number; cash_revenue: number }[] = body.data;
    return buckets.filter(({ outcomes, cash_revenue }) => outcomes > 0 && cash_revenue > 0).map(({ date_from }) => date_from);
  };
  assert.deepEqual(await days(), ['2026-02-01', '2026-03-17']);
  // By the table of before, a law had the clocks of March two hours ahead.
  const march = [Date.parse('2026-03-01T00:00:00Z') / 1000, Date.parse('2026-03-29T01:00:00Z') / 1000];
  const berlin = shiftsOfZone('Europe/Berlin');
  const older = [
    ...berlin.filter(([from]) => from < (march[0] ?? 0)),
    [march[0], 7200],
    ...berlin.filter(([from]) => from >= (march[1] ?? 0)),
  ];
  const decide = (shifts: unknown): void =>
    void base.state.decide({
      profileId,
      kind: 'setting',
      afterSeq: base.journal.lastSeq(profileId),
      subject: 'timezone',
      actor: 'system',
      payload: { name: 'timezone', value: 'Europe/Berlin', shifts, version: '2020a', renews: true },
      decidedAt: base.clock.now(),
    });
  base.state.tx(() => {
    decide(older);
    base.state
      .statement('account/profiles/profile_zone_put')
      .run({ profile_id: profileId, zone: 'Europe/Berlin', version: '2020a', shifts: JSON.stringify(older) });
  });
  assert.deepEqual(await days(), ['2026-02-01', '2026-03-18']);
  renewClocks(base);
  assert.deepEqual(await days(), ['2026-02-01', '2026-03-17']);
  assert.equal(base.state.jobs.latest('replay', profileId), undefined, 'history is not computed again');
});
