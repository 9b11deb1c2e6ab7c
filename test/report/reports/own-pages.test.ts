// Pages that are made for reports alone, payback and data quality: their figures equal those of REST, in the preview, the mail and the stored report, and
// readers outside of sign-in get none of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { monthsTo } from '../../../src/report/reports/pages/payback.ts';
import type { Api } from '../../harness.ts';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
let owner: Api;
let ownerId: string;
const at = (path = ''): string => `/workspaces/${shop.workspaceId}/reports${path}`;
const profile = () => ({ profile_id: shop.profileId });
const MONTHLY = { every: 'month', month_day: 2, at: '08:00', timezone: 'UTC' };
const usd = (amount: string | number): string => Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

before(async () => {
  shop = await openShop();
  owner = shop.api(shop.session);
  // An event type that no goal counts.
  await shop.outcome({
    event_type: 'deposit',
    idempotency_key: 'deposit-1',
    occurred_at: '2026-03-06T09:00:00Z',
    value: { amount: '40', currency: 'USD' },
    user_traits: { external_id: 'cust-1' },
  });
  shop.clock.set('2026-04-02T09:00:00Z');
  await shop.settle();
  ownerId = (await owner.get('/me')).body.data.user_id;
});
after(() => shop?.close());

async function schedule(page: string, more: object = {}): Promise<string> {
  const body = { ...profile(), title: `Of ${page}`, page, rhythm: MONTHLY, recipients: [ownerId], ...more };
  const made = await owner.post(at('/schedules'), body);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.data.id;
}

async function send(id: string) {
  const preview = (await owner.get(at(`/schedules/${id}/preview`))).body.data;
  const sent = await owner.post(at(`/schedules/${id}/send`), undefined);
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  return { preview, report: (await owner.get(at(`/${sent.body.data.id}`))).body.data };
}

const figuresOf = ({ contents }: { contents: { blocks: { kind: string; figures: { name: string; value: unknown }[] }[] } }) =>
  Object.fromEntries(
    contents.blocks.flatMap(({ kind, figures }) => (kind === 'figures' ? figures.map(({ name, value }) => [name, value]) : [])),
  );

test('payback is of the twelve months to the last one that is over', async (t) => {
  assert.deepEqual(monthsTo('2026-03-31'), { month_from: '2025-04', month_to: '2026-03' });
  assert.deepEqual(monthsTo('2026-03-30'), { month_from: '2025-03', month_to: '2026-02' });
  assert.deepEqual(monthsTo('2025-12-31'), { month_from: '2025-01', month_to: '2025-12' });
  assert.deepEqual(monthsTo('2026-01-01'), { month_from: '2025-01', month_to: '2025-12' });
  const months = { month_from: '2025-04', month_to: '2026-03' };
  const { data } = (await owner.get('/attribution/cohorts', { ...profile(), ...months })).body;
  const { preview, report } = await send(await schedule('payback'));
  await t.test('has the figures of REST', () => {
    const { totals } = data;
    assert.deepEqual(figuresOf(report), { Cash: totals.cash, Spend: totals.spend, People: String(totals.people) });
    const cohorts = report.contents.blocks.find(({ kind }: { kind: string }) => kind === 'cohorts');
    assert.deepEqual([cohorts.rows, cohorts.pooled], [data.rows, data.pooled]);
    assert.deepEqual([report.date_from, report.date_to, report.differences], ['2026-03-01', '2026-03-31', []]);
  });
  await t.test('is a mail with its sentence, figures and cohorts', () => {
    const [paid] = data.pooled;
    assert.ok(paid, 'the month has spend and cash');
    assert.ok(
      preview.text.includes(
        `Acquired from 2025-04 to 2026-03: ${paid.payback >= 1 ? 1 : 0} of 1 months with spend are paid back; of all together, ${paid.payback.toFixed(2)} × the spend came back in the month of acquisition.`,
      ),
      preview.text,
    );
    assert.ok(preview.text.includes(`Spend: ${usd(data.totals.spend)}`), preview.text);
    assert.deepEqual(preview.attachments, [{ name: 'cohorts.csv', rows: data.rows.length - 1 }]);
    assert.match(preview.html, new RegExp(`/console/${shop.profileId}/payback`));
  });
  await t.test('has the filters of cohorts, and refuses others and days of its own', async () => {
    await schedule('payback', { question: { channel: 'Paid Search', model: 'linear' } });
    for (const question of [{ device: 'mobile' }, { month_from: '2026-01' }, { date_from: '2026-01-01' }])
      assert.equal(
        (
          await owner.post(at('/schedules'), {
            ...profile(),
            title: 'x',
            page: 'payback',
            question,
            rhythm: MONTHLY,
            recipients: [ownerId],
          })
        ).status,
        422,
        JSON.stringify(question),
      );
  });
});

test('data quality has the completeness of its days and the findings of now', async (t) => {
  const days = { date_from: '2026-03-01', date_to: '2026-03-31' };
  const { data: complete } = (await owner.get('/completeness', { ...profile(), ...days })).body;
  const { data: summary } = (await owner.get('/quality', profile())).body;
  const { preview, report } = await send(await schedule('quality'));
  await t.test('has the figures of REST', () => {
    const found = figuresOf(report);
    assert.deepEqual(
      [found['Known money'], found['Counted'], found['Not counted'], Number(found['Share counted']).toFixed(6)],
      [complete.known, complete.counted, complete.not_counted, (complete.share * 100).toFixed(6)],
    );
    assert.equal(complete.not_counted, '40', 'the deposit');
    assert.deepEqual(
      [found['Spend in doubt'], found['Cash in doubt']],
      [summary.money_in_doubt.spend, summary.money_in_doubt.cash],
    );
    const notOk = summary.families.reduce((sum: number, { not_ok }: { not_ok: number }) => sum + not_ok, 0);
    assert.equal(Number(found['Problems']) + Number(found['Needs attention']), notOk);
    assert.ok(notOk > 0);
    assert.equal(report.contents.sentence, complete.sentence);
    assert.deepEqual(report.differences, []);
  });
  await t.test('is a mail with what to do, and a file for each table', () => {
    assert.ok(preview.text.includes(complete.sentence), preview.text);
    assert.ok(preview.text.includes(`Not counted: ${usd(40)}`), preview.text);
    const [findings, reasons] = preview.attachments;
    assert.deepEqual([findings.name, reasons], ['table-1.csv', { name: 'table-2.csv', rows: complete.reasons.length }]);
    assert.ok(findings.rows > 0);
    const table = report.contents.blocks.find(({ kind }: { kind: string }) => kind === 'table');
    const worst = summary.families.flatMap(({ worst }: { worst: { title: string } | null }) => worst?.title ?? []);
    for (const title of worst)
      assert.ok(
        table.rows.some(([name]: string[]) => name === title),
        title,
      );
    assert.doesNotMatch(JSON.stringify(table), /(GET|POST) \/api/);
  });
  await t.test('differs later by what has come since', async () => {
    await shop.outcome({
      event_type: 'deposit',
      idempotency_key: 'deposit-2',
      occurred_at: '2026-03-07T09:00:00Z',
      value: { amount: '2', currency: 'USD' },
      user_traits: { external_id: 'cust-1' },
    });
    await shop.settle();
    const { differences } = (await owner.get(at(`/${report.id}`))).body.data;
    assert.deepEqual(
      differences.find(({ name }: { name: string }) => name === 'Not counted'),
      { name: 'Not counted', unit: 'money', was: '40', is: '42' },
    );
  });
});

test('readers outside of sign-in get neither', async () => {
  const { body } = await owner.post('/reports/readers', { address: 'board@north.example' }, profile());
  for (const page of ['payback', 'quality']) {
    const question = { ...profile(), title: 'Outside', page, rhythm: MONTHLY, recipients: [], readers: [body.data.id] };
    const refused = await owner.post(at('/schedules'), question);
    assert.deepEqual([refused.status, /members alone/.test(refused.body.error.message)], [422, true], page);
    const id = await schedule(page);
    assert.equal((await owner.patch(at(`/schedules/${id}`), { readers: [body.data.id] })).status, 422, page);
  }
});

test('both are made for several profiles at once', async () => {
  for (const page of ['payback', 'quality']) {
    const question = { date_from: '2026-03-01', date_to: '2026-03-31' };
    const { data } = (await owner.post(at('/bulk-generate'), { profile_ids: [shop.profileId], page, question })).body;
    assert.equal(data[0].status, 'created', JSON.stringify(data));
    const { title } = (await owner.get(at(`/${data[0].report_id}`))).body.data;
    assert.equal(title, page === 'payback' ? 'Payback' : 'Data quality');
  }
});
