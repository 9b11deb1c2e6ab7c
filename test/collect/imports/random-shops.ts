// Random shops whose sales are exported through two to four layouts of a shop and its payment providers, some of them twice with a month of refunds between, in
// any order and mix: figures are the shop's truth to the cent, or what is more of them is shown as money that may be counted twice. `SHOPS=200` plays more, `SEED` repeats them; each failure names its shop.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { Dice } from './dice.ts';

const SHOPS = Number(process.env['SHOPS'] ?? 30);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
const DAY = 86_400_000;
const BEGIN = Date.parse('2026-03-01T00:00:00Z');

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2026-07-01T12:00:00Z' });
});
after(() => app.close());

/** Amounts in cents. */
interface Order {
  name: string;
  email: string;
  at: number;
  paidAt: number;
  amount: number;
  refunded: number;
  refundedAt: number;
  /** What was returned of it when an early export was made, before the rest. */
  early: number;
  provider: 'stripe' | 'paypal';
  /** The provider's id of the payment. */
  id: string;
  /** The provider does not know who paid, and has the shop's number of the order, or not even that. */
  guest: 'numbered' | 'nameless' | null;
  /** The shop's export has it. */
  isNamed: boolean;
}

function ordersOf(dice: Dice): Order[] {
  const prices = [dice.below(9_000) + 500, dice.below(90_000) + 500, dice.below(900) + 500] as const;
  return Array.from({ length: 2 + dice.below(18) }, (_, number) => {
    const at = BEGIN + dice.below(60) * DAY + dice.below(86_400) * 1_000;
    const amount = dice.isIn(0.7) ? dice.one(prices) : dice.below(100_000) + 100;
    const refunded = dice.isIn(0.7) ? 0 : dice.isIn(0.5) ? amount : 1 + dice.below(amount - 1);
    const provider = dice.one(['stripe', 'paypal'] as const);
    const guest = dice.isIn(0.6) ? null : dice.one(['numbered', 'nameless'] as const);
    // Days after its order, a payment without a name and a number is of any of them.
    const paidAt = at + (guest === 'nameless' || dice.isIn(0.8) ? dice.below(60) * 1_000 : dice.below(3 * 86_400) * 1_000);
    return {
      name: `#${1001 + number}`,
      email: `buyer${dice.below(4)}@example.org`,
      at,
      paidAt,
      amount,
      refunded,
      provider,
      refundedAt: paidAt + dice.below(10 * 86_400) * 1_000,
      early: dice.isIn(0.5) || refunded < 2 ? 0 : 1 + dice.below(refunded - 1),
      id: provider === 'stripe' ? `ch_${number}${dice.below(1e9)}Abcdef` : `PP${dice.below(1e9)}X${number}QRSTUV`,
      guest,
      isNamed: dice.isIn(0.7),
    };
  });
}

const cents = (amount: number): string => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
const moment = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const sheet = (header: string, rows: readonly (readonly string[])[]): string =>
  `${[header, ...rows.map((row) => row.join(','))].join('\n')}\n`;
const shopState = ({ amount, refunded }: Order): string =>
  refunded === 0 ? 'paid' : refunded === amount ? 'refunded' : 'partially_refunded';
const american = (at: number): [day: string, time: string] => {
  const [day = '', time = ''] = moment(at).split(' ');
  const [year, month, date] = day.split('-');
  return [`${month}/${date}/${year}`, time];
};

/** Its single refunds: those that an early export has, and the rest. */
const refundsOf = ({ refunded, early, refundedAt }: Order): { cents: number; at: number; part: string }[] =>
  [
    { cents: early, at: refundedAt - 1_000, part: 'a' },
    { cents: refunded - early, at: refundedAt, part: 'b' },
  ].filter((refund) => refund.cents > 0);

/** As it was when an early export was made. */
const earlyOf = (order: Order): Order => ({ ...order, refunded: order.early });

interface Layout {
  covers: (order: Order) => boolean;
  write: (orders: readonly Order[]) => string;
}

const LAYOUTS = {
  'shopify.orders': {
    covers: () => true,
    write: (orders) =>
      sheet(
        'Name,Email,Financial Status,Paid at,Created at,Currency,Total,Refunded Amount,Outstanding Balance,Payment References',
        orders.map((order) => [
          order.name,
          order.email,
          shopState(order),
          `${moment(order.at)} +0000`,
          `${moment(order.at)} +0000`,
          'EUR',
          cents(order.amount),
          cents(order.refunded),
          '0.00',
          order.isNamed ? order.id : '',
        ]),
      ),
  },
  'woocommerce.csv_export': {
    covers: () => true,
    write: (orders) =>
      sheet(
        'Order Number,Order Status,Order Date,Order Refund Amount,Order Total Amount,Order Currency,Transaction ID,Email (Billing)',
        orders.map((order) => [
          order.name.slice(1),
          order.refunded === order.amount ? 'refunded' : 'completed',
          moment(order.at),
          cents(order.refunded),
          cents(order.amount),
          'EUR',
          order.isNamed ? order.id : '',
          order.email,
        ]),
      ),
  },
  'stripe.unified_payments': {
    covers: ({ provider }) => provider === 'stripe',
    write: (orders) =>
      sheet(
        'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Refunded date (UTC),Status,Customer Email,PaymentIntent ID,order_id (metadata)',
        orders.map((order) => [
          order.id,
          moment(order.paidAt),
          cents(order.amount),
          cents(order.refunded),
          'eur',
          'true',
          order.refunded === 0 ? '' : moment(order.refundedAt),
          order.refunded === order.amount ? 'Refunded' : 'Paid',
          order.guest === null ? order.email : '',
          `pi_${order.id.slice(3)}`,
          order.guest === 'numbered' ? order.name.slice(1) : '',
        ]),
      ),
  },
  'stripe.balance_change_itemized': {
    covers: ({ provider }) => provider === 'stripe',
    write: (orders) =>
      sheet(
        'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,charge_id,payment_intent_id,customer_email',
        orders.flatMap((order) => {
          const row = (at: number, gross: string, category: string, source: string) => [
            `txn_${source}`,
            moment(at),
            'eur',
            gross,
            '0.00',
            gross,
            category,
            source,
            order.id,
            `pi_${order.id.slice(3)}`,
            order.email,
          ];
          const sale = row(order.paidAt, cents(order.amount), 'charge', order.id);
          const back = refundsOf(order).map((refund) =>
            row(refund.at, `-${cents(refund.cents)}`, 'refund', `re_${order.id.slice(3)}${refund.part}`),
          );
          return [sale, ...back];
        }),
      ),
  },
  'paypal.activity': {
    covers: ({ provider }) => provider === 'paypal',
    write: (orders) =>
      sheet(
        'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,Transaction ID,Reference Txn ID,Invoice Number,Balance Impact',
        orders.flatMap((order) => {
          const row = (at: number, type: string, gross: string, ids: string[], impact: string) => [
            ...american(at),
            'GMT',
            'Buyer',
            type,
            'Completed',
            'EUR',
            gross,
            '0.00',
            gross,
            order.email,
            ...ids,
            '',
            impact,
          ];
          const sale = row(order.paidAt, 'Express Checkout Payment', cents(order.amount), [order.id, ''], 'Credit');
          const back = refundsOf(order).map((refund) =>
            row(refund.at, 'Payment Refund', `-${cents(refund.cents)}`, [`${order.id}R${refund.part}`, order.id], 'Debit'),
          );
          return [sale, ...back];
        }),
      ),
  },
} as const satisfies Record<string, Layout>;
type Name = keyof typeof LAYOUTS;
const NAMES = Object.keys(LAYOUTS) as Name[];

/** Two to four layouts, of which one shop's export at most: a merchant has one shop. */
function layoutsOf(dice: Dice): Name[] {
  const other = dice.one(['shopify.orders', 'woocommerce.csv_export'] as const);
  return dice.shuffled(NAMES.filter((name) => name !== other)).slice(0, 2 + dice.below(3));
}

const micros = (text: string): bigint => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'));
  return text.startsWith('-') ? -units : units;
};

async function play(seed: number, number: number): Promise<{ isExact: boolean }> {
  const dice = new Dice(seed + number);
  const orders = ordersOf(dice);
  const layouts = layoutsOf(dice);
  const covered = orders.filter((order) => layouts.some((name) => LAYOUTS[name].covers(order)));
  // None of its layouts has any of its sales.
  if (covered.length === 0) return { isExact: true };
  const truth = BigInt(covered.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)) * 10_000n;
  const { profile_id: profileId } = initInstallation(app.base, {
    email: `shop${number}@owner.example`,
    workspace: `Shop ${number}`,
    profile: 'Main',
    currency: 'EUR',
    timezone: 'UTC',
    domain: 'shop.example',
  });
  const files = layouts.flatMap((name) => {
    const file = join(app.dataDir, `${number}-${name}.csv`);
    const own = orders.filter((order) => LAYOUTS[name].covers(order));
    writeFileSync(file, LAYOUTS[name].write(dice.shuffled(own)));
    const early = file.replace('.csv', '-early.csv');
    const hasEarly = dice.isIn(0.4);
    if (hasEarly) writeFileSync(early, LAYOUTS[name].write(dice.shuffled(own.map(earlyOf))));
    if (own.length === 0) return [];
    return hasEarly ? [early, file] : [file];
  });
  const again = dice.isIn(0.3) ? files.slice(0, 1) : [];
  const asked = [...dice.shuffled(files), ...again];
  const batches = dice.isIn(0.5) && again.length === 0 ? [asked] : asked.map((file) => [file]);
  for (const batch of batches)
    await commands.import(
      app.base,
      { files: batch, profile_id: profileId, wait: true, answer: ['date_order=mdy'] },
      () => undefined,
    );
  const key = createApiKey(app.base, { profileId, name: 'reader', scopes: ['analytics:read'], actor: 'system' });
  const range = { date_from: '2026-02-01', date_to: '2026-06-30' };
  const { body } = await app.api(key.secret).get('/completeness', range);
  const [counted, twice] = [micros(body.data.counted), micros(body.data.maybe_twice.amount)];
  const what = `SEED=${seed} shop ${number}: ${layouts.join(', ')}; truth ${truth}, counted ${counted}, maybe twice ${twice}; ${JSON.stringify(body.data.reasons)}`;
  assert.ok(counted >= truth, `too little. ${what}`);
  assert.ok(counted - truth <= twice, `more than is shown as counted twice. ${what}`);
  return { isExact: counted === truth };
}

test(`${SHOPS} random shops, exported through two to four layouts`, async (t) => {
  const begin = performance.now();
  const faults: string[] = [];
  let exact = 0;
  for (let number = 0; number < SHOPS; number += 1) {
    try {
      exact += Number((await play(SEED, number)).isExact);
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  t.diagnostic(`SEED=${SEED}: ${exact} of ${SHOPS} to the cent, in ${Math.round((performance.now() - begin) / 1000)} s`);
  assert.deepEqual(faults, []);
});
