// The fix of a finding on its card: a preview of the change, the operation, the time of the next measurement, and the result of the last
// fix.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Loaded } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { count, moment } from '../../words/format.ts';
import { type Finding, share } from './asked.ts';

type Settings = Schemas['AttributionSettingsAnswer']['data'];

/** Where the operation that may fix it has its form. */
const PLACES: Record<string, { path: string; text: string }> = {
  syncConnection: { path: 'connections', text: 'Open connections' },
  connectProvider: { path: 'connections', text: 'Open connections' },
  listConnections: { path: 'connections', text: 'Open connections' },
  listCustomers: { path: 'customers', text: 'Open customers' },
  listSalePairs: { path: 'sales-seen-twice', text: 'Decide the pairs' },
  listMergeProposals: { path: 'identity', text: 'Open the proposals' },
  listConversionDeliveries: { path: 'deliver', text: 'Open the deliveries' },
  listWebhookDeliveries: { path: 'webhooks', text: 'Open the deliveries' },
  putDefinition: { path: 'meaning', text: 'Open the goals' },
  createCustomDomain: { path: 'tracker', text: 'Open the tracker' },
  getTrackingSnippet: { path: 'tracker', text: 'Open the tracker' },
  startTrackingVerification: { path: 'tracker', text: 'Open the tracker' },
};

export function Fix({ finding }: { finding: Finding }) {
  const { role } = useProfile();
  const [isDone, setDone] = useState(false);
  const done = (): void => setDone(true);
  if (finding.status === 'ok') return <Outcome finding={finding} />;
  const isWaiting = finding.fixed?.outcome === 'waiting';
  return (
    <div class="quality-fix">
      <Operation finding={finding} done={done} />
      {role !== 'viewer' && !isDone && !isWaiting && <Reported finding={finding} done={done} />}
      {isDone && <p role="status">Noted. It is measured again after 72 hours.</p>}
      {!isDone && <Outcome finding={finding} />}
    </div>
  );
}

interface FixProps {
  finding: Finding;
  done: () => void;
}

function Operation({ finding, done }: FixProps) {
  const { id } = usePlace();
  const { role } = useProfile();
  const { fix } = finding;
  if (fix === null) return null;
  const place = PLACES[fix.operation];
  if (place) return <a href={`/console/${id}/${place.path}`}>{place.text}</a>;
  if (role === 'manager' && fix.operation === 'updateAttributionSettings') return <Windows finding={finding} done={done} />;
  if (role === 'manager' && fix.operation === 'recomputeFx') return <Rates finding={finding} done={done} />;
  return <Call operation={fix.operation} params={fix.params} />;
}

/** A fix without a form here, as the call that makes it. */
const Call = ({ operation, params }: { operation: string; params: Record<string, unknown> }) => (
  <details>
    <summary>The call</summary>
    <pre class="quality-call">{`${operation} ${JSON.stringify(params, null, 2)}`}</pre>
  </details>
);

/** The report of a fix on the site, in a mail or at a platform. */
function Reported({ finding: { name }, done }: FixProps) {
  const { profile_id } = useProfile();
  const report = async (): Promise<void> => {
    const params = { query: { profile_id } };
    await unwrap(api.POST('/api/v1/profile/audit-events', { params, body: { event: 'quality.fix_applied', subject: name } }));
    done();
  };
  return <Act text="It is fixed: measure again" act={report} />;
}

interface PreviewProps {
  button: string;
  title: string;
  act: () => Promise<unknown>;
  done: () => void;
  children: ComponentChildren;
}

/** A preview of the change, with the button that makes it. */
function Preview({ button, title, act, done, children }: PreviewProps) {
  return (
    <Confirm
      text={`Preview: ${button.toLowerCase()}`}
      title={title}
      confirm={button}
      tone="primary"
      act={() => act().then(done)}
      afterwards={() => forget('quality')}
    >
      {children}
    </Confirm>
  );
}

const WINDOWS = [
  ['click_window_days', 'Before leads and deals'],
  ['cash_window_days', 'Before payments'],
] as const;
type Days = Partial<Record<(typeof WINDOWS)[number][0], number>>;

const daysOf = (params: Record<string, unknown>): Days =>
  Object.fromEntries(WINDOWS.flatMap(([name]) => (typeof params[name] === 'number' ? [[name, params[name]]] : [])));

function Windows({ finding, done }: FixProps) {
  const { profile_id } = useProfile();
  const query = { profile_id };
  const days = daysOf(finding.fix?.params ?? {});
  const now = useAnswer(['meaning', 'settings', query], (signal) =>
    unwrap(api.GET('/api/v1/profile/attribution-settings', { params: { query }, signal })),
  );
  const save = () => unwrap(api.PATCH('/api/v1/profile/attribution-settings', { params: { query }, body: days }));
  return (
    <Preview button="Change the windows" title="Longer windows" act={save} done={done}>
      <Loaded answer={now}>{({ data }) => <WindowRows settings={data} days={days} />}</Loaded>
      <p>
        {count(finding.count)} of {count(finding.of)} conversions would get a source: their last visit with one is 90 days old at
        most. All figures are computed again, those of earlier days too.
      </p>
    </Preview>
  );
}

const WindowRows = ({ settings, days }: { settings: Settings; days: Days }) => (
  <Table name="What changes" columns={['Window', { number: 'Days now' }, { number: 'Days after' }]}>
    {WINDOWS.map(([name, title]) => (
      <tr key={name}>
        <th scope="row" class="text">
          {title}
        </th>
        <td>{count(settings[name])}</td>
        <td>{count(days[name] ?? settings[name])}</td>
      </tr>
    ))}
  </Table>
);

function Rates({ finding, done }: FixProps) {
  const { profile_id } = useProfile();
  const run = () => unwrap(api.POST('/api/v1/profile/recompute-fx', { params: { query: { profile_id } } }));
  return (
    <Preview button="Fetch the rates" title="Missing exchange rates" act={run} done={done}>
      <ul>
        {finding.evidence.map(({ label, count: purchases }) => (
          <li key={label}>
            {label}: {count(purchases)} purchases without a rate
          </li>
        ))}
      </ul>
      <p>Rates of the days of these purchases are fetched, and amounts are converted again. Purchases stay as they were sent.</p>
    </Preview>
  );
}

const OUTCOMES = {
  waiting: '',
  too_few: 'too few cases since to say',
  better: 'it is better',
  unchanged: 'nothing changed, so the next step is another one',
  worse: 'it is worse, so the next step is another one',
} as const;

type Measure = NonNullable<Finding['fixed']>['before'];
const measureText = ({ share: value, of, too_few }: Measure): string =>
  value === null || too_few ? `${count(of)} cases` : `${share(value)} of ${count(of)}`;

/** Before and after the last fix. */
function Outcome({ finding: { fixed } }: { finding: Finding }) {
  const { timezone } = useProfile();
  if (!fixed) return null;
  const { applied_at, due_at, before, after, outcome } = fixed;
  return (
    <p class="note">
      Fixed {moment(applied_at, timezone)}:{' '}
      {after === null
        ? `measured again at ${moment(due_at, timezone)}; before it was ${measureText(before)}.`
        : `before ${measureText(before)}, in the 72 hours after ${measureText(after)}; ${OUTCOMES[outcome]}.`}
    </p>
  );
}
