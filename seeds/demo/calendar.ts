// The days of the demo world in the zone of the shop: how busy each is, and instants within them.
import { Temporal } from 'temporal-polyfill';
import { momentOfWallClock, shiftsOfZone, startOfDay } from '../../src/base/kit/time/zone-shifts.ts';
import { HOURS } from './habits.ts';
import type { Chance } from './random.ts';
import { SHOP } from './shop.ts';
import type { WorldOptions } from './world-lines.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `shiftsOfZone` remembers them; to find them takes a tenth of a second. */
const clocks = () => shiftsOfZone(SHOP.timezone);

export class Calendar {
  readonly days: number;
  readonly firstDay: Temporal.PlainDate;
  /** The last millisecond; there is none once days are added. */
  end: number;
  private readonly dayStarts: number[] = [];

  constructor({ lastDay, days }: Pick<WorldOptions, 'lastDay' | 'days'>) {
    this.days = days;
    this.firstDay = Temporal.PlainDate.from(lastDay).subtract({ days: days - 1 });
    for (let day = 0; day <= days; day++) this.dayStarts.push(this.startOf(day));
    this.end = this.startOf(days) - 1;
  }

  /** Adds the next day; answers its first instant and that of the day after. */
  addDay(): { day: number; from: number; to: number } {
    const day = this.dayStarts.length - 1;
    const to = this.startOf(day + 1);
    this.dayStarts.push(to);
    this.end = Number.POSITIVE_INFINITY;
    return { day, from: this.dayStarts[day] as number, to };
  }

  private startOf(day: number): number {
    return startOfDay(clocks(), this.firstDay.add({ days: day }).toString());
  }

  /** Slow growth, the season, the week, and a sale of six days two weeks before the end. */
  demand(day: number): number {
    const date = this.firstDay.add({ days: day });
    const season = 1 + 0.18 * Math.cos((2 * Math.PI * (date.dayOfYear - 330)) / 365);
    const week = [1.08, 1.02, 0.98, 0.97, 0.9, 0.86, 1.19][date.dayOfWeek - 1] as number;
    return season * week * (1 + (0.25 * day) / this.days) * (this.isSale(day) ? 1.7 : 1);
  }

  isSale(day: number): boolean {
    const left = this.days - day;
    return left <= 20 && left > 14;
  }

  /** An instant of a local day: quiet nights, a lunch bump, busy evenings. */
  moment(day: number, dice: Chance): number {
    const midnight = Date.parse(this.firstDay.add({ days: day }).toString());
    return momentOfWallClock(clocks(), midnight + dice.weighed(HOURS) * HOUR + dice.whole(0, HOUR - 1));
  }

  dayOf(at: number): number {
    let day = Math.min(this.dayStarts.length - 2, Math.max(0, Math.floor((at - (this.dayStarts[0] as number)) / DAY)));
    while (at < (this.dayStarts[day] as number)) day--;
    while (at >= (this.dayStarts[day + 1] as number)) day++;
    return day;
  }
}
