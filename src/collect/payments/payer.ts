// Who paid, where the merchant knows better than the payment says.
import { ApiError } from '../../base/contract/api-error.ts';
import { stateChange } from '../../base/contract/operation.ts';
import { personId } from '../../base/kit/ids.ts';
import { requireCustomer } from '../identity/index.ts';
import { correctPayment, inTurn, isKnownWithin, paymentOf } from './corrections.ts';

/** A change is in the figures within a second or two, unless a replay is due. */
const PATIENCE_MS = 5_000;

export const putPaymentPayer = stateChange('putPaymentPayer', {
  after: async (call, base) => {
    const { profileId } = call.profile;
    const { payment_id } = call.params;
    const customerId = call.body.customer_profile_id;
    const { decisionNo, said } = await inTurn(base, profileId, async () => {
      const payment = await paymentOf(base, profileId, payment_id);
      const payment_seq = payment.outcome_seq;
      const customer = customerId === null ? null : requireCustomer(base, profileId, customerId);
      const [before] = base.state.statement('collect/payments/settlement_get').allBig({ profile_id: profileId, payment_seq });
      const known = (before?.payer_no ?? null) as bigint | null;
      const isSaid = known === customer && (customer !== null || before?.payer_decision != null);
      const person = payment.told_person;
      const facts = { told: person !== null && person > 0n ? personId(profileId, person) : null };
      if (isSaid || (customer === null && known === null))
        return { decisionNo: (before?.payer_decision ?? 0n) as bigint, said: facts };
      const customer_no = customer === null ? null : customer.toString();
      const decided = correctPayment(
        base,
        call,
        {
          kind: 'payment_payer',
          subject: payment_id,
          payload: { payment_seq: payment_seq.toString(), customer_no },
          action: customer === null ? 'payment.payer_cleared' : 'payment.payer_assigned',
          detail: { customer_profile_id: customerId, before: known === null ? null : personId(profileId, known) },
        },
        (payer_decision) =>
          base.state
            .statement('collect/payments/payer_put')
            .run({ profile_id: profileId, payment_seq, payer_no: customer, payer_decision }),
      );
      return { decisionNo: decided, said: facts };
    });
    if (!(await isKnownWithin(base, profileId, decisionNo, PATIENCE_MS)))
      throw new ApiError('payment_assignment_incomplete', 'The payer is recorded but not yet in the figures.');
    return {
      data: {
        payment_id,
        customer_profile_id: customerId,
        conflict:
          said.told !== null && customerId !== null && said.told !== customerId ? { customer_profile_id: said.told } : null,
      },
      meta: { profile_id: profileId },
    };
  },
});
