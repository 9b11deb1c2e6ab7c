// The changes that a person can make to a payment: its payer, a refund made elsewhere, and whether it is a later instalment.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { useProfile } from '../../frame/place.tsx';
import { money, plainAmount } from '../../words/format.ts';
import { instantIn } from '../../words/zoned.ts';
import { type ActionProps, WriteForm } from './form.tsx';
import { Instalment } from './instalment.tsx';
import { Payer } from './payer.tsx';
import { Refused } from './refused.tsx';
import { usePaymentWrite } from './write.ts';

type Action = 'payer' | 'refund' | 'instalment';

export const Actions = ({ open }: { open: (action: Action) => void }) => (
  <span class="row payments-actions">
    <button type="button" class="button" onClick={() => open('payer')}>
      Payer
    </button>
    <button type="button" class="button" onClick={() => open('refund')}>
      Refund
    </button>
    <button type="button" class="button" onClick={() => open('instalment')}>
      Instalment
    </button>
  </span>
);

export function ActionDialog({ action, payment, close }: ActionProps & { action: string }) {
  const title = titleOf(action);
  if (title === undefined) return null;
  const Form = action === 'payer' ? Payer : action === 'refund' ? Refund : Instalment;
  return (
    <Dialog title={title} onClose={close}>
      <Form payment={payment} close={close} />
    </Dialog>
  );
}

function titleOf(action: string): string | undefined {
  if (action === 'payer') return 'Who paid?';
  if (action === 'refund') return 'A refund made outside the provider';
  return action === 'instalment' ? 'A later instalment' : undefined;
}

function Refund({ payment, close }: ActionProps) {
  return payment.refunds.some(({ is_manual }) => is_manual) ? (
    <RemoveRefund payment={payment} close={close} />
  ) : (
    <AddRefund payment={payment} close={close} />
  );
}

function RemoveRefund({ payment, close }: ActionProps) {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = usePaymentWrite();
  const params = { path: { payment_id: payment.payment_id }, query: { profile_id } };
  const remove = () =>
    run(async () => {
      await unwrap(api.DELETE('/api/v1/payments/{payment_id}/refund', { params }));
      close();
    });
  return (
    <>
      <p>This payment has a refund recorded by hand. Figures become what they would be without it.</p>
      {fault && <Refused error={fault} />}
      <button type="button" class="button danger" disabled={isBusy} onClick={remove}>
        Remove the refund
      </button>
    </>
  );
}

function AddRefund({ payment, close }: ActionProps) {
  const { profile_id, timezone } = useProfile();
  const { isBusy, fault, run } = usePaymentWrite();
  const [amount, setAmount] = useState(plainAmount(payment.net_amount, payment.currency));
  const [at, setAt] = useState('');
  const params = { path: { payment_id: payment.payment_id }, query: { profile_id } };
  const record = () =>
    run(async () => {
      const body = { amount: amount.trim(), ...(at === '' ? {} : { refunded_at: instantIn(timezone, at) }) };
      await unwrap(api.POST('/api/v1/payments/{payment_id}/refund', { params, body }));
      close();
    });
  return (
    <WriteForm submit={record}>
      <p>
        At most {money(payment.net_amount, payment.currency)}. Revenue is less on the day of the sale, cash on the day of the
        refund.
      </p>
      <label>
        Amount in {payment.currency}
        <input inputMode="decimal" required value={amount} onInput={(event) => setAmount(event.currentTarget.value)} />
      </label>
      <label>
        Date and time; now if empty
        <input type="datetime-local" value={at} onInput={(event) => setAt(event.currentTarget.value)} />
      </label>
      {fault && <Refused error={fault} />}
      <button type="submit" class="button primary" disabled={isBusy}>
        Record the refund
      </button>
    </WriteForm>
  );
}
