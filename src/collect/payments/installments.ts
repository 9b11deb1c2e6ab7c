// True if a payment is a later instalment: then it is cash of its first payment, and no sale of its own.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Call, stateChange } from '../../base/contract/operation.ts';
import { publicId } from '../../base/kit/ids.ts';
import { correctPayment, paymentOf, underPaymentMutex } from './corrections.ts';
import type { PaymentRow } from './payments.ts';

const refused = (reason: string): ApiError => new ApiError('validation_error', `first_payment_id: ${reason}.`);

export const putPaymentInstallment = stateChange('putPaymentInstallment', {
  around: underPaymentMutex,
  prepare: async (call, base) => {
    const { profileId } = call.profile;
    const { is_installment, first_payment_id } = call.body;
    const payment = await paymentOf(base, profileId, call.params.payment_id);
    const knownFirst = firstInForce(base, profileId, payment);
    if (!is_installment) return { payment, first: null, knownFirst };
    const firstId = first_payment_id ?? firstNamed(profileId, knownFirst ?? payment.told_first_seq);
    return { payment, first: await firstOf(base, call, firstId), knownFirst };
  },
  change: (call, base, { payment, first, knownFirst }) => {
    const { profileId } = call.profile;
    const { payment_id } = call.params;
    const { is_installment } = call.body;
    const payment_seq = payment.outcome_seq;
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
    correctPayment(
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
  },
});

/** A correction of a moment ago may not be in the figures yet. */
function firstInForce(base: ReadBase, profileId: string, row: PaymentRow): bigint | null {
  const params = { profile_id: profileId, payment_seq: row.outcome_seq };
  const [kept] = base.state.statement('collect/payments/settlement_get').allBig(params);
  const isSettled = kept !== undefined && kept.is_installment !== null;
  return isSettled ? kept.first_payment_seq : row.first_seq;
}

const firstNamed = (profileId: string, seq: bigint | null): string | undefined =>
  seq === null ? undefined : publicId('fact', profileId, seq);

type InstallmentCall = Pick<Call<'putPaymentInstallment'>, 'profile' | 'params'>;

async function firstOf(base: ReadBase, { profile, params }: InstallmentCall, id: string | undefined): Promise<PaymentRow> {
  if (id === undefined) throw refused('is required because the payment does not name its first payment');
  if (id.toLowerCase() === params.payment_id.toLowerCase()) throw refused('is the payment itself');
  const row = await paymentOf(base, profile.profileId, id);
  if (firstInForce(base, profile.profileId, row) !== null)
    throw refused('is a later instalment itself; name the payment that it continues');
  return row;
}
