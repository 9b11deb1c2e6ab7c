// The tracker's settings: consent, the signal of the browser, addresses, pages, allowed senders, and the lifetime of an id.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Check, Select, Text, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';

type Settings = Schemas['TrackingSettings'];

const CONSENT = [
  ['not_required', 'Not asked: the tracker works at once'],
  ['required', 'Asked: nothing is stored or sent before consent'],
] as const;
const GPC = [
  ['record', 'Record it: nothing goes to ad destinations'],
  ['refuse', 'Refuse: the visitor is not tracked'],
] as const;
const ADDRESS = [
  ['dropped', 'Nothing'],
  ['truncated', 'Its network, /24 or /48'],
] as const;
const ORIGINS = [
  ['any', 'Any page'],
  ['own_domains', 'The domains of the profile, and those below'],
] as const;
const BROWSERS = [
  ['traits', 'By link tokens, servers and pages'],
  ['link_token', 'By link tokens and servers alone'],
] as const;

export function TrackingSettings({ mayChange }: { mayChange: boolean }) {
  const { profile_id } = useProfile();
  const query = { profile_id };
  const answer = useAnswer(['tracking-settings', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/tracking/settings', { params: { query }, signal })),
  );
  return (
    <Panel title="What is tracked" lead="The tracker reads it with its next page view">
      <Loaded answer={answer} lines={6}>
        {({ data }) => <SettingsForm first={data} mayChange={mayChange} />}
      </Loaded>
    </Panel>
  );
}

/** Only fields that were changed are sent: another person's change of others remains. */
function changeOf<Values extends object>(before: Values, now: Values): Partial<Values> {
  const change: Partial<Values> = {};
  for (const name in now) if (JSON.stringify(now[name]) !== JSON.stringify(before[name])) change[name] = now[name];
  return change;
}

/** One on each line. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '');

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '');

function SettingsForm({ first, mayChange }: { first: Settings; mayChange: boolean }) {
  const { profile_id } = useProfile();
  const [saved, setSaved] = useState({ values: first, isNew: false });
  const [values, setValues] = useState(first);
  const [origins, setOrigins] = useState(first.extra_origins.join(', '));
  const [lists, setLists] = useState<Lists>({
    bots: first.bot_exceptions.join('\n'),
    hosts: first.no_source_hosts.join('\n'),
    networks: first.internal_traffic.networks.join('\n'),
  });
  const set = (change: Partial<Settings>): void => {
    setSaved({ ...saved, isNew: false });
    setValues({ ...values, ...change });
  };
  const submit = async (): Promise<void> => {
    const now = {
      ...values,
      extra_origins: listOf(origins),
      bot_exceptions: linesOf(lists.bots),
      no_source_hosts: linesOf(lists.hosts),
      internal_traffic: { ...values.internal_traffic, networks: linesOf(lists.networks) },
    };
    const body = changeOf(saved.values, now);
    if (Object.keys(body).length > 0)
      await unwrap(api.PATCH('/api/v1/tracking/settings', { params: { query: { profile_id } }, body }));
    forget('tracking-settings');
    setSaved({ values: now, isNew: true });
  };
  return (
    <WriteForm button={mayChange ? 'Save' : undefined} submit={submit} class="form tracker-settings">
      <fieldset class="tracker-fields" disabled={!mayChange}>
        <legend class="only-read">What is tracked</legend>
        <Choices values={values} set={set} />
        <Text label="Other sites that may send" value={origins} set={setOrigins} isOptional hint="Domains, separated by commas" />
        <Days
          label="Days a browser's id is kept"
          value={values.id_lifetime_days}
          most={400}
          set={(id_lifetime_days) => set({ id_lifetime_days })}
        />
        <Days
          label="Browsers that one link token may link"
          value={values.browsers_per_link_token}
          most={1000}
          set={(browsers_per_link_token) => set({ browsers_per_link_token })}
        />
        <Check
          label="A change behind # in the address is a page view"
          value={values.hash_routes}
          set={(hash_routes) => set({ hash_routes })}
        />
        <LeftOut lists={lists} setLists={setLists} values={values} set={set} />
      </fieldset>
      {saved.isNew && <p role="status">Saved.</p>}
    </WriteForm>
  );
}

/** Lists as they are written: one entry on each line. */
type Lists = Readonly<Record<'bots' | 'hosts' | 'networks', string>>;

interface LeftOutProps extends ChoicesProps {
  lists: Lists;
  setLists: (lists: Lists) => void;
}

/** What counts in no figure, or as no source, and what does all the same. */
function LeftOut({ lists, setLists, values, set }: LeftOutProps) {
  const write = (name: keyof Lists) => (event: { currentTarget: { value: string } }) =>
    setLists({ ...lists, [name]: event.currentTarget.value });
  return (
    <>
      <label>
        Devices that look like bots and count
        <textarea rows={3} value={lists.bots} onInput={write('bots')} />
        <span class="hint">A part of the user agent on each line. A change computes all figures again.</span>
      </label>
      <label>
        Hosts that are no source
        <textarea rows={3} value={lists.hosts} onInput={write('hosts')} />
        <span class="hint">Steps of paying or signing in, one on each line. A change computes all figures again.</span>
      </label>
      <label>
        Networks of your own people
        <textarea rows={3} value={lists.networks} onInput={write('networks')} />
        <span class="hint">
          One address or network on each line, such as 198.51.100.0/24. A device that opens a page with ?svc_internal=1 is marked
          too, with ?svc_internal=0 no longer. Marked visits are stored, and count only if you say so below.
        </span>
      </label>
      <Check
        label="Visits of your own people count (a change computes all figures again)"
        value={values.internal_traffic.is_counted}
        set={(is_counted) => set({ internal_traffic: { ...values.internal_traffic, is_counted } })}
      />
    </>
  );
}

interface ChoicesProps {
  values: Settings;
  set: (change: Partial<Settings>) => void;
}

function Choices({ values, set }: ChoicesProps) {
  return (
    <>
      <Select label="Consent" value={values.consent_mode} set={(consent_mode) => set({ consent_mode })} options={CONSENT} />
      <Select label="Global Privacy Control" value={values.gpc_mode} set={(gpc_mode) => set({ gpc_mode })} options={GPC} />
      <Select
        label="Stored of the network address"
        value={values.client_address}
        set={(client_address) => set({ client_address })}
        options={ADDRESS}
      />
      <Select
        label="Pages that may send"
        value={values.origin_policy}
        set={(origin_policy) => set({ origin_policy })}
        options={ORIGINS}
      />
      <Select
        label="Browsers are linked to people"
        value={values.identify_browsers_by}
        set={(identify_browsers_by) => set({ identify_browsers_by })}
        options={BROWSERS}
        hint="A change computes all figures again"
      />
    </>
  );
}

interface DaysProps {
  label: string;
  value: number;
  most: number;
  set: (value: number) => void;
}

const Days = ({ label, value, most, set }: DaysProps) => (
  <label>
    {label}
    <input type="number" min={1} max={most} required value={value} onInput={(event) => set(Number(event.currentTarget.value))} />
  </label>
);
