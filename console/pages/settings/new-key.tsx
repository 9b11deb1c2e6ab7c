// The form for a new key, in a dialog.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Select, Text, WriteForm } from '../../design/form.tsx';
import { forgetSettings, type Here } from './here.ts';

const USES = [
  ['send', 'Send events, payments and spend', ['attribution:write']],
  ['read', 'Read figures, without customers', ['analytics:read', 'campaigns:read', 'conversions:read']],
  [
    'all',
    'Everything but messages to people',
    [
      'analytics:read',
      'campaigns:read',
      'campaigns:apply',
      'customers:read',
      'visitors:read',
      'conversions:read',
      'attribution:write',
      'exports:read',
      'goals:write',
      'creatives:write',
      'commerce:read',
    ],
  ],
] as const;
type Use = (typeof USES)[number][0];
const ENDS = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['365', 'In a year'],
] as const;
const DAY_MS = 86_400_000;

interface NewKeyProps {
  here: Here;
  onMade: (made: { name: string; secret: string }) => void;
}

export function NewKey({ here, onMade }: NewKeyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button primary" disabled={here.profiles.length === 0} onClick={() => setOpen(true)}>
        New key
      </button>
      {isOpen && (
        <Dialog title="New API key" onClose={() => setOpen(false)}>
          <Form
            here={here}
            onMade={(made) => {
              onMade(made);
              setOpen(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function Form({ here, onMade }: NewKeyProps) {
  const [name, setName] = useState('');
  const [profile, setProfile] = useState(here.profiles[0]?.profile_id ?? '');
  const [use, setUse] = useState<Use>('send');
  const [end, setEnd] = useState<(typeof ENDS)[number][0]>('');
  // The same for as long as the form is open: sent again, it makes no second key.
  const [idempotency] = useState(() => crypto.randomUUID());
  const submit = async (): Promise<void> => {
    const scopes = [...(USES.find(([each]) => each === use)?.[2] ?? [])];
    const expires_at = end === '' ? null : new Date(Date.now() + Number(end) * DAY_MS).toISOString();
    const params = { path: here.at, header: { 'Idempotency-Key': idempotency } };
    const body = { profile_id: profile, name: name.trim(), scopes, expires_at };
    const { data } = await unwrap(api.POST('/api/v1/workspaces/{workspaceId}/api-keys', { params, body }));
    onMade({ name: data.name, secret: data.api_key });
  };
  return (
    <WriteForm button="Create the key" submit={submit} afterwards={forgetSettings}>
      <Text label="Purpose" value={name} set={setName} maxLength={200} placeholder="Order system" />
      <Select
        label="Profile"
        value={profile}
        set={setProfile}
        options={here.profiles.map((each) => [each.profile_id, each.name])}
      />
      <Select label="It may" value={use} set={setUse} options={USES.map(([each, text]) => [each, text])} />
      <Select label="Ends" value={end} set={setEnd} options={ENDS} />
    </WriteForm>
  );
}
