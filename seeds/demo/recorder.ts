// What happens in the demo world, event by event, and how often.
import { FAMILY, givenNameOf } from './habits.ts';
import type { Chance } from './random.ts';
import { SHOP } from './shop.ts';
import type { Browser, EventLine, Person } from './world-lines.ts';

const MAX_PAUSE = 14 * 60_000;

type Line = Omit<EventLine, 'event_id' | 'occurred_at'>;

export class Recorder {
  readonly events: { at: number; line: Line }[] = [];
  readonly count = { bots: 0, pageViews: 0, payments: 0, refunds: 0, full: 0, leads: 0, appointments: 0, won: 0 };
  readonly cents = { payments: 0, refunds: 0, won: 0 };
  private readonly dice: Chance;

  constructor(dice: Chance) {
    this.dice = dice;
  }

  /** All events in order of time, with ids. */
  list(): EventLine[] {
    this.events.sort((a, b) => a.at - b.at);
    const width = String(this.events.length).length;
    return this.events.map(({ at, line }, index) => ({
      event_id: `demo-${String(index + 1).padStart(width, '0')}`,
      occurred_at: new Date(at).toISOString(),
      ...line,
    }));
  }

  /** The events from an instant until before another, with ids of their own; they are the same however far the world goes on. */
  listBetween(from: number, to: number, name: string): EventLine[] {
    const between = this.events.filter(({ at }) => at >= from && at < to).toSorted((a, b) => a.at - b.at);
    return between.map(({ at, line }, index) => ({
      event_id: `demo-${name}-${index + 1}`,
      occurred_at: new Date(at).toISOString(),
      ...line,
    }));
  }

  /** Between two steps of a visitor. */
  pause(): number {
    return Math.min(MAX_PAUSE, Math.floor(38_000 * this.dice.skewed(0.9)));
  }

  add(at: number, line: Line): void {
    this.events.push({ at, line });
  }

  page(browser: Browser, at: number, path: string, query = '', referrer = '', event_type = 'page_view'): void {
    if (event_type === 'page_view') this.count.pageViews++;
    this.add(at, {
      event_type,
      anonymous_id: browser.anonymousId,
      url: `https://${SHOP.domain}${path}${query ? `?${query}` : ''}`,
      ...(referrer ? { referrer } : {}),
      ...(event_type === 'page_view' ? { engaged_seconds: String(Math.min(240, Math.floor(14 * this.dice.skewed(1)))) } : {}),
      user_agent: browser.agent,
      country: browser.country,
    });
  }

  /** The shop learns who sits at this browser. */
  introduce(person: Person, browser?: Browser): Pick<EventLine, 'external_id' | 'email' | 'first_name' | 'last_name'> {
    person.isKnown = true;
    if (browser) browser.isKnown = true;
    return {
      external_id: `c-${10_000 + person.no}`,
      email: `${givenNameOf(person.no).toLowerCase()}.${person.no}@mail.example`,
      first_name: givenNameOf(person.no),
      last_name: FAMILY[(person.no * 7) % FAMILY.length] as string,
    };
  }
}
