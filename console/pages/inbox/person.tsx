// The person of a conversation: what they bought, what led them here, and everything they did.
import { Link } from 'wouter-preact';
import { api, unwrap } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { useFigures } from '../../question/use-question.tsx';
import { count, moment, moneyKnown } from '../../words/format.ts';
import { Journey } from '../customers/journey.tsx';
import { nameOf } from '../customers/names.ts';
import { NewCustomer } from './new-customer.tsx';
import type { Thread } from './words.ts';

export function PersonBeside({ thread }: { thread: Thread }) {
  const { customer_profile_id: id } = thread;
  if (id === null) return <NewCustomer key={thread.thread_id} thread={thread} />;
  return (
    <div class="inbox-person">
      <Known key={id} id={id} />
    </div>
  );
}

function Known({ id }: { id: string }) {
  const { profile_id, currency, timezone } = useProfile();
  const { id: place } = usePlace();
  const query = { profile_id, include: ['person' as const], limit: 1 };
  const answer = useFigures(['journey', 'person', id, query], (signal) =>
    unwrap(api.GET('/api/v1/customers/{id}/journey', { params: { path: { id }, query }, signal })),
  );
  if (answer.error?.status === 403) return null;
  return (
    <>
      <Loaded answer={answer} lines={6}>
        {({ data, meta: { person = null } }) => {
          if (person === null)
            return (
              <Empty title="This customer has done nothing yet.">
                <p>Events, orders and messages from now on are shown here.</p>
              </Empty>
            );
          const [first] = data.events;
          return (
            <Panel
              title={nameOf(person)}
              tools={
                <Link class="button" href={`/console/${place}/customers/${id}`}>
                  Credit and details
                </Link>
              }
            >
              <dl class="terms">
                <dt>Paid, net of refunds</dt>
                <dd>{moneyKnown(person.cash_revenue, currency)}</dd>
                <dt>Conversions</dt>
                <dd>{count(person.conversion_count)}</dd>
                <dt>Visits</dt>
                <dd>{count(person.session_count)}</dd>
                {first?.channel != null && (
                  <>
                    <dt>First came by</dt>
                    <dd>
                      <Channel name={first.channel} />
                      <span class="second-line">
                        {[first.source, first.campaign].filter((part) => part !== null && part !== '').join(', ')}
                      </span>
                    </dd>
                  </>
                )}
                {person.first_seen_at !== null && (
                  <>
                    <dt>First seen</dt>
                    <dd>{moment(person.first_seen_at, timezone)}</dd>
                  </>
                )}
              </dl>
            </Panel>
          );
        }}
      </Loaded>
      <Journey id={id} />
    </>
  );
}
