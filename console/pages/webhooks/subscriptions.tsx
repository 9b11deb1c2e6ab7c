// Where events are sent: each address with its events, its state and its secrets.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { SecretOnce } from '../../design/copy.tsx';
import { Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';
import { EditSubscription, NewSubscription } from './edit.tsx';
import { Rotate } from './rotate.tsx';
import { forgetWebhooks, type Shown, type Subscription } from './words.ts';

export function Subscriptions({ rows }: { rows: readonly Subscription[] }) {
  const [shown, setShown] = useState<Shown>();
  return (
    <>
      {shown && <SecretOnce name={shown.name} secret={shown.secret} />}
      <Panel
        title="Subscriptions"
        lead="Each event is sent as JSON, signed by the Standard Webhooks rules, and tried again for 27 hours"
        tools={<NewSubscription onMade={setShown} />}
      >
        {rows.length === 0 && (
          <Empty title="Nothing is subscribed yet.">
            <p>A subscription tells your server at once about conversions, payments, merges and connections that stop.</p>
          </Empty>
        )}
        {rows.map((row) => (
          <Card key={row.id} row={row} onMade={setShown} />
        ))}
      </Panel>
    </>
  );
}

const STATES = { active: 'Active', paused: 'Paused', disabled: 'Disabled' } as const;
const REASONS = {
  user: 'paused by a person',
  archived: 'its profile is archived',
  failures: 'it has failed for 5 days',
  gone: 'the address responded that it is gone',
} as const;

function Card({ row, onMade }: { row: Subscription; onMade: (shown: Shown) => void }) {
  const { id, url, description, event_types, status, status_reason, failing_since, secrets } = row;
  const { profile_id, timezone } = useProfile();
  const { id: profile } = usePlace();
  const params = { path: { id }, query: { profile_id } };
  const set = (next: 'active' | 'paused') => () =>
    unwrap(api.PATCH('/api/v1/webhooks/subscriptions/{id}', { params, body: { status: next } }));
  const old = secrets.find(({ valid_until }) => valid_until !== null)?.valid_until;
  return (
    <section class="webhooks-card" aria-label={url}>
      <div>
        <h3>{url}</h3>
        {description !== null && <p>{description}</p>}
        <p class="small soft">
          <span class={status === 'active' ? 'good' : 'bad'}>{STATES[status]}</span>
          {status_reason !== null && ` (${REASONS[status_reason]})`}
          {failing_since !== null && `, failing since ${moment(failing_since, timezone)}`}
          {old !== null && old !== undefined && `, the earlier secret works until ${moment(old, timezone)}`}
        </p>
        <p class="small">{event_types.join(', ')}</p>
      </div>
      <span class="row">
        <Link class="button" href={`/console/${profile}/webhooks/deliveries?subscription=${id}`}>
          Deliveries
        </Link>
        <EditSubscription row={row} />
        <Rotate row={row} onMade={onMade} />
        {status === 'active' ? (
          <Act text="Pause" label={`Pause ${url}`} act={set('paused')} afterwards={forgetWebhooks} />
        ) : (
          <Act text="Activate" label={`Activate ${url}`} act={set('active')} afterwards={forgetWebhooks} />
        )}
        <Confirm
          text="Remove"
          label={`Remove ${url}`}
          title={`Remove ${url}?`}
          act={() => unwrap(api.DELETE('/api/v1/webhooks/subscriptions/{id}', { params }))}
          afterwards={forgetWebhooks}
        >
          <p>Nothing more is sent to it; deliveries that wait are cancelled.</p>
        </Confirm>
      </span>
    </section>
  );
}
