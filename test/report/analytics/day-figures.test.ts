// Figures by day for rules of alerts are those of REST, and days added up are those of the range.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { channelRevenue, dayFigures, metricsOf, sumOfDays } from '../../../src/report/analytics/index.ts';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
before(async () => {
  shop = await openShop();
});
after(() => shop?.close());

test('days are those of the series, and their sum that of the overview', async () => {
  const { rows, currency } = await dayFigures(shop.base, shop.profileId, WEEK, {});
  const series = await shop.owner.get('/overview/series', { ...WEEK, interval: 'day' });
  assert.deepEqual(
    rows.map((row) => ({ date_from: row.date_from, date_to: row.date_to, ...metricsOf(row) })),
    series.body.data,
  );
  assert.equal(currency, series.body.meta.currency);
  const sum = sumOfDays(rows);
  assert.ok(sum);
  const { body } = await shop.owner.get('/overview', WEEK);
  const { visitors: _, ...whole } = body.data.current;
  const { visitors, ...added } = metricsOf(sum);
  assert.deepEqual(added, whole);
  assert.equal(
    visitors,
    series.body.data.reduce((all: number, day: { visitors: number }) => all + day.visitors, 0),
    'of each day, added',
  );
  const filtered = await dayFigures(shop.base, shop.profileId, WEEK, { channel: 'Email' });
  const email = await shop.owner.get('/overview/series', { ...WEEK, interval: 'day', channel: 'Email' });
  assert.deepEqual(
    filtered.rows.map((row) => metricsOf(row).revenue),
    email.body.data.map(({ revenue }: { revenue: number }) => revenue),
  );
  assert.equal(sumOfDays([]), undefined);
});

test('revenue of channels is that of the attribution report', async () => {
  const found = await channelRevenue(shop.base, shop.profileId, WEEK);
  const { body } = await shop.owner.get('/attribution', { ...WEEK, dimension: 'channel' });
  const [model] = body.meta.models;
  assert.ok(found.size > 0);
  assert.deepEqual(
    [...found].sort(),
    body.data.rows
      .map(({ key, models }: { key: string; models: Record<string, { revenue: string }> }) => [key, models[model]?.revenue])
      .sort(),
  );
});
