// The clocks of a zone as a table: the same days as the calendar of the runtime that made it, and their first moments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Temporal } from 'temporal-polyfill';
import {
  dayAt,
  momentOfWallClock,
  nextTimeOfDay,
  shiftsOfZone,
  startOfDay,
  type ZoneShifts,
  zoneTableVersion,
} from '../../../../src/base/kit/time/zone-shifts.ts';

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

const FROM = Date.parse('2000-01-01T00:00Z');
const UNTIL = Date.parse('2031-01-01T00:00Z');
const MINUTE_MS = 60_000;

/** What Intl, which knows nothing of our tables, shows of a moment: the date and time as if they were UTC. */
function wallsBy(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (ms) => Date.parse(`${format.format(ms).replace(' ', 'T')}Z`);
}

/** Every change of a zone's clocks from 2000 to 2030: the moment, and what the clocks showed up to it and from it on. */
const changesOf = (shifts: ZoneShifts): { at: number; until: number; from: number }[] =>
  shifts.slice(1).flatMap(([seconds, shift], place) => {
    const at = seconds * 1000;
    const until = at + (shifts[place]?.[1] ?? 0) * 1000;
    return at >= FROM && at < UNTIL ? [{ at, until, from: at + shift * 1000 }] : [];
  });

test('the moment of a wall clock', async (t) => {
  await t.test('is a moment of its day at every change of every zone from 2000 to 2030', () => {
    let [skipped, atMidnight, wholeDays] = [0, 0, 0];
    // Zones whose clocks are the same since 2000 are tried once.
    const tables = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [JSON.stringify(shiftsOfZone(zone)), zone]));
    for (const zone of tables.values()) {
      const shifts = shiftsOfZone(zone);
      const wallOf = wallsBy(zone);
      for (const { at, until, from } of changesOf(shifts)) {
        const [low, high] = [Math.min(until, from), Math.max(until, from)];
        for (const wall of [low - MINUTE_MS, low, low + MINUTE_MS, (low + high) / 2, high - MINUTE_MS, high, high + MINUTE_MS]) {
          const moment = momentOfWallClock(shifts, wall);
          const shown = wallOf(moment);
          const what = `${zone} ${new Date(wall).toISOString()} is ${new Date(moment).toISOString()}`;
          if (from < until && wall >= from && wall < until) assert.ok(moment < at, `${what}: the first of two`);
          if (from > until && wall >= until && wall < from) {
            skipped += 1;
            const isWholeDay = from - until >= DAY_MS;
            wholeDays += isWholeDay ? 1 : 0;
            if (Math.floor(until / DAY_MS) !== Math.floor((from - 1) / DAY_MS) || until % DAY_MS === 0) atMidnight += 1;
            if (isWholeDay) assert.equal(moment, at - 1000, what);
            else assert.equal(Math.floor(shown / DAY_MS), Math.floor(wall / DAY_MS), what);
          } else assert.equal(shown, wall, what);
        }
      }
    }
    // Samoa and Tokelau left out 30 December 2011.
    assert.ok(wholeDays > 0 && wholeDays <= 2 * 5, `${wholeDays}`);
    assert.ok(
      tables.size > 150 && skipped > 1_000 && atMidnight > 300,
      `${skipped} skipped, ${atMidnight} of them at midnight, in ${tables.size} zones`,
    );
  });

  await t.test('is as much later as clocks skip, and never another day', () => {
    const moment = (zone: string, wall: string): string =>
      new Date(momentOfWallClock(shiftsOfZone(zone), Date.parse(`${wall}Z`))).toISOString();
    assert.equal(moment('America/Santiago', '2026-09-06T00:30:00'), '2026-09-06T04:30:00.000Z', '01:30 of that day');
    assert.equal(moment('Europe/Berlin', '2026-03-29T02:30:00'), '2026-03-29T01:30:00.000Z', '03:30 of that day');
    assert.equal(moment('America/Nuuk', '2024-03-30T23:30:00'), '2024-03-31T00:59:59.000Z', '22:59:59 of that day');
    assert.equal(moment('America/Santiago', '2026-04-04T23:30:00'), '2026-04-05T02:30:00.000Z', 'the first of two');
    assert.equal(moment('America/St_Johns', '2010-11-07T00:00:30'), '2010-11-07T02:30:30.000Z', 'before they go back at 00:01');
  });

  await t.test('is found where clocks change by half an hour, and after the last change of the table', () => {
    const shifts: ZoneShifts = [
      [0, 3600],
      [1_000_000_800, 5400],
    ];
    assert.equal(momentOfWallClock(shifts, 1_000_004_399_000), 1_000_000_799_000);
    assert.equal(momentOfWallClock(shifts, 1_000_004_400_000), 1_000_000_800_000);
    assert.equal(momentOfWallClock(shifts, 1_000_006_200_000), 1_000_000_800_000);
    assert.equal(momentOfWallClock(shifts, 4_000_000_000_000), 3_999_994_600_000);
  });

  await t.test('gives the next time of a day', () => {
    const next = (zone: string, time: string, now: string): string =>
      new Date(nextTimeOfDay(zone, time, Date.parse(now))).toISOString();
    assert.equal(next('America/Santiago', '00:30', '2026-09-05T12:00Z'), '2026-09-06T04:30:00.000Z');
    assert.equal(next('Europe/Berlin', '04:00', '2026-03-29T02:00Z'), '2026-03-30T02:00:00.000Z', 'this night is over');
    assert.equal(next('Pacific/Kiritimati', '04:00', '2026-03-29T13:59Z'), '2026-03-29T14:00:00.000Z');
  });
});
