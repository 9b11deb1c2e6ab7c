// Where the person is signed in; each session can be ended, and all of them at once.
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { zoneHere } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { moment } from '../../words/format.ts';

type Session = Schemas['SessionListAnswer']['data'][number];

const zone = zoneHere();
const forgetSessions = (): void => forget('sessions');
const end = (id: string): Promise<unknown> => unwrap(api.DELETE('/api/v1/me/sessions/{id}', { params: { path: { id } } }));

const endOthers = (): Promise<unknown> => unwrap(api.DELETE('/api/v1/me/sessions'));

/** The own session last: the others need it. */
async function endAll(sessions: readonly Session[]): Promise<void> {
  await endOthers();
  await endOwn(sessions);
}

async function endOwn(sessions: readonly Session[]): Promise<void> {
  const own = sessions.find(({ is_current }) => is_current);
  if (own) await end(own.id);
  location.assign('/console/sign-in');
}

const WAYS: Readonly<Record<NonNullable<Session['opened_by']>, string>> = {
  password: 'password',
  mailed_link: 'link in a mail',
  operator_link: 'link of the operator',
  invitation: 'invitation',
  provider: 'single sign-on',
  passkey: 'passkey',
  installation: 'installation',
};
const FACTORS: Readonly<Record<NonNullable<Session['second_factor']>, string>> = {
  code: ' and code',
  recovery_code: ' and recovery code',
};

const wayOf = ({ opened_by, second_factor }: Session): string =>
  `${opened_by === null ? '–' : WAYS[opened_by]}${second_factor === null ? '' : FACTORS[second_factor]}`;

export function Sessions() {
  const answer = useAnswer(['sessions'], (signal) => unwrap(api.GET('/api/v1/me/sessions', { signal })));
  const all = answer.data?.data ?? [];
  return (
    <Panel
      title="Where you are signed in"
      tools={
        <>
          <Act text="Sign out" act={() => endOwn(all)} />
          {all.length > 1 && <Act text="Sign out all others" act={endOthers} afterwards={forgetSessions} />}
          <Confirm text="Sign out everywhere" title="Sign out everywhere?" act={() => endAll(all)}>
            <p>All your sessions end, this one too. Programs that act for you are not affected.</p>
          </Confirm>
        </>
      }
    >
      <Loaded answer={answer}>
        {({ data }) => (
          <Table name="Where you are signed in" columns={['Browser', 'Opened by', 'Since', 'Last used', 'Until', '-']}>
            {data.map((session) => {
              const { id, client, is_current, created_at, last_seen_at, expires_at } = session;
              return (
                <tr key={id}>
                  <th scope="row" class="name">
                    {client ?? 'Unnamed browser'}
                    {is_current && <b> (this one)</b>}
                  </th>
                  <td class="text">{wayOf(session)}</td>
                  <td class="text">{moment(created_at, zone)}</td>
                  <td class="text">{last_seen_at === null ? '–' : moment(last_seen_at, zone)}</td>
                  <td class="text">{moment(expires_at, zone)}</td>
                  <td class="acts">
                    {!is_current && (
                      <Act
                        text="End"
                        label={`End the session: ${client ?? 'Unnamed browser'}, since ${moment(created_at, zone)}`}
                        act={() => end(id)}
                        afterwards={forgetSessions}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </Table>
        )}
      </Loaded>
    </Panel>
  );
}
