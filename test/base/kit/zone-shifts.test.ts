// The clocks of a zone as a table: the same days as the calendar of the runtime that made it, and their first moments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Temporal } from 'temporal-polyfill';
import { dayAt, shiftsOfZone, startOfDay, type ZoneShifts, zoneTableVersion } from '../../../src/base/kit/zone-shifts.ts';

const ZONES =
  'UTC Europe/Berlin America/St_Johns America/Santiago America/Vancouver Australia/Lord_Howe Africa/Casablanca Pacific/Apia'.split(
    ' ',
  );
const DAY_MS = 86_400_000;

test('the clocks of a zone', async (t) => {
  await t.test('say of each day around a change when it begins and ends', () => {
    for (const zone of ZONES) {
      const shifts = shiftsOfZone(zone);
      for (const from of shifts.slice(1).map(([seconds]) => seconds * 1000))
        for (const day of [-1, 0, 1].map((days) => new Date(from + days * DAY_MS).toISOString().slice(0, 10))) {
          const start = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;
          assert.equal(startOfDay(shifts, day), start, `${zone} ${day}`);
          for (const ms of [from - 1, from]) {
            const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
            assert.equal(dayAt(shifts, ms), local.toPlainDate().toString(), `${zone} ${ms}`);
          }
        }
    }
  });

  await t.test('stay as they are after the last change, and begin with the first before it', () => {
    const shifts: ZoneShifts = [
      [0, 3600],
      [1_000_000_000, -7200],
    ];
    assert.deepEqual([dayAt(shifts, Date.parse('2100-01-01T01:59:59Z')), dayAt(shifts, -1)], ['2099-12-31', '1970-01-01']);
  });

  await t.test('have a version whose later ones are greater texts', () => {
    assert.match(zoneTableVersion(), /^20\d\d[a-z]$/);
  });
});
