// An order of WooCommerce as a sale: it counts from its payment on. Refunds went back, and so did the rest of an order in a status that says so:
// gateways put an order on hold while a payment is disputed.
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { roundedAmount } from '../money.ts';
import type { RecordPayment, RecordReversal, SaleRecord } from '../record-source.ts';
import type { Order, Refund } from './shapes.ts';

const DECIMALS = 6;
/** In all other states, including those added by a shop, the money stays with the shop. */
const REVERSED: ReadonlySet<string> = new Set([
  'on-hold',
  'refunded',
  'cancelled',
  'failed',
  'pending',
  'checkout-draft',
  'auto-draft',
  'trash',
]);

/** @param refunds All of them. */
export function saleOf(shopId: string, order: Order, refunds: readonly Refund[]): SaleRecord {
  const sale = { type: 'sale' as const, id: order.id };
  const paidAt = order.date_paid_gmt;
  if (paidAt === undefined || !/^[\d.]*[1-9]/.test(order.total)) return { ...sale, payments: [], reversals: [] };
  const payment = paymentOf(shopId, order, paidAt);
  const back = refunds.flatMap((each) => refundOf(shopId, payment, each));
  return { ...sale, payments: [payment], reversals: [...back, ...restOf(order, payment, back)] };
}

function paymentOf(shopId: string, order: Order, paidAt: number): RecordPayment {
  const { id, number = id, total, currency, customer_id, transaction_id, billing } = order;
  const hasCustomer = customer_id !== undefined && customer_id !== '0';
  return {
    ref: `woocommerce:${shopId}:order:${id}`,
    amount: roundedAmount(total),
    currency,
    paidAt,
    orderId: number,
    paymentIds: transaction_id ? [transaction_id] : [],
    orderNumbers: [id],
    person: {
      email: billing?.email,
      phone: billing?.phone,
      country: billing?.country,
      firstName: billing?.first_name,
      lastName: billing?.last_name,
      externalId: hasCustomer ? `woocommerce:${shopId}:customer:${customer_id}` : undefined,
    },
  };
}

function refundOf(shopId: string, { ref, currency }: RecordPayment, { id, amount, date_created_gmt }: Refund): RecordReversal[] {
  const back = roundedAmount(amount.replace('-', ''));
  if (unitsOf(back, DECIMALS) === 0n) return [];
  return [{ ref: `woocommerce:${shopId}:refund:${id}`, of: ref, amount: back, currency, at: date_created_gmt }];
}

function restOf(
  { status, date_modified_gmt }: Order,
  { ref, amount, currency }: RecordPayment,
  back: readonly RecordReversal[],
): RecordReversal[] {
  if (!REVERSED.has(status)) return [];
  const rest = back.reduce((sum, each) => sum - unitsOf(each.amount, DECIMALS), unitsOf(amount, DECIMALS));
  if (rest <= 0n) return [];
  return [
    { ref: `${ref}:rest`, of: ref, amount: decimalText(rest, DECIMALS), currency, at: undefined, changedAt: date_modified_gmt },
  ];
}
