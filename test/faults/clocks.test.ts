// Days whose clocks change, in Santiago and on Lord Howe, and visitors whose clocks are wrong: every event is at its own instant
// and on its own local day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { rounds, tell } from './tools/results.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far visitors' clocks are off. */
const SKEWS_MS = [0, 17_000, -90_000, HOUR_MS, -9 * HOUR_MS, 11 * HOUR_MS, 3 * DAY_MS, -400 * DAY_MS, 400 * DAY_MS];
/** Events come this close together, a day and a half before the change and after it. */
const EVERY_MS = 11 * 60_000 * (1 / rounds(1));

const changes = [
  { zone: 'America/Santiago', at: '2026-04-05T03:00:00Z', what: 'an hour back, at midnight' },
  { zone: 'America/Santiago', at: '2026-09-06T04:00:00Z', what: 'an hour forward, at midnight: the day begins at one' },
  { zone: 'Australia/Lord_Howe', at: '2026-04-04T15:00:00Z', what: 'half an hour back' },
  { zone: 'Australia/Lord_Howe', at: '2026-10-03T15:30:00Z', what: 'half an hour forward' },
];

const dayOf = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

interface Sent {
  name: string;
  at: number;
}

async function collect(app: TestApp, events: Sent[], skew: number): Promise<void> {
  const now = app.clock.now();
  const response = await app.request
    .post('/t/collect')
    .set('accept', 'application/json')
    .set('user-agent', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36')
    .send({
      tracking_key: app.trackingKey,
      sent_at: new Date(now + skew).toISOString(),
      events: events.map(({ name, at }) => ({
        // A visit belongs to the day on which it began: one visitor for each view.
        anonymous_id: `browser-${name}`,
        event_id: name,
        event_type: 'page_view',
        client_time: new Date(at + skew).toISOString(),
        url: `https://shop.example/${name}`,
        properties: { name },
      })),
    });
  assert.equal(response.status, 200, response.text);
  assert.deepEqual(response.body.data, { accepted: events.length, rejected: [] });
}

async function pay(app: TestApp, events: Sent[]): Promise<void> {
  for (let from = 0; from < events.length; from += 100) {
    const answer = await app.api(app.apiKey).post('/events/batch', {
      events: events.slice(from, from + 100).map(({ name, at }) => ({
        event_type: 'payment_received',
        idempotency_key: name,
        occurred_at: new Date(at).toISOString(),
        value: { amount: '1.00', currency: 'USD' },
      })),
    });
    assert.equal(answer.body.data.summary.created, answer.body.data.results.length);
  }
}

/** How many of these are on another day than their own, by the days' counts. */
function misplaced(zone: string, sent: Sent[], days: { date_from: string; count: number }[]): number {
  const wanted = new Map<string, number>();
  for (const { at } of sent) wanted.set(dayOf(zone, at), (wanted.get(dayOf(zone, at)) ?? 0) + 1);
  let off = 0;
  for (const { date_from, count } of days) off += Math.abs(count - (wanted.get(date_from) ?? 0));
  return Math.ceil(off / 2);
}

test('events around a change of the clocks, from visitors whose clocks are wrong', async (t) => {
  const random = seededRandom(t);
  let events = 0;
  let misdated = 0;
  for (const { zone, at, what } of changes) {
    const change = Date.parse(at);
    const app = await startTestApp({
      at: new Date(change + 2 * DAY_MS).toISOString(),
      installation: { timezone: zone, domain: 'shop.example' },
    });
    try {
      const bySkew = new Map<number, Sent[]>();
      const payments: Sent[] = [];
      for (let moment = change - 1.5 * DAY_MS, n = 0; moment < change + 1.5 * DAY_MS; moment += EVERY_MS, n += 1) {
        const skew = SKEWS_MS[random(SKEWS_MS.length)] as number;
        const when = Math.floor(moment) + random(60_000);
        bySkew.set(skew, [...(bySkew.get(skew) ?? []), { name: `view-${n}`, at: when }]);
        payments.push({ name: `payment-${n}`, at: when });
      }
      for (const [skew, sent] of bySkew)
        for (let i = 0; i < sent.length; i += 50) await collect(app, sent.slice(i, i + 50), skew);
      await pay(app, payments);
      await app.settle();
      const views = [...bySkew.values()].flat();
      const range = { date_from: dayOf(zone, change - 2 * DAY_MS), date_to: dayOf(zone, change + 2 * DAY_MS) };
      const { data } = (await app.api(app.apiKey).get('/overview/series', { ...range, interval: 'day' })).body;
      const days = (name: string) =>
        data.map((day: Record<string, unknown>) => ({ date_from: day['date_from'], count: day[name] }));
      const rows = await app.base.warehouse.query(
        { profileId: app.profileId },
        { sql: 'select properties, epoch_ms(occurred_at) as at from events where has_page' },
      );
      const stored = new Map(rows.map((row) => [JSON.parse(row['properties'] as string).name, Number(row['at'])]));
      const elsewhere = views.filter((view) => stored.get(view.name) !== view.at).length;
      const wrong = [elsewhere, misplaced(zone, views, days('pageviews')), misplaced(zone, payments, days('cash_payments'))];
      t.diagnostic(`${zone}, ${what}: ${views.length + payments.length} events, misdated ${wrong.join(', ')}`);
      events += views.length + payments.length;
      misdated += wrong.reduce((sum, each) => sum + each, 0);
    } finally {
      await app.close();
    }
  }
  tell(t, {
    name: 'clocks: changes and skew',
    figure: `${events} events around ${changes.length} changes of the clocks, clients' clocks off by up to 400 days: ${misdated} misdated`,
    target: '0 misdated',
    rounds: changes.length,
    holds: misdated === 0,
  });
});
