// One destination: how much of what was tried it accepted, why other conversions were not sent, how well people are found, and what it gets.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, days, moment, percent } from '../../words/format.ts';
import { type Catalog, changed, flowOf, KINDS, reasonText, STATUSES, type Wired } from './asked.ts';
import { Events } from './events.tsx';

const PERCENT = 100;
const FEW = 30;

interface Props {
  wired: Wired;
  catalog: Catalog;
  destination: Schemas['Destination'] | undefined;
}

export function Destination(props: Props) {
  const { wired, catalog } = props;
  const { timezone } = useProfile();
  const events = catalog.destinations.find(({ destination_id }) => destination_id === wired.destination_id)?.events ?? [];
  const goals = new Map(catalog.goals.map(({ goal, name }) => [goal, name]));
  return (
    <Panel title={wired.name} lead={<State wired={wired} />} tools={<Tools {...props} />}>
      <Flow wired={wired} />
      <Quality wired={wired} />
      <p>
        <b>Gets: </b>
        {events.length === 0
          ? 'nothing, until conversions are chosen for it.'
          : events.map(({ goal, event_name }) => `${goals.get(goal) ?? goal} as ${event_name}`).join(', ')}
      </p>
      {wired.last_sent_at !== null && <p class="note">Last sent on {moment(wired.last_sent_at, timezone)}</p>}
    </Panel>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  user: 'Paused by a person',
  archived: 'The profile is archived',
  gone: 'The destination says that it is gone',
  connection: 'Its connection needs a person',
  permission: 'It does not permit this',
  terms: 'Its terms have to be accepted',
  configuration: 'It is not set up: its app here, or its settings',
};

function State({ wired: { kind, status, status_reason: reason } }: { wired: Wired }) {
  const isTroubled = status === 'disabled' || (status === 'active' && reason !== null);
  const text = status === 'active' ? 'Active' : status === 'paused' ? 'Paused' : 'Disabled';
  return (
    <span class={`deliver-state ${isTroubled ? 'troubled' : status}`}>
      {KINDS[kind]} · {text}
      {reason === null ? '' : `: ${REASONS[reason] ?? reasonText(reason)}`}
    </span>
  );
}

function Flow({ wired }: { wired: Wired }) {
  const { accepted, attempted } = flowOf(wired);
  const { sampled, statuses, skip_reasons } = wired.flow;
  if (sampled === 0) return <p class="soft">No conversion has come since it was added.</p>;
  return (
    <>
      <div class="deliver-flow">
        <p>
          <b class="deliver-share">
            {attempted < FEW ? `${accepted} of ${attempted}` : percent((PERCENT * accepted) / attempted)}
          </b>{' '}
          {attempted < FEW ? 'tried were accepted; too few for a share' : `of ${count(attempted)} tried were accepted`}, among the
          last {count(sampled)}
        </p>
        {attempted > 0 && <progress max={attempted} value={accepted} aria-label={`Accepted by ${wired.name}`} />}
      </div>
      <ul class="deliver-statuses">
        {statuses
          .filter(({ deliveries }) => deliveries > 0)
          .map(({ status, deliveries }) => (
            <li key={status}>
              {STATUSES[status]} <b>{count(deliveries)}</b>
            </li>
          ))}
      </ul>
      {skip_reasons.length > 0 && (
        <p>
          <b>Not sent because: </b>
          {skip_reasons.map(({ reason, deliveries }) => `${reasonText(reason).toLowerCase()} (${count(deliveries)})`).join(', ')}
        </p>
      )}
    </>
  );
}

const shareText = (share: number | null): string => (share === null ? '–' : percent(PERCENT * share));

const Quality = ({ wired: { quality, reported } }: { wired: Wired }) => (
  <dl class="deliver-measures">
    <div>
      <dt>People can be found</dt>
      <dd>{shareText(quality.match_rate)}</dd>
    </div>
    <div>
      <dt>Match quality, our estimate</dt>
      <dd>
        {quality.estimated_event_match_quality === null ? '–' : `${quality.estimated_event_match_quality.toFixed(1)} of 10`}
      </dd>
    </div>
    <div>
      <dt>Within an hour</dt>
      <dd>{shareText(quality.delivered_within_1h)}</dd>
    </div>
    <div>
      <dt>Within a day</dt>
      <dd>{shareText(quality.delivered_within_24h)}</dd>
    </div>
    {reported !== null && (
      <div>
        <dt>Credited by the platform, {days(reported.date_from, reported.date_to)}</dt>
        <dd>
          {count(reported.platform_conversions)}; counted here {count(reported.counted_conversions)}
        </dd>
      </div>
    )}
  </dl>
);

function Tools({ wired, catalog, destination }: Props) {
  const { profile_id, role } = useProfile();
  const { isBusy, fault, run } = useWrite(changed);
  const [opened, setOpened] = useState<'events' | 'remove'>();
  if (role !== 'manager' || !destination) return null;
  const { kind, settings } = destination;
  const set = (status: 'active' | 'paused' | 'removed') =>
    run(async () => {
      const body = { kind, status, settings: { target_id: settings.target_id, account_id: settings.account_id } };
      await unwrap(api.POST('/api/v1/exports/destinations', { params: { query: { profile_id } }, body }));
      setOpened(undefined);
    });
  return (
    <>
      <button type="button" class="button" onClick={() => setOpened('events')}>
        Conversions
      </button>
      <button type="button" class="button" disabled={isBusy} onClick={() => set(wired.status === 'active' ? 'paused' : 'active')}>
        {wired.status === 'active' ? 'Pause' : 'Resume'}
      </button>
      <button type="button" class="button danger" onClick={() => setOpened('remove')}>
        Remove
      </button>
      {fault && opened === undefined && <ErrorBlock error={fault} />}
      {opened === 'events' && <Events wired={wired} catalog={catalog} close={() => setOpened(undefined)} />}
      {opened === 'remove' && (
        <Dialog title={`Remove ${wired.name}?`} onClose={() => setOpened(undefined)}>
          <p>Nothing more is sent to it, and what waits is dropped. What it has accepted stays there.</p>
          {fault && <ErrorBlock error={fault} />}
          <button type="button" class="button danger" disabled={isBusy} onClick={() => set('removed')}>
            Remove the destination
          </button>
        </Dialog>
      )}
    </>
  );
}
