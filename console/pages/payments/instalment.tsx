// Marks a payment as a later instalment of another, or as a sale of its own again.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useProfile } from '../../frame/place.tsx';
import { type ActionProps, WriteForm } from './form.tsx';
import { Refused } from './refused.tsx';
import { usePaymentWrite } from './write.ts';

export function Instalment({ payment: { payment_id, is_installment, first_payment_id }, close }: ActionProps) {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = usePaymentWrite();
  const [first, setFirst] = useState(first_payment_id ?? '');
  const params = { path: { payment_id }, query: { profile_id } };
  const mark = () =>
    run(async () => {
      const named = first.trim() === '' ? {} : { first_payment_id: first.trim() };
      const body = is_installment ? { is_installment: false } : { is_installment: true, ...named };
      await unwrap(api.PUT('/api/v1/payments/{payment_id}/installment', { params, body }));
      close();
    });
  return (
    <WriteForm submit={mark}>
      <p>
        {is_installment
          ? 'The payment becomes a sale of its own again.'
          : 'A later instalment is cash that follows the credit of its first payment. It is not a sale of its own.'}
      </p>
      {!is_installment && (
        <label>
          Id of the first payment; may be empty if the payment names it itself
          <input type="text" maxLength={64} value={first} onInput={(event) => setFirst(event.currentTarget.value)} />
        </label>
      )}
      <p class="small">
        Id of this payment: <code>{payment_id}</code>
      </p>
      {fault && <Refused error={fault} />}
      <button type="submit" class="button primary" disabled={isBusy}>
        {is_installment ? 'Make it a sale of its own' : 'Mark as an instalment'}
      </button>
    </WriteForm>
  );
}
