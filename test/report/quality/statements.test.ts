// Purchases that a sender reported against an imported statement, and identifiers that they lost since the best month: numbers that can be
// worked out by hand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Shop, startShop } from '../shop.ts';

interface Found {
  name: string;
  status: string;
  count: number;
  of: number;
  share: number | null;
  trend: { before: number | null };
  evidence: { label: string; count: number; of: number | null; note: string | null }[];
  explanation: string;
}

let shop: Shop;
const money = (amount: string) => ({ amount, currency: 'USD' });
const dayOf = (month: string, i: number): string => `${month}-${String(1 + (i % 10)).padStart(2, '0')}`;

before(async () => {
  shop = await startShop({ at: '2026-03-20T10:00:00Z' });
  // January: 9 of 10 have an e-mail address, of 40. February: all of 20, which are too few for a month. March: 1 of 4, of 40.
  const months = [
    { month: '2026-01', purchases: 40, hasEmail: (i: number) => i % 10 !== 0 },
    { month: '2026-02', purchases: 20, hasEmail: () => true },
    { month: '2026-03', purchases: 40, hasEmail: (i: number) => i % 4 === 0 },
  ];
  for (const { month, purchases, hasEmail } of months)
    for (let i = 0; i < purchases; i += 1)
      await shop.outcome({
        event_type: 'payment_received',
        idempotency_key: `${month}/${i}`,
        occurred_at: `${dayOf(month, i)}T09:00:00Z`,
        value: money(String(10 + i)),
        // The id of a mailing is in the table of click ids, and no platform matches by it. A click id that contains the person's own id, as a word,
        // would be dropped.
        click_ids: { mc_cid: 'mailing-7', ...(i < 10 ? { gclid: `Cj0KCQiA${month.replace('-', 'w')}x${i}` } : {}) },
        user_traits: { external_id: `${month}-${i}`, ...(hasEmail(i) ? { email: `buyer-${month}-${i}@example.com` } : {}) },
      });
  await shop.settle();
});
after(() => shop.close());

async function finding(name: string, of = shop): Promise<Found> {
  const { status, body } = await of.owner.get('/quality/instrumentation-health');
  assert.equal(status, 200);
  return body.data.find((each: Found) => each.name === name);
}

async function importStatement(rows: readonly string[], of = shop): Promise<string> {
  const text = ['Date,Order,Amount,Currency,Status,Email', ...rows].join('\n');
  const response = await of.request
    .post('/api/v1/profile/payments/import/parse')
    .set('authorization', `Bearer ${of.apiKey}`)
    .attach('file', Buffer.from(text), 'march.csv');
  const { import_id } = response.body.data;
  const { status, body } = await of.owner.post('/profile/payments/import/commit', { import_id });
  assert.equal(status, 200, JSON.stringify(body));
  await of.settle();
  return import_id;
}

test('match_keys: identifiers are compared with the best month that has enough purchases', async () => {
  const found = await finding('match_keys');
  assert.deepEqual([found.status, found.count, found.of, found.trend.before], ['problem', 10, 40, 0.9]);
  assert.equal(
    found.explanation,
    '25 % of purchases (10 of 40) have an e-mail address; it was 90 % in 2026-01, the best month of the year before.',
  );
  const own = found.evidence.find(({ label }) => label === 'an id of your own');
  assert.deepEqual([own?.count, own?.of], [40, 40], 'the others are there too, with their best month');
  const clicks = found.evidence.find(({ label }) => label === 'a click id');
  assert.deepEqual([clicks?.count, clicks?.note], [10, 'it was 25 % in 2026-01, the best month of the year before']);
});

const NAMES = /buyer-|bank-|other-|more-|2026-03\/|@example|[0-9a-f]{8}-[0-9a-f]{4}-/;

/** All that quality says of the profile, without its own id. */
async function everything(): Promise<string> {
  const texts: string[] = [];
  for (const path of ['', '/attribution', '/ad-ids', '/utm', '/utm/anomalies', '/instrumentation-health', '/itp']) {
    const { status, body } = await shop.owner.get(`/quality${path}`);
    assert.equal(status, 200, path);
    texts.push(JSON.stringify(body).replaceAll(shop.profileId, ''));
  }
  texts.push(JSON.stringify((await shop.owner.get('/trust')).body).replaceAll(shop.profileId, ''));
  return texts.join('\n');
}

test('shop_reconciliation: purchases are compared with a statement', async (t) => {
  await t.test('nothing is compared where a statement has nothing of the sender', async () => {
    const found = await finding('shop_reconciliation');
    assert.deepEqual([found.status, found.of], ['ok', 0]);
    assert.match(found.explanation, /no imported statement/);
  });
  let imported = '';
  await t.test(
    'payments under one key, or of one amount within a day, are one purchase; what one side lacks is named',
    async () => {
      // Of each day but the last: three of the four that were sent, one of them under a key of the bank, and another that nobody sent.
      const rows = Array.from({ length: 40 }, (_, i) => i).flatMap((i) => {
        const key = i < 10 ? `bank-${i}` : `2026-03/${i}`;
        const sent = `${dayOf('2026-03', i)} 10:00:00,${key},${10 + i}.00,USD,paid,`;
        return i < 30 ? [sent] : [`${dayOf('2026-03', i)} 11:00:00,other-${i},${500 + i}.00,USD,paid,`];
      });
      imported = await importStatement(rows);
      const found = await finding('shop_reconciliation');
      // The last day may have gone on after the statement. Nine that nobody sent and nine that are not in it do not make up for each other.
      assert.deepEqual([found.status, found.count, found.of, found.share], ['problem', 27, 36, 0.75]);
      assert.deepEqual(
        found.evidence.map(({ label, count, of }) => [label, count, of]),
        Array.from({ length: 9 }, (_, i) => [dayOf('2026-03', i), 3, 4]),
      );
      assert.match(found.evidence[0]?.note ?? '', /^not sent: [\w-]{36}; not in the statement: [\w-]{36}$/);
      assert.equal(
        found.explanation,
        'Senders reported 36 purchases, and imported statements of their days have 36: 9 were not sent, and 9 are not in the statement.',
      );
    },
  );
  await t.test('payments of a statement that nobody sent are a problem', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `${dayOf('2026-03', i % 9)} 12:00:00,more-${i},${700 + i}.00,USD,paid,`);
    await importStatement(rows);
    const found = await finding('shop_reconciliation');
    assert.deepEqual([found.status, found.count, found.of], ['problem', 27, 48]);
  });
  await t.test('in healthcare no evidence is of one person: no reference, no page and no value of few visits', async () => {
    const path = '/patients/ana-gomez';
    for (let i = 0; i < 3; i += 1)
      await shop.visit({
        at: `2026-03-1${i}T09:00:00Z`,
        browser: `few-${i}`,
        url: `https://shop.example${path}?utm_source=clinic&utm_medium=ana-gomez`,
      });
    shop.clock.set('2026-03-20T12:00:00Z');
    await shop.settle();
    const mode = async (privacy_mode: string): Promise<string> => {
      const { status } = await shop.api(shop.session).patch('/profile', { privacy_mode }, { profile_id: shop.profileId });
      assert.equal(status, 200);
      await shop.settle();
      return everything();
    };
    const usual = await mode('standard');
    assert.match(usual, NAMES);
    assert.match(usual, /ana-gomez/);
    const healthcare = await mode('hipaa');
    assert.doesNotMatch(healthcare, NAMES);
    assert.doesNotMatch(healthcare, /ana-gomez/);
    assert.match(healthcare, /"label":"2026-03-01"/, 'days are there');
    await mode('standard');
  });
  await t.test('a statement that was undone is compared with nothing', async () => {
    const { status } = await shop.owner.post(`/profile/payments/imports/${imported}/undo`);
    assert.equal(status, 200);
    await shop.settle();
    const found = await finding('shop_reconciliation');
    assert.deepEqual([found.status, found.of, found.share], ['ok', 11, null]);
    assert.match(found.explanation, /Too few for a share/);
  });
});

test('shop_reconciliation: a statement of one way to pay is no problem, and orders of a shop are not sent', async (t) => {
  const other = await startShop({ at: '2026-04-20T10:00:00Z' });
  t.after(() => other.close());
  const purchase = (name: string, i: number, properties: Record<string, string>) =>
    other.outcome({
      event_type: 'payment_received',
      idempotency_key: name,
      occurred_at: `${dayOf('2026-04', i)}T09:00:00Z`,
      value: money(String(10 + i)),
      properties,
    });
  for (let i = 0; i < 80; i += 1) await purchase(`april/${i}`, i, {});
  await purchase('order', 1, { connection: 'shopify:a' });
  await other.settle();
  await importStatement(
    Array.from({ length: 40 }, (_, i) => `${dayOf('2026-04', i)} 10:00:00,april/${i},${10 + i}.00,USD,paid,`),
    other,
  );
  // Of the shop alone nothing is compared with 80 that were sent but its one order: too few.
  const found = await finding('shop_reconciliation', other);
  assert.deepEqual([found.status, found.count, found.of, found.share], ['ok', 36, 36, 1]);
  assert.equal(
    found.explanation,
    'Senders reported 72 purchases, and imported statements of their days have 36: 36 are not in the statement.',
  );
});
