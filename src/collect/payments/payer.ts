// The payer, where the merchant knows better than the payment says.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { changeThenWait } from '../../base/contract/operation.ts';
import { personId } from '../../base/kit/ids.ts';
import { requireCustomer } from '../identity/index.ts';
import { correctPayment, isKnownWithin, paymentOf, underPaymentMutex } from './corrections.ts';

/** A change is in the figures within a second or two, unless a replay is due; a slow machine takes longer. */
const PATIENCE_MS = 20_000;

/** How long a call waits until the figures know the payer; tests shorten it. */
export const payerPatience = (base: Pick<ReadBase, 'memo'>): { ms: number } =>
  base.memo('collect/payments payer patience', () => ({ ms: PATIENCE_MS }));

export const putPaymentPayer = changeThenWait('putPaymentPayer', {
  around: underPaymentMutex,
  prepare: async ({ profile, params }, base) => paymentOf(base, profile.profileId, params.payment_id),
  change: (call, base, payment) => {
    const { profileId } = call.profile;
    const { payment_id } = call.params;
    const customerId = call.body.customer_profile_id;
    const payment_seq = payment.outcome_seq;
    const customer = customerId === null ? null : requireCustomer(base, profileId, customerId);
    const [before] = base.state.statement('collect/payments/settlement_get').allBig({ profile_id: profileId, payment_seq });
    const earlier = before?.payer_no ?? null;
    const isRecorded = earlier === customer && (customer !== null || before?.payer_decision != null);
    const person = payment.told_person;
    const reported = person !== null && person > 0n ? personId(profileId, person) : null;
    if (isRecorded || (customer === null && earlier === null)) return { decisionNo: before?.payer_decision ?? 0n, reported };
    const decisionNo = correctPayment(
      base,
      call,
      {
        kind: 'payment_payer',
        subject: payment_id,
        payload: { payment_seq: payment_seq.toString(), customer_no: customer?.toString() ?? null },
        action: customer === null ? 'payment.payer_cleared' : 'payment.payer_assigned',
        detail: { customer_profile_id: customerId, before: earlier === null ? null : personId(profileId, earlier) },
      },
      (payer_decision) =>
        base.state
          .statement('collect/payments/payer_put')
          .run({ profile_id: profileId, payment_seq, payer_no: customer, payer_decision }),
    );
    return { decisionNo, reported };
  },
  after: async ({ profile, params, body }, base, { decisionNo, reported }) => {
    const { profileId } = profile;
    const { customer_profile_id } = body;
    if (!(await isKnownWithin(base, profileId, decisionNo, payerPatience(base).ms)))
      throw new ApiError('payment_assignment_incomplete', 'The payer is recorded but not yet in the figures.');
    const isConflict = reported !== null && customer_profile_id !== null && reported !== customer_profile_id;
    const conflict = isConflict ? { customer_profile_id: reported } : null;
    return { data: { payment_id: params.payment_id, customer_profile_id, conflict }, meta: { profile_id: profileId } };
  },
});
