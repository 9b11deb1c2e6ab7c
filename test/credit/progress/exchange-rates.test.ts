// The switch of the daily reference rates: what a profile uses, what is downloaded when, and which rate goes first.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runDue } from '../../../src/base/work/runner.ts';
import { ratesJob } from '../../../src/credit/progress/exchange-rates.ts';
import { fetchRatesWhenDue } from '../../../src/credit/rates/index.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { type CentralBank, startCentralBank } from '../../fakes/central-bank.ts';
import { type Shop, startShop } from '../../report/shop.ts';

let shop: Shop;
let bank: CentralBank;
before(async () => {
  shop = await startShop({ at: '2026-03-20T00:00:00Z' });
  bank = await startCentralBank(shop.base, { '2020-02-03': { USD: '1.5' }, '2026-03-02': { USD: '1.25', JPY: '160' } });
  await pay('a', '02', '10', 'EUR');
  await pay('b', '02', '160', 'JPY');
  await shop.settle();
});
after(() => shop.close());
after(() => bank.close());

const pay = (key: string, day: string, amount: string, currency: string) =>
  shop.outcome({
    event_type: 'payment_received',
    idempotency_key: key,
    occurred_at: `2026-03-${day}T12:00:00Z`,
    value: { amount, currency },
  });
const rates = async () => (await shop.owner.get('/profile/exchange-rates')).body.data;
const set = (uses_reference_rates: unknown) => shop.owner.patch('/profile/exchange-rates', { uses_reference_rates });
const revenue = async (): Promise<number | null> => {
  await shop.settle();
  return (await shop.owner.get('/overview', { date_from: '2026-03-01', date_to: '2026-03-19' })).body.data.current.revenue;
};

test('getExchangeRates', async (t) => {
  await t.test('reference rates are off, and nobody is asked, until a person uses them', async () => {
    assert.equal(await fetchRatesWhenDue(shop.base), false);
    const { uses_reference_rates, set_by, reference_rates, imported_rates, missing } = await rates();
    assert.deepEqual([uses_reference_rates, set_by, imported_rates.rates], [false, 'profile', 0]);
    assert.deepEqual([reference_rates.currencies, reference_rates.downloaded_at], [0, null]);
    assert.deepEqual(
      missing.map(({ currency }: { currency: string }) => currency),
      ['EUR', 'JPY'],
    );
    assert.deepEqual([await revenue(), bank.asked], [null, []]);
    const { data } = (await shop.owner.get('/completeness', { date_from: '2026-03-01', date_to: '2026-03-19' })).body;
    const { cure } = data.reasons.find(({ reason }: { reason: string }) => reason === 'without_rate');
    assert.deepEqual(cure.operation, { name: 'updateExchangeRates', params: { uses_reference_rates: true } });
  });
});

test('updateExchangeRates', async (t) => {
  await t.test(
    'reference rates are downloaded whole when they are switched on, and applied to the money that needs them',
    async () => {
      bank.status = 503;
      assert.equal((await set(true)).status, 200);
      assert.equal(await runDue(shop.base, [ratesJob]), 0);
      const { downloaded_at, failed_at } = (await rates()).reference_rates;
      assert.deepEqual([downloaded_at, failed_at], [null, '2026-03-20T00:00:00.000Z']);
      bank.status = 200;
      shop.clock.advance(10_000);
      assert.equal(await runDue(shop.base, [ratesJob]), 1);
      const { reference_rates: known } = await rates();
      assert.deepEqual(
        [known.first_day, known.last_day, known.currencies, known.failed_at],
        ['2020-02-03', '2026-03-02', 2, null],
      );
      // 12.50 and 160 / 160 × 1.25 dollars.
      assert.equal(await revenue(), 13.75);
      assert.deepEqual((await rates()).missing, []);
      assert.ok(bank.asked.every((path) => path === '/stats/eurofxref/eurofxref-hist.xml'));
    },
  );
  await t.test('reference rates come once a day from then on, of the last 90 days', async () => {
    bank.asked = [];
    bank.days = { ...bank.days, '2026-03-19': { USD: '2' } };
    await pay('c', '19', '1', 'EUR');
    assert.equal(await fetchRatesWhenDue(shop.base), false, 'the day is not over');
    shop.clock.advance(86_400_000);
    assert.equal(await fetchRatesWhenDue(shop.base), true);
    assert.deepEqual(bank.asked, ['/stats/eurofxref/eurofxref-hist-90d.xml']);
    await shop.settle();
    await shop.owner.post('/profile/recompute-fx');
    assert.equal(await revenue(), 15.75);
  });
  await t.test('reference rates give way to imported rates, also to those of some days before', async (inner) => {
    const file = join(temporaryFolder(inner), 'rates.csv');
    writeFileSync(file, 'day,base,currency,rate\n2026-03-15,EUR,USD,4\n');
    await commands['rates-import'](shop.base, { file }, () => undefined);
    const { imported_rates } = await rates();
    assert.deepEqual(imported_rates, { rates: 1, first_day: '2026-03-15', last_day: '2026-03-15' });
    await pay('d', '18', '10', 'EUR');
    // The euro of the 19th keeps the rate of its own day, which figures use already.
    assert.equal(await revenue(), 15.75 + 40);
  });
  await t.test('reference rates of another profile are its own choice; refused values and rights change nothing', async () => {
    for (const body of [{}, { uses_reference_rates: 'yes' }, { uses_reference_rates: true, url: 'https://x.example' }])
      assert.equal((await shop.owner.patch('/profile/exchange-rates', body)).status, 422, JSON.stringify(body));
    assert.equal((await shop.conversionsOnly.patch('/profile/exchange-rates', { uses_reference_rates: false })).status, 403);
    const other = { profile_id: '6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11' };
    assert.equal((await shop.owner.patch('/profile/exchange-rates', { uses_reference_rates: false }, other)).status, 404);
    assert.equal((await rates()).uses_reference_rates, true);
  });
  await t.test('reference rates that figures use stay in them when the profile stops; new money gets none', async () => {
    assert.equal((await set(false)).body.data.uses_reference_rates, false);
    assert.equal(await revenue(), 55.75);
    await pay('e', '02', '16', 'JPY');
    await pay('f', '10', '100', 'JPY');
    // The yen of the 2nd have a rate that was decided; those of the 10th have none of their week... of before.
    assert.equal(await revenue(), 55.75 + 0.125);
    assert.deepEqual(
      (await rates()).missing.map(({ currency, first_day }: { currency: string; first_day: string }) => [currency, first_day]),
      [['JPY', '2026-03-10']],
    );
  });
});
