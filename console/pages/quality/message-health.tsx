// Messages of mailboxes and WhatsApp numbers: what came in and when, whose senders are nobody here, and what was sent and did not arrive.
import { Link } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Hidden } from '../../design/hidden.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { count, longDay, moment, plural } from '../../words/format.ts';

type Data = Schemas['MessageHealthAnswer']['data'];

export function MessageHealth() {
  const { profile_id } = useProfile();
  const { id } = usePlace();
  const answer = useAnswer(['quality', 'message health', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/messages/health', { params: { query: { profile_id } }, signal })),
  );
  if (answer.error?.status === 403) return <Hidden title="Counts of messages are hidden from you." error={answer.error} />;
  return (
    <Panel title="Mailboxes and numbers" lead="The last 28 days">
      <Loaded answer={answer} lines={6}>
        {({ data }) =>
          data.connections.length === 0 ? (
            <Empty title="No mailbox and no number is connected.">
              <Link class="button" href={`/console/${id}/connections`}>
                Connect
              </Link>
            </Empty>
          ) : (
            <>
              <p>{matched(data)}</p>
              <Table data={data} />
              {data.connections.map(({ connection_id, name, error }) =>
                error === null ? null : (
                  <p key={connection_id} class="bad">
                    {name ?? 'A mailbox'} was not read completely: {error}
                  </p>
                ),
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

const matched = ({ senders, unmatched_senders, since }: Data): string =>
  senders === 0
    ? `Nobody has written since ${longDay(since.slice(0, 10))}.`
    : `${plural(senders, 'sender')} wrote since ${longDay(since.slice(0, 10))}; ${count(unmatched_senders)} of them ${unmatched_senders === 1 ? 'is' : 'are'} no customer, so what they say belongs to no journey.`;

function Table({ data: { connections } }: { data: Data }) {
  const { timezone } = useProfile();
  const at = (iso: string | null): string => (iso === null ? '–' : moment(iso, timezone));
  return (
    <Scroll name="Messages by connection">
      <table>
        <thead>
          <tr>
            <th scope="col">Connection</th>
            <th scope="col">Received</th>
            <th scope="col">Sent</th>
            <th scope="col">Bounced</th>
            <th scope="col">Did not arrive</th>
            <th scope="col">Not known</th>
            <th scope="col">Last received</th>
            <th scope="col">Last read</th>
          </tr>
        </thead>
        <tbody>
          {connections.map((row) => (
            <tr key={row.connection_id}>
              <th scope="row" class="name">
                {row.name ?? 'Not connected any more'}
                <span class="second-line">{row.channel === 'email' ? 'Mail' : 'WhatsApp'}</span>
              </th>
              <td>{count(row.received)}</td>
              <td>{count(row.sent)}</td>
              <td>{row.channel === 'email' ? count(row.bounced) : '–'}</td>
              <td>{count(row.undelivered)}</td>
              <td>{count(row.unknown)}</td>
              <td>{at(row.last_received_at)}</td>
              <td>{at(row.last_read_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
