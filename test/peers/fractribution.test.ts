// Published journeys of 1,983 customers and 266,697 who did not convert, expanded to visits and payments, against the published paths
// and counts under four ways of looking at repeated channels. The payments lie on two days, as a page holds 100 paths.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../harness.ts';
import { type EventRow, load, publicRows } from './public-data.ts';

/** A source and medium for each letter, and the one channel that the standard rules give them. */
const CHANNELS: Record<string, [string, string, string]> = {
  A: ['google', 'cpc', 'Paid Search'],
  B: ['facebook', 'paid-social', 'Paid Social'],
  C: ['youtube', 'cpv', 'Paid Video'],
  D: ['ebay', 'cpc', 'Paid Shopping'],
  E: ['adnetwork', 'display', 'Display'],
  F: ['crm', 'email', 'Email'],
  G: ['google', 'organic', 'Organic Search'],
  H: ['facebook', 'social', 'Organic Social'],
  I: ['partner', 'affiliate', 'Affiliates'],
  J: ['youtube', 'video', 'Organic Video'],
  K: ['blog.example', 'referral', 'Referral'],
};
const TRANSFORMS = ['unique', 'exposure', 'first', 'frequency'] as const;
const DAYS = ['2026-07-20', '2026-07-21'];
const HOUR = 3_600_000;

const letters = (path: string): string[] => path.split(' > ');
const named = (path: string): string =>
  letters(path)
    .map((step) => step.replace(/^[A-K]/, (letter) => CHANNELS[letter]?.[2] ?? letter))
    .join(' > ');

/** Visits an hour apart, a session each, ending an hour before `end`. */
const visits = (visitor: string, path: string[], end: number): EventRow[] =>
  path.map((letter, i) => {
    const [source, medium] = CHANNELS[letter] ?? assert.fail(letter);
    return {
      event_id: `${visitor}-${i}`,
      event_type: 'page_view',
      anonymous_id: visitor,
      occurred_at: new Date(end - (path.length - i) * HOUR).toISOString(),
      url: `https://shop.example/?utm_source=${source}&utm_medium=${medium}&utm_campaign=c`,
    };
  });

const customers = publicRows('attribution', 'fractribution', 'customers.csv') as { path: string; customer_id: string }[];
const summary = publicRows('attribution', 'fractribution', 'example_path_summary.csv');

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2026-08-01T00:00:00Z' });
  const bought = customers.flatMap(({ path, customer_id }, i) => {
    const end = Date.parse(`${DAYS[i % DAYS.length]}T12:00:00Z`);
    const payment = {
      event_type: 'payment_received',
      idempotency_key: `${customer_id}-paid`,
      anonymous_id: customer_id,
      occurred_at: new Date(end).toISOString(),
      value_amount: '1',
      currency: 'USD',
    };
    return [...visits(customer_id, letters(path), end), payment];
  });
  const left = summary.flatMap(({ path, total_non_conversions }, i) =>
    Array.from({ length: Number(total_non_conversions) }, (_, copy) =>
      visits(`n${i}-${copy}`, letters(path as string), Date.parse('2026-07-19T00:00:00Z')),
    ).flat(),
  );
  await load(app, [...bought, ...left]);
});
after(() => app?.close());

for (const transform of TRANSFORMS)
  test(`the paths and counts under ${transform} are the published ones`, async () => {
    const expected = new Map<string, number>();
    for (const { path } of publicRows('attribution', 'fractribution', `expected_${transform}_fit.csv`))
      expected.set(named(path as string), (expected.get(named(path as string)) ?? 0) + 1);
    const found = new Map<string, number>();
    for (const day of DAYS) {
      const { body } = await app
        .api(app.apiKey)
        .get('/attribution/paths', { date_from: day, date_to: day, goal: 'payment_received', transform, limit: '100' });
      assert.ok(body.meta.totals.paths <= 100);
      for (const { path, conversions } of body.data)
        found.set(path.join(' > '), (found.get(path.join(' > ')) ?? 0) + conversions);
    }
    assert.deepEqual([...found].sort(), [...expected].sort());
  });

test('those who did not convert are all counted', async () => {
  const range = { date_from: DAYS[0] as string, date_to: DAYS[1] as string, dimension: 'channel' };
  const { body } = await app.api(app.apiKey).get('/attribution', range);
  const nulls = summary.reduce((sum, row) => sum + Number(row['total_non_conversions']), 0);
  const share = customers.length / (customers.length + nulls);
  assert.ok(Math.abs(body.meta.data_driven.base_probability - share) <= 1e-8, `${body.meta.data_driven.base_probability}`);
});
