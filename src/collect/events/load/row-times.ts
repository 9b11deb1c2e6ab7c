// The times of a file's rows. One with a zone, and a number of seconds, is a moment; one without is on the clocks of the zone that the caller or the
// profile names. An outcome of which only the day is known is at the day's last second, so that visits of that day can have led to it.
import { parseInstant, parseWallClock } from '../../../base/kit/time/instants.ts';
import { momentOfWallClock, shiftsOfZone, type ZoneShifts } from '../../../base/kit/time/zone-shifts.ts';

export interface TimesRead {
  zone: string;
  /** Rows whose time names no zone: read on the clocks of `zone`. */
  without_zone: number;
  /** Of those, rows with a day alone. */
  days_only: number;
}

const LAST_SECOND = 86_399_000_000;

export class RowTimes {
  readonly #shifts: ZoneShifts;
  readonly #read: TimesRead;

  constructor(zone: string) {
    this.#shifts = shiftsOfZone(zone);
    this.#read = { zone, without_zone: 0, days_only: 0 };
  }

  /** @returns Microseconds since 1970; undefined for what is no time. */
  read(value: unknown, isOutcome: boolean): number | undefined {
    const clock = parseWallClock(value);
    if (!clock) return parseInstant(value);
    this.#read.without_zone += 1;
    if (clock.isDayOnly) this.#read.days_only += 1;
    const wall = clock.wall + (clock.isDayOnly && isOutcome ? LAST_SECOND : 0);
    const millis = Math.floor(wall / 1000);
    return momentOfWallClock(this.#shifts, millis) * 1000 + (wall - millis * 1000);
  }

  /** Undefined where each time was a moment. */
  get times(): TimesRead | undefined {
    return this.#read.without_zone === 0 ? undefined : { ...this.#read };
  }
}
