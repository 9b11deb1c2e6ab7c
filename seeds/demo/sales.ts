// What the visitors of the demo world buy, send back and negotiate.
import type { Ad, AdMarket } from './ads.ts';
import { type Calendar, DAY, HOUR, MINUTE } from './calendar.ts';
import type { Chance } from './random.ts';
import type { Recorder } from './recorder.ts';
import { PRODUCTS, type Product, SHOP } from './shop.ts';
import { type Browser, decimal, type EventLine, type Person } from './world-lines.ts';

export interface SalesContext {
  dice: Chance;
  calendar: Calendar;
  market: AdMarket;
  recorder: Recorder;
  /** Of what comes after the world's end, where the world goes on: the draws of the world itself stay as they are without it. */
  later?: Chance | undefined;
}

export class Sales {
  private readonly dice: Chance;
  private readonly calendar: Calendar;
  private readonly market: AdMarket;
  private readonly recorder: Recorder;
  private readonly later: Chance | undefined;
  private outcomes = 0;

  constructor({ dice, calendar, market, recorder, later }: SalesContext) {
    this.dice = dice;
    this.later = later;
    this.calendar = calendar;
    this.market = market;
    this.recorder = recorder;
  }

  buy(person: Person, browser: Browser, from: number, first: Product, ad: Ad | undefined): number {
    const { dice, recorder, calendar } = this;
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
    let at = from + recorder.pause();
    recorder.page(browser, at, first.path, '', '', 'add_to_cart');
    at += recorder.pause();
    recorder.page(browser, at, '/checkout', '', `https://${SHOP.domain}${first.path}`);
    at += recorder.pause();
    recorder.page(browser, at, '/checkout/thanks', '', `https://${SHOP.domain}/checkout`);
    const list = items.reduce((sum, item) => sum + item.price, 0);
    const amount = calendar.isSale(calendar.dayOf(at)) ? Math.round(list * 0.85) : list;
    browser.isKnown = true;
    this.market.sold(person.broughtBy, ad);
    this.pay(
      person,
      { at: at + 2_000, amount, key: `order-${++this.outcomes}`, dice },
      {
        anonymous_id: browser.anonymousId,
        properties: JSON.stringify({ items: items.map((item) => item.path) }),
      },
    );
    return at;
  }

  /** What draws for an instant; undefined where the world has ended by then. */
  private diceAt(at: number): Chance | undefined {
    return at >= this.calendar.end ? this.later : this.dice;
  }

  private pay(person: Person, { at, amount, key, dice }: Payment, more: Partial<EventLine>): void {
    const { recorder, calendar } = this;
    recorder.count.payments++;
    recorder.cents.payments += amount;
    recorder.add(at, {
      event_type: 'payment_received',
      ...more,
      idempotency_key: key,
      ...money(amount),
      ...recorder.introduce(person),
    });
    const isSubscribed = dice.happens(0.25);
    if (at < calendar.end) {
      person.firstPaidAt = Math.min(person.firstPaidAt ?? at, at);
      if (isSubscribed) person.isSubscribed = true;
    }
    const back = at + Math.floor(DAY * (2 + 16 * dice.next()));
    const isReturned = dice.happens(0.07);
    const next = dice === this.dice ? this.diceAt(back) : dice;
    if (isReturned && next) this.giveBack(person, { at: back, amount, key, dice: next });
  }

  private giveBack(person: Person, { at: back, amount, key, dice }: Payment): void {
    const { recorder, calendar } = this;
    const full = dice.happens(0.55);
    const parts = full
      ? [amount]
      : dice.happens(0.2)
        ? [Math.floor(amount / 4), Math.floor(amount / 5)]
        : [Math.floor(amount * (0.1 + 0.6 * dice.next()))];
    if (full) recorder.count.full++;
    for (const [index, part] of parts.entries()) {
      const when = back + index * HOUR;
      if (when >= calendar.end && !this.later) continue;
      recorder.count.refunds++;
      recorder.cents.refunds += part;
      recorder.add(when, {
        event_type: 'refund',
        idempotency_key: `${key}-refund-${index + 1}`,
        refund_of: key,
        ...money(part),
        ...recorder.introduce(person),
      });
    }
  }

  /** A firm requests a quote; some meet, some sign, and those who sign pay. */
  askForQuote(person: Person, browser: Browser, from: number): number {
    const { recorder } = this;
    const at = from + recorder.pause();
    const contact = { crm_contact_id: `crm-${person.no}`, phone: `+4930${String(2_000_000 + person.no)}` };
    recorder.page(browser, at, '/for-offices');
    const request = at + MINUTE;
    recorder.count.leads++;
    recorder.add(request, {
      event_type: 'lead_created',
      anonymous_id: browser.anonymousId,
      idempotency_key: `lead-${person.no}-${++this.outcomes}`,
      ...recorder.introduce(person, browser),
      ...contact,
    });
    this.negotiate(person, request, contact);
    return request;
  }

  private negotiate(person: Person, request: number, contact: Pick<EventLine, 'crm_contact_id' | 'phone'>): void {
    const { recorder } = this;
    const [no, deal] = [this.outcomes, `deal-${person.no}`];
    let dice: Chance | undefined = this.dice;
    const met = request + Math.floor(DAY * (1 + 5 * dice.next()));
    const isMet = dice.happens(0.6);
    dice = this.diceAt(met);
    if (!isMet || !dice) return;
    recorder.count.appointments++;
    recorder.add(met, {
      event_type: 'appointment_booked',
      idempotency_key: `appointment-${no}`,
      deal_id: deal,
      ...contact,
    });
    const won = met + Math.floor(DAY * (3 + 15 * dice.next()));
    const isWon = dice.happens(0.55);
    dice = this.diceAt(won);
    if (!isWon || !dice) return;
    const amount = dice.whole(12, 70) * 10_000;
    recorder.count.won++;
    recorder.cents.won += amount;
    recorder.add(won, {
      event_type: 'closed_won',
      idempotency_key: `won-${no}`,
      deal_id: deal,
      ...money(amount),
      ...contact,
    });
    const paid = won + Math.floor(DAY * (2 + 8 * dice.next()));
    const isPaid = dice.happens(0.85);
    dice = this.diceAt(paid);
    if (!isPaid || !dice) return;
    this.market.sold(person.broughtBy, undefined);
    const key = dice === this.dice ? `order-${++this.outcomes}` : `order-${deal}`;
    this.pay(person, { at: paid, amount, key, dice }, { deal_id: deal, ...contact });
  }
}

interface Payment {
  at: number;
  /** Cents. */
  amount: number;
  key: string;
  dice: Chance;
}

const money = (cents: number): { value_amount: string; currency: string } => ({
  value_amount: decimal(cents),
  currency: SHOP.currency,
});
