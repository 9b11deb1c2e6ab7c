// The form of a subscription, for a new one and for one that exists: address, purpose, events.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Check, Text, WriteForm } from '../../design/form.tsx';
import { Loaded } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useEventTypes } from './event-types.tsx';
import { forgetWebhooks, type Shown, type Subscription } from './words.ts';

interface Values {
  url: string;
  description: string;
  events: readonly string[];
}

interface FieldsProps {
  first: Values;
  button: string;
  submit: (values: Values) => Promise<unknown>;
}

function Fields({ first, button, submit }: FieldsProps) {
  const [url, setUrl] = useState(first.url);
  const [description, setDescription] = useState(first.description);
  const [events, setEvents] = useState(first.events);
  const types = useEventTypes();
  const toggle = (type: string) => (isOn: boolean) =>
    setEvents(isOn ? [...events, type] : events.filter((each) => each !== type));
  return (
    <WriteForm
      button={button}
      submit={() => submit({ url: url.trim(), description: description.trim(), events })}
      afterwards={forgetWebhooks}
    >
      <Text label="Address" type="url" value={url} set={setUrl} placeholder="https://example.com/hooks/tributary" />
      <Text label="Purpose" value={description} set={setDescription} isOptional maxLength={200} />
      <Loaded answer={types}>
        {({ data }) => (
          <fieldset class="webhooks-events">
            <legend>Events</legend>
            {data.map(({ type, summary }) => (
              <Check
                key={type}
                label={
                  <>
                    <b>{type}</b> {summary}
                  </>
                }
                value={events.includes(type)}
                set={toggle(type)}
              />
            ))}
          </fieldset>
        )}
      </Loaded>
    </WriteForm>
  );
}

export function NewSubscription({ onMade }: { onMade: (shown: Shown) => void }) {
  const { profile_id } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const create = async ({ url, description, events }: Values): Promise<void> => {
    const named = description === '' ? {} : { description };
    const body = { url, event_types: [...events], includes_personal_data: false, ...named };
    const { data } = await unwrap(api.POST('/api/v1/webhooks/subscriptions', { params: { query: { profile_id } }, body }));
    if (data.secret !== undefined) onMade({ name: url, secret: data.secret });
    setOpen(false);
  };
  return (
    <>
      <button type="button" class="button primary" onClick={() => setOpen(true)}>
        New subscription
      </button>
      {isOpen && (
        <Dialog title="New subscription" onClose={() => setOpen(false)}>
          <Fields first={{ url: '', description: '', events: [] }} button="Subscribe" submit={create} />
        </Dialog>
      )}
    </>
  );
}

export function EditSubscription({ row }: { row: Subscription }) {
  const { profile_id } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const save = async ({ url, description, events }: Values): Promise<void> => {
    const params = { path: { id: row.id }, query: { profile_id } };
    const body = { url, event_types: [...events], description: description === '' ? null : description };
    await unwrap(api.PATCH('/api/v1/webhooks/subscriptions/{id}', { params, body }));
    setOpen(false);
  };
  const { url, description, event_types: events } = row;
  return (
    <>
      <button type="button" class="button" aria-label={`Edit ${url}`} onClick={() => setOpen(true)}>
        Edit
      </button>
      {isOpen && (
        <Dialog title="Edit the subscription" onClose={() => setOpen(false)}>
          <Fields first={{ url, description: description ?? '', events }} button="Save" submit={save} />
        </Dialog>
      )}
    </>
  );
}
