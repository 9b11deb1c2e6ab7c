// Somebody who writes and is no customer yet: a person of the profile makes one of the address, as nobody becomes one by writing.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Text, WriteForm } from '../../design/form.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { forgetInbox } from './here.ts';
import type { Thread } from './words.ts';

export function NewCustomer({ thread: { address, channel } }: { thread: Thread }) {
  const { role } = useProfile();
  const [isOpen, setOpen] = useState(false);
  // Who has no number in WhatsApp has an id of our account there, by which no order or event names anybody.
  const isUsable = address !== null && (channel === 'email' || address.startsWith('+'));
  return (
    <div class="inbox-person">
      <Empty title="No customer has this address.">
        <p>Nobody becomes a customer by writing. An event, an order or an import with this address makes one, or you do.</p>
        {role === 'manager' && isUsable && (
          <button type="button" class="button" onClick={() => setOpen(true)}>
            Make a customer
          </button>
        )}
      </Empty>
      {isOpen && address !== null && <Question address={address} channel={channel} close={() => setOpen(false)} />}
    </div>
  );
}

interface Asked {
  address: string;
  channel: Thread['channel'];
  close: () => void;
}

function Question({ address, channel, close }: Asked) {
  const { profile_id } = useProfile();
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const submit = async (): Promise<void> => {
    const row = {
      ...(channel === 'email' ? { email: address } : { phone: address }),
      ...(first.trim() === '' ? {} : { first_name: first.trim() }),
      ...(last.trim() === '' ? {} : { last_name: last.trim() }),
    };
    const { data } = await unwrap(api.POST('/api/v1/customers', { params: { query: { profile_id } }, body: { rows: [row] } }));
    const [result] = data.results;
    if (result?.status === 'rejected') setRefusal(result.reason ?? 'The address is no identifier of a customer.');
    else close();
  };
  return (
    <Dialog title={`Make ${address} a customer?`} onClose={close}>
      <p>
        Conversions, orders and mails with this address belong to the customer from then on. Anyone can write in somebody's name.
      </p>
      <WriteForm button="Make a customer" submit={submit} afterwards={forgetInbox}>
        <Text label="First name" value={first} set={setFirst} isOptional maxLength={100} />
        <Text label="Last name" value={last} set={setLast} isOptional maxLength={100} />
        {refusal !== undefined && <p class="notice">{refusal}</p>}
      </WriteForm>
    </Dialog>
  );
}
