// The demo world: 120 days of a shop, invented from a seed, with the truth about it. Visitors arrive by the shop's channels, come
// back, change devices, ask for quotes, buy and send back; ads cost money; bots crawl. Nothing here is anybody's data.
import { Temporal } from 'temporal-polyfill';
import { type Ad, AdMarket } from './ads.ts';
import { COUNTRIES, FAMILY, FIRST_ARRIVALS, givenNameOf, HOURS, SALE_ARRIVALS } from './habits.ts';
import { type Chance, chance } from './random.ts';
import { ARRIVALS, type Arrival, agentFor, BOTS, type Channel, LISTS, landing, PRODUCTS, type Product, SHOP } from './shop.ts';
import {
  type Browser,
  decimal,
  distinguishable,
  type EventLine,
  type Person,
  type Truth,
  type World,
  type WorldOptions,
} from './world-lines.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The service ends a session after 30 minutes of silence; ours lie well clear of the border on both sides. */
const BETWEEN_SESSIONS = 45 * MINUTE;
const LONGEST_PAUSE = 14 * MINUTE;
/** Newcomers who do not come by an ad. */
const VISITORS_A_DAY = 18;

/** Builds a world; the same options give the same one. */
export function generateWorld(options: WorldOptions): World {
  return new Builder(options).build();
}

class Builder {
  private readonly options: WorldOptions;
  private readonly dice: Chance;
  private readonly market: AdMarket;
  private readonly firstDay: Temporal.PlainDate;
  private readonly dayStarts: number[] = [];
  private readonly end: number;
  private readonly events: { at: number; line: Omit<EventLine, 'event_id' | 'occurred_at'> }[] = [];
  private readonly persons: Person[] = [];
  private readonly count = { bots: 0, pageViews: 0, payments: 0, refunds: 0, full: 0, leads: 0, appointments: 0, won: 0 };
  private readonly cents = { payments: 0, refunds: 0, won: 0 };
  private outcomes = 0;

  constructor(options: WorldOptions) {
    this.options = options;
    this.dice = chance(options.seed);
    this.firstDay = Temporal.PlainDate.from(options.lastDay).subtract({ days: options.days - 1 });
    for (let day = 0; day <= options.days; day++) {
      this.dayStarts.push(this.firstDay.add({ days: day }).toZonedDateTime(SHOP.timezone).epochMilliseconds);
    }
    this.end = (this.dayStarts.at(-1) as number) - 1;
    this.market = new AdMarket(options, this.dice);
  }

  build(): World {
    for (let day = 0; day < this.options.days; day++) {
      const visitors = Math.round(VISITORS_A_DAY * this.options.size * this.demand(day) * this.dice.skewed(0.08));
      for (let visitor = 0; visitor < visitors; visitor++) this.live(day, undefined);
      for (const ad of this.market.newcomersOf(day)) this.live(day, ad);
      this.crawl(day);
    }
    this.events.sort((a, b) => a.at - b.at);
    const width = String(this.events.length).length;
    const events = this.events.map(({ at, line }, index) => ({
      event_id: `demo-${String(index + 1).padStart(width, '0')}`,
      occurred_at: new Date(at).toISOString(),
      ...line,
    }));
    return { events, spend: this.market.lines(), truth: this.truth() };
  }

  /** Slow growth, the season, the week, and a sale of six days two weeks before the end. */
  private demand(day: number): number {
    const date = this.firstDay.add({ days: day });
    const season = 1 + 0.18 * Math.cos((2 * Math.PI * (date.dayOfYear - 330)) / 365);
    const week = [1.08, 1.02, 0.98, 0.97, 0.9, 0.86, 1.19][date.dayOfWeek - 1] as number;
    return season * week * (1 + (0.25 * day) / this.options.days) * (this.isSale(day) ? 1.7 : 1);
  }

  private isSale(day: number): boolean {
    const left = this.options.days - day;
    return left <= 20 && left > 14;
  }

  /** An instant of a local day: quiet nights, a lunch bump, busy evenings. */
  private moment(day: number): number {
    const hour = this.dice.weighed(HOURS);
    return (this.dayStarts[day] as number) + hour * HOUR + this.dice.whole(0, HOUR - 1);
  }

  private dayOf(at: number): number {
    let day = Math.min(this.options.days - 1, Math.max(0, Math.floor((at - (this.dayStarts[0] as number)) / DAY)));
    while (at < (this.dayStarts[day] as number)) day--;
    while (at >= (this.dayStarts[day + 1] as number)) day++;
    return day;
  }

  private browser(person: number, mobile: boolean, country: string): Browser {
    const anonymousId = `b-${person}-${this.dice.letters(12)}`;
    return { anonymousId, agent: agentFor(this.dice, mobile), country, until: 0, isKnown: false };
  }

  /** One person's dealings with the shop, from the first visit on. */
  private live(day: number, broughtBy: Ad | undefined): void {
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
    let at = this.moment(day);
    for (let visit = 0; at < this.end && visit < 14; visit++) {
      const left = this.visit(person, at, visit, isBusiness);
      if (!this.dice.happens(person.firstPaidAt ? 0.3 : visit === 0 ? 0.46 : 0.62)) return;
      at =
        Math.max(this.moment(this.dayOf(left)), left + BETWEEN_SESSIONS) +
        Math.floor(DAY * 4 * this.dice.skewed(0.9) * this.dice.next());
    }
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
    const kind = this.dice.weighed(visit === 0 ? (this.isSale(day) ? SALE_ARRIVALS : FIRST_ARRIVALS) : back);
    if (kind === 'brand_search' || kind === 'retargeting') {
      const ad = this.market.takeReturn(kind, day);
      if (ad) return landing(this.dice, ad);
    }
    const week = this.firstDay.add({ days: day });
    const arrive =
      ARRIVALS[kind === 'brand_search' ? 'organic_search' : kind] ?? (ARRIVALS['direct'] as (typeof ARRIVALS)[string]);
    return arrive(this.dice, `${week.yearOfWeek}-w${String(week.weekOfYear).padStart(2, '0')}`);
  }

  /** One session; answers when it ended. */
  private visit(person: Person, wanted: number, visit: number, isBusiness: boolean): number {
    const { dice } = this;
    const browser = visit > 0 && person.browsers.length > 1 ? dice.pick(person.browsers) : (person.browsers[0] as Browser);
    let at = Math.max(wanted, browser.until + BETWEEN_SESSIONS);
    if (at >= this.end - 3 * HOUR) return this.end;
    const arrival = this.arrival(person, this.dayOf(at), visit);
    person.visits.push({ at, channel: arrival.channel, browser });

    let product = dice.pick(PRODUCTS);
    let page = dice.happens(0.4) ? product.path : dice.pick(LISTS);
    this.page(browser, at, page, arrival.query, arrival.referrer);
    const depth = Math.min(9, Math.floor(dice.skewed(0.7) * (arrival.channel === 'Paid Social' ? 1.3 : 2.1)));
    for (let step = 0; step < depth; step++) {
      const before = page;
      product = dice.pick(PRODUCTS);
      page = dice.happens(0.62) ? product.path : dice.pick(LISTS);
      if (page === product.path) person.sawProduct = true;
      at += this.pause();
      this.page(browser, at, page, '', `https://${SHOP.domain}${before}`);
    }
    if (dice.happens(0.06) && !person.isSubscribed) at = this.subscribe(person, browser, at, page);
    else if (person.isKnown && dice.happens(0.5)) at = this.signIn(person, browser, at, page);
    if (isBusiness && visit < 2 && depth > 0 && dice.happens(0.5)) at = this.askForQuote(person, browser, at);
    else if (dice.happens(this.buyingMood(arrival, person, visit, depth)))
      at = this.buy(person, browser, at, product, arrival.ad);
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

  private pause(): number {
    return Math.min(LONGEST_PAUSE, Math.floor(38_000 * this.dice.skewed(0.9)));
  }

  private add(at: number, line: Omit<EventLine, 'event_id' | 'occurred_at'>): void {
    this.events.push({ at, line });
  }

  private page(browser: Browser, at: number, path: string, query = '', referrer = '', event_type = 'page_view'): void {
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
  private know(person: Person, browser?: Browser): Pick<EventLine, 'external_id' | 'email' | 'first_name' | 'last_name'> {
    person.isKnown = true;
    if (browser) browser.isKnown = true;
    return {
      external_id: `c-${10_000 + person.no}`,
      email: `${givenNameOf(person.no).toLowerCase()}.${person.no}@mail.example`,
      first_name: givenNameOf(person.no),
      last_name: FAMILY[(person.no * 7) % FAMILY.length] as string,
    };
  }

  private subscribe(person: Person, browser: Browser, at: number, page: string): number {
    person.isSubscribed = true;
    const when = at + this.pause();
    this.add(when, {
      event_type: 'newsletter_subscribed',
      anonymous_id: browser.anonymousId,
      url: `https://${SHOP.domain}${page}`,
      user_agent: browser.agent,
      country: browser.country,
      ...this.know(person, browser),
    });
    return when;
  }

  private signIn(person: Person, browser: Browser, at: number, page: string): number {
    const when = at + this.pause();
    this.add(when, {
      event_type: 'signed_in',
      anonymous_id: browser.anonymousId,
      url: `https://${SHOP.domain}${page}`,
      user_agent: browser.agent,
      country: browser.country,
      ...this.know(person, browser),
    });
    return when;
  }

  private buy(person: Person, browser: Browser, from: number, first: Product, ad: Ad | undefined): number {
    const { dice } = this;
    const items = [
      first,
      ...Array.from(
        {
          length: dice.weighed([
            [0, 60],
            [1, 26],
            [2, 14],
          ]),
        },
        () => dice.pick(PRODUCTS),
      ),
    ];
    let at = from + this.pause();
    this.page(browser, at, first.path, '', '', 'add_to_cart');
    at += this.pause();
    this.page(browser, at, '/checkout', '', `https://${SHOP.domain}${first.path}`);
    at += this.pause();
    this.page(browser, at, '/checkout/thanks', '', `https://${SHOP.domain}/checkout`);
    const list = items.reduce((sum, item) => sum + item.price, 0);
    const amount = this.isSale(this.dayOf(at)) ? Math.round(list * 0.85) : list;
    browser.isKnown = true;
    this.market.sold(person.broughtBy, ad);
    this.pay(person, at + 2_000, amount, {
      anonymous_id: browser.anonymousId,
      properties: JSON.stringify({ items: items.map((item) => item.path) }),
    });
    return at;
  }

  private pay(person: Person, at: number, amount: number, more: Partial<EventLine>): void {
    const { dice } = this;
    const key = `order-${++this.outcomes}`;
    this.count.payments++;
    this.cents.payments += amount;
    this.add(at, { event_type: 'payment_received', ...more, idempotency_key: key, ...money(amount), ...this.know(person) });
    person.firstPaidAt = Math.min(person.firstPaidAt ?? at, at);
    if (dice.happens(0.25)) person.isSubscribed = true;
    const back = at + Math.floor(DAY * (2 + 16 * dice.next()));
    if (!dice.happens(0.07) || back >= this.end) return;
    const full = dice.happens(0.55);
    const parts = full
      ? [amount]
      : dice.happens(0.2)
        ? [Math.floor(amount / 4), Math.floor(amount / 5)]
        : [Math.floor(amount * (0.1 + 0.6 * dice.next()))];
    if (full) this.count.full++;
    for (const [index, part] of parts.entries()) {
      const when = back + index * HOUR;
      if (when >= this.end) continue;
      this.count.refunds++;
      this.cents.refunds += part;
      this.add(when, {
        event_type: 'refund',
        idempotency_key: `${key}-refund-${index + 1}`,
        refund_of: key,
        ...money(part),
        ...this.know(person),
      });
    }
  }

  /** A firm asks for a quote; some meet, some sign, and those who sign pay. */
  private askForQuote(person: Person, browser: Browser, from: number): number {
    const { dice } = this;
    const at = from + this.pause();
    const contact = { crm_contact_id: `crm-${person.no}`, phone: `+4930${String(2_000_000 + person.no)}` };
    this.page(browser, at, '/for-offices');
    const asked = at + MINUTE;
    this.count.leads++;
    this.add(asked, {
      event_type: 'lead_created',
      anonymous_id: browser.anonymousId,
      idempotency_key: `lead-${person.no}-${++this.outcomes}`,
      ...this.know(person, browser),
      ...contact,
    });
    const deal = `deal-${person.no}`;
    const met = asked + Math.floor(DAY * (1 + 5 * dice.next()));
    if (!dice.happens(0.6) || met >= this.end) return asked;
    this.count.appointments++;
    this.add(met, {
      event_type: 'appointment_booked',
      idempotency_key: `appointment-${this.outcomes}`,
      deal_id: deal,
      ...contact,
    });
    const won = met + Math.floor(DAY * (3 + 15 * dice.next()));
    if (!dice.happens(0.55) || won >= this.end) return asked;
    const amount = dice.whole(12, 70) * 10_000;
    this.count.won++;
    this.cents.won += amount;
    this.add(won, {
      event_type: 'closed_won',
      idempotency_key: `won-${this.outcomes}`,
      deal_id: deal,
      ...money(amount),
      ...contact,
    });
    const paid = won + Math.floor(DAY * (2 + 8 * dice.next()));
    if (!dice.happens(0.85) || paid >= this.end) return asked;
    this.market.sold(person.broughtBy, undefined);
    this.pay(person, paid, amount, { deal_id: deal, ...contact });
    return asked;
  }

  private crawl(day: number): void {
    for (let visit = 0; visit < Math.max(1, Math.round(3 * this.options.size)); visit++) {
      let at = this.moment(day);
      const agent = this.dice.pick(BOTS);
      const anonymous_id = `bot-${day}-${visit}`;
      for (let page = this.dice.whole(1, 4); page > 0; page--) {
        this.count.bots++;
        this.add(at, {
          event_type: 'page_view',
          anonymous_id,
          url: `https://${SHOP.domain}${this.dice.pick(PRODUCTS).path}`,
          user_agent: agent,
        });
        at += this.dice.whole(500, 4_000);
      }
    }
  }

  private truth(): Truth {
    const { market } = this;
    const visits = this.persons.flatMap((person) => person.visits);
    const channels = [...new Set(visits.map((visit) => visit.channel))].sort();
    const visitors = this.persons.filter((person) => person.visits.length > 0);
    const known = this.persons.filter((person) => person.isKnown);
    const buyers = known.filter((person) => person.firstPaidAt !== undefined);
    const lastBefore = (person: Person): Channel | undefined =>
      person.visits.findLast((visit) => visit.at <= (person.firstPaidAt as number))?.channel;
    return {
      seed: this.options.seed,
      timezone: SHOP.timezone,
      currency: SHOP.currency,
      first_day: this.firstDay.toString(),
      last_day: this.options.lastDay,
      events: this.events.length,
      bot_events: this.count.bots,
      sessions: visits.length,
      page_views: this.count.pageViews,
      people: visitors.length,
      visitors: visitors.reduce((sum, person) => sum + distinguishable(person), 0),
      customers: known.length,
      customers_on_two_devices: known.filter((person) => person.browsers.filter((browser) => browser.isKnown).length > 1).length,
      payments: { count: this.count.payments, amount: decimal(this.cents.payments) },
      refunds: { count: this.count.refunds, full: this.count.full, amount: decimal(this.cents.refunds) },
      leads: {
        created: this.count.leads,
        appointments: this.count.appointments,
        won: this.count.won,
        won_amount: decimal(this.cents.won),
      },
      spend: market.totals(),
      channels: Object.fromEntries(
        channels.map((name) => [
          name,
          {
            sessions: visits.filter((visit) => visit.channel === name).length,
            buyers_first: buyers.filter((person) => person.visits[0]?.channel === name).length,
            buyers_last: buyers.filter((person) => lastBefore(person) === name).length,
            spend: market.spentBy((ad) => ad.channel === name),
          },
        ]),
      ),
      ...{ ads: market.truth(), planted: market.planted() },
    };
  }
}

const money = (cents: number): { value_amount: string; currency: string } => ({
  value_amount: decimal(cents),
  currency: SHOP.currency,
});
