// The deliveries: the sent body, each attempt with its answer, and the way to send it again.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Pager, useCursors } from '../../design/pager.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { usePageChoice, usePageParam } from '../../question/page-param.ts';
import { count, moment, plural } from '../../words/format.ts';
import { forgetWebhooks, type Subscription } from './words.ts';

type Delivery = Schemas['WebhookDelivery'];
const STATES = {
  pending: 'Waiting',
  delivered: 'Delivered',
  exhausted: 'No more attempts',
  cancelled: 'Cancelled',
} as const;
const states = ['all', 'pending', 'delivered', 'exhausted', 'cancelled'] as const;
const LOOK_SECONDS = 5;

export function Deliveries({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const { profile_id } = useProfile();
  const [subscription] = usePageParam('subscription', '');
  const [state] = usePageChoice('state', states, 'all');
  const cursors = useCursors();
  const query = {
    profile_id,
    limit: 25,
    ...cursors.query,
    ...(subscription === '' ? {} : { subscription_id: subscription }),
    ...(state === 'all' ? {} : { state }),
  };
  const answer = useAnswer(
    ['webhooks', 'deliveries', query],
    (signal) => unwrap(api.GET('/api/v1/webhooks/deliveries', { params: { query }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
  const urlOf = new Map(subscriptions.map(({ id, url }) => [id, url]));
  return (
    <Panel
      title="Deliveries"
      lead="Newest first; the page is refreshed automatically"
      tools={<Filters subscriptions={subscriptions} />}
    >
      <Loaded answer={answer} lines={8}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <Empty title="Nothing was sent yet." />
          ) : (
            <>
              <Table
                name="Deliveries"
                columns={['Event', 'To', 'State', { number: 'Attempts' }, 'Happened', 'Next attempt', '-']}
              >
                {data.map((delivery) => (
                  <Row key={delivery.id} delivery={delivery} url={urlOf.get(delivery.subscription_id) ?? 'A removed one'} />
                ))}
              </Table>
              <Pager cursors={cursors} pagination={pagination} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Filters({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const [subscription, chooseSubscription] = usePageParam('subscription', '');
  const [state, chooseState] = usePageChoice('state', states, 'all');
  return (
    <>
      <select
        aria-label="Subscription"
        value={subscription}
        onChange={({ currentTarget }) => chooseSubscription(currentTarget.value)}
      >
        <option value="">All subscriptions</option>
        {subscriptions.map(({ id, url }) => (
          <option key={id} value={id}>
            {url}
          </option>
        ))}
      </select>
      <select
        aria-label="State"
        value={state}
        onChange={({ currentTarget }) => chooseState(states.find((each) => each === currentTarget.value) ?? 'all')}
      >
        {states.map((each) => (
          <option key={each} value={each}>
            {each === 'all' ? 'Every state' : STATES[each]}
          </option>
        ))}
      </select>
    </>
  );
}

function Row({ delivery, url }: { delivery: Delivery; url: string }) {
  const { timezone } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const { type, state, attempts, occurred_at, next_attempt_at } = delivery;
  return (
    <tr>
      <th scope="row" class="text">
        {type}
      </th>
      <td class="text webhooks-url">{url}</td>
      <td class={state === 'delivered' ? 'text good' : state === 'exhausted' ? 'text bad' : 'text'}>{STATES[state]}</td>
      <td>{count(attempts.length)}</td>
      <td class="text">{moment(occurred_at, timezone)}</td>
      <td class="text">{next_attempt_at === null ? '–' : moment(next_attempt_at, timezone)}</td>
      <td class="acts">
        <button type="button" class="button" aria-label={`Details of ${type} to ${url}`} onClick={() => setOpen(true)}>
          Details
        </button>
        {isOpen && (
          <Dialog title={type} kind="drawer" onClose={() => setOpen(false)}>
            <Details delivery={delivery} url={url} />
          </Dialog>
        )}
      </td>
    </tr>
  );
}

function Details({ delivery, url }: { delivery: Delivery; url: string }) {
  const { profile_id, timezone } = useProfile();
  const { id, state, reason, attempts, body, response } = delivery;
  const params = { path: { id }, query: { profile_id } };
  return (
    <>
      <p>
        To {url}: {STATES[state].toLowerCase()}
        {reason !== null && ` (${reason})`}
      </p>
      <span class="row">
        <Act
          text="Send again"
          isPrimary
          act={() => unwrap(api.POST('/api/v1/webhooks/deliveries/{id}/redeliver', { params }))}
          afterwards={forgetWebhooks}
        />
      </span>
      <h3>{plural(attempts.length, 'attempt')}</h3>
      <ol class="webhooks-attempts">
        {attempts.map(({ at, status, error, duration_ms }) => (
          <li key={at}>
            {moment(at, timezone)}: {status ?? error ?? 'no answer'} in {count(duration_ms)} ms
          </li>
        ))}
      </ol>
      <h3>What was sent</h3>
      {body === null ? <p class="soft">{HIDDEN}</p> : <pre class="webhooks-text">{pretty(body)}</pre>}
      <h3>Response</h3>
      {response === null ? (
        <p class="soft">{body === null ? HIDDEN : 'Nothing.'}</p>
      ) : (
        <pre class="webhooks-text">{response}</pre>
      )}
    </>
  );
}

const HIDDEN = 'Your role shows no personal data, which this may contain.';

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
