// Chats that get alerts and reports, by the incoming webhooks of Slack, Microsoft Teams and Google Chat.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Confirm } from '../../design/act.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Select, Text, WriteForm } from '../../design/form.tsx';
import { Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { type Chat, forgetAlerts, nameIn, SERVICES } from './words.ts';

export function Chats({ chats }: { chats: readonly Chat[] }) {
  return (
    <Panel
      title="Chats"
      lead="An incoming webhook lets the service write in one channel. Its address is stored sealed and not shown again."
      tools={<NewChat />}
    >
      {chats.length === 0 && (
        <Empty title="There is no chat yet.">
          <p>Make an incoming webhook at Slack or Google Chat, or a workflow at Microsoft Teams, and enter its address here.</p>
        </Empty>
      )}
      {chats.map((chat) => (
        <Card key={chat.id} chat={chat} />
      ))}
    </Panel>
  );
}

function Card({ chat: { id, title, service, host, status, problem } }: { chat: Chat }) {
  const { profile_id } = useProfile();
  const params = { path: { id }, query: { profile_id } };
  return (
    <section class="alerts-card" aria-labelledby={`chat-${id}`}>
      <div>
        <h3 id={`chat-${id}`}>{title}</h3>
        <p class="small soft">
          <span class={status === 'active' ? 'good' : 'bad'}>{status === 'active' ? 'Active' : 'Revoked'}</span>
          {`, ${nameIn(SERVICES, service)} at ${host}`}
        </p>
        {problem !== null && <p class="small">{problem}</p>}
      </div>
      <span class="row">
        <NewAddress id={id} title={title} />
        <Confirm
          text="Remove"
          label={`Remove ${title}`}
          title={`Remove ${title}?`}
          act={() => unwrap(api.DELETE('/api/v1/alerts/chats/{id}', { params }))}
          afterwards={forgetAlerts}
        >
          <p>Nothing more is written there; rules and schedules of reports lose it.</p>
        </Confirm>
      </span>
    </section>
  );
}

function NewChat() {
  const { profile_id } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const [title, setTitle] = useState('');
  const [service, setService] = useState<Chat['service']>('slack');
  const [address, setAddress] = useState('');
  const create = async (): Promise<void> => {
    const body = { title, service, address: address.trim() };
    await unwrap(api.POST('/api/v1/alerts/chats', { params: { query: { profile_id } }, body }));
    setOpen(false);
    setAddress('');
  };
  return (
    <>
      <button type="button" class="button primary" onClick={() => setOpen(true)}>
        New chat
      </button>
      {isOpen && (
        <Dialog title="New chat" onClose={() => setOpen(false)}>
          <WriteForm button="Add the chat" submit={create} afterwards={forgetAlerts}>
            <Text label="Name" value={title} set={setTitle} maxLength={200} />
            <Select label="Service" value={service} set={setService} options={SERVICES} />
            <Text label="Address" type="url" value={address} set={setAddress} placeholder="https://hooks.slack.com/services/…" />
          </WriteForm>
        </Dialog>
      )}
    </>
  );
}

function NewAddress({ id, title }: { id: string; title: string }) {
  const { profile_id } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState('');
  const save = async (): Promise<void> => {
    const params = { path: { id }, query: { profile_id } };
    await unwrap(api.PATCH('/api/v1/alerts/chats/{id}', { params, body: { address: address.trim() } }));
    setOpen(false);
    setAddress('');
  };
  return (
    <>
      <button type="button" class="button" aria-label={`New address of ${title}`} onClick={() => setOpen(true)}>
        New address
      </button>
      {isOpen && (
        <Dialog title={`New address of ${title}`} onClose={() => setOpen(false)}>
          <WriteForm button="Save" submit={save} afterwards={forgetAlerts}>
            <Text label="Address" type="url" value={address} set={setAddress} />
          </WriteForm>
        </Dialog>
      )}
    </>
  );
}
