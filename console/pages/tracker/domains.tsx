// The own domain of the tracker: the records to set, whether they work, and how long browsers keep the cookies that come from it.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Snippet } from '../../design/copy.tsx';
import { Text, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';

type Domain = Schemas['CustomDomainListAnswer']['data'][number];
const forgetDomains = (): void => forget('tracker', 'domains');

/** The lifetime in Safari of cookies that a host sets. */
const LIFE = {
  long_lived: ['Cookies live for a year, in Safari too', 'good'],
  capped_cname: ['Safari keeps its cookies 7 days: the host is an alias of another site', 'bad'],
  capped_ip: ['Safari keeps its cookies 7 days: the address is in another network than the site', 'bad'],
  not_resolving: ['The host has no address yet', 'bad'],
} as const;

export function Domains({ mayChange }: { mayChange: boolean }) {
  const { profile_id } = useProfile();
  const query = { profile_id };
  const answer = useAnswer(['tracker', 'domains', query], (signal) =>
    unwrap(api.GET('/api/v1/tracking/custom-domains', { params: { query }, signal })),
  );
  return (
    <Panel
      title="Own domain"
      lead="From a host of your own site, the tracker is first party: blockers leave it alone, and cookies live longer"
    >
      <Loaded answer={answer}>
        {({ data }) => (
          <>
            {data
              .filter(({ status }) => status !== 'removed')
              .map((domain) => (
                <Row key={domain.id} domain={domain} mayChange={mayChange} />
              ))}
            {mayChange && <NewDomain />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function NewDomain() {
  const { profile_id } = useProfile();
  const [host, setHost] = useState('');
  const submit = async (): Promise<void> => {
    const params = { query: { profile_id } };
    await unwrap(api.POST('/api/v1/tracking/custom-domains', { params, body: { host: host.trim() } }));
    setHost('');
  };
  return (
    <WriteForm button="Add the host" submit={submit} afterwards={forgetDomains}>
      <Text label="Host" value={host} set={setHost} placeholder="t.shop.example.com" />
    </WriteForm>
  );
}

function Row({ domain, mayChange }: { domain: Domain; mayChange: boolean }) {
  const { profile_id, timezone } = useProfile();
  const { id, host, status, verdict, next, ownership_record, checked_at } = domain;
  const params = { path: { id }, query: { profile_id } };
  const [life, look] = verdict === null ? ['Not looked up yet', 'soft'] : LIFE[verdict];
  return (
    <section class="stack tracker-domain" aria-label={host}>
      <h3>
        {host}{' '}
        <span class={status === 'verified' ? 'good' : 'soft'}>{status === 'verified' ? 'verified' : 'not verified yet'}</span>
      </h3>
      <p class={look}>{life}.</p>
      {next !== null && <p>{next}</p>}
      {status !== 'verified' && (
        <>
          <p class="note">TXT record that proves that the host is yours:</p>
          <Snippet text={ownership_record.name} about={`the name of the record of ${host}`} />
          <Snippet text={ownership_record.value} about={`the value of the record of ${host}`} />
        </>
      )}
      {checked_at !== null && <p class="note">Looked up on {moment(checked_at, timezone)}</p>}
      {mayChange && (
        <span class="row">
          <Act
            text="Look it up"
            label={`Look it up: ${host}`}
            act={() => unwrap(api.POST('/api/v1/tracking/custom-domains/{id}/verify', { params }))}
            afterwards={forgetDomains}
          />
          <Confirm
            text="Remove"
            label={`Remove ${host}`}
            title={`Remove ${host}?`}
            act={() => unwrap(api.DELETE('/api/v1/tracking/custom-domains/{id}', { params }))}
            afterwards={forgetDomains}
          >
            <p>Tags that load the tracker from it no longer work. Change them first.</p>
          </Confirm>
        </span>
      )}
    </section>
  );
}
