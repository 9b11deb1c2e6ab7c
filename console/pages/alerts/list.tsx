// Alerts, the open ones first: what happened, since when, how much money, likely causes, to whom it went, and what a person does with one.
import { Link } from 'wouter-preact';
import { api, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useNameOf } from '../../frame/names.ts';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { moment, money } from '../../words/format.ts';
import { type Alert, forgetAlerts } from './words.ts';

export function AlertList({ alerts }: { alerts: readonly Alert[] }) {
  const { id } = usePlace();
  const open = alerts.filter(({ state }) => state === 'open');
  const over = alerts.filter(({ state }) => state === 'cleared');
  return (
    <>
      <Panel
        title="Open"
        lead="One alert for each cause, however many rules name it. It ends when the figure is back for three days."
      >
        {open.length === 0 && (
          <Empty title="Nothing is open.">
            <p>
              Rules say when an alert is raised: <Link href={`/console/${id}/alerts/rules`}>make one</Link>.
            </p>
          </Empty>
        )}
        {open.map((alert) => (
          <Card key={alert.id} alert={alert} />
        ))}
      </Panel>
      {over.length > 0 && (
        <Panel title="Over">
          {over.map((alert) => (
            <Card key={alert.id} alert={alert} />
          ))}
        </Panel>
      )}
    </>
  );
}

/** Where the link of an alert leads within the console. */
const pathOf = (link: string): string => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function Card({ alert }: { alert: Alert }) {
  const { id, rules, what, since, causes, link, state, raised_at, cleared_at } = alert;
  const { timezone } = useProfile();
  const when = (at: string): string => (DAY.test(at) ? at : moment(at, timezone));
  return (
    <section class="alerts-card" aria-labelledby={`alert-${id}`}>
      <div>
        <h3 id={`alert-${id}`}>{what}</h3>
        <p class="small soft">
          Since {when(since)}, raised {moment(raised_at, timezone)}
          {cleared_at !== null && `, over ${moment(cleared_at, timezone)}`}
          {', by '}
          {rules.map(({ title }) => title ?? 'a rule that was deleted').join(', ')}
        </p>
        <Amount alert={alert} />
        <Marks alert={alert} />
      </div>
      {causes.length > 0 && (
        <details>
          <summary>Likely causes</summary>
          <ul class="alerts-causes">
            {causes.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      <Sent alert={alert} />
      <span class="row">
        <Link class="button" href={pathOf(link)}>
          Show the figures
        </Link>
        {state === 'open' && <Tools alert={alert} />}
      </span>
    </section>
  );
}

function Amount({ alert: { money: amount, link, cause } }: { alert: Alert }) {
  if (!amount) return null;
  const isOfDays = new URL(link).searchParams.has('period');
  const shown = money(amount.amount.replace('-', ''), amount.currency);
  if (cause.startsWith('pace '))
    return <p>{`${shown} ${amount.amount.startsWith('-') ? 'below' : 'above'} the budget of the month.`}</p>;
  const more = amount.amount.startsWith('-') ? 'less' : 'more';
  return <p>{isOfDays ? `${shown} ${more} ${amount.of} than usual.` : `${shown} of ${amount.of} are usual in this time.`}</p>;
}

function Marks({ alert: { acknowledged_by, acknowledged_at, snoozed_until, state } }: { alert: Alert }) {
  const { timezone, workspace_id: workspaceId } = useProfile();
  const nameOf = useNameOf({ workspaceId });
  return (
    <>
      {acknowledged_by !== null && acknowledged_at !== null && (
        <p class="small">
          {nameOf(acknowledged_by)} took note on {moment(acknowledged_at, timezone)}.
        </p>
      )}
      {state === 'open' && snoozed_until !== null && <p class="small">Snoozed until {moment(snoozed_until, timezone)}.</p>}
    </>
  );
}

const STATES: Readonly<Record<Alert['notices'][number]['status'], string>> = {
  queued: 'waits',
  retrying: 'is tried again',
  sending: 'is being sent',
  sent: 'sent',
  outbox: 'in the folder of mails: no mail server is set up',
  unknown: 'may have arrived',
  failed: 'not sent',
  no_access: 'not sent: the user cannot open the profile any more',
};
const EVENTS = { raised: 'Alert', reminded: 'Reminder', cleared: 'End' } as const;

function Sent({ alert: { notices } }: { alert: Alert }) {
  if (notices.length === 0) return null;
  const kindOf = (target: string): string =>
    target.startsWith('user') ? 'mail' : target.startsWith('chat') ? 'chat' : 'webhooks';
  return (
    <details>
      <summary>What was sent</summary>
      <ul class="alerts-causes">
        {notices.map(({ event, target, status, reason }) => (
          <li key={`${event} ${target}`}>
            {EVENTS[event]} by {kindOf(target)}: {STATES[status]}
            {reason !== null && ` (${reason})`}
          </li>
        ))}
      </ul>
    </details>
  );
}

const DAY_MS = 86_400_000;

function Tools({ alert: { id, what, acknowledged_at, snoozed_until } }: { alert: Alert }) {
  const { profile_id } = useProfile();
  const patch = (body: { acknowledged?: boolean; snoozed_until?: string | null }) => () =>
    unwrap(api.PATCH('/api/v1/alerts/{id}', { params: { path: { id }, query: { profile_id } }, body }));
  const until = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
  return (
    <>
      {acknowledged_at === null && (
        <Act text="Acknowledge" label={`Acknowledge: ${what}`} act={patch({ acknowledged: true })} afterwards={forgetAlerts} />
      )}
      {snoozed_until === null ? (
        <>
          <Act
            text="Snooze a day"
            label={`Snooze a day: ${what}`}
            act={() => patch({ snoozed_until: until(1) })()}
            afterwards={forgetAlerts}
          />
          <Act
            text="A week"
            label={`Snooze a week: ${what}`}
            act={() => patch({ snoozed_until: until(7) })()}
            afterwards={forgetAlerts}
          />
        </>
      ) : (
        <Act
          text="End the snooze"
          label={`End the snooze: ${what}`}
          act={patch({ snoozed_until: null })}
          afterwards={forgetAlerts}
        />
      )}
    </>
  );
}
