// A preview says of a file what the figures say after it: how many sales may be counted twice, and what they are worth, in either order of two files, also
// where one customer of a processor has two addresses, the two amounts differ, or part of a sale was returned.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({
    at: '2027-01-15T12:00:00Z',
    installation: { currency: 'EUR', timezone: 'UTC', domain: 'shop.example' },
  });
});
after(() => app.close());

const SHOP = 'order_id,order_number,order_date,paid_date,status,order_total,order_currency,billing_email,payment_method';
const PROCESSOR =
  'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Converted Amount,Description,Fee,Refunded date (UTC),Status,Customer ID,Customer Email,order_id (metadata)';

/** Of one month each, so that no pair meets another. */
const order = (month: string, id: string, time: string, amount: string, email: string): string =>
  `${id},${id},2026-${month}-${time},2026-${month}-${time},completed,${amount},EUR,${email},stripe`;
interface Charge {
  month: string;
  id: string;
  time: string;
  amount: string;
  customer?: string;
  email?: string;
  order?: string;
  back?: string;
}
const charge = ({ month, id, time, amount, customer = '', email = '', order: number = '', back = '0.00' }: Charge): string =>
  `${id},2026-${month}-${time},${amount},${back},eur,true,${amount},Order,1.00,${back === '0.00' ? '' : `2026-${month}-28 10:00:00`},Paid,${customer},${email},${number}`;

const answer = z.object({
  files: z.array(z.object({ maybe_twice: z.array(z.object({ payments: z.number(), amount: z.string() })) })),
});
let files = 0;
async function run(lines: string[], options: object = {}): Promise<[number, string]> {
  files += 1;
  const path = join(app.dataDir, `pair-${files}.csv`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  const { files: done } = answer.parse(await commands.import(app.base, { files: [path], ...options }, () => undefined));
  const [{ payments, amount } = { payments: 0, amount: '0' }] = done[0]?.maybe_twice ?? [];
  return [payments, amount];
}
async function inFigures(month: string): Promise<[number, string]> {
  const range = { date_from: `2026-${month}-01`, date_to: `2026-${month}-28` };
  const { entries, amount } = (await app.api(app.apiKey).get('/completeness', range)).body.data.maybe_twice;
  return [entries, amount];
}

type Pair = (month: string) => {
  shop: string[];
  processor: string[];
  right: [shopFirst: [number, string], last: [number, string]];
};

const CASES: Record<string, Pair> = {
  'a customer of the processor with two addresses': (month) => {
    const [k1, k2, customer] = [`k1@${month}.example`, `k2@${month}.example`, `cus_${month}`];
    return {
      shop: [order(month, `${month}1`, '03 08:00:00', '42.50', k1), order(month, `${month}2`, '10 10:00:00', '60.00', k2)],
      processor: [
        charge({ month, id: `ch_${month}a`, time: '02 08:00:00', amount: '10.00', customer, email: k1 }),
        charge({ month, id: `ch_${month}b`, time: '04 08:10:00', amount: '42.50', customer, email: k2 }),
        charge({ month, id: `ch_${month}c`, time: '11 10:00:00', amount: '60.00', customer, email: k1 }),
      ],
      // Who has an identifier first keeps it, so the order decides which addresses are one person's.
      right: [
        [1, '42.5'],
        [2, '102.5'],
      ],
    };
  },
  'an order and its charge under two addresses': (month) => ({
    shop: [order(month, `${month}1`, '03 08:00:00', '42.50', `k1@${month}.example`)],
    processor: [
      charge({
        month,
        id: `ch_${month}a`,
        time: '03 08:05:00',
        amount: '42.50',
        customer: `cus_${month}`,
        email: `k3@${month}.example`,
        order: `${month}1`,
      }),
      charge({
        month,
        id: `ch_${month}b`,
        time: '05 08:00:00',
        amount: '9.00',
        customer: `cus_${month}`,
        email: `k1@${month}.example`,
      }),
    ],
    right: [
      [1, '42.5'],
      [1, '42.5'],
    ],
  }),
  'another amount under the number of the order': (month) => ({
    shop: [order(month, `${month}1`, '03 08:00:00', '40.00', `k1@${month}.example`)],
    processor: [charge({ month, id: `ch_${month}a`, time: '03 09:00:00', amount: '42.50', order: `${month}1` })],
    right: [
      [1, '42.5'],
      [1, '42.5'],
    ],
  }),
  'part of the later one was returned': (month) => ({
    shop: [order(month, `${month}1`, '03 08:00:00', '40.00', `k1@${month}.example`)],
    processor: [
      charge({ month, id: `ch_${month}a`, time: '05 09:00:00', amount: '40.00', email: `k1@${month}.example`, back: '15.00' }),
    ],
    right: [
      [1, '25'],
      [1, '25'],
    ],
  }),
};

/** All cases at once, each in its month: a file of the shop and one of the processor. */
async function bringBoth(turn: 0 | 1): Promise<void> {
  const cases = Object.values(CASES).map((pair, place) => {
    const month = String(place * 2 + turn + 1).padStart(2, '0');
    return { month, ...pair(month) };
  });
  const both = [
    [SHOP, ...cases.flatMap(({ shop }) => shop)],
    [PROCESSOR, ...cases.flatMap(({ processor }) => processor)],
  ];
  const [first = [], last = []] = turn === 0 ? both : both.toReversed();
  const right = cases.map((each) => each.right[turn]);
  const sum: [number, string] = [
    right.reduce((all, [payments]) => all + payments, 0),
    String(right.reduce((all, [, amount]) => all + Number(amount), 0)),
  ];
  await run(first);
  assert.deepEqual(await run(last, { dry_run: true }), sum, 'preview');
  assert.deepEqual(await run(last), sum, 'import');
  for (const { month, right: each } of cases) assert.deepEqual(await inFigures(month), each[turn], `figures, month ${month}`);
}

test("the preview of a processor's file says what the figures say after it", () => bringBoth(0));
test("the preview of a shop's file says what the figures say after it", () => bringBoth(1));
