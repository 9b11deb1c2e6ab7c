// What is true of the demo world, whatever a service makes of it.
import type { AdMarket } from './ads.ts';
import type { Calendar } from './calendar.ts';
import type { Recorder } from './recorder.ts';
import { type Channel, SHOP } from './shop.ts';
import { decimal, distinguishable, type Person, type Truth, type WorldOptions } from './world-lines.ts';

export interface WorldParts {
  options: WorldOptions;
  calendar: Calendar;
  market: AdMarket;
  recorder: Recorder;
  persons: readonly Person[];
}

export function truthOf({ options, calendar, market, recorder, persons }: WorldParts): Truth {
  const visits = persons.flatMap((person) => person.visits);
  const channels = [...new Set(visits.map((visit) => visit.channel))].sort();
  const visitors = persons.filter((person) => person.visits.length > 0);
  const names = persons.filter((person) => person.isKnown);
  const buyers = names.filter((person) => person.firstPaidAt !== undefined);
  const lastBefore = (person: Person): Channel | undefined =>
    person.visits.findLast((visit) => visit.at <= (person.firstPaidAt as number))?.channel;
  return {
    seed: options.seed,
    timezone: SHOP.timezone,
    currency: SHOP.currency,
    first_day: calendar.firstDay.toString(),
    last_day: options.lastDay,
    events: recorder.events.length,
    bot_events: recorder.count.bots,
    sessions: visits.length,
    page_views: recorder.count.pageViews,
    people: visitors.length,
    visitors: visitors.reduce((sum, person) => sum + distinguishable(person), 0),
    customers: names.length,
    customers_on_two_devices: names.filter((person) => person.browsers.filter((browser) => browser.isKnown).length > 1).length,
    payments: { count: recorder.count.payments, amount: decimal(recorder.cents.payments) },
    refunds: { count: recorder.count.refunds, full: recorder.count.full, amount: decimal(recorder.cents.refunds) },
    leads: {
      created: recorder.count.leads,
      appointments: recorder.count.appointments,
      won: recorder.count.won,
      won_amount: decimal(recorder.cents.won),
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
    ads: market.truth(),
    planted: market.planted(),
  };
}
