// The clocks of a time zone as a table: when they change, and by how much they differ from UTC. Zones change by law, and each runtime, engine and
// operating system has a table of its own version, so the newest that can be read is used everywhere, and recorded with the decision on the zone.
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { BoundedMap } from '../bounded-map.ts';
import { SHIFTS_FROM, SHIFTS_UNTIL } from './zone-files.ts';
import { zoneTable } from './zone-tables.ts';

/** Pairs in the order of time: from which second since 1970, and local time minus UTC in seconds. The first is from 1970 on. */
export const zoneShiftsShape = z.array(z.tuple([z.int(), z.int()])).min(1);
export type ZoneShifts = z.infer<typeof zoneShiftsShape>;

const DAY_MS = 86_400_000;

/** The version of the table in use, such as 2026f: later ones are greater texts. */
export const zoneTableVersion = (): string => zoneTable().version;

const tables = new BoundedMap<ZoneShifts>(100);

/** The shifts of a zone by the newest table, also under a name that only the runtime has (`IST` is Asia/Calcutta); of a zone that only it has, by that. */
export const shiftsOfZone = (zone: string): ZoneShifts =>
  tables.get(zone, () => zoneTable().shiftsOf(zone) ?? zoneTable().shiftsOf(nameByRuntime(zone)) ?? shiftsByRuntime(zone));

/** @throws RangeError for a name that it does not have. */
const nameByRuntime = (zone: string): string => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/** By the table of the runtime. */
export function shiftsByRuntime(zone: string): ZoneShifts {
  let local = Temporal.Instant.fromEpochMilliseconds(SHIFTS_FROM * 1000).toZonedDateTimeISO(zone);
  const shifts: ZoneShifts = [[0, local.offsetNanoseconds / 1e9]];
  for (;;) {
    const next = local.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds >= SHIFTS_UNTIL * 1000) return shifts;
    local = next;
    shifts.push([local.epochMilliseconds / 1000, local.offsetNanoseconds / 1e9]);
  }
}

/** Local time minus UTC at a moment, in milliseconds. */
export const shiftMsAt = (shifts: ZoneShifts, ms: number): number => {
  const found = shifts.findLast(([from]) => from * 1000 <= ms) ?? shifts[0];
  return (found?.[1] ?? 0) * 1000;
};

/** Milliseconds of local time since 1970, as if it were UTC. */
export const localMs = (shifts: ZoneShifts, ms: number): number => ms + shiftMsAt(shifts, ms);

/** The day, YYYY-MM-DD, that a moment falls on. */
export const dayAt = (shifts: ZoneShifts, ms: number): string => new Date(ms + shiftMsAt(shifts, ms)).toISOString().slice(0, 10);

/** The day that a moment falls on in a zone by the newest table: for days that affect no figure of ours. */
export const localDay = (ms: number, zone: string): string => dayAt(shiftsOfZone(zone), ms);

/** The last of the shifts that had begun when the clocks of the zone showed this. */
function shiftOfWall(shifts: ZoneShifts, wall: number): number {
  let [low, high] = [0, shifts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const [from, shift] = shifts[middle] as ZoneShifts[number];
    if ((from + shift) * 1000 <= wall) low = middle;
    else high = middle - 1;
  }
  return low;
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/**
 * The moment at which the clocks of a zone show a date and time, in milliseconds since 1970: every door reads a time without an offset by it.
 * What they show twice is the first of the two. What they skip is as much later as they skip, or, where that would be another day, the last
 * second before they do: a time never leaves its day, but for days that a zone left out altogether.
 * @param wall The date and time as if they were UTC, in milliseconds since 1970.
 */
export function momentOfWallClock(shifts: ZoneShifts, wall: number): number {
  const at = shiftOfWall(shifts, wall);
  const [from, shift] = shifts[at] as ZoneShifts[number];
  const before = shifts[at - 1];
  if (before && wall - before[1] * 1000 < from * 1000) return wall - before[1] * 1000;
  const moment = wall - shift * 1000;
  const next = shifts[at + 1];
  if (!next || moment < next[0] * 1000) return moment;
  return dayOf(moment + next[1] * 1000) === dayOf(wall) ? moment : (next[0] - 1) * 1000;
}

/** When the clocks of a zone show a time of day next, in milliseconds since 1970. @param time HH:MM. */
export function nextTimeOfDay(zone: string, time: string, now: number): number {
  const shifts = shiftsOfZone(zone);
  const midnight = dayOf(now + shiftMsAt(shifts, now)) * DAY_MS;
  const onDay = (days: number): number =>
    momentOfWallClock(shifts, Date.parse(`${new Date(midnight + days * DAY_MS).toISOString().slice(0, 10)}T${time}Z`));
  return onDay(0) > now ? onDay(0) : onDay(1);
}

/** The first moment of a day, in milliseconds since 1970: where clocks skip midnight, that at which they do. */
export function startOfDay(shifts: ZoneShifts, day: string): number {
  const midnight = Date.parse(day);
  const around = shifts.filter(([from]) => Math.abs(from * 1000 - midnight) < 2 * DAY_MS);
  const candidates = [
    ...new Set([midnight - DAY_MS, midnight + DAY_MS].map((ms) => midnight - shiftMsAt(shifts, ms))),
    ...around.flatMap(([from, shift]) => [from * 1000, midnight - shift * 1000]),
  ];
  const isDay = (ms: number): boolean => dayAt(shifts, ms) >= day;
  return Math.min(...candidates.filter((ms) => isDay(ms) && !isDay(ms - 1)));
}
