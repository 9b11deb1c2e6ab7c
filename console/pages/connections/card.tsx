// One connection: its state and what to do about it, its accounts, its last reading, and the ways to read it now and to end it.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { forget } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Check } from '../../design/form.tsx';
import { Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { count, longDay, moment, plural } from '../../words/format.ts';
import { Appointments } from './appointments.tsx';
import { MailImport } from './mail-import.tsx';
import { isTroubled, remedyOf, STATES } from './words.ts';

type Connection = Schemas['Connection'];
type Provider = Schemas['ConnectionListAnswer']['meta']['providers'][number];

export function Card({ connection, providers }: { connection: Connection; providers: readonly Provider[] }) {
  const { id, provider, name, kind, status, status_reason, reconnect_url, accounts, outcomes, mail_import } = connection;
  const capabilities = providers.find((each) => each.provider === provider)?.capabilities ?? [];
  const remedy = remedyOf(status_reason);
  return (
    <Panel title={name} lead={<State connection={connection} />} tools={<Tools connection={connection} />}>
      {isTroubled(connection) && (
        <div class="notice">
          <p>{remedy ?? status_reason}</p>
          {reconnect_url !== null && <a href={reconnect_url}>Connect again</a>}
        </div>
      )}
      {status !== 'pending' && isReadHourly(kind) && <LastSync connection={connection} />}
      {status !== 'pending' && isConversed(kind) && <ToInbox />}
      {status !== 'pending' && kind === 'commerce' && <ToShop />}
      {kind === 'ad_platform' && !capabilities.includes('changes') && (
        <p class="small">Reading only: spend and ads are read, and ads are changed at {name}.</p>
      )}
      {accounts.length > 0 && <Accounts connection={connection} />}
      {outcomes !== null && outcomes.length > 0 && kind !== 'calendar' && <Outcomes outcomes={outcomes} />}
      {outcomes !== null && outcomes.length > 0 && kind === 'calendar' && <Appointments id={id} outcomes={outcomes} />}
      {mail_import !== null && accounts.length > 0 && status !== 'reconnect_required' && (
        <MailImport mailbox={{ id, provider, chosen: mail_import }} />
      )}
    </Panel>
  );
}

const State = ({ connection }: { connection: Connection }) => (
  <span class={`connections-state ${isTroubled(connection) ? 'troubled' : connection.status}`}>{STATES[connection.status]}</span>
);

/** Mails and messages come in as they arrive. */
const isConversed = (kind: Connection['kind']): boolean => kind === 'email' || kind === 'messaging';
const isReadHourly = (kind: Connection['kind']): boolean => kind !== 'calendar' && !isConversed(kind);

function ToInbox() {
  const { id } = usePlace();
  return (
    <p class="small">
      What comes in is in the <Link href={`/console/${id}/inbox`}>inbox</Link>.
    </p>
  );
}

function ToShop() {
  const { id } = usePlace();
  return (
    <p class="small">
      What the shop has: <Link href={`/console/${id}/connections/products`}>products</Link> and{' '}
      <Link href={`/console/${id}/connections/orders`}>orders</Link>.
    </p>
  );
}

function LastSync({ connection: { last_sync, next_sync_at } }: { connection: Connection }) {
  const { timezone } = useProfile();
  if (last_sync === null) return <p class="soft">Not read yet.</p>;
  const { finished_at, started_at, from_day, to_day, rows, error } = last_sync;
  const range = from_day !== null && to_day !== null ? `, ${longDay(from_day)} to ${longDay(to_day)}` : '';
  return (
    <p class="small">
      {finished_at === null ? `Being read since ${moment(started_at, timezone)}` : `Read on ${moment(finished_at, timezone)}`}
      {`, ${plural(rows, 'row')}${range}.`}
      {next_sync_at !== null && ` Next on ${moment(next_sync_at, timezone)}.`}
      {error !== null && <span class="connections-fault"> {error}</span>}
    </p>
  );
}

function Accounts({ connection: { name, kind, accounts } }: { connection: Connection }) {
  const hasHistory = isReadHourly(kind);
  const title = `${name}: ${accounts.map((account) => account.name).join(', ')}`.slice(0, MAX_TITLE);
  return (
    <section class="scroll" aria-label={`Table: Accounts of ${title}`} tabIndex={0}>
      <table>
        <caption class="only-read">Accounts of {name}</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" class="text">
              Read
            </th>
            {hasHistory && (
              <>
                <th scope="col" class="text">
                  Currency
                </th>
                <th scope="col" class="text">
                  Since
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.id}>
              <th scope="row" class="name">
                {account.name}
                {account.id !== account.name && <span class="second-line">{account.id}</span>}
              </th>
              <td class="text">{account.is_selected ? stateOf(account) : 'Not chosen'}</td>
              {hasHistory && (
                <>
                  <td class="text">{account.currency === NO_CURRENCY ? '–' : account.currency}</td>
                  <td class="text">
                    {account.first_day === null ? '–' : longDay(account.first_day)}
                    {account.is_selected && account.first_day !== null && !account.is_history_complete
                      ? ', older days follow'
                      : ''}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Names of accounts in the name of their table. */
const MAX_TITLE = 120;

/** The code of ISO 4217 for no currency. */
const NO_CURRENCY = 'XXX';

const ACCOUNT_STATES = {
  active: 'Yes',
  payment_missing: 'Payment method missing',
  disabled: 'Disabled by the provider',
  missing: 'No longer visible',
} as const;

const stateOf = ({ status, status_reason }: Connection['accounts'][number]): string =>
  status_reason === null ? ACCOUNT_STATES[status] : `${ACCOUNT_STATES[status]}: ${status_reason}`;

function Outcomes({ outcomes }: { outcomes: NonNullable<Connection['outcomes']> }) {
  const counted = outcomes.filter(({ event_type }) => event_type !== null);
  return (
    <details>
      <summary>
        {count(counted.length)} of {plural(outcomes.length, 'stage or form', 'stages and forms')} count
      </summary>
      <dl class="terms connections-outcomes">
        {outcomes.map(({ kind, id, name, event_type }) => (
          <div key={`${kind} ${id}`} class="connections-term">
            <dt>{name}</dt>
            <dd>{event_type ?? <span class="soft">Does not count</span>}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Of several mailboxes the one that is meant. */
const endedName = ({ name, kind, accounts }: Connection): string => (isConversed(kind) ? (accounts[0]?.name ?? name) : name);

function Tools({ connection }: { connection: Connection }) {
  const { id, kind, status } = connection;
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = useWrite(() => forget('connections'));
  const [isEnding, setEnding] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const params = { path: { id }, query: { profile_id } };
  const sync = () => run(() => unwrap(api.POST('/api/v1/connections/{id}/sync', { params })));
  const end = () =>
    run(async () => {
      const query = { profile_id, ...(isDeleting ? { delete_messages: true } : {}) };
      await unwrap(api.DELETE('/api/v1/connections/{id}', { params: { ...params, query } }));
      setEnding(false);
    });
  return (
    <>
      {(status === 'active' || status === 'needs_action') && !isConversed(kind) && (
        <button type="button" class="button" disabled={isBusy} onClick={sync}>
          Read now
        </button>
      )}
      <button type="button" class="button danger" onClick={() => setEnding(true)}>
        End
      </button>
      {fault && !isEnding && <ErrorBlock error={fault} />}
      {isEnding && (
        <Dialog title={`End the connection with ${endedName(connection)}?`} onClose={() => setEnding(false)}>
          <p>
            Access is revoked and its secrets are destroyed.{' '}
            {isConversed(kind)
              ? 'Its messages stay in the inbox, unless you delete them.'
              : 'What was read stays, with all figures.'}
          </p>
          {isConversed(kind) && (
            <>
              <Check label="Delete its messages too" value={isDeleting} set={setDeleting} />
              {isDeleting && (
                <p>
                  Text, addresses and files of all messages, sent and received, go for good. That cannot be undone. Figures stay.
                </p>
              )}
            </>
          )}
          {fault && <ErrorBlock error={fault} />}
          <div class="row">
            <button type="button" class="button danger" disabled={isBusy} onClick={end}>
              {isDeleting ? 'End it and delete the messages' : 'End the connection'}
            </button>
            <button type="button" class="button" onClick={() => setEnding(false)}>
              Keep it
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
