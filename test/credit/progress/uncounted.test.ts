// Outcomes that no goal counts: matched whatever their case, and where no definition lists their type, said at every door with the call
// that counts them.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { statusOf } from '../../../src/doors/jobs/status.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { type Shop, startShop } from '../../report/shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every door
type AnyJson = any;

const DAYS = { date_from: '2026-03-01', date_to: '2026-03-31' };
const sale = (event_type: string, key: string, amount = '10', currency = 'USD') => ({
  event_type,
  idempotency_key: key,
  occurred_at: '2026-03-05T12:00:00Z',
  value: { amount, currency },
  user_traits: { email: `${key}@example.com` },
});

const revenueOf = async (shop: Shop, goal?: string): Promise<number> =>
  (await shop.owner.get('/overview', { ...DAYS, ...(goal ? { goal } : {}) })).body.data.current.revenue;
const uncountedOf = async (shop: Shop): Promise<AnyJson> => {
  const { body } = await shop.owner.get('/tracking/quality');
  return body.data.signals.find(({ name }: AnyJson) => name === 'uncounted_outcomes');
};
const stepOf = async (shop: Shop): Promise<AnyJson> =>
  (await shop.owner.get('/profile/readiness')).body.data.steps.find(({ name }: AnyJson) => name === 'outcomes_counted');

test('createEvent: event types and definitions match whatever their case', async (t) => {
  const shop = await startShop({ at: '2026-03-20T00:00:00Z' });
  t.after(() => shop.close());
  await t.test('of outcomes, with spaces around', async () => {
    for (const [at, type] of ['payment_received', 'Payment_Received', ' PAYMENT_RECEIVED '].entries()) {
      const { status, body } = await shop.owner.post('/events', sale(type, `case-${at}`));
      assert.deepEqual([status, body.warnings], [201, undefined], type);
    }
    await shop.settle();
    const { revenue, cash_revenue } = (await shop.owner.get('/overview', DAYS)).body.data.current;
    assert.deepEqual([revenue, cash_revenue, (await shop.owner.get('/payments')).body.data.length], [30, 30, 3]);
    assert.equal((await shop.owner.get('/customers', { ...DAYS, goal: ' Payment_Received ' })).body.data.length, 3);
  });
  await t.test('of definitions, and two spellings of one type count once', async () => {
    const change = { conversion_key: 'trial', event_types: [' Trial Started', 'trial started', 'TRIAL STARTED'] };
    const { body } = await shop.owner.post('/goals/definitions', change);
    assert.deepEqual(body.data.event_types, ['Trial Started']);
    const sent = await shop.owner.post('/events', sale('trial STARTED ', 'trial-1', '7'));
    assert.equal(sent.body.warnings, undefined);
    await shop.settle();
    assert.equal((await shop.owner.get('/customers', { ...DAYS, goal: 'TRIAL' })).body.data.length, 1);
  });
  await t.test('a full replay counts the same', async () => {
    const before = (await shop.owner.get('/overview', DAYS)).body.data;
    await commands.replay(shop.base, {}, () => undefined);
    assert.deepEqual((await shop.owner.get('/overview', DAYS)).body.data, before);
  });
});

test('createEvent: what no goal counts is said, with the call that counts it', async (t) => {
  const shop = await startShop({ at: '2026-03-20T00:00:00Z' });
  t.after(() => shop.close());
  const call = async (message: string): Promise<void> => {
    const [, method, path, body] = /(POST) \/api\/v1(\/goals\/definitions) (\{.*\})$/.exec(message) ?? [];
    assert.equal(method, 'POST', message);
    const { status } = await shop.owner.post(path as string, JSON.parse(body as string));
    assert.ok(status < 300);
    await shop.settle();
  };
  let message = '';
  await t.test('in the answer, not of what is counted, refunds, or ads', async () => {
    assert.equal((await shop.owner.post('/events', sale('payment_received', 'p-1', '5'))).body.warnings, undefined);
    const refund = {
      event_type: 'money_back',
      idempotency_key: 'r-1',
      refund_of: 'p-1',
      value: { amount: '1', currency: 'USD' },
    };
    assert.equal((await shop.owner.post('/events', refund)).body.warnings, undefined);
    assert.equal((await shop.owner.post('/events', { event_type: 'ad_view' })).body.warnings, undefined);
    const { status, body } = await shop.owner.post('/events', sale('Purchase', 'p-2', '49.90'));
    assert.deepEqual([status, body.data.status, body.warnings.length], [201, 'created', 1]);
    assert.equal(body.warnings[0].code, 'event_type_uncounted');
    message = body.warnings[0].message;
    assert.match(message, /"Purchase" \(1, 49\.9 USD\)/);
  });
  await t.test('of a batch once for each type, with its money in each currency', async () => {
    const events = [
      sale('purchase', 'p-3', '0.10'),
      sale('PURCHASE', 'p-4', '0.20'),
      sale('purchase', 'p-5', '3', 'EUR'),
      { event_type: 'newsletter_signup', idempotency_key: 'n-1' },
      sale('payment_received', 'p-6', '5'),
      { ...sale('purchase', 'p-7'), value: { amount: '-1', currency: 'USD' } },
    ];
    const { body } = await shop.owner.post('/events/batch', { events });
    assert.equal(body.data.summary.rejected, 1);
    assert.deepEqual(
      body.warnings.map(({ message: text }: AnyJson) => /"\w+" \([^)]*\)/.exec(text)?.[0]),
      ['"purchase" (3, 0.3 USD, 3 EUR)', '"newsletter_signup" (1)'],
    );
  });
  await t.test('by the quality of tracking, the checklist and the operator, with types, counts and money', async () => {
    await shop.settle();
    const signal = await uncountedOf(shop);
    assert.deepEqual([signal.count, signal.status], [5, 'attention']);
    assert.deepEqual(signal.event_types, [
      {
        event_type: 'PURCHASE',
        events: 4,
        money: [
          { currency: 'USD', amount: '50.2' },
          { currency: 'EUR', amount: '3' },
        ],
        proposal: { conversion_key: 'payment_received', event_types: ['payment_received', 'PURCHASE'] },
      },
      {
        event_type: 'newsletter_signup',
        events: 1,
        money: [],
        proposal: { conversion_key: 'newsletter_signup', event_types: ['newsletter_signup'], revenue_type: 'pipeline' },
      },
    ]);
    const step = await stepOf(shop);
    assert.equal(step.done, false);
    assert.match(step.next, /50\.2 USD, 3 EUR.*POST \/api\/v1\/goals\/definitions/);
    const status = await statusOf(shop.base, [shop.profileId]);
    assert.ok(
      status.notes.some((note) => /"PURCHASE" \(4, 50\.2 USD, 3 EUR\).*POST/.test(note)),
      status.notes.join('\n'),
    );
    assert.equal(status.profiles[0]?.uncounted.length, 2);
  });
  await t.test('and nothing counts it before the call, everything after', async () => {
    assert.equal(await revenueOf(shop), 9);
    await call(message);
    assert.equal(await revenueOf(shop), 9 + 50.2);
    assert.deepEqual(
      (await uncountedOf(shop)).event_types.map(({ event_type }: AnyJson) => event_type),
      ['newsletter_signup'],
    );
    assert.equal((await shop.owner.post('/events', sale('purchase', 'p-8'))).body.warnings, undefined);
    await call((await stepOf(shop)).next);
    assert.deepEqual([(await uncountedOf(shop)).count, (await stepOf(shop)).done], [0, true]);
  });
  await t.test(
    'another spelling, a name that other tools use, or a slip of the keys is proposed for the goal that is meant',
    async () => {
      const proposed = async (type: string): Promise<string> => {
        const { body } = await shop.owner.post('/events', { event_type: type, idempotency_key: `meant ${type}` });
        return JSON.parse(/\{.*\}$/.exec(body.warnings[0].message)?.[0] ?? '{}').conversion_key;
      };
      const meant = {
        'Order Completed': 'payment_received',
        order_completed: 'payment_received',
        checkout_completed: 'payment_received',
        sale: 'payment_received',
        paymentReceived: 'payment_received',
        payment_recieved: 'payment_received',
        'Lead-Created': 'lead_created',
        generate_lead: 'lead_created',
        lead_craeted: 'lead_created',
        closedwon: 'closed_won',
        contract_signed: 'contract_signed',
        'Ümlaut & Co': 'umlaut_co',
        合同: 'outcome',
      };
      for (const [type, key] of Object.entries(meant)) assert.equal(await proposed(type), key, type);
    },
  );
});

test('a backfilled file says what of it no goal counts', async (t) => {
  const shop = await startShop({ at: '2026-03-20T00:00:00Z' });
  t.after(() => shop.close());
  const file = join(temporaryFolder(t), 'events.csv');
  const rows = [
    'occurred_at,event_type,idempotency_key,value_amount,currency,email,url',
    '2026-03-01T10:00:00Z,page_view,,,,,https://shop.example/',
    '2026-03-01T10:00:00Z,scrolled,,,,,https://shop.example/',
    '2026-03-02T10:00:00Z,Purchase,o-1,19.90,USD,a@example.com,',
    '2026-03-03T10:00:00Z,purchase,o-2,30.10,USD,b@example.com,https://shop.example/thanks',
    '2026-03-03T10:00:00Z,purchase,o-3,nonsense,USD,b@example.com,',
    '2026-03-04T10:00:00Z,payment_received,o-4,1,USD,c@example.com,',
  ];
  writeFileSync(file, `${rows.join('\n')}\n`);
  const fill = (more: object = {}): AnyJson => commands.backfill(shop.base, { kind: 'events', file, ...more }, () => undefined);
  const expected = [['Purchase', 2, [{ currency: 'USD', amount: '50' }]]];
  const report = ({ uncounted }: AnyJson): unknown =>
    uncounted.map(({ event_type, events, money }: AnyJson) => [event_type, events, money]);
  assert.deepEqual(report(await fill({ dry_run: true })), expected);
  const filled = await fill();
  assert.deepEqual(report(filled), expected);
  assert.match(filled.uncounted[0].message, /in no figure.*POST \/api\/v1\/goals\/definitions \{/);
  assert.deepEqual(report(await fill()), expected, 'also of a file that was loaded before');
  await shop.owner.post('/goals/definitions', filled.uncounted[0].proposal);
  await shop.settle();
  assert.equal(await revenueOf(shop), 51);
  assert.deepEqual(report(await fill()), []);
});
