// A payment of Mercado Pago as a sale: it counts from its approval on. Refunds went back, and what is disputed or was charged back did, unless
// the seller got it back.
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { roundedAmount } from '../money.ts';
import type { RecordPayment, RecordReversal, SaleRecord } from '../record-source.ts';
import type { Payment } from './shapes.ts';

const DECIMALS = 6;
const PAID: ReadonlySet<string> = new Set(['approved', 'refunded', 'charged_back', 'in_mediation']);
/** Money between accounts, which pays for nothing. */
const NO_SALE: ReadonlySet<string> = new Set([
  'money_transfer',
  'account_fund',
  'money_exchange',
  'cellphone_recharge',
  'investment',
]);
const NOT_REFUNDED: ReadonlySet<string> = new Set(['rejected', 'cancelled']);

const units = (amount: string): bigint => unitsOf(roundedAmount(amount), DECIMALS);

/** @param accountId Of the seller: an account also lists what it has paid itself. */
export function saleOf(accountId: string, payment: Payment): SaleRecord {
  const sale = { type: 'sale' as const, id: payment.id };
  const seller = payment.collector_id ?? payment.collector?.id ?? accountId;
  const isSale = payment.live_mode !== false && seller === accountId && !NO_SALE.has(payment.operation_type ?? '');
  const isPaid = PAID.has(payment.status) && payment.date_approved !== undefined;
  if (!isSale || !isPaid || !/^[\d.]*[1-9]/.test(payment.transaction_amount)) return { ...sale, payments: [], reversals: [] };
  const prefix = `mercado_pago:${accountId}`;
  const paid = paymentOf(prefix, payment, payment.date_approved ?? 0);
  return { ...sale, payments: [paid], reversals: reversalsOf(prefix, payment, paid) };
}

function paymentOf(prefix: string, payment: Payment, paidAt: number): RecordPayment {
  const { id, transaction_amount, currency_id, payer, external_reference } = payment;
  const { area_code: area = '', number } = payer?.phone ?? {};
  return {
    ref: `${prefix}:payment:${id}`,
    amount: roundedAmount(transaction_amount),
    currency: currency_id,
    paidAt,
    orderId: external_reference,
    paymentIds: [id],
    person: {
      // Some are masked.
      email: payer?.email?.includes('@') ? payer.email : undefined,
      phone: number && `${area}${number}`,
      firstName: payer?.first_name,
      lastName: payer?.last_name,
      externalId: payer?.id === undefined ? undefined : `${prefix}:payer:${payer.id}`,
    },
  };
}

/** True if the listed refunds are all there are. */
export function isWhole({ refunds = [], transaction_amount_refunded: refunded = '0' }: Payment): boolean {
  const listed = refunds.reduce((sum, each) => sum + units(each.amount), 0n);
  return listed >= units(refunded);
}

function reversalsOf(prefix: string, payment: Payment, { ref, amount, currency }: RecordPayment): RecordReversal[] {
  const { id, refunds = [], status, status_detail, date_last_updated: changedAt } = payment;
  const common = { of: ref, currency };
  const listed = refunds
    .filter((each) => !NOT_REFUNDED.has(each.status ?? '') && units(each.amount) > 0n)
    .map((each) => ({
      ...common,
      ref: `${prefix}:refund:${each.id}`,
      amount: roundedAmount(each.amount),
      at: each.date_created,
      changedAt,
    }));
  const back = listed.reduce((sum, each) => sum + units(each.amount), 0n);
  const rest = (name: string, whole: bigint): RecordReversal[] =>
    whole <= back
      ? []
      : [{ ...common, ref: `${prefix}:${name}:${id}`, amount: decimalText(whole - back, DECIMALS), at: undefined, changedAt }];
  const isLost = status === 'in_mediation' || (status === 'charged_back' && status_detail !== 'reimbursed');
  if (isLost) return [...listed, ...rest('dispute', units(amount))];
  if (status === 'refunded') return [...listed, ...rest('rest', units(amount))];
  return [...listed, ...rest('rest', units(payment.transaction_amount_refunded ?? '0'))];
}
