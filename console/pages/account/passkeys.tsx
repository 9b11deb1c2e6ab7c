// Passkeys: what signs the person in without a password. They are added in this browser, named and removed.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Confirm } from '../../design/act.tsx';
import { Text, WriteForm, zoneHere } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { moment } from '../../words/format.ts';
import type { Me } from './me.ts';

type Passkey = Schemas['Passkey'];

const forgetPasskeys = (): void => forget('passkeys');
const isKnown = (): boolean => typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

export function Passkeys({ me }: { me: Me }) {
  const answer = useAnswer(['passkeys'], (signal) => unwrap(api.GET('/api/v1/me/passkeys', { signal })));
  return (
    <Panel title="Passkeys" lead="Your phone, computer or security key signs you in, without password and code">
      <Loaded answer={answer}>{({ data }) => <Rows passkeys={data} />}</Loaded>
      {isKnown() ? (
        <Add me={me} />
      ) : (
        <p class="note">This browser knows no passkeys, or the address of this page is not secure.</p>
      )}
    </Panel>
  );
}

function Rows({ passkeys }: { passkeys: readonly Passkey[] }) {
  const zone = zoneHere();
  if (passkeys.length === 0) return <Empty title="There are none." />;
  return (
    <Table name="Passkeys" columns={['Name', 'Copies', 'Since', 'Last used', '-']}>
      {passkeys.map(({ id, name, is_synced, created_at, last_used_at }) => (
        <tr key={id}>
          <th scope="row" class="name">
            <bdi>{name}</bdi>
          </th>
          <td class="text">{is_synced ? 'on your other devices' : 'on this device alone'}</td>
          <td class="text">{moment(created_at, zone)}</td>
          <td class="text">{last_used_at === null ? '–' : moment(last_used_at, zone)}</td>
          <td class="acts">
            <Confirm
              text="Remove"
              label={`Remove ${name}`}
              title={`Remove ${name}?`}
              act={() => unwrap(api.DELETE('/api/v1/me/passkeys/{id}', { params: { path: { id } } }))}
              afterwards={forgetPasskeys}
            >
              <p>It signs you in no longer. Remove it from the device, too.</p>
            </Confirm>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The browser's answer to these options. */
async function credentialFor(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(Object(options));
  const credential = await navigator.credentials.create({ publicKey }).catch(() => null);
  if (!(credential instanceof PublicKeyCredential))
    throw new Error('The browser made no passkey. There may be one on this device already.');
  return { ...credential.toJSON() };
}

function Add({ me }: { me: Me }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const submit = async (): Promise<void> => {
    const body = me.has_password ? { current_password: password } : {};
    const { data } = await unwrap(api.POST('/api/v1/me/passkeys/options', { body }));
    const credential = await credentialFor(data.options);
    await unwrap(api.POST('/api/v1/me/passkeys', { body: { name: name.trim(), credential } }));
    setName('');
    setPassword('');
  };
  return (
    <WriteForm button="Add a passkey" submit={submit} afterwards={forgetPasskeys}>
      <input type="text" name="username" autocomplete="username" value={me.email} readOnly hidden />
      <Text label="Name of the passkey" value={name} set={setName} placeholder="My phone" />
      {me.has_password && (
        <Text label="Password" type="password" value={password} set={setPassword} autocomplete="current-password" />
      )}
    </WriteForm>
  );
}
