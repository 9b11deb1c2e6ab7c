// The demo world: 120 days of a shop, invented from a seed, with the truth about it. Visitors arrive by the shop's channels, come
// back, change devices, request quotes, buy and send back; ads cost money; bots crawl. Nothing here is anybody's data.
import type { Market } from '../../src/sandbox/index.ts';
import { type Ad, AdMarket } from './ads.ts';
import { Calendar, DAY, HOUR, MINUTE } from './calendar.ts';
import { COUNTRIES, FIRST_ARRIVALS, SALE_ARRIVALS } from './habits.ts';
import { type Chance, chance } from './random.ts';
import { Recorder } from './recorder.ts';
import { Sales } from './sales.ts';
import { ARRIVALS, type Arrival, agentFor, BANNER, BOTS, type Channel, LISTS, landing, PRODUCTS, SHOP } from './shop.ts';
import { truthOf } from './truth.ts';
import type { Browser, EventLine, Person, World, WorldOptions } from './world-lines.ts';

/** The service ends a session after 30 minutes of silence; ours lie well clear of the border on both sides. */
const BETWEEN_SESSIONS = 45 * MINUTE;
/** Newcomers who do not come by an ad. */
const VISITORS_A_DAY = 18;
const MAX_VISITS = 14;

/** Builds a world; the same options give the same one. */
export function generateWorld(options: WorldOptions): World {
  return new Builder(options).build();
}

export interface LaterDay {
  /** YYYY-MM-DD. */
  day: string;
  /** In order of time. */
  events: EventLine[];
}

export interface LaterWorld {
  next(market: Market): LaterDay;
}

/** The days after a world, one after the other: who was there comes back, and new people come by the ads as they are then. The same market gives the same days. */
export function continueWorld(options: WorldOptions & { market: Market }): LaterWorld {
  const builder = new Builder(options, chance(options.seed + 1));
  builder.build();
  return { next: (market) => builder.addDay(market) };
}

/** A visit that comes after the days that were made. */
interface Return {
  person: Person;
  at: number;
  visit: number;
  isBusiness: boolean;
}

class Builder {
  private readonly options: WorldOptions;
  private readonly dice: Chance;
  private readonly calendar: Calendar;
  private readonly market: AdMarket;
  private readonly recorder: Recorder;
  private readonly sales: Sales;
  private readonly persons: Person[] = [];
  private returns: Return[] = [];

  /** @param later What draws for what comes after the world's end, where the world goes on. */
  constructor(options: WorldOptions, later?: Chance) {
    this.options = options;
    this.dice = chance(options.seed);
    this.calendar = new Calendar(options);
    this.market = new AdMarket(options, this.dice);
    this.recorder = new Recorder(this.dice);
    this.sales = new Sales({ dice: this.dice, calendar: this.calendar, market: this.market, recorder: this.recorder, later });
  }

  build(): World {
    const { options, calendar, market, recorder } = this;
    for (let day = 0; day < options.days; day++) this.fill(day, calendar.end);
    return {
      events: recorder.list(),
      spend: market.lines(),
      truth: truthOf({ options, calendar, market, recorder, persons: this.persons }),
    };
  }

  addDay(market: Market): LaterDay {
    const { day, from, to } = this.calendar.addDay();
    const name = this.calendar.firstDay.add({ days: day }).toString();
    this.market.addDay(market, name, this.dice);
    const due = this.returns.filter(({ at }) => at < to).toSorted((a, b) => a.at - b.at);
    this.returns = this.returns.filter(({ at }) => at >= to);
    for (const each of due) this.goOn(each, to);
    this.fill(day, to);
    return { day: name, events: this.recorder.listBetween(from, to, name) };
  }

  /** A day's newcomers, with what they do until an instant. */
  private fill(day: number, until: number): void {
    const { options, calendar, market } = this;
    const visitors = Math.round(VISITORS_A_DAY * options.size * calendar.demand(day) * this.dice.skewed(0.08));
    for (let visitor = 0; visitor < visitors; visitor++) this.live(day, undefined, until);
    for (const ad of market.newcomersOf(day)) this.live(day, ad, until);
    this.crawl(day);
  }

  private browser(person: number, mobile: boolean, country: string): Browser {
    const anonymousId = `b-${person}-${this.dice.letters(12)}`;
    return { anonymousId, agent: agentFor(this.dice, mobile), country, until: 0, isKnown: false };
  }

  /** One person's dealings with the shop, from the first visit on. */
  private live(day: number, broughtBy: Ad | undefined, until: number): void {
    const no = this.persons.length + 1;
    const mobile = this.dice.happens(0.58);
    const country = this.dice.weighed(COUNTRIES);
    const person: Person = {
      no,
      browsers: [this.browser(no, mobile, country)],
      isKnown: false,
      isSubscribed: false,
      sawProduct: false,
      visits: [],
      firstPaidAt: undefined,
      broughtBy,
    };
    this.persons.push(person);
    if (this.dice.happens(0.28)) person.browsers.push(this.browser(no, !mobile, country));
    const isBusiness = this.dice.happens(0.05);
    this.goOn({ person, at: this.calendar.moment(day, this.dice), visit: 0, isBusiness }, until);
  }

  /** Their visits until an instant; the one after it is kept. */
  private goOn({ person, at: from, visit: first, isBusiness }: Return, until: number): void {
    let [at, visit] = [from, first];
    for (; at < until && visit < MAX_VISITS; visit++) {
      const left = this.visit(person, at, visit, isBusiness);
      if (!this.dice.happens(person.firstPaidAt ? 0.3 : visit === 0 ? 0.46 : 0.62)) return;
      at =
        Math.max(this.calendar.moment(this.calendar.dayOf(left), this.dice), left + BETWEEN_SESSIONS) +
        Math.floor(DAY * 4 * this.dice.skewed(0.9) * this.dice.next());
    }
    if (visit < MAX_VISITS) this.returns.push({ person, at, visit, isBusiness });
  }

  private arrival(person: Person, day: number, visit: number): Arrival {
    if (visit === 0 && person.broughtBy) return landing(this.dice, person.broughtBy);
    const back: [string, number][] = [
      ['direct', 30],
      ['brand_search', 15],
      ['organic_search', 20],
      ['email', person.isSubscribed ? 70 : 0],
      ['retargeting', person.sawProduct ? 18 : 2],
      ['affiliates', 5],
      ['organic_social', 6],
      ['assistants', 3],
    ];
    const kind = this.dice.weighed(visit === 0 ? (this.calendar.isSale(day) ? SALE_ARRIVALS : FIRST_ARRIVALS) : back);
    if (kind === 'brand_search' || kind === 'retargeting') {
      const ad = this.market.takeReturn(kind, day);
      if (ad) return landing(this.dice, ad);
    }
    const week = this.calendar.firstDay.add({ days: day });
    const arrive =
      ARRIVALS[kind === 'brand_search' ? 'organic_search' : kind] ?? (ARRIVALS['direct'] as (typeof ARRIVALS)[string]);
    return arrive(this.dice, `${week.yearOfWeek}-w${String(week.weekOfYear).padStart(2, '0')}`);
  }

  /** One session; answers when it ended. */
  private visit(person: Person, wanted: number, visit: number, isBusiness: boolean): number {
    const { dice } = this;
    const browser = visit > 0 && person.browsers.length > 1 ? dice.pick(person.browsers) : (person.browsers[0] as Browser);
    let at = Math.max(wanted, browser.until + BETWEEN_SESSIONS);
    if (at >= this.calendar.end - 3 * HOUR) return this.calendar.end;
    const arrival = this.arrival(person, this.calendar.dayOf(at), visit);
    person.visits.push({ at, channel: arrival.channel, browser });

    let product = dice.pick(PRODUCTS);
    let page = dice.happens(0.4) ? product.path : dice.pick(LISTS);
    this.recorder.page(browser, at, page, arrival.query, arrival.referrer);
    const depth = Math.min(9, Math.floor(dice.skewed(0.7) * (arrival.channel === 'Paid Social' ? 1.3 : 2.1)));
    for (let step = 0; step < depth; step++) {
      const before = page;
      product = dice.pick(PRODUCTS);
      const isBanner = step === 0 && dice.happens(BANNER.share);
      page = isBanner ? BANNER.path : dice.happens(0.62) ? product.path : dice.pick(LISTS);
      if (page === product.path) person.sawProduct = true;
      at += this.recorder.pause();
      this.recorder.page(browser, at, page, isBanner ? BANNER.query : '', `https://${SHOP.domain}${before}`);
    }
    if (dice.happens(0.06) && !person.isSubscribed) at = this.subscribe(person, browser, at, page);
    else if (person.isKnown && dice.happens(0.5)) at = this.signIn(person, browser, at, page);
    if (isBusiness && visit < 2 && depth > 0 && dice.happens(0.5)) at = this.sales.askForQuote(person, browser, at);
    else if (dice.happens(this.buyingMood(arrival, person, visit, depth)))
      at = this.sales.buy(person, browser, at, product, arrival.ad);
    browser.until = at;
    return at;
  }

  private buyingMood({ channel, ad }: Arrival, { broughtBy }: Person, visit: number, depth: number): number {
    const by: Partial<Record<Channel, number>> = {
      Email: 1.7,
      Affiliates: 1.4,
      Direct: 1.25,
      'Paid Social': 0.55,
      'Organic Social': 0.5,
    };
    const appeal = (broughtBy?.appeal ?? 1) * (visit > 0 ? (ad?.appeal ?? 1) : 1);
    return Math.min(0.4, 0.028 * appeal * (by[channel] ?? 1) * (1 + 0.55 * Math.min(visit, 4)) * (0.35 + 0.3 * depth));
  }

  private subscribe(person: Person, browser: Browser, at: number, page: string): number {
    person.isSubscribed = true;
    const when = at + this.recorder.pause();
    this.recorder.add(when, {
      event_type: 'newsletter_subscribed',
      anonymous_id: browser.anonymousId,
      url: `https://${SHOP.domain}${page}`,
      user_agent: browser.agent,
      country: browser.country,
      ...this.recorder.introduce(person, browser),
    });
    return when;
  }

  private signIn(person: Person, browser: Browser, at: number, page: string): number {
    const when = at + this.recorder.pause();
    this.recorder.add(when, {
      event_type: 'signed_in',
      anonymous_id: browser.anonymousId,
      url: `https://${SHOP.domain}${page}`,
      user_agent: browser.agent,
      country: browser.country,
      ...this.recorder.introduce(person, browser),
    });
    return when;
  }

  private crawl(day: number): void {
    for (let visit = 0; visit < Math.max(1, Math.round(3 * this.options.size)); visit++) {
      let at = this.calendar.moment(day, this.dice);
      const agent = this.dice.pick(BOTS);
      const anonymous_id = `bot-${day}-${visit}`;
      for (let page = this.dice.whole(1, 4); page > 0; page--) {
        this.recorder.count.bots++;
        this.recorder.add(at, {
          event_type: 'page_view',
          anonymous_id,
          url: `https://${SHOP.domain}${this.dice.pick(PRODUCTS).path}`,
          user_agent: agent,
        });
        at += this.dice.whole(500, 4_000);
      }
    }
  }
}
