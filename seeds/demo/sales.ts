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
}

export class Sales {
  private readonly dice: Chance;
  private readonly calendar: Calendar;
  private readonly market: AdMarket;
  private readonly recorder: Recorder;
  private outcomes = 0;

  constructor({ dice, calendar, market, recorder }: SalesContext) {
    this.dice = dice;
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
    this.pay(person, at + 2_000, amount, {
      anonymous_id: browser.anonymousId,
      properties: JSON.stringify({ items: items.map((item) => item.path) }),
    });
    return at;
  }

  private pay(person: Person, at: number, amount: number, more: Partial<EventLine>): void {
    const { dice, recorder, calendar } = this;
    const key = `order-${++this.outcomes}`;
    recorder.count.payments++;
    recorder.cents.payments += amount;
    recorder.add(at, {
      event_type: 'payment_received',
      ...more,
      idempotency_key: key,
      ...money(amount),
      ...recorder.introduce(person),
    });
    person.firstPaidAt = Math.min(person.firstPaidAt ?? at, at);
    if (dice.happens(0.25)) person.isSubscribed = true;
    const back = at + Math.floor(DAY * (2 + 16 * dice.next()));
    if (!dice.happens(0.07) || back >= calendar.end) return;
    const full = dice.happens(0.55);
    const parts = full
      ? [amount]
      : dice.happens(0.2)
        ? [Math.floor(amount / 4), Math.floor(amount / 5)]
        : [Math.floor(amount * (0.1 + 0.6 * dice.next()))];
    if (full) recorder.count.full++;
    for (const [index, part] of parts.entries()) {
      const when = back + index * HOUR;
      if (when >= calendar.end) continue;
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
    const { dice, recorder, calendar } = this;
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
    const deal = `deal-${person.no}`;
    const met = request + Math.floor(DAY * (1 + 5 * dice.next()));
    if (!dice.happens(0.6) || met >= calendar.end) return request;
    recorder.count.appointments++;
    recorder.add(met, {
      event_type: 'appointment_booked',
      idempotency_key: `appointment-${this.outcomes}`,
      deal_id: deal,
      ...contact,
    });
    const won = met + Math.floor(DAY * (3 + 15 * dice.next()));
    if (!dice.happens(0.55) || won >= calendar.end) return request;
    const amount = dice.whole(12, 70) * 10_000;
    recorder.count.won++;
    recorder.cents.won += amount;
    recorder.add(won, {
      event_type: 'closed_won',
      idempotency_key: `won-${this.outcomes}`,
      deal_id: deal,
      ...money(amount),
      ...contact,
    });
    const paid = won + Math.floor(DAY * (2 + 8 * dice.next()));
    if (!dice.happens(0.85) || paid >= calendar.end) return request;
    this.market.sold(person.broughtBy, undefined);
    this.pay(person, paid, amount, { deal_id: deal, ...contact });
    return request;
  }
}

const money = (cents: number): { value_amount: string; currency: string } => ({
  value_amount: decimal(cents),
  currency: SHOP.currency,
});
