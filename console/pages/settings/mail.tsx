// The domain that mails of the workspace come from: the records to set at its host, and whether they are found.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Snippet } from '../../design/copy.tsx';
import { Text, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { moment } from '../../words/format.ts';
import { forgetSettings, type Here } from './here.ts';

type Sender = Schemas['SenderDomain'];

export function Mail({ here }: { here: Here }) {
  const answer = useAnswer(['settings', 'sender', here.workspace_id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/sender-domain', { params: { path: here.at }, signal })),
  );
  return (
    <Panel
      title="Sender of mails"
      lead="Invitations and reports come from your own domain, once two records prove that it is yours"
    >
      <Loaded answer={answer}>
        {({ data }) =>
          data === null ? (
            here.isAdmin ? (
              <NewDomain here={here} />
            ) : (
              <Empty title="Mails come from the address of this installation." />
            )
          ) : (
            <Domain here={here} sender={data} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function NewDomain({ here }: { here: Here }) {
  const [domain, setDomain] = useState('');
  const submit = (): Promise<unknown> =>
    unwrap(
      api.POST('/api/v1/workspaces/{workspaceId}/sender-domain', {
        params: { path: here.at },
        body: { domain: domain.trim() },
      }),
    );
  return (
    <WriteForm button="Show the records" submit={submit} afterwards={forgetSettings}>
      <Text label="Domain" value={domain} set={setDomain} placeholder="mail.example.com" />
    </WriteForm>
  );
}

const STATES = {
  unchecked: 'Not looked up yet',
  found: 'Found',
  missing: 'Missing',
  different: 'Has another value',
} as const;
const PURPOSES = { ownership: 'Proves that the domain is yours', dkim: 'Signs the mails' } as const;

function Domain({ here, sender }: { here: Here; sender: Sender }) {
  const { domain, status, from, records, checked_at } = sender;
  const params = { path: here.at };
  return (
    <>
      <p>
        {status === 'verified' ? (
          <>
            <b class="good">Verified.</b> Mails come from <b>{from}</b>.
          </>
        ) : (
          <>Set these records at the host of {domain}, then look them up.</>
        )}
      </p>
      {records.map((record) => (
        <DnsRecord key={record.name} record={record} />
      ))}
      {checked_at !== null && <p class="note">Looked up on {moment(checked_at, here.timezone)}</p>}
      {here.isAdmin && (
        <span class="row">
          <Act
            text="Look the records up"
            isPrimary
            act={() => unwrap(api.POST('/api/v1/workspaces/{workspaceId}/sender-domain/verify', { params }))}
            afterwards={forgetSettings}
          />
          <Confirm
            text="Remove the domain"
            title={`Remove ${domain}?`}
            act={() => api.DELETE('/api/v1/workspaces/{workspaceId}/sender-domain', { params })}
            afterwards={forgetSettings}
          >
            <p>Mails come from the address of this installation again.</p>
          </Confirm>
        </span>
      )}
    </>
  );
}

const DnsRecord = ({ record: { purpose, type, name, value, state } }: { record: Sender['records'][number] }) => (
  <section class="stack" aria-label={PURPOSES[purpose]}>
    <h3>
      {PURPOSES[purpose]}: {type} record,{' '}
      <span class={state === 'found' ? 'good' : undefined}>{STATES[state].toLowerCase()}</span>
    </h3>
    <Snippet text={name} about={`the name of the record: ${PURPOSES[purpose]}`} />
    <Snippet text={value} about={`the value of the record: ${PURPOSES[purpose]}`} />
  </section>
);
