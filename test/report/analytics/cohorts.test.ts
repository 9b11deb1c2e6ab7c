// Cohorts through the door: a shop of a few people worked out by hand, and random ledgers with refunds, instalments and two currencies, whose
// every cell is compared with a ledger kept here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { acceptEvents } from '../../../src/collect/events/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { settle } from '../../../src/credit/pipeline/index.ts';
import { openShop, type Shop } from '../shop.ts';
import {
  expectedCells,
  type Ledger,
  monthsOf,
  movements,
  RATE,
  randomLedger,
  SEED,
  startOf,
  unitsOf,
  ZONE,
} from './random-ledgers.ts';

const RUNS = Number(process.env['LEDGERS'] ?? 50);
const WEEK_MS = 7 * 86_400_000;

interface Cell {
  cohort: string;
  month: string | null;
  months_since: number | null;
  people: number;
  spend: string | null;
  cash: string;
  unattributed_cash: string;
  is_ripe: boolean;
}

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop?.close());

const cohorts = async (query: string) => {
  const { status, body } = await shop.owner.get(`/attribution/cohorts?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

test('getCohorts', async (t) => {
  await t.test('shows what people paid since they were acquired, and what their month spent', async () => {
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: 'order-4',
      occurred_at: '2026-03-07T15:00:00Z',
      value: { amount: '30', currency: 'USD' },
      user_traits: { external_id: 'cust-1' },
    });
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: 'order-0',
      occurred_at: '2026-01-20T15:00:00Z',
      value: { amount: '8', currency: 'USD' },
      user_traits: { external_id: 'cust-0' },
    });
    await shop.settle();
    const { data, meta } = await cohorts('month_from=2026-01&month_to=2026-03&model=linear');
    const lines = data.rows.map((row: Cell) => [row.cohort, row.months_since, row.people, row.cash, row.unattributed_cash]);
    assert.deepEqual(lines, [
      ['earlier', null, 0, '0', '0'],
      ['2026-01', 0, 0, '0', '8'],
      ['2026-01', 1, 0, '0', '0'],
      ['2026-01', 2, 0, '0', '0'],
      ['2026-02', 0, 0, '0', '0'],
      ['2026-02', 1, 0, '0', '0'],
      ['2026-03', 0, 2, '175', '0'],
    ]);
    const march = data.rows.at(-1);
    assert.deepEqual([march.spend, march.paid_cash, march.payback], ['75', '77.5', 1.033333]);
    assert.deepEqual([march.spend_per_person, march.cumulative_cash_per_person], ['37.5', '87.5']);
    assert.deepEqual([data.cohorts, data.pooled], [{ people: 2, cash: '175' }, []], 'March is not over');
    assert.deepEqual(data.unattributed, { people: 1, cash: '8' });
    assert.deepEqual(data.totals, { people: 3, cash: '183', spend: '75' });
    assert.deepEqual([meta.currency, meta.model, meta.timezone], ['USD', 'linear', 'UTC']);
    const later = await cohorts('month_from=2026-02&month_to=2026-03');
    assert.equal(later.data.totals.cash, '175');
  });
  await t.test(
    'names spend as missing from the first month with people or spend to the last cash, and not a year before',
    async () => {
      const warned = async (from: string): Promise<string[]> =>
        (await cohorts(`month_from=${from}&month_to=2026-03`)).warnings?.map(({ code }: { code: string }) => code) ?? [];
      assert.deepEqual(await warned('2026-03'), [], 'each day up to the last cash was reported');
      assert.deepEqual(await warned('2026-02'), [], 'February had nothing');
      assert.deepEqual(await warned('2025-12'), ['spend_incomplete'], 'January had a customer and no spend');
    },
  );
  await t.test('marks months that are not over, at the time that is asked for', async () => {
    const ripe = async (query: string) =>
      (await cohorts(`month_from=2026-02&month_to=2026-03&${query}`)).data.rows.map((row: Cell) => row.is_ripe);
    assert.deepEqual(await ripe(''), [false, true, false, false]);
    shop.clock.set('2026-04-01T00:00:00Z');
    assert.deepEqual(await ripe(''), [true, true, true, true], 'the same figures, a day later');
    assert.deepEqual(await ripe('as_of=2026-03-31T23:00:00Z'), [false, true, false, false]);
  });
  await t.test('filters by channel and campaign: credit elsewhere is named', async () => {
    const march = async (query: string) => {
      const { data } = await cohorts(`month_from=2026-03&month_to=2026-03&model=linear&${query}`);
      const { people, cash, spend, payback } = data.rows.at(-1);
      return [people, cash, spend, payback, data.elsewhere.cash, data.elsewhere.people, data.totals.cash];
    };
    assert.deepEqual(await march('channel=Email'), [0.5, '77.5', null, null, '97.5', 1.5, '175']);
    assert.deepEqual(await march('channel=Paid%20Search'), [0.5, '77.5', '72', 1.076389, '97.5', 1.5, '175']);
    assert.deepEqual(await march('campaign=Spring%20boots'), [0.5, '77.5', '70', 1.107143, '97.5', 1.5, '175']);
    assert.deepEqual(await march('campaign=nothing'), [0, '0', null, null, '175', 2, '175']);
  });
  await t.test('refuses what is no range of months, and who may not', async () => {
    const status = async (from: string, to: string) =>
      (await shop.owner.get(`/attribution/cohorts?month_from=${from}&month_to=${to}`)).status;
    assert.deepEqual(await Promise.all([status('2026-04', '2026-03'), status('2023-03', '2026-03')]), [400, 400]);
    assert.deepEqual(await Promise.all([status('2026-13', '2026-03'), status('2026-03-01', '2026-03')]), [400, 400]);
    assert.equal(await status('2023-04', '2026-03'), 200);
    assert.equal((await shop.conversionsOnly.get('/attribution/cohorts?month_from=2026-03&month_to=2026-03')).status, 403);
  });
  await t.test('comes as CSV', async () => {
    const response = await fetch(`${shop.baseUrl}/api/v1/attribution/cohorts?month_from=2026-03&month_to=2026-03`, {
      headers: { authorization: `Bearer ${shop.apiKey}`, accept: 'text/csv' },
    });
    const [header, earlier, march] = (await response.text()).split('\r\n');
    assert.match(header ?? '', /^cohort,months_since,month,people,spend,cash,/);
    assert.match(earlier ?? '', /^earlier,,,/);
    assert.match(march ?? '', /^2026-03,0,2026-03,2,75,175,/);
  });
  await t.test('is empty where nothing is known', async () => {
    const { data } = await cohorts('month_from=2019-01&month_to=2019-01');
    assert.deepEqual(data.totals, { people: 0, cash: '0', spend: null });
    assert.deepEqual(data.rows.length, 2);
  });
});

const sum = (parts: readonly bigint[]): bigint => parts.reduce((total, part) => total + part, 0n);
const cashOf = ({ cash, unattributed_cash }: Cell): bigint => unitsOf(cash) + unitsOf(unattributed_cash);

async function openLedgers(ledgers: readonly Ledger[]) {
  const { base } = shop;
  shop.clock.set('2026-07-01T00:00:00Z');
  const { profile_id: profileId } = initInstallation(base, {
    email: 'owner@ledgers.example',
    workspace: 'Ledgers',
    profile: 'Main',
    currency: 'USD',
    timezone: ZONE,
    domain: 'shop.example',
  });
  const weeks = Math.ceil((startOf(RUNS) - startOf(0)) / WEEK_MS) + 1;
  const rates = Array.from({ length: weeks }, (_, week) => ({
    day: new Date(startOf(0) + (week - 1) * WEEK_MS).toISOString().slice(0, 10),
    currency: 'EUR',
    rate: RATE,
  }));
  base.state.decide({
    profileId,
    kind: 'rate',
    afterSeq: 0n,
    subject: 'ledger',
    payload: { in: 'USD', rates },
    actor: 'system',
    decidedAt: base.clock.now(),
  });
  for (const { events } of ledgers) {
    const inputs = events.map((input) => ({ input }));
    await acceptEvents(base, profileId, inputs, 'server');
  }
  await settle(base, profileId);
  const key = createApiKey(base, { profileId, name: 'reader', scopes: ['analytics:read'], actor: 'system' });
  return async (path: string) => {
    const { status, body } = await shop.api(key.secret).get(path);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
}

test(`getCohorts: ${RUNS} random ledgers close, cell by cell (seed ${SEED})`, async () => {
  const ledgers = Array.from({ length: RUNS }, (_, run) => randomLedger(run));
  const read = await openLedgers(ledgers);
  for (const [run, ledger] of ledgers.entries()) {
    const about = `ledger ${run} of seed ${SEED}`;
    const [from, to] = monthsOf(run);
    const expected = expectedCells(movements(ledger), [from, to]);
    const range = `/attribution/cohorts?month_from=${from}&month_to=${to}`;
    const data = await read(`${range}&model=linear`);
    for (const row of data.rows as Cell[])
      assert.equal(cashOf(row), expected.get(`${row.cohort} ${row.month}`) ?? 0n, `${about}: ${row.cohort} ${row.month}`);
    const due = sum([...expected.values()]);
    assert.equal(unitsOf(data.totals.cash), due, about);
    const channel = ['Paid%20Search', 'Email', 'Paid%20Social', 'Direct'][run % 4];
    const filtered = await read(`${range}&model=position_based&channel=${channel}`);
    const parts = [...(filtered.rows as Cell[]).map(cashOf), unitsOf(filtered.elsewhere.cash)];
    assert.equal(sum(parts), due, `${about}, ${channel}`);
    const overview = await read(`/overview?date_from=${from}-01&date_to=${to}-${to.endsWith('05') ? 31 : 30}`);
    assert.equal(unitsOf(overview.current.cash_revenue.toFixed(6)), due, `${about}: the overview`);
  }
});
