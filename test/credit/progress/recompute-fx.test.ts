// Exchange rates from a file to figures: told to the installation, taken up by a profile, and taken up anew in another currency.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readSeed } from '../../../src/base/kit/seeds.ts';
import { keepRates } from '../../../src/credit/rates/rates-file.ts';
import { fetchRatesWhenDue } from '../../../src/credit/rates/reference-rates.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { createOutside, setOutside } from '../../../src/providers/http/guard.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { type Shop, startShop } from '../../report/shop.ts';

let shop: Shop;
before(async () => {
  shop = await startShop({ at: '2026-03-20T00:00:00Z' });
  const pay = (key: string, day: string, amount: string, currency: string) =>
    shop.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      occurred_at: `2026-03-${day}T12:00:00Z`,
      value: { amount, currency },
    });
  await pay('a', '02', '100', 'USD');
  await pay('b', '03', '10', 'EUR');
  await pay('c', '15', '10', 'EUR');
  await pay('d', '03', '1000', 'CLP');
  await shop.settle();
});
after(() => shop.close());

const overview = async () => (await shop.owner.get('/overview', { date_from: '2026-03-01', date_to: '2026-03-15' })).body;
const recompute = async () => {
  const { data } = (await shop.owner.post('/profile/recompute-fx')).body;
  await shop.settle();
  return data;
};

test('recomputeFx of currencies whose rate is fixed', async (t) => {
  const fixed = await startShop({ at: '2026-03-20T00:00:00Z', installation: { currency: 'XOF', timezone: 'Africa/Dakar' } });
  t.after(() => fixed.close());
  for (const [key, amount, currency] of [
    ['a', '100', 'EUR'],
    ['b', '1.95583', 'BGN'],
    ['c', '3.6725', 'AED'],
  ] as const)
    await fixed.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      occurred_at: '2026-03-02T12:00:00Z',
      value: { amount, currency },
    });
  await fixed.settle();
  const taken = async () => {
    const { data } = (await fixed.owner.post('/profile/recompute-fx')).body;
    const again = (await fixed.owner.post('/profile/recompute-fx')).body.data;
    assert.deepEqual(again, { ...data, recorded: 0 }, 'recorded once, though the figures do not know it yet');
    await fixed.settle();
    const range = { date_from: '2026-03-01', date_to: '2026-03-15' };
    return [data.recorded, data.missing, (await fixed.owner.get('/overview', range)).body.data.current.revenue];
  };
  await t.test('needs nobody to tell it, also where both are fixed to a third', async () => {
    // 65 595.7 francs, and a euro's worth of leva; a dirham follows the dollar, and nobody told what that is worth.
    assert.deepEqual(await taken(), [
      0, // taken up as it landed
      [{ currency: 'AED', days: 1, first_day: '2026-03-02', last_day: '2026-03-02' }],
      66_251.657,
    ]);
  });
  await t.test('follows what it is fixed to through a rate that is told', async () => {
    keepRates(fixed.base, [{ day: '2026-03-01', base: 'EUR', currency: 'USD', rate: '1.25' }]);
    // A dirham on the 1st of March is worth 655.957 / 1.25 / 3.6725 francs.
    assert.deepEqual(await taken(), [1, [], 66_776.4226]);
  });
  await t.test('every one of them is between two currencies that there are', () => {
    const codes = new Set(readSeed('currencies').map((row) => row['code']));
    for (const { currency, base, rate, since } of readSeed('fixed_rates')) {
      assert.ok(codes.has(currency) && codes.has(base) && currency !== base, currency);
      assert.match(`${rate} ${since}`, /^\d+(\.\d{1,18})? \d{4}-\d\d-\d\d$/);
    }
  });
});

/** Per euro. The weakest currencies, the strongest, and some between them. */
const PER_EURO = { IRR: '1187345.67', LBP: '97012.5', VND: '28613.4', USD: '1.0834', KWD: '0.3331', JPY: '162.07' };
type Code = keyof typeof PER_EURO;

test('recomputeFx keeps the digits of every rate: no pair of currencies is off by more than 10^-9', async (t) => {
  const own = await startShop({ at: '2026-03-20T00:00:00Z', installation: { currency: 'KWD', timezone: 'UTC' } });
  t.after(() => own.close());
  const codes = Object.keys(PER_EURO) as Code[];
  keepRates(
    own.base,
    codes.map((currency) => ({ day: '2026-03-02', base: 'EUR', currency, rate: PER_EURO[currency] })),
  );
  // As much as a door takes, so that the last digits of a rate show.
  const amountOf = (code: Code): string => `${Number(PER_EURO[code]) > 1000 ? '999999999999' : '999999'}.25`;
  for (const [i, code] of codes.entries())
    await own.outcome({
      event_type: 'payment_received',
      idempotency_key: code,
      occurred_at: `2026-03-0${2 + i}T12:00:00Z`,
      value: { amount: amountOf(code), currency: code },
    });
  await own.settle();
  const digits = (text: string): bigint =>
    BigInt(text.replace('.', '').padEnd(text.includes('.') ? text.indexOf('.') + 12 : text.length + 11, '0'));
  for (const into of ['KWD', 'IRR', 'USD'] as const) {
    if (into !== 'KWD')
      assert.equal((await own.api(own.session).patch('/profile', { currency: into }, { profile_id: own.profileId })).status, 200);
    await own.settle();
    for (const [i, code] of codes.entries()) {
      const day = `2026-03-0${2 + i}`;
      const { data } = (await own.owner.get('/attribution', { date_from: day, date_to: day })).body;
      const revenue = digits(data.totals.models.last_non_direct.revenue);
      const exact = (digits(amountOf(code)) * digits(PER_EURO[into])) / digits(PER_EURO[code]);
      const off = revenue > exact ? revenue - exact : exact - revenue;
      assert.ok(off <= exact / 1_000_000_000n + 1_000_000n, `${code} in ${into}: ${revenue} for ${exact}`);
    }
  }
});

test('recomputeFx', async (t) => {
  const folder = temporaryFolder(t);
  const take = async (text: string, base?: string) => {
    const file = join(folder, 'rates.csv');
    writeFileSync(file, text);
    const result = await commands['rates-import'](shop.base, { file, ...(base === undefined ? {} : { base }) }, () => undefined);
    await shop.settle();
    return result as Record<string, unknown>;
  };
  await t.test('without rates it lists what is missing and guesses nothing', async () => {
    assert.deepEqual(await recompute(), {
      recorded: 0,
      missing: [
        { currency: 'CLP', days: 1, first_day: '2026-03-03', last_day: '2026-03-03' },
        { currency: 'EUR', days: 2, first_day: '2026-03-03', last_day: '2026-03-15' },
      ],
    });
    const { data, warnings } = await overview();
    assert.deepEqual([data.current.revenue, warnings[0].code], [100, 'rate_missing']);
  });
  await t.test('a table as central banks publish it: rates of the day, or of the week before', async () => {
    const report = await take('﻿Date,USD,CLP,LTL,\n2026-03-02,1.25,1000,3.45,\n2026-03-03,N/A,N/A,,\n2026-03-14,1.2,N/A,,\n');
    assert.deepEqual(
      [report['rates'], report['changed'], report['recorded'], report['skipped_currencies'], report['missing']],
      [3, 3, 3, ['LTL'], []],
    );
    const { data, warnings } = await overview();
    assert.equal(data.current.revenue, 100 + 12.5 + 12 + 1.25);
    assert.deepEqual(
      warnings.map(({ code, message }: { code: string; message: string }) => [code, /CLP.*(?=:)/.exec(message)?.[0]]),
      [['rate_older_than_day', 'CLP on 1 day (up to 1 day older), EUR on 2 days (up to 1 day older)']],
    );
    assert.deepEqual(await recompute(), { recorded: 0, missing: [] }, 'all is recorded');
  });
  await t.test('a corrected rate is taken up, a row per rate', async () => {
    const reply = await take('day,base,currency,rate\n2026-03-14,EUR,USD,1.3\n2026-03-02,EUR,USD,1.25\n');
    assert.deepEqual([reply['changed'], reply['recorded']], [1, 1]);
    assert.equal((await overview()).data.current.revenue, 100 + 12.5 + 13 + 1.25);
  });
  await t.test('a late sale, and days in another zone, take up the rates that they need at once', async () => {
    await take('day,base,currency,rate\n2026-02-10,EUR,USD,2\n2026-02-11,EUR,USD,4\n');
    const late = { date_from: '2026-02-10', date_to: '2026-02-11' };
    const read = async () => (await shop.owner.get('/overview', late)).body;
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: 'late',
      occurred_at: '2026-02-10T20:00:00Z',
      value: { amount: '10', currency: 'EUR' },
    });
    await shop.settle();
    assert.deepEqual([(await read()).data.current.revenue, (await read()).warnings], [20, undefined]);
    const session = shop.api(shop.session);
    for (const [timezone, revenue] of [
      ['Asia/Tokyo', 40],
      ['UTC', 20],
    ] as const) {
      assert.equal((await session.patch('/profile', { timezone }, { profile_id: shop.profileId })).status, 200);
      await shop.settle();
      assert.deepEqual([(await read()).data.current.revenue, (await read()).warnings], [revenue, undefined], timezone);
    }
  });
  await t.test('in another currency of the profile no old rate counts, and it is taken up anew', async () => {
    assert.equal(
      (await shop.api(shop.session).patch('/profile', { currency: 'EUR' }, { profile_id: shop.profileId })).status,
      200,
    );
    await shop.settle();
    assert.equal((await overview()).data.current.revenue, 80 + 20 + 1);
    assert.deepEqual(await recompute(), { recorded: 0, missing: [] }, 'all is recorded');
  });
  await t.test('from a public source, once a day, where the operator names one', async (inner) => {
    const xml = `<Cube><Cube time='2026-03-14'><Cube currency='USD' rate='1.6'/><Cube currency='XXQ' rate='1'/></Cube></Cube>`;
    let request = 0;
    const server = createServer((_, response) => {
      request += 1;
      response.statusCode = request === 1 ? 503 : 200;
      response.end(xml);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    inner.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const base = { ...shop.base, config: { ...shop.base.config, ratesUrl: `http://127.0.0.1:${port}/rates.xml` } };
    setOutside(base, createOutside({ isAllowed: () => true, ports: [port] }));
    assert.equal(await fetchRatesWhenDue(shop.base), false, 'nobody is asked unless it is configured');
    assert.equal(await fetchRatesWhenDue(base), false, 'the source is down');
    assert.equal(await fetchRatesWhenDue(base), false, 'and is left alone for an hour');
    shop.clock.advance(3_600_000);
    assert.equal(await fetchRatesWhenDue(base), true);
    assert.equal(await fetchRatesWhenDue(base), false);
    assert.equal(request, 2);
    // 100 dollars of the 2nd keep their rate; nothing of the 15th is in dollars.
    assert.equal((await recompute()).recorded, 0);
  });
  await t.test('a file with a fault changes nothing and names the line', async () => {
    for (const [text, reason] of [
      ['day,base,currency,rate\n2026-03-02,EUR,USD,9\n2026-02-30,EUR,USD,1\n', /Line 3: "2026-02-30"/],
      ['Date,USD\n2026-03-02,9\n2026-03-03,-1\n', /Line 3: "-1"/],
      ['USD,EUR\n1,2\n', /no column "day"/],
    ] as const)
      await assert.rejects(take(text), reason);
    assert.equal((await recompute()).recorded, 0);
  });
});
