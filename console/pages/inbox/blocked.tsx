// Addresses that get no message: why, since when, and how one gets messages again.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Confirm } from '../../design/act.tsx';
import { Text, WriteForm } from '../../design/form.tsx';
import { Hidden } from '../../design/hidden.tsx';
import { Pager, useCursors } from '../../design/pager.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';
import { channelName } from './words.ts';

type Row = Schemas['BlockedAddress'];
const ROWS = 50;
const REASONS: Readonly<Record<Row['reason'], string>> = {
  bounce: 'No mail reaches it',
  opt_out: 'Its person wants no messages, which nobody else can change',
  manual: 'Blocked by somebody of the profile',
};

const forgetBlocked = (): void => forget('blocked');

export function Blocked() {
  const { profile_id, role } = useProfile();
  const cursors = useCursors();
  const query = { profile_id, limit: ROWS, ...cursors.query };
  const answer = useAnswer(['blocked', query], (signal) =>
    unwrap(api.GET('/api/v1/messages/blocked-addresses', { params: { query }, signal })),
  );
  if (answer.error?.status === 403) return <Hidden title="Addresses of people are hidden from you." error={answer.error} />;
  return (
    <Panel title="Blocked addresses" lead="A message to one of these is refused before anything is sent">
      {role === 'manager' && <Block />}
      <Loaded answer={answer} lines={6}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? <Empty title="No address is blocked." /> : <Rows rows={data} mayLift={role === 'manager'} />}
            <Pager cursors={cursors} pagination={pagination} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Block() {
  const { profile_id } = useProfile();
  const [address, setAddress] = useState('');
  const block = async (): Promise<void> => {
    const body = { channel: 'email' as const, address: address.trim() };
    await unwrap(api.POST('/api/v1/messages/blocked-addresses', { params: { query: { profile_id } }, body }));
    setAddress('');
  };
  return (
    <WriteForm button="Block" submit={block} afterwards={forgetBlocked} class="form inbox-block">
      <Text label="Mail address" type="email" value={address} set={setAddress} maxLength={254} />
    </WriteForm>
  );
}

function Rows({ rows, mayLift }: { rows: readonly Row[]; mayLift: boolean }) {
  const { profile_id, timezone } = useProfile();
  const lift = (id: string) => () =>
    unwrap(api.DELETE('/api/v1/messages/blocked-addresses/{id}', { params: { path: { id }, query: { profile_id } } }));
  return (
    <Scroll name="Blocked addresses">
      <table>
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col" class="text">
              Channel
            </th>
            <th scope="col" class="text">
              Why
            </th>
            <th scope="col">Since</th>
            <th scope="col">
              <span class="only-read">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, address, channel, reason, created_at }) => (
            <tr key={id}>
              <th scope="row" class="name">
                {address ?? 'Of an erased person'}
              </th>
              <td class="text">{channelName(channel)}</td>
              <td class="text name">{REASONS[reason]}</td>
              <td>{moment(created_at, timezone)}</td>
              <td class="acts">
                {mayLift && reason !== 'opt_out' && (
                  <Confirm
                    text="Unblock"
                    label={`Unblock ${address ?? 'this address'}`}
                    title="Send messages to this address again?"
                    tone="primary"
                    act={lift(id)}
                    afterwards={forgetBlocked}
                  >
                    <p>{address ?? 'The address of an erased person'} gets messages again when somebody writes to it.</p>
                  </Confirm>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
