// Days and times of the console: one form, made in one place, in the zone that the page names; and fields of date and time in that zone.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { longDay, moment } from '../../console/words/format.ts';
import { clockIn, dayTitleIn, fieldIn, instantIn } from '../../console/words/zoned.ts';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';

const BERLIN = 'Europe/Berlin';

test('one form of days and times, in the zone', () => {
  const at = '2026-03-28T23:05:09Z';
  assert.equal(longDay('2026-03-29'), '29 Mar 2026');
  assert.equal(moment(at, BERLIN), '29 Mar 2026, 00:05');
  assert.equal(clockIn(BERLIN, at), '00:05');
  assert.equal(clockIn(BERLIN, at, 'medium'), '00:05:09');
  assert.equal(dayTitleIn(BERLIN, at), 'Sun, 29 Mar 2026');
});

test('a field is of the zone: also at its changes, half hours and far from UTC', () => {
  for (const [zone, field, instant] of [
    [BERLIN, '2026-01-10T10:00', '2026-01-10T09:00:00.000Z'],
    [BERLIN, '2026-07-10T10:00', '2026-07-10T08:00:00.000Z'],
    [BERLIN, '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    [BERLIN, '2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
    ['Asia/Kolkata', '2026-03-01T00:15', '2026-02-28T18:45:00.000Z'],
    ['Pacific/Kiritimati', '2026-03-01T00:00', '2026-02-28T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-02-28T23:59', '2026-03-01T10:59:00.000Z'],
  ] as const) {
    assert.equal(instantIn(zone, field), instant, `${zone} ${field}`);
    assert.equal(fieldIn(zone, new Date(instant)), field, `${zone} ${instant}`);
  }
  // The hour that does not come: as long after the change.
  assert.equal(instantIn(BERLIN, '2026-03-29T02:30'), '2026-03-29T01:30:00.000Z');
});

test('no page writes days and times in a form of its own', () => {
  const own = globSync('console/**/*.{ts,tsx}', { cwd: projectRoot, exclude: ['console/dist/**'] }).filter(
    (file) =>
      /DateTimeFormat|toLocale(Date|Time)String|datetime-local[^>]*new Date\(/.test(readFileSync(projectFile(file), 'utf8')) &&
      !file.endsWith('.gen.ts'),
  );
  // `form.tsx` proposes the zone of the browser for a new profile; `days.ts` computes with days.
  assert.deepEqual(own.sort(), [
    'console/design/form.tsx',
    'console/question/days.ts',
    'console/words/format.ts',
    'console/words/zoned.ts',
  ]);
});
