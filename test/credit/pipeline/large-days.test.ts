// Days of spend of accounts with thousands of ads are landed in a little memory, however many wait, and only the days that changed are made
// anew.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptSpend, readSpendDay } from '../../../src/collect/spend/index.ts';
import { rebuild } from '../../../src/credit/pipeline/advance.ts';
import { startTestApp } from '../../harness.ts';

const ADS = 5_000;
const DAYS = 12;
const NOW = Date.parse('2026-03-31T12:00:00Z');

const dayOf = (day: number, cost: number, ads = ADS) =>
  readSpendDay(
    {
      platform: 'sandbox',
      account_id: 'large',
      currency: 'USD',
      day: `2026-03-${String(day).padStart(2, '0')}`,
      rows: Array.from({ length: ads }, (_, no) => ({
        campaign_id: `c${no % 200}`,
        campaign_name: `Campaign ${no % 200}`,
        adset_id: `s${no % 2_000}`,
        adset_name: `Ad set ${no % 2_000}`,
        ad_id: `23860000000${no}`,
        ad_name: `Ad ${no}`,
        spend: String(cost),
        impressions: 100 + (no % 50),
        clicks: no % 12,
      })),
    },
    NOW,
  );

test('many large days of spend at once', async (t) => {
  const app = await startTestApp({ config: { servingMemoryMb: 128 }, installation: { currency: 'USD' } });
  t.after(() => app.close());
  const spend = async (): Promise<Record<string, string>> => {
    const sql = 'select spend_day::varchar as day, sum(spend)::varchar as spend, count(*) as n from spend_rows group by all';
    const rows = await app.base.warehouse.query({ profileId: app.profileId }, { sql });
    return Object.fromEntries(rows.map(({ day, spend, n }) => [String(day), `${Number(spend)} in ${n}`]));
  };
  const days = Array.from({ length: DAYS }, (_, at) => at + 1);
  // The first facts of a profile are built, with the memory of a build.
  await app.settle();
  await acceptSpend(
    app.base,
    app.profileId,
    days.map((day) => dayOf(day, day)),
  );
  await app.settle();
  const expected = Object.fromEntries(days.map((day) => [`2026-03-${String(day).padStart(2, '0')}`, `${day * ADS} in ${ADS}`]));
  assert.deepEqual(await spend(), expected);

  await t.test('a day that is reported again replaces itself alone, one without ads leaves none', async () => {
    await acceptSpend(app.base, app.profileId, [dayOf(3, 7, 10), dayOf(4, 0, 0)]);
    await app.settle();
    delete expected['2026-03-04'];
    assert.deepEqual(await spend(), { ...expected, '2026-03-03': '70 in 10' });
    const sql = 'select count(*) as n from spend_days';
    assert.equal(Number((await app.base.warehouse.query({ profileId: app.profileId }, { sql }))[0]?.['n']), DAYS);
  });

  await t.test('a rebuild has the same', async () => {
    const before = await spend();
    await rebuild(app.base, app.profileId);
    assert.deepEqual(await spend(), before);
  });
});
