// The clocks of a profile's zone: recorded with the decision on it, and renewed by a newer table of zones alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileDay } from '../../../src/account/profiles/index.ts';
import { renewClocks } from '../../../src/account/profiles/settings.ts';
import { shiftsOfZone, zoneTableVersion } from '../../../src/base/kit/time/zone-shifts.ts';
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
    assert.deepEqual(decision?.payload, { name: 'timezone', value: 'Europe/Berlin', ...clocks });
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
