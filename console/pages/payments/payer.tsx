// Sets who paid: a search for the customer, or the assignment is removed.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Loaded } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import type { ActionProps } from './form.tsx';
import { Refused } from './refused.tsx';
import { usePaymentWrite } from './write.ts';

/** The service needs two letters. */
const SHORTEST = 2;

export function Payer({ payment, close }: ActionProps) {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = usePaymentWrite();
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const [conflict, setConflict] = useState(false);
  const params = { path: { payment_id: payment.payment_id }, query: { profile_id } };
  const assign = (customer_profile_id: string | null) =>
    run(async () => {
      const { data } = await unwrap(api.PUT('/api/v1/payments/{payment_id}/payer', { params, body: { customer_profile_id } }));
      if (data.conflict === null) close();
      else setConflict(true);
    });
  return (
    <div class="stack">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setWords(typed.trim());
        }}
      >
        <label>
          Name, e-mail address, phone number or your own id
          <input
            type="search"
            required
            minLength={SHORTEST}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button">
          Find
        </button>
      </form>
      {words.length >= SHORTEST && <Found text={words} isBusy={isBusy} choose={assign} />}
      {conflict && <p class="notice">Recorded. The payment itself names another customer; your choice counts.</p>}
      {fault && <Refused error={fault} />}
      {payment.payer?.is_assigned === true && (
        <button type="button" class="button danger" disabled={isBusy} onClick={() => assign(null)}>
          Remove the payer set by hand
        </button>
      )}
    </div>
  );
}

interface FoundProps {
  text: string;
  isBusy: boolean;
  choose: (customerId: string) => Promise<void>;
}

function Found({ text, isBusy, choose }: FoundProps) {
  const { profile_id } = useProfile();
  const query = { profile_id, q: text, limit: 20 };
  const answer = useAnswer(['customers', 'search', query], (signal) =>
    unwrap(api.GET('/api/v1/customers/search', { params: { query }, signal })),
  );
  if (answer.error?.status === 403) return <Refused error={answer.error} />;
  return (
    <Loaded answer={answer}>
      {({ data }) =>
        data.length === 0 ? (
          <p>Nobody matches these words.</p>
        ) : (
          <ul class="payments-choices">
            {data.map((person) => (
              <li key={person.customer_profile_id}>
                <span>
                  {[person.first_name, person.last_name].filter((part) => part).join(' ') || 'Without a name'}
                  <span class="second-line">{person.primary_email ?? person.primary_phone}</span>
                </span>
                <button type="button" class="button" disabled={isBusy} onClick={() => choose(person.customer_profile_id)}>
                  This one paid
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
