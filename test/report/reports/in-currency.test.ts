// Reports in another currency than the profile's: each amount at the rates of its day, so that days add up to the period and rows to their total; in the reports that
// schedules send, too.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keepRates } from '../../../src/credit/rates/rates-file.ts';
import type { Api } from '../../harness.ts';
import { openShop, type Shop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
/** Dollars for a euro. */
const RATES: Readonly<Record<string, number>> = { '2026-02-22': 1, '2026-03-01': 2, '2026-03-04': 2.5, '2026-03-06': 1.25 };
const EUR = { currency: 'EUR' };

let shop: Shop;
let owner: Api;
const rateOn = (day: string): number => RATES[Object.keys(RATES).findLast((known) => known <= day) ?? ''] ?? 0;
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const near = (value: unknown, expected: number, what: string): void =>
  assert.ok(Math.abs(Number(value) - expected) < 1e-5, `${what}: ${value}, not ${expected}`);

before(async () => {
  shop = await openShop();
  owner = shop.api(shop.session);
  shop.clock.set('2026-03-08T05:00:00Z');
  const rows = Object.entries(RATES).map(([day, rate]) => ({ day, base: 'EUR', currency: 'USD', rate: String(rate) }));
  keepRates(shop.base, rows);
});
after(() => shop?.close());

async function ask(path: string, more: object = {}) {
  const { status, body } = await owner.get(path, { profile_id: shop.profileId, ...WEEK, ...more });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

test('reports in another currency', async (t) => {
  const days = (await ask('/overview/series', { interval: 'day' })).data;
  const inEuros = (await ask('/overview/series', { interval: 'day', ...EUR })).data;
  const { data, meta } = await ask('/overview', EUR);
  const MONEY = ['revenue', 'spend', 'cash_revenue'] as const;
  await t.test('have each amount at the rate of its day', () => {
    for (const [at, day] of days.entries())
      for (const name of MONEY) near(inEuros[at][name], day[name] / rateOn(day.date_from), `${name} of ${day.date_from}`);
    assert.equal(meta.currency, 'EUR');
  });
  await t.test('have periods that are the sum of their days', async () => {
    for (const name of MONEY) near(data.current[name], sum(inEuros.map((day: Record<string, number>) => day[name] ?? 0)), name);
    const own = (await ask('/overview')).data.current;
    assert.notEqual(data.current.revenue, own.revenue);
    for (const name of ['outcomes', 'visitors', 'coverage_percent', 'cash_payments']) assert.equal(data.current[name], own[name]);
  });
  await t.test('have rows that add up to the overview', async () => {
    const { data: credit, meta: about } = await ask('/attribution', { dimension: 'channel', models: 'last_non_direct', ...EUR });
    const { revenue } = credit.totals.models.last_non_direct;
    near(revenue, data.current.revenue, 'attribution');
    near(credit.totals.spend, data.current.spend, 'spend');
    assert.equal(about.currency, 'EUR');
    const paths = await ask('/attribution/paths', { transform: 'exposure', ...EUR });
    assert.equal(paths.meta.currency, 'EUR');
    near(paths.meta.totals.revenue, sum(paths.data.map(({ revenue: part }: { revenue: string }) => Number(part))), 'paths');
    const cohorts = await ask('/attribution/cohorts', {
      date_from: undefined,
      date_to: undefined,
      month_from: '2026-03',
      month_to: '2026-03',
      ...EUR,
    });
    near(cohorts.data.totals.cash, data.current.cash_revenue, 'cash of the month');
    near(cohorts.data.totals.spend, data.current.spend, 'spend of the month');
    const compared = { compared_from: '2026-02-22', compared_to: '2026-02-28', dimension: 'channel', measure: 'revenue' };
    const why = await ask('/why', { ...compared, ...EUR });
    near(why.data.totals.after.revenue, data.current.revenue, 'why');
    assert.match(why.data.sentence.text, /€/);
  });
  await t.test('have receipts of the converted figures', async () => {
    const { receipts } = await ask('/overview', { include: 'receipt', receipts_of: '/data/current/revenue', ...EUR });
    const [{ terms }] = receipts;
    const [sold, reversed] = terms.map(({ value, unit }: { value: string; unit: string }) => {
      assert.equal(unit, 'EUR');
      return Number(value);
    });
    near(sold - reversed, data.current.revenue, 'receipt');
  });
  await t.test('are those of the profile in its own currency', async () => {
    assert.deepEqual((await ask('/overview', { currency: 'USD' })).data, (await ask('/overview')).data);
  });
  await t.test('leave out what has no rate, and say so', async () => {
    const { data: none, warnings } = await ask('/overview', { currency: 'CHF' });
    assert.deepEqual([none.current.revenue, none.current.spend, none.current.roas], [null, null, null]);
    assert.match(JSON.stringify(warnings), /rate_missing.*USD/);
  });
  await t.test('say on which days the rate is one of an earlier day', async () => {
    const early = days.filter(
      (day: Record<string, string>) => Number(day['revenue']) !== 0 && !Object.hasOwn(RATES, day['date_from'] ?? ''),
    );
    assert.ok(early.length > 0);
    for (const [path, more] of [
      ['/overview/series', { interval: 'day' }],
      ['/attribution', { dimension: 'channel' }],
      ['/attribution/paths', { transform: 'exposure' }],
    ] as const) {
      const { warnings } = await ask(path, { ...more, ...EUR });
      assert.match(JSON.stringify(warnings), /rate_older_than_day.*USD on \d days? \(up to \d days? older\)/, path);
      assert.doesNotMatch(JSON.stringify((await ask(path, more)).warnings ?? []), /rate_older/, path);
    }
    const [older] =
      (await ask('/overview/series', { interval: 'day', date_from: '2026-03-04', date_to: '2026-03-04', ...EUR })).warnings ?? [];
    assert.notEqual(older?.code, 'rate_older_than_day');
  });
  await t.test('change with the rates', async () => {
    keepRates(shop.base, [{ day: '2026-03-06', base: 'EUR', currency: 'USD', rate: '2.5' }]);
    const { revenue } = (await ask('/overview', EUR)).data.current;
    assert.notEqual(revenue, data.current.revenue);
    keepRates(shop.base, [{ day: '2026-03-06', base: 'EUR', currency: 'USD', rate: '1.25' }]);
    assert.deepEqual((await ask('/overview', EUR)).data, data);
  });
  await t.test('are refused in what is no currency, and for readers outside', async () => {
    const compared = { compared_from: '2026-02-22', compared_to: '2026-02-28', dimension: 'channel', measure: 'revenue' };
    const months = { date_from: undefined, date_to: undefined, month_from: '2026-03', month_to: '2026-03' };
    for (const [path, more] of [
      ['/overview', {}],
      ['/overview/series', { interval: 'day' }],
      ['/attribution', { dimension: 'channel' }],
      ['/attribution/paths', { transform: 'exposure' }],
      ['/attribution/cohorts', months],
      ['/why', compared],
    ] as const)
      for (const currency of ['XYZ', 'eur', 'E']) {
        const { status, body } = await owner.get(path, { profile_id: shop.profileId, ...WEEK, ...more, currency });
        assert.deepEqual(
          [status, body.error?.code, /currency/.test(body.error?.message)],
          [400, 'invalid_parameter', true],
          `${path} ${currency} ${JSON.stringify(body)}`,
        );
      }
    const outside = await owner.get('/overview', { profile_id: shop.profileId, ...WEEK, ...EUR, audience: 'outside' });
    assert.deepEqual([outside.status, /currency: is not available/.test(outside.body.error.message)], [400, true]);
  });
});

test('schedules in another currency', async (t) => {
  const at = (path = ''): string => `/workspaces/${shop.workspaceId}/reports${path}`;
  const { user_id } = (await owner.get('/me')).body.data;
  const schedule = (more: object) =>
    owner.post(at('/schedules'), {
      profile_id: shop.profileId,
      title: 'In euros',
      page: 'overview',
      rhythm: { every: 'day', at: '08:00', timezone: 'UTC' },
      recipients: [user_id],
      ...more,
    });
  const day = { date_from: '2026-03-06', date_to: '2026-03-06' };
  await t.test('mail the figures of REST in it, and keep them as sent', async () => {
    const made = await schedule(EUR);
    assert.deepEqual([made.status, made.body.data?.currency], [201, 'EUR'], JSON.stringify(made.body));
    const { id } = made.body.data;
    shop.clock.set('2026-03-07T05:00:00Z');
    const { revenue } = (await ask('/overview', { ...day, ...EUR })).data.current;
    near(revenue, 50 / 1.25, 'order-2');
    const { text } = (await owner.get(at(`/schedules/${id}/preview`))).body.data;
    assert.match(text, /Revenue: €40\.00/);
    const sent = (await owner.post(at(`/schedules/${id}/send`), undefined)).body.data;
    const report = (await owner.get(at(`/${sent.id}`))).body.data;
    assert.deepEqual([report.question.currency, report.contents.currency, report.differences], ['EUR', 'EUR', []]);
    const patched = await owner.patch(at(`/schedules/${id}`), { currency: null });
    assert.equal(patched.body.data.currency, null);
    assert.match((await owner.get(at(`/schedules/${id}/preview`))).body.data.text, /Revenue: \$50\.00/);
    shop.clock.set('2026-03-08T05:00:00Z');
  });
  await t.test('are of each page that has money', async () => {
    for (const page of ['attribution', 'paths', 'payback']) {
      const made = await schedule({ page, ...EUR });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const preview = await owner.get(at(`/schedules/${made.body.data.id}/preview`));
      assert.equal(preview.status, 200, JSON.stringify(preview.body));
      assert.doesNotMatch(preview.body.data.text, /\$/, page);
    }
  });
  await t.test('are refused where they cannot be', async () => {
    const reader = (await owner.post('/reports/readers', { address: 'board@north.example' }, { profile_id: shop.profileId })).body
      .data.id;
    for (const [more, pattern] of [
      [{ currency: 'XYZ' }, /^currency: not an active/],
      [{ currency: 'eur' }, /^currency: .*EUR/],
      [{ currency: 'E' }, /currency/],
      [{ page: 'quality', ...EUR }, /^currency: the page quality/],
      [{ question: EUR }, /^question\.currency: a schedule has/],
      [{ readers: [reader], ...EUR }, /^currency: readers outside/],
    ] as const) {
      const { status, body } = await schedule(more);
      assert.deepEqual(
        [status, body.error.code, pattern.test(body.error.message)],
        [422, 'validation_error', true],
        JSON.stringify(body),
      );
    }
    const profileIds = { profile_ids: [shop.profileId] };
    const shared = { profile_id: shop.profileId, page: 'overview' };
    await owner.put(`/workspaces/${shop.workspaceId}/snapshot-settings`, { is_public_allowed: true });
    for (const [path, body] of [
      [at('/bulk-generate'), { ...profileIds, page: 'overview', question: { ...day, currency: 'XYZ' } }],
      [at('/bulk-generate'), { ...profileIds, page: 'payback', question: { ...day, currency: 'eur' } }],
      [`/workspaces/${shop.workspaceId}/snapshots`, { ...shared, question: { ...day, currency: 'XYZ' } }],
      [`/workspaces/${shop.workspaceId}/snapshots`, { ...shared, question: { ...day, ...EUR }, audience: 'public' }],
    ] as const) {
      const answer = await owner.post(path, body);
      assert.deepEqual(
        [answer.status, answer.body.error?.code, /^question\.currency: /.test(answer.body.error?.message)],
        [422, 'validation_error', true],
        JSON.stringify(answer.body),
      );
    }
    const made = await schedule({ readers: [reader] });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const patched = await owner.patch(at(`/schedules/${made.body.data.id}`), EUR);
    assert.deepEqual([patched.status, /^currency: readers/.test(patched.body.error.message)], [422, true]);
    const renamed = await schedule(EUR);
    const unknown = await owner.patch(at(`/schedules/${renamed.body.data.id}`), { currency: 'XYZ' });
    assert.deepEqual([unknown.status, /^currency: not/.test(unknown.body.error.message)], [422, true]);
    const reached = await owner.patch(at(`/schedules/${renamed.body.data.id}`), { readers: [reader] });
    assert.deepEqual([reached.status, /^currency: readers/.test(reached.body.error.message)], [422, true]);
  });
});
