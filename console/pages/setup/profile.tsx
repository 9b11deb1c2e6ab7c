// Name, currency, time zone and domains of the profile.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Currencies, Text, WriteForm, Zones } from '../../design/form.tsx';
import { Loaded } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';

type Values = Schemas['ProfileAnswer']['data'];

export function Profile({ mayChange }: { mayChange: boolean }) {
  const { profile_id } = useProfile();
  const answer = useAnswer(['profile', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile', { params: { query: { profile_id } }, signal })),
  );
  return <Loaded answer={answer}>{({ data }) => (mayChange ? <Form first={data} /> : <Shown profile={data} />)}</Loaded>;
}

const Shown = ({ profile: { currency, timezone, domains } }: { profile: Values }) => (
  <p>
    {currency}, {timezone}
    {domains.length > 0 && `, ${domains.join(', ')}`}
  </p>
);

function Form({ first }: { first: Values }) {
  const [name, setName] = useState(first.name);
  const [currency, setCurrency] = useState(first.currency);
  const [timezone, setTimezone] = useState(first.timezone);
  const [domains, setDomains] = useState(first.domains.join(' '));
  const [isSaved, setSaved] = useState(false);
  const save = async (): Promise<void> => {
    setSaved(false);
    const body = {
      name: name.trim(),
      currency: currency.trim().toUpperCase(),
      timezone: timezone.trim(),
      domains: domains.split(/[\s,]+/).filter((domain) => domain !== ''),
    };
    await unwrap(api.PATCH('/api/v1/profile', { params: { query: { profile_id: first.profile_id } }, body }));
    for (const key of ['profile', 'profiles', 'readiness']) forget(key);
    setSaved(true);
  };
  return (
    <WriteForm button="Save" submit={save}>
      <Text label="Name" value={name} set={setName} maxLength={200} />
      <Text label="Currency of its figures" value={currency} set={setCurrency} list="currencies" maxLength={3} />
      <Text label="Time zone of its days" value={timezone} set={setTimezone} list="zones" />
      <Text
        label="Own domains"
        value={domains}
        set={setDomains}
        isOptional
        placeholder="shop.example.com"
        hint="Separated by spaces. A visit from one to another has no other source."
      />
      {isSaved && (
        <p role="status" class="good">
          The profile is saved.
        </p>
      )}
      <Zones />
      <Currencies />
    </WriteForm>
  );
}
