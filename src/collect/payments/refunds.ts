// Refunds made outside the provider, recorded by hand: one of a payment at most. A refund is a fact with an id of its own;
// taking it back is a decision, after which it counts nowhere.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Call, stateChange } from '../../base/contract/operation.ts';
import { publicId } from '../../base/kit/ids.ts';
import { microsOf } from '../../base/kit/time/instants.ts';
import { acceptReversal, generationsOf, readAmount } from '../events/index.ts';
import { decimalOf, OF_REVERSALS, unitsOf } from './amounts.ts';
import { correctPayment, paymentOf, underPaymentMutex } from './corrections.ts';
import type { PaymentRow } from './payments.ts';
import { type Refunded, uncomputedRefunds } from './uncomputed.ts';

interface Manual {
  turn: bigint;
  refundSeq: bigint;
  isWithdrawn: boolean;
}

const manualRefunds = (base: ReadBase, profileId: string, paymentSeq: bigint): Manual[] =>
  base.state
    .statement('collect/payments/refunds_list')
    .allBig({ profile_id: profileId, payment_seq: paymentSeq })
    .map((row) => ({
      turn: row.turn,
      refundSeq: row.refund_seq,
      isWithdrawn: row.withdrawn_at !== null,
    }));

/**
 * The refundable rest of a payment, whether the figures include its refunds yet or not. They may still include a refund that was just
 * withdrawn, and one that a lost runner of this very call recorded, which the call continues with.
 */
function leftOf(payment: PaymentRow, waiting: readonly Refunded[], apart: ReadonlySet<bigint>): bigint {
  const refundeds = payment.refunds.map((refund): Refunded => {
    return { seq: refund.seq, units: unitsOf(refund.amount) };
  });
  const refunds = new Map([...waiting, ...refundeds].map(({ seq, units }) => [seq, units]));
  for (const seq of apart) refunds.delete(seq);
  return [...refunds.values()].reduce((left, units) => left - units, unitsOf(payment.amount));
}

function unitsAsked(sent: unknown): bigint {
  const read = readAmount(sent);
  if (read.refused !== undefined) throw new ApiError('amount_invalid', `amount: ${read.refused.replace(OF_REVERSALS, '')}.`);
  return unitsOf(read.amount);
}

function amountOf(units: bigint, payment: PaymentRow, left: bigint): string {
  if (units === 0n) throw new ApiError('amount_invalid', 'amount: must be above 0.');
  if (units > left)
    throw new ApiError('amount_invalid', `amount: is more than the ${decimalOf(left)} ${payment.currency} that are left.`);
  return decimalOf(units);
}

/** Not before the payment, and not to come. */
function momentOf({ body }: Call<'createPaymentRefund'>, base: ReadBase, payment: PaymentRow): string | undefined {
  const { refunded_at } = body;
  if (refunded_at === undefined) return undefined;
  const moment = microsOf(refunded_at);
  if (moment > BigInt(base.clock.now()) * 1000n) throw new ApiError('validation_error', 'refunded_at: is still to come.');
  if (moment < payment.occurred_micros) throw new ApiError('validation_error', 'refunded_at: is before the payment.');
  return refunded_at;
}

/** The planned refund, or the refund that a lost runner of this very call recorded. */
async function planRefund(call: Call<'createPaymentRefund'>, base: ReadBase) {
  const { profileId } = call.profile;
  const { payment_id } = call.params;
  // Read before the payment, so that what lands in between is seen twice and not missed.
  const landed = base.state.cursor('landed', profileId);
  const payment = await paymentOf(base, profileId, payment_id);
  const { currency, outcome_seq, outcome_key: refundOfKey } = payment;
  const manual = manualRefunds(base, profileId, outcome_seq);
  const inForce = manual.find(({ isWithdrawn }) => !isWithdrawn);
  if (inForce && !call.isRetry)
    throw new ApiError('manual_refund_exists', 'The payment has a manual refund already; DELETE it first.');
  const requested = unitsAsked(call.body.amount);
  if (inForce) return { payment, recorded: inForce.refundSeq, amount: decimalOf(requested) };
  const turn = BigInt(manual.length + 1);
  // A crash before the row of the refund leaves a fact under this very key: the repeated call finds it.
  const key = `manual refund ${turn} of ${payment_id}`;
  const begun = generationsOf(base, profileId, key).map(({ seq }) => seq);
  const withdrawn = manual.flatMap(({ isWithdrawn, refundSeq }) => (isWithdrawn ? [refundSeq] : []));
  const waiting = uncomputedRefunds(base, profileId, { after: landed, refundOfKey, currency });
  const amount = amountOf(requested, payment, leftOf(payment, waiting, new Set([...begun, ...withdrawn])));
  const occurredAt = momentOf(call, base, payment);
  return { payment, turn, amount, reversal: { key, refundOfKey, amount, currency, occurredAt } };
}

export const createPaymentRefund = stateChange('createPaymentRefund', {
  around: underPaymentMutex,
  prepare: planRefund,
  intake: async ({ profile }, base, { reversal }) => reversal && acceptReversal(base, profile.profileId, reversal),
  change: ({ principal, profile, params }, base, { payment, recorded, turn, amount }, appended) => {
    const { profileId, workspaceId } = profile;
    const { payment_id } = params;
    const { currency, outcome_seq: payment_seq } = payment;
    if (appended && turn !== undefined) {
      const refund = { profile_id: profileId, payment_seq, turn, refund_seq: appended.seq };
      base.state.statement('collect/payments/refund_add').run(refund);
      const detail = { refund_id: publicId('fact', profileId, appended.seq), amount, currency };
      const action = 'payment.refund_recorded';
      writeAudit(base, { actor: actorOf(principal), action, workspaceId, profileId, subject: payment_id, detail });
    }
    // The row of that refund stays.
    if (appended?.status === 'conflict')
      return new ApiError('manual_refund_exists', 'A manual refund of another amount was recorded before; DELETE it first.');
    const refund_id = publicId('fact', profileId, appended?.seq ?? recorded ?? 0n);
    const data = { payment_id, refund_id, amount, currency };
    return { data, meta: { profile_id: profileId }, outcome: 'created' };
  },
});

export const deletePaymentRefund = stateChange('deletePaymentRefund', {
  around: underPaymentMutex,
  prepare: async ({ profile, params }, base) => paymentOf(base, profile.profileId, params.payment_id),
  change: (call, base, payment) => {
    const { profileId } = call.profile;
    const { payment_id } = call.params;
    const payment_seq = payment.outcome_seq;
    const manual = manualRefunds(base, profileId, payment_seq);
    const standing = manual.find(({ isWithdrawn }) => !isWithdrawn);
    if (!standing) throw new ApiError('not_found', 'The payment has no manual refund.');
    const { turn, refundSeq } = standing;
    const refund_id = publicId('fact', profileId, refundSeq);
    correctPayment(
      base,
      call,
      {
        kind: 'facts_withdrawn',
        subject: payment_id,
        payload: { ranges: [[refundSeq.toString(), refundSeq.toString()]] },
        action: 'payment.refund_withdrawn',
        detail: { refund_id },
      },
      () =>
        base.state
          .statement('collect/payments/refund_withdraw')
          .run({ profile_id: profileId, payment_seq, turn, withdrawn_at: base.clock.now() }),
    );
    return { data: { payment_id, refund_id, withdrawn: true }, meta: { profile_id: profileId } };
  },
});
