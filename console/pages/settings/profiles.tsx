// The profiles of the workspace, the form that makes another, and the currency of sums over all of them.
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { forget, refetch } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Currencies, Text, WriteForm, Zones } from '../../design/form.tsx';
import { Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { moment } from '../../words/format.ts';
import { Demo } from './demo.tsx';
import type { Here } from './here.ts';

export function Profiles({ here }: { here: Here }) {
  return (
    <>
      <Panel title="Profiles" lead="One for each shop or site: its own tracker, figures, currency and time zone">
        <Table name="Profiles" columns={['Name', 'Currency', 'Time zone', 'Your role', 'Since']}>
          {here.profiles.map(({ profile_id, name, currency, timezone, role, created_at }) => (
            <tr key={profile_id}>
              <th scope="row" class="name">
                <Link href={`/console/${profile_id}/`}>{name}</Link>
              </th>
              <td class="text">{currency}</td>
              <td class="text">{timezone}</td>
              <td class="text">{role}</td>
              <td class="text">{moment(created_at, here.timezone)}</td>
            </tr>
          ))}
        </Table>
      </Panel>
      {here.isAdmin && (
        <div class="columns">
          <Panel title="Another profile">
            <NewProfile here={here} />
          </Panel>
          <Panel title="Currency of the workspace" lead="Sums over profiles of several currencies are shown in it">
            <ReportingCurrency here={here} />
          </Panel>
          <Demo here={here} />
        </div>
      )}
      <Zones />
      <Currencies />
    </>
  );
}

function NewProfile({ here }: { here: Here }) {
  const [name, setName] = useState('');
  const [currency, setCurrency] = useState(here.reporting_currency);
  const [timezone, setTimezone] = useState(here.timezone);
  const [, navigate] = useLocation();
  const submit = async (): Promise<void> => {
    const body = { workspace_id: here.workspace_id, name: name.trim(), currency: currency.trim().toUpperCase(), timezone };
    const { data } = await unwrap(api.POST('/api/v1/profiles', { body }));
    await unwrap(api.POST('/api/v1/tracking/keys', { params: { query: { profile_id: data.profile_id } } }));
    await refetch('profiles');
    navigate(`/console/${data.profile_id}/`);
  };
  return (
    <WriteForm button="Create the profile" submit={submit}>
      <Text label="Name of the shop or site" value={name} set={setName} maxLength={200} />
      <Text label="Currency of its figures" value={currency} set={setCurrency} list="currencies" maxLength={3} />
      <Text label="Time zone of its days" value={timezone} set={setTimezone} list="zones" />
    </WriteForm>
  );
}

function ReportingCurrency({ here }: { here: Here }) {
  const [currency, setCurrency] = useState(here.reporting_currency);
  const [isSaved, setSaved] = useState(false);
  const submit = async (): Promise<void> => {
    setSaved(false);
    const body = { currency: currency.trim().toUpperCase() };
    await unwrap(api.PATCH('/api/v1/workspaces/{workspaceId}/reporting-currency', { params: { path: here.at }, body }));
    forget('workspaces');
    setSaved(true);
  };
  return (
    <WriteForm button="Save" submit={submit}>
      <Text label="Currency" value={currency} set={setCurrency} list="currencies" maxLength={3} />
      {isSaved && (
        <p role="status" class="settings-done">
          Saved.
        </p>
      )}
    </WriteForm>
  );
}
