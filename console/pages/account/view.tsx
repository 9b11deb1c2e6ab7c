// The person: name and password, where they are signed in, the programs that act for them, and the workspaces they belong to.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { forget } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Text, WriteForm } from '../../design/form.tsx';
import { Panel } from '../../design/panel.tsx';
import { Skeleton } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { usePlace } from '../../frame/place.tsx';
import { Agents } from './agents.tsx';
import { type Me, useMe } from './me.ts';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

export default function Account() {
  const me = useMe();
  if (!me) return <Skeleton lines={8} />;
  return (
    <>
      <div class="columns">
        <Panel title="You" lead={me.email}>
          <Name me={me} />
        </Panel>
        <Panel title={me.has_password ? 'Change your password' : 'Set a password'} lead="All your other sessions end.">
          <Password me={me} />
        </Panel>
      </div>
      <SecondFactor me={me} />
      <Passkeys me={me} />
      <Sessions />
      <Agents />
      <Workspaces />
    </>
  );
}

function Name({ me }: { me: Me }) {
  const [name, setName] = useState(me.name ?? '');
  const [isSaved, setSaved] = useState(false);
  const submit = async (): Promise<void> => {
    setSaved(false);
    await unwrap(api.PATCH('/api/v1/me', { body: { name: name.trim() === '' ? null : name.trim() } }));
    forget('me');
    setSaved(true);
  };
  return (
    <WriteForm button="Save" submit={submit}>
      <Text label="Name" value={name} set={setName} isOptional autocomplete="name" />
      {isSaved && (
        <p role="status" class="good">
          Your name is saved.
        </p>
      )}
    </WriteForm>
  );
}

function Password({ me }: { me: Me }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isSet, setSet] = useState(false);
  const submit = async (): Promise<void> => {
    setSet(false);
    const body = { new_password: next, ...(me.has_password ? { current_password: current } : {}) };
    await unwrap(api.PUT('/api/v1/me/password', { body }));
    setCurrent('');
    setNext('');
    setSet(true);
    forget('me');
    forget('sessions');
  };
  return (
    <WriteForm button={me.has_password ? 'Change' : 'Set'} submit={submit}>
      <input type="text" name="username" autocomplete="username" value={me.email} readOnly hidden />
      {me.has_password && (
        <Text label="Current password" type="password" value={current} set={setCurrent} autocomplete="current-password" />
      )}
      <Text
        label="New password"
        type="password"
        value={next}
        set={setNext}
        autocomplete="new-password"
        hint="At least 10 characters. A few words that only you would combine are easy to remember."
      />
      {isSet && (
        <p role="status" class="good">
          Your password is set. You are signed out everywhere else.
        </p>
      )}
    </WriteForm>
  );
}

function Workspaces() {
  const { workspaces } = usePlace();
  return (
    <Panel
      title="Your workspaces"
      tools={
        <Link class="button" href="/console/workspaces/new">
          New workspace
        </Link>
      }
    >
      {workspaces.length === 0 ? (
        <p class="soft">You belong to none.</p>
      ) : (
        <Table name="Your workspaces" columns={['Name', 'Your role']}>
          {workspaces.map(({ workspace_id, name, role }) => (
            <tr key={workspace_id}>
              <th scope="row" class="name">
                <Link href={`/console/workspaces/${workspace_id}/settings`}>{name}</Link>
              </th>
              <td class="text">{role}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
