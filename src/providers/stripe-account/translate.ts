// A charge of Stripe as a sale: what was captured was paid; refunds that did not fail, and a dispute that is not won, went back.
import type { RecordPayment, RecordReversal, SaleRecord } from '../record-source.ts';
import { amountOf } from './money.ts';
import type { Charge, Refund } from './shapes.ts';

const REFUNDED: ReadonlySet<string> = new Set(['succeeded', 'pending', 'requires_action']);
/** Money is withdrawn when a dispute is opened. Inquiries (`warning_…`) withdraw none, and one that was won or refunded returns it. */
const WITHDRAWN: ReadonlySet<string> = new Set(['needs_response', 'under_review', 'lost']);

/** @param refunds All of them. */
export function saleOf(charge: Charge, refunds: readonly Refund[]): SaleRecord {
  const sale = { type: 'sale' as const, id: charge.id };
  const counts = charge.livemode && charge.paid && charge.status === 'succeeded' && charge.amount_captured > 0;
  if (!counts) return { ...sale, payments: [], reversals: [] };
  return {
    ...sale,
    payments: [paymentOf(charge)],
    reversals: [...refunds.flatMap((each) => refundOf(charge, each)), ...disputeOf(charge)],
  };
}

function paymentOf(charge: Charge): RecordPayment {
  const { id, currency, created, customer, billing_details: billing, receipt_email, metadata } = charge;
  const { payment_intent, balance_transaction, invoice } = charge;
  const country = billing?.address?.country;
  return {
    ref: id,
    amount: amountOf(charge.amount_captured, currency),
    currency: currency.toUpperCase(),
    paidAt: created,
    person: { email: billing?.email ?? receipt_email, phone: billing?.phone, externalId: customer, country },
    orderId: metadata?.['deal_id'] ?? metadata?.['order_id'],
    paymentIds: [id, payment_intent, balance_transaction].flatMap((each) => each ?? []),
    orderNumbers: invoice === undefined ? [] : [invoice],
  };
}

function refundOf({ id: of }: Charge, { id, amount, currency, status, created }: Refund): RecordReversal[] {
  if (amount === 0 || (status && !REFUNDED.has(status))) return [];
  return [{ ref: id, of, amount: amountOf(amount, currency), currency: currency.toUpperCase(), at: created }];
}

function disputeOf({ id: of, dispute }: Charge): RecordReversal[] {
  if (!dispute || dispute.amount === 0 || !WITHDRAWN.has(dispute.status)) return [];
  const { id, amount, currency, created } = dispute;
  return [{ ref: id, of, amount: amountOf(amount, currency), currency: currency.toUpperCase(), at: created }];
}
