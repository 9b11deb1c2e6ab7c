// Ids by which systems know one sale: a shop, its payment provider and a server report it under keys of their own. Ids of the payment say for certain
// that two reports are one sale; numbers of orders and invoices repeat among systems.
import { key62 } from '../../../base/kit/ids.ts';
import { readSeed } from '../../../base/kit/seeds.ts';
import type { EventBody } from '../event-body.ts';
import type { Tokeniser } from '../event-input.ts';
import { LIMITS, type Reading } from '../reading.ts';
import { outcomeNumber } from './references.ts';

type Sale = NonNullable<EventBody['sale']>;
type SaleKey = Sale['keys'][number];

const MAX_IDS = 8;
/** Ids of Stripe's charges, payments and balance transactions, which no other system gives. Of a key with parts the last is meant. */
const STRIPE_ID = /(?:^|:)((?:ch|py|pi|txn)_[A-Za-z0-9]{8,})$/;
/** Any other payment id with less than this could be somebody's number of an order. */
const PAYMENT_ID = /^(?=.*[0-9])(?=.*[A-Za-z]).{8,}$/;

let kinds: ReadonlyMap<string, string> | undefined;
const kindOf = (system: string): string => {
  kinds ??= new Map(readSeed('sale_systems').map((row) => [row.system, row.kind]));
  return kinds.get(system.split(':', 1)[0] ?? '') ?? 'server';
};

export const dealKeyOf = (tokens: Tokeniser, dealId: string): bigint => key62(`deal:${tokens.token('deal', dealId)}`);

/** Of a payment of a server; undefined where nothing but its own key names it. */
export function saleOf(reading: Reading, tokens: Tokeniser): Sale | undefined {
  const { sale, idempotency_key } = reading.event;
  const payment = (id: string): SaleKey => ({
    kind: 'payment',
    sale_key: outcomeNumber(tokens.tokenBytes('outcome', id)).toString(),
  });
  const order = (id: string): SaleKey => ({ kind: 'order', sale_key: dealKeyOf(tokens, id).toString() });
  const own = STRIPE_ID.exec(String(idempotency_key ?? ''))?.[1];
  const keys = [
    ...(own === undefined || own === idempotency_key ? [] : [payment(own)]),
    ...idsOf(reading, 'sale.payment_ids', sale?.payment_ids).map((id) => (PAYMENT_ID.test(id) ? payment(id) : order(id))),
    ...idsOf(reading, 'sale.order_ids', sale?.order_ids).map(order),
  ];
  const system = reading.text('sale.system', sale?.system, LIMITS.sale_system)?.toLowerCase();
  if (system === undefined && keys.length === 0) return undefined;
  return { ...(system === undefined ? {} : { system, system_kind: kindOf(system) }), keys: distinct(keys) };
}

function idsOf(reading: Reading, field: string, ids: unknown): string[] {
  if (ids === undefined || ids === null) return [];
  if (!Array.isArray(ids)) {
    reading.wrong(field, 'must be a list of ids', 'reference_dropped');
    return [];
  }
  if (ids.length > MAX_IDS) reading.wrong(field, `has more than ${MAX_IDS} ids`, 'reference_dropped');
  return ids.slice(0, MAX_IDS).flatMap((id) => reading.text(field, id, LIMITS.sale_id) ?? []);
}

const distinct = (keys: readonly SaleKey[]): SaleKey[] => [
  ...new Map(keys.map((key) => [`${key.kind} ${key.sale_key}`, key])).values(),
];
