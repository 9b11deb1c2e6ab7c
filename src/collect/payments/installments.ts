// Whether a payment is a later instalment: then it is cash of its first payment, and no sale of its own.
import { ApiError } from '../../base/contract/api-error.ts';
import type { Operation } from '../../base/contract/operation.ts';
import { publicId } from '../../base/kit/ids.ts';
import type { PaymentRow } from './payments.ts';
import { inTurn, paymentOf, settle } from './settling.ts';

const refused = (reason: string): ApiError => new ApiError('validation_error', `first_payment_id: ${reason}.`);

export const putPaymentInstallment: Operation<'putPaymentInstallment'> = (call, base) => {
  const { profileId } = call.profile;
  const { payment_id } = call.params;
  const { is_installment, first_payment_id } = call.body;
  return inTurn(base, profileId, async () => {
    const payment = await paymentOf(base, profileId, payment_id);
    const payment_seq = payment.outcome_seq;
    const knownFirst = firstInForce(payment);
    const first = is_installment ? await firstOf(first_payment_id, knownFirst ?? payment.told_first_seq) : null;
    const first_seq = first === null ? null : first.outcome_seq;
    const answer = {
      data: {
        payment_id,
        is_installment,
        first_payment_id: first_seq === null ? null : publicId('fact', profileId, first_seq),
        changed: first_seq !== knownFirst,
      },
      meta: { profile_id: profileId },
    };
    if (first_seq === knownFirst) return answer;
    settle(
      base,
      call,
      {
        kind: 'payment_installment',
        subject: payment_id,
        payload: {
          payment_seq: payment_seq.toString(),
          installment_of_key: first?.outcome_key.toString() ?? null,
        },
        action: first === null ? 'payment.installment_unmarked' : 'payment.installment_marked',
        detail: { first_payment_id: answer.data.first_payment_id },
      },
      () =>
        base.state
          .statement('collect/payments/installment_put')
          .run({ profile_id: profileId, payment_seq, is_installment: is_installment ? 1 : 0, first_payment_seq: first_seq }),
    );
    return answer;

    /** What was settled a moment ago may not be in the figures yet. */
    function firstInForce(row: PaymentRow): bigint | null {
      const asked = { profile_id: profileId, payment_seq: row.outcome_seq };
      const [kept] = base.state.statement('collect/payments/settlement_get').allBig(asked);
      const isSettled = kept !== undefined && kept.is_installment !== null;
      return isSettled ? kept.first_payment_seq : row.first_seq;
    }

    async function firstOf(named: string | undefined, known: bigint | null): Promise<PaymentRow> {
      const id = named ?? (known === null ? undefined : publicId('fact', profileId, known));
      if (id === undefined) throw refused('is required because the payment does not name its first payment');
      if (id.toLowerCase() === payment_id.toLowerCase()) throw refused('is the payment itself');
      const row = await paymentOf(base, profileId, id);
      if (firstInForce(row) !== null) throw refused('is a later instalment itself; name the payment that it continues');
      return row;
    }
  });
};
