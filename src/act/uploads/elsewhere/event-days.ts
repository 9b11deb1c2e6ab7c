// What another tool itself counts in an export of its events, by day, for the check sheet: visits by the tool's own ids of visits, page views, and purchases with
// their money. Of several files with events of a day the one with most of them counts, as a table that is filled during the day is a part of that of the whole day.
import type { Base } from '../../../base/base.ts';
import { decimalText, unitsOf } from '../../../base/kit/decimals.ts';
import { dayAt, shiftsOfZone, type ZoneShifts } from '../../../base/kit/time/zone-shifts.ts';
import { PAGE_VIEW_TYPES } from '../../../collect/events/index.ts';
import type { Reading } from '../../../collect/imports/index.ts';
import { type Counts, findDay, putWholeDay } from './days.ts';

const SCALE = 6;
/** Of ids that are remembered while a file is read; of a larger file no visits and purchases are counted. */
const MOST_IDS = 1_000_000;

interface Day {
  events: number;
  visits: number;
  pageviews: number;
  purchases: number;
  revenue: Map<string, bigint>;
}

/** One export while it is read. */
export class EventDays {
  readonly #shifts: ZoneShifts;
  readonly #days = new Map<string, Day>();
  readonly #visits = new Set<string>();
  readonly #purchases = new Set<string>();
  #hasOtherIds = false;

  /** @param zone Of the profile, whose days they are compared with. */
  constructor(zone: string) {
    this.#shifts = shiftsOfZone(zone);
  }

  see(reading: Reading): void {
    if (reading.kind !== 'event' && reading.kind !== 'outcome') return;
    const name = reading.at === undefined ? reading.day : dayAt(this.#shifts, reading.at / 1000);
    if (name === undefined) return;
    const day = this.#days.get(name) ?? { events: 0, visits: 0, pageviews: 0, purchases: 0, revenue: new Map() };
    this.#days.set(name, day);
    day.events += 1;
    if (reading.kind === 'event') this.#seeEvent(day, reading);
    else if (reading.type === 'purchase') this.#seePurchase(day, reading);
  }

  #seeEvent(day: Day, { name, values }: Extract<Reading, { kind: 'event' }>): void {
    if (PAGE_VIEW_TYPES.includes(name)) day.pageviews += 1;
    const { session } = values;
    if (session === undefined) this.#hasOtherIds = true;
    else if (isNew(this.#visits, session)) day.visits += 1;
  }

  #seePurchase(day: Day, { transaction_id, amount, currency }: Extract<Reading, { kind: 'outcome' }>): void {
    // A page of thanks that is opened again names the same purchase.
    if (transaction_id !== null && !isNew(this.#purchases, transaction_id)) return;
    day.purchases += 1;
    if (amount !== undefined && currency !== undefined)
      day.revenue.set(currency, (day.revenue.get(currency) ?? 0n) + unitsOf(amount, SCALE));
  }

  /** In one transaction. @param source The tool. */
  put(base: Base, place: { profileId: string; importId: string }, source: string): void {
    base.state.tx(() => {
      for (const [day, seen] of this.#days) {
        const named = { source: `${source}_events`, day };
        const before = findDay(base, place.profileId, named);
        if ((before?.events ?? 0) <= seen.events) putWholeDay(base, place, { ...named, counts: this.#countsOf(seen) });
      }
    });
  }

  #countsOf({ events, visits, pageviews, purchases, revenue }: Day): Counts {
    const [[currency, sum] = []] = revenue;
    const isTooLarge = this.#visits.size >= MOST_IDS || this.#purchases.size >= MOST_IDS;
    return {
      events,
      pageviews,
      // Events without an id of a visit may be of any.
      ...(this.#hasOtherIds || isTooLarge ? {} : { visits }),
      ...(isTooLarge || purchases === 0 ? {} : { purchases }),
      ...(isTooLarge || revenue.size !== 1 || sum === undefined ? {} : { revenue: decimalText(sum, SCALE), currency }),
    };
  }
}

function isNew(ids: Set<string>, id: string): boolean {
  if (ids.has(id) || ids.size >= MOST_IDS) return false;
  ids.add(id);
  return true;
}
