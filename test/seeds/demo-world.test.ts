// Holds the demo world to what it promises: the same from the same seed, sound in itself, and its truth true of its events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continueWorld, generateWorld } from '../../seeds/demo/world.ts';
import type { EventLine } from '../../seeds/demo/world-lines.ts';
import { openMarket, reportedDay, SANDBOX_ACCOUNTS } from '../../src/sandbox/index.ts';

const options = { seed: 11, lastDay: '2026-11-19', days: 40, size: 0.5 };
const world = generateWorld(options);
const { events, spend, truth } = world;
const HALF_HOUR = 1_800_000;

const micros = (lines: { value_amount?: string; spend?: string }[]): bigint =>
  lines.reduce((sum, line) => sum + BigInt((line.value_amount ?? line.spend ?? '0').replace('.', '')), 0n);
const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
const isBot = (line: EventLine): boolean => line.anonymous_id?.startsWith('bot-') ?? false;

test('the demo world', async (t) => {
  await t.test('is the same from the same seed, and another from another', () => {
    assert.deepEqual(generateWorld(options), world);
    assert.notDeepEqual(generateWorld({ ...options, seed: 12 }).truth, truth);
  });

  await t.test('lies between its first and its last day, in order', () => {
    const times = events.map((line) => line.occurred_at);
    assert.deepEqual(times, [...times].sort());
    assert.equal(truth.first_day, '2026-10-11');
    assert.ok((times[0] as string) >= '2026-10-10T22:00:00.000Z', times[0]);
    assert.ok((times.at(-1) as string) < '2026-11-19T23:00:00.000Z', times.at(-1));
  });

  await t.test('names every event and every outcome once', () => {
    const keys = events.flatMap((line) => line.idempotency_key ?? []);
    assert.equal(new Set(events.map((line) => line.event_id)).size, events.length);
    assert.equal(new Set(keys).size, keys.length);
  });

  await t.test('counts its payments, refunds, leads and spend to the cent', () => {
    const of = (type: string): EventLine[] => events.filter((line) => line.event_type === type);
    assert.equal(of('payment_received').length, truth.payments.count);
    assert.equal(micros(of('payment_received')), cents(truth.payments.amount));
    assert.equal(of('refund').length, truth.refunds.count);
    assert.equal(micros(of('refund')), cents(truth.refunds.amount));
    assert.equal(of('lead_created').length, truth.leads.created);
    assert.equal(micros(of('closed_won')), cents(truth.leads.won_amount));
    assert.equal(micros(spend), cents(truth.spend.amount));
    assert.ok(truth.payments.count > 20 && truth.refunds.count > 0 && truth.leads.created > 5);
  });

  await t.test('gives back no more than was paid, and only what was paid before', () => {
    const payments = new Map(
      events.filter((line) => line.event_type === 'payment_received').map((line) => [line.idempotency_key, line]),
    );
    const left = new Map([...payments].map(([key, line]) => [key, cents(line.value_amount as string)]));
    for (const refund of events.filter((line) => line.refund_of)) {
      const payment = payments.get(refund.refund_of);
      assert.ok(payment && payment.occurred_at < refund.occurred_at, refund.idempotency_key);
      const rest = (left.get(refund.refund_of) as bigint) - cents(refund.value_amount as string);
      assert.ok(rest >= 0n, refund.refund_of);
      left.set(refund.refund_of, rest);
    }
  });

  await t.test('has as many sessions as half an hour of silence makes', () => {
    const last = new Map<string, number>();
    let sessions = 0;
    for (const line of events.filter((each) => each.url && !isBot(each))) {
      const at = Date.parse(line.occurred_at);
      const before = last.get(line.anonymous_id as string);
      if (before === undefined || at - before > HALF_HOUR) sessions++;
      last.set(line.anonymous_id as string, at);
    }
    assert.equal(sessions, truth.sessions);
    assert.equal(
      Object.values(truth.channels).reduce((sum, channel) => sum + channel.sessions, 0),
      truth.sessions,
    );
  });

  await t.test('has as many customers as people said who they are, some on two devices', () => {
    assert.equal(new Set(events.flatMap((line) => line.external_id ?? [])).size, truth.customers);
    assert.ok(truth.customers_on_two_devices > 0);
    assert.ok(truth.visitors > truth.people && truth.visitors <= 2 * truth.people);
  });

  await t.test('spends what the sandbox reports, day by day and ad by ad', () => {
    const market = openMarket({ seed: options.seed, scale: options.size, today: '2026-11-20' });
    const reported = [...new Set(spend.map(({ day }) => day))].flatMap((day) =>
      reportedDay(market, SANDBOX_ACCOUNTS.shop.id, day, { today: '2026-11-20', hours: 0 }),
    );
    assert.deepEqual(
      spend.map((line) => [line.day, line.ad_id, cents(line.spend), Number(line.clicks)]),
      reported.map((row) => [row.day, row.ad.id, BigInt(row.spend), row.clicks]),
    );
    assert.ok(truth.ads.every(({ ad_id }) => market.ads.some(({ id }) => id === ad_id)));
  });

  await t.test('brings nobody by an ad that was not shown that day, and names its ad sets and campaigns', () => {
    const shown = new Set(spend.map((line) => `${line.day} ${line.ad_id} ${line.adset_id} ${line.campaign_id}`));
    let landings = 0;
    for (const line of events.filter(({ event_type }) => event_type === 'page_view')) {
      const query = new URL(line.url ?? '').searchParams;
      const [ad, adSet] = [query.get('creative') ?? query.get('ad_id'), query.get('adgroupid') ?? query.get('adset_id')];
      if (ad === null) continue;
      landings++;
      const day = new Date(line.occurred_at).toLocaleDateString('sv', { timeZone: truth.timezone });
      const campaign = query.get('campaignid') ?? query.get('campaign_id');
      assert.ok(shown.has(`${day} ${ad} ${adSet} ${campaign}`), line.url);
    }
    assert.ok(landings > 100, String(landings));
  });

  await t.test('knows what each ad truly sells, and what is wrong with some', () => {
    assert.equal(
      truth.ads.reduce((sum, ad) => sum + cents(ad.spend), 0n),
      cents(truth.spend.amount),
    );
    const sold = truth.ads.reduce((sum, ad) => sum + ad.incremental_sales, 0);
    assert.ok(sold > 5 && sold < truth.payments.count, String(sold));
    assert.deepEqual([...new Set(truth.planted.map(({ kind }) => kind))].sort(), [
      'asks_a_question_and_sells_more',
      'campaign_budget',
      'dynamic_creative',
      'learning_ad_set',
      'paused_ad',
      'sells_to_people_who_would_buy_anyway',
      'tired_ad',
    ]);
  });
});

test('the days after the demo world', async (t) => {
  const market = openMarket({ seed: options.seed, scale: options.size, today: '2026-11-20' });
  const daysOf = (count: number, ads = market) => {
    const later = continueWorld({ ...options, market });
    return Array.from({ length: count }, () => later.next(ads));
  };
  const days = daysOf(10);

  await t.test('leave the world as it is, and are the same however far it goes on', () => {
    assert.deepEqual(generateWorld({ ...options, market }).events, events);
    assert.deepEqual(daysOf(3), days.slice(0, 3));
  });

  await t.test('follow one another, each with its own events and outcomes', () => {
    assert.deepEqual([days[0]?.day, days[9]?.day], ['2026-11-20', '2026-11-29']);
    const all = [...events, ...days.flatMap((each) => each.events)];
    assert.equal(new Set(all.map(({ event_id }) => event_id)).size, all.length);
    const keys = all.flatMap(({ idempotency_key }) => idempotency_key ?? []);
    assert.equal(new Set(keys).size, keys.length);
    const times = all.map(({ occurred_at }) => occurred_at);
    assert.deepEqual(times, times.toSorted());
  });

  await t.test('bring back people of the world, and give back what was bought in it', () => {
    const own = new Set(events.map(({ anonymous_id }) => anonymous_id));
    const bought = new Set(events.map(({ idempotency_key }) => idempotency_key));
    const later = days.flatMap((each) => each.events);
    assert.ok(later.some(({ anonymous_id }) => anonymous_id !== undefined && own.has(anonymous_id)));
    assert.ok(later.some(({ refund_of }) => refund_of !== undefined && bought.has(refund_of)));
    const perDay = (lines: readonly EventLine[], count: number): number => lines.length / count;
    const ratio =
      perDay(later, 10) /
      perDay(
        events.filter(({ occurred_at }) => occurred_at >= '2026-11-10'),
        10,
      );
    assert.ok(ratio > 0.6 && ratio < 1.4, `a day has ${ratio} times the events of before`);
  });

  await t.test('follow the ads: who is paused brings nobody', () => {
    const [ad] = market.ads;
    assert.ok(ad);
    const isOf = ({ url }: EventLine): boolean => url?.includes(`=${ad.id}`) ?? false;
    assert.ok(days.some((each) => each.events.some(isOf)));
    const ads = structuredClone(market);
    for (const each of ads.ads) if (each.id === ad.id) each.statuses.push({ from: '2026-11-20', value: 'PAUSED' });
    assert.ok(!daysOf(10, ads).some((each) => each.events.some(isOf)));
  });
});
