// Makes a workspace with its first profile, which can be tracked at once. Sent again it finds what the first attempt made.
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { refetch } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Currencies, Text, WriteForm, Zones, zoneHere } from '../../design/form.tsx';
import { Panel } from '../../design/panel.tsx';

export default function NewWorkspace() {
  const [name, setName] = useState('');
  const [profile, setProfile] = useState('');
  const [currency, setCurrency] = useState('USD');
  const [timezone, setTimezone] = useState(zoneHere());
  const [, navigate] = useLocation();
  const submit = async (): Promise<void> => {
    const workspace = await unwrap(api.POST('/api/v1/workspaces', { body: { name: name.trim(), timezone } }));
    const { workspace_id } = workspace.data;
    const body = { workspace_id, name: profile.trim(), currency: currency.trim().toUpperCase(), timezone };
    const { data } = await unwrap(api.POST('/api/v1/profiles', { body }));
    await unwrap(api.POST('/api/v1/tracking/keys', { params: { query: { profile_id: data.profile_id } } }));
    await Promise.all([refetch('workspaces'), refetch('profiles')]);
    navigate(`/console/${data.profile_id}/`);
  };
  return (
    <Panel
      title="A firm or client"
      lead="A workspace has people, and a profile for each shop or site. Its first profile is made with it."
    >
      <WriteForm button="Create the workspace" submit={submit}>
        <Text label="Name of the firm or client" value={name} set={setName} maxLength={200} autocomplete="organization" />
        <Text label="Name of the shop or site" value={profile} set={setProfile} maxLength={200} />
        <Text label="Currency of its figures" value={currency} set={setCurrency} list="currencies" maxLength={3} />
        <Text label="Time zone of its days" value={timezone} set={setTimezone} list="zones" />
      </WriteForm>
      <Zones />
      <Currencies />
    </Panel>
  );
}
