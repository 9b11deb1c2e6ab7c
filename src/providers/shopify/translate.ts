// An order of Shopify as a sale, in the currency of the shop: what was received of it was paid, and refunds and disputes that are not won went back.
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { roundedAmount } from '../money.ts';
import type { RecordPayment, RecordReversal, SaleRecord } from '../record-source.ts';
import type { Dispute, Order, Transaction } from './shapes.ts';

const DECIMALS = 6;
const PAYING: ReadonlySet<string> = new Set(['SALE', 'CAPTURE']);
const REFUNDED: ReadonlySet<string> = new Set(['SUCCESS', 'PENDING']);
/** Money is withdrawn when a chargeback is opened. */
const WITHDRAWN: ReadonlySet<string> = new Set(['NEEDS_RESPONSE', 'UNDER_REVIEW', 'LOST', 'ACCEPTED']);
/** An inquiry withdraws none until it is lost. */
const INQUIRY_WITHDRAWN: ReadonlySet<string> = new Set(['LOST', 'ACCEPTED']);

const isWithdrawn = (type: string, status: string): boolean => (type === 'INQUIRY' ? INQUIRY_WITHDRAWN : WITHDRAWN).has(status);

/** @param details Disputes by their number, as far as Shopify shows them. */
export function saleOf(shop: string, order: Order, details: ReadonlyMap<string, Dispute>): SaleRecord {
  const sale = { type: 'sale' as const, id: order.id };
  const received = order.totalReceivedSet.shopMoney;
  if (order.test || !/^[\d.]*[1-9]/.test(received.amount)) return { ...sale, payments: [], reversals: [] };
  const payment = paymentOf(shop, order);
  const back = order.transactions.flatMap((each) => refundOf(shop, payment, each));
  return { ...sale, payments: [payment], reversals: [...back, ...disputesOf(shop, order, payment, { back, details })] };
}

function paymentOf(shop: string, order: Order): RecordPayment {
  const { id, name, processedAt, transactions, email, phone, billingAddress: billing, totalReceivedSet } = order;
  const { amount, currencyCode } = totalReceivedSet.shopMoney;
  const paid = transactions.filter(({ kind, status, test }) => PAYING.has(kind) && status === 'SUCCESS' && !test);
  return {
    ref: `shopify:${shop}:order:${id}`,
    amount: roundedAmount(amount),
    currency: currencyCode,
    orderId: id,
    paymentIds: paid.flatMap(({ paymentId, authorizationCode }) => [paymentId ?? [], authorizationCode ?? []].flat()),
    orderNumbers: name ? [name] : [],
    paidAt: Math.min(
      ...paid.map((each) => each.processedAt ?? processedAt),
      paid.length === 0 ? processedAt : Number.POSITIVE_INFINITY,
    ),
    person: {
      email,
      phone: phone ?? billing?.phone,
      country: billing?.countryCodeV2,
      firstName: billing?.firstName,
      lastName: billing?.lastName,
    },
  };
}

function refundOf(shop: string, { ref, paidAt }: RecordPayment, each: Transaction): RecordReversal[] {
  const { id, kind, status, test, processedAt, amountSet } = each;
  const { amount, currencyCode } = amountSet.shopMoney;
  if (kind !== 'REFUND' || test || !REFUNDED.has(status) || !/^[\d.]*[1-9]/.test(amount)) return [];
  const at = processedAt ?? paidAt;
  return [{ ref: `shopify:${shop}:refund:${id}`, of: ref, amount: roundedAmount(amount), currency: currencyCode, at }];
}

/** A dispute whose amount is not shown, or is in another currency, is about what was not refunded. */
function disputesOf(
  shop: string,
  { disputes }: Order,
  { ref, amount, currency }: RecordPayment,
  { back, details }: { back: readonly RecordReversal[]; details: ReadonlyMap<string, Dispute> },
): RecordReversal[] {
  let rest = back.reduce((sum, each) => sum - unitsOf(each.amount, DECIMALS), unitsOf(amount, DECIMALS));
  return disputes.flatMap((summary) => {
    const detail = details.get(summary.id);
    if (!isWithdrawn(detail?.type ?? summary.initiatedAs, detail?.status ?? summary.status)) return [];
    const isOfShop = detail?.amount.currencyCode === currency;
    const units = isOfShop ? unitsOf(roundedAmount(detail.amount.amount), DECIMALS) : rest;
    if (units <= 0n) return [];
    rest -= units;
    const id = `shopify:${shop}:dispute:${summary.id}`;
    return [{ ref: id, of: ref, amount: decimalText(units, DECIMALS), currency, at: detail?.initiatedAt }];
  });
}
