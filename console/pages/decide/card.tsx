// One recommendation: what to do, why, how sure that is, and what it would be worth if money sold as it did.
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { forget } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Text, WriteForm } from '../../design/form.tsx';
import { Panel } from '../../design/panel.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { useKeyOf } from '../../outside/keys.ts';
import type { Done } from '../../outside/results.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { moment, money, percent, plural, unbroken } from '../../words/format.ts';
import { AdDots } from './ad-dots.tsx';
import { Apply } from './apply.tsx';
import { KINDS, type Recommendation, STATUSES, type Status } from './asked.ts';
import { ChangedSince } from './changed-since.tsx';
import { Diagnosis } from './diagnosis.tsx';

const PERCENT = 100;
/** Nothing is certain, whatever the digits say. */
const NEARLY = 0.99;

export function Card({ recommendation, done }: Props & { done?: ((done: Done[]) => void) | undefined }) {
  const { kind, ad_name, target, rationale, withheld, status } = recommendation;
  const { closed_at } = recommendation;
  const { id } = usePlace();
  const { timezone } = useProfile();
  const name = ad_name ?? target.ad_id;
  return (
    <Panel
      title={`${KINDS[kind]}: ${name}`}
      class="decide-card"
      lead={
        <Link href={`/console/${id}/ads?search=${encodeURIComponent(target.ad_id)}`}>
          Its ad at {target.platform}, account {target.account_id}
        </Link>
      }
      tools={<Worth recommendation={recommendation} />}
    >
      <p class="decide-action">{unbroken(recommendation.action.text)}</p>
      {withheld && (
        <p class="notice">
          <b>Withheld: </b>
          {withheld.text}
          {withheld.findings && (
            <>
              {' '}
              <Link href={`/console/${id}/quality`}>See Quality</Link>
            </>
          )}
        </p>
      )}
      {status !== 'open' && status !== 'withheld' && (
        <p class="soft">
          <b>{STATUSES[status]}</b>
          {closed_at === null ? '' : ` on ${moment(closed_at, timezone)}`}
        </p>
      )}
      {CLOSED_WITH_REASON.has(status) && recommendation.closed_reason !== null && (
        <p class="notice">{recommendation.closed_reason}</p>
      )}
      {recommendation.changed_since && <ChangedSince change={recommendation.changed_since} />}
      {recommendation.handoff_id !== null && <ToApprove handoffId={recommendation.handoff_id} />}
      <AdDots recommendation={recommendation} />
      <p>{unbroken(rationale.text)}</p>
      <Sure recommendation={recommendation} />
      <Foot recommendation={recommendation} done={done} />
    </Panel>
  );
}

const CLOSED_WITH_REASON: ReadonlySet<Status> = new Set(['expired', 'applied', 'approved', 'failed']);

/** A link to the page without scripts, for a person who may decide; the session that requested it cannot decide it. */
const ToApprove = ({ handoffId }: { handoffId: string }) => (
  <p>
    <a class="button" href={`/h/${handoffId}`}>
      Open the page of the approval
    </a>
  </p>
);

/** The effect if money sold as it did: the sentence below says how. */
function Worth({ recommendation: { expected_impact_dollars, impact_days, rationale, profile_id, status } }: Props) {
  const source = {
    path: '/api/v1/recommendations',
    query: { profile_id, status },
    pointer: '/data',
    tool: 'list_workspace_recommendations',
  };
  return (
    <p class="decide-worth">
      <Figure name="Worth, if money sells as it did" source={source}>
        {money(expected_impact_dollars, rationale.evidence.currency)}
      </Figure>
      <span class="note">estimate for {impact_days} days</span>
    </p>
  );
}

interface Props {
  recommendation: Recommendation;
}

function Sure({ recommendation: { probability, rationale } }: Props) {
  const { currency, interval, attributed_cash_outcomes, window_days, ads_compared } = rationale.evidence;
  return (
    <dl class="decide-measures">
      <div>
        <dt>Right in</dt>
        <dd>
          {probability > NEARLY ? 'more than 99 %' : percent(PERCENT * probability)} of such cases
          <span class="second-line">of what attribution credits</span>
        </dd>
      </div>
      <div>
        <dt>Cost of a sale, 80 % sure</dt>
        <dd>
          {money(interval.low, currency)} – {money(interval.high, currency)}
        </dd>
      </div>
      <div>
        <dt>Rests on</dt>
        <dd>
          {attributed_cash_outcomes} {Number(attributed_cash_outcomes) === 1 ? 'sale' : 'sales'} in {window_days} days, beside{' '}
          {plural(ads_compared, 'ad')}
        </dd>
      </div>
    </dl>
  );
}

const CARRIED_OUT: ReadonlySet<Status> = new Set(['applied', 'approved']);

function Foot({ recommendation, done }: Props & { done: ((done: Done[]) => void) | undefined }) {
  const [isApplying, setApplying] = useState(false);
  const { timezone, role } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const [isDismissing, setDismissing] = useState(false);
  const { status, kind, evaluated_at } = recommendation;
  return (
    <>
      <footer class="decide-foot">
        <span class="row">
          {status === 'open' && role === 'manager' && done && kind === 'refresh_creative' && (
            <DraftTest recommendation={recommendation} />
          )}
          {status === 'open' && role === 'manager' && done && kind !== 'refresh_creative' && (
            <button type="button" class="button primary" onClick={() => setApplying(true)}>
              Apply
            </button>
          )}
          {status === 'open' && role === 'manager' && (
            <button type="button" class="button" onClick={() => setDismissing(true)}>
              Dismiss
            </button>
          )}
          <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Less' : CARRIED_OUT.has(status) ? 'What was written, and why' : 'Why, and what would change it'}
          </button>
        </span>
        <span class="note">Judged on {moment(evaluated_at, timezone)}</span>
      </footer>
      {isOpen && <Diagnosis recommendation={recommendation} />}
      {isApplying && done && <Apply recommendation={recommendation} done={done} close={() => setApplying(false)} />}
      {isDismissing && <Dismiss recommendation={recommendation} close={() => setDismissing(false)} />}
    </>
  );
}

/** A new creative is made by people: the recommendation becomes a test of the roadmap, where it is handed off or dismissed. */
function DraftTest({ recommendation: { id, profile_id, ad_name, target } }: Props) {
  const place = usePlace();
  const [, navigate] = useLocation();
  const keyOf = useKeyOf();
  const draft = async (): Promise<void> => {
    const params = { path: { id }, query: { profile_id }, header: { 'Idempotency-Key': keyOf('draft') } };
    await unwrap(api.POST('/api/v1/recommendations/{id}/apply', { params, body: {} }));
    for (const name of ['recommendations', 'creatives', 'tab-counts']) forget(name);
    navigate(`/console/${place.id}/creatives/roadmap`);
  };
  return <Act text="Draft a test" label={`Draft a test beside ${ad_name ?? target.ad_id}`} isPrimary act={draft} />;
}

function Dismiss({ recommendation: { id, ad_name, target }, close }: Props & { close: () => void }) {
  const { profile_id } = useProfile();
  const [reason, setReason] = useState('');
  const submit = async (): Promise<void> => {
    const text = reason.trim();
    await unwrap(
      api.POST('/api/v1/recommendations/{id}/dismiss', {
        params: { path: { id }, query: { profile_id } },
        body: text === '' ? {} : { reason: text },
      }),
    );
    close();
  };
  return (
    <Dialog title="Dismiss the recommendation?" onClose={close}>
      <p>
        The same is not recommended for <bdi>{ad_name ?? target.ad_id}</bdi> again for 28 days. What comes of not doing it is
        scored beside what was applied.
      </p>
      <WriteForm button="Dismiss it" submit={submit} afterwards={() => forget('recommendations')}>
        <Text label="Reason, for later readers" value={reason} set={setReason} isOptional maxLength={500} />
      </WriteForm>
    </Dialog>
  );
}
