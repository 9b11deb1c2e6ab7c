// One pair: both people and what they would be together, the credit that would move, and the decision; for a merged pair, its merges.

import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { useKeys } from '../../frame/keys.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Warnings } from '../../notes/warnings.tsx';
import { useFigures } from '../../question/use-question.tsx';
import { moment } from '../../words/format.ts';
import { Effect } from './effect.tsx';
import { useHere } from './here.ts';
import { History } from './history.tsx';
import { forgetPeople } from './last-merge.tsx';
import { Sides } from './sides.tsx';
import { isOnePerson, pairName, reasonText } from './words.ts';

type Proposal = Schemas['MergeProposal'];

interface PairProps {
  proposal: Proposal;
  /** The pair that is shown after the decision. */
  followingId: string | undefined;
}

export function Pair({ proposal, followingId }: PairProps) {
  const { timezone } = useProfile();
  const { status, reasons, snoozed_until, decided_at, customers } = proposal;
  const isDecidable = status === 'open' || status === 'snoozed';
  const since = [
    snoozed_until === null ? '' : `Snoozed until ${moment(snoozed_until, timezone)}`,
    decided_at === null || status === 'snoozed' ? '' : `Decided on ${moment(decided_at, timezone)}`,
  ].filter((part) => part !== '');
  return (
    <div class="stack">
      <Panel title={pairName(proposal)} lead={since.join(', ') || undefined}>
        <ul class="small">
          {reasons.map((reason) => (
            <li key={`${reason.code} ${reason.identifier_type}`}>{reasonText(reason)}</li>
          ))}
        </ul>
        {isDecidable && <Decision proposal={proposal} followingId={followingId} />}
      </Panel>
      {isOnePerson(proposal) ? (
        <History customerId={customers[0]?.customer_profile_id ?? ''} />
      ) : (
        <Preview id={proposal.proposal_id} />
      )}
    </div>
  );
}

function Preview({ id }: { id: string }) {
  const { profile_id } = useProfile();
  const params = { path: { id }, query: { profile_id } };
  const answer = useFigures(['identity', 'preview', id, profile_id], (signal) =>
    unwrap(api.GET('/api/v1/identity/merge-proposals/{id}/preview', { params, signal })),
  );
  return (
    <Loaded answer={answer} lines={10}>
      {({ data, warnings }) => (
        <>
          <Panel title="Differences" lead="The older customer keeps its id">
            <Sides preview={data} />
          </Panel>
          <Panel title="Effect on credit" lead={`Of their conversions, under the model ${data.attribution.model}`}>
            <Effect proposalId={id} attribution={data.attribution} />
            <Warnings of={warnings} isNote />
          </Panel>
        </>
      )}
    </Loaded>
  );
}

function Decision({ proposal: { proposal_id, status }, followingId }: PairProps) {
  const { profile_id } = useProfile();
  const { go } = useHere();
  const { isBusy, fault, run } = useWrite();
  const [isDismissing, setDismissing] = useState(false);
  const decide = (action: 'merge' | 'dismiss' | 'snooze') =>
    run(async () => {
      const params = { path: { id: proposal_id }, query: { profile_id } };
      const { data } = await unwrap(api.POST('/api/v1/identity/merge-proposals/{id}/decide', { params, body: { action } }));
      go({ pair: followingId, merge: data.audit_log_id ?? undefined });
      forgetPeople();
    });
  const choices = [
    { key: 'm', text: 'Merge', look: 'primary', press: () => decide('merge') },
    { key: 'd', text: 'Dismiss', look: 'danger', press: () => setDismissing(true) },
    ...(status === 'open' ? [{ key: 's', text: 'Snooze for 30 days', look: '', press: () => decide('snooze') }] : []),
  ];
  useKeys(choices);
  return (
    <>
      <div class="row">
        {choices.map(({ key, text, look, press }) => (
          <button key={key} type="button" class={`button ${look}`} disabled={isBusy} onClick={press}>
            {text} <kbd>{key}</kbd>
          </button>
        ))}
      </div>
      {fault && !isDismissing && <ErrorBlock error={fault} />}
      {isDismissing && (
        <Dialog title="Dismiss this pair?" onClose={() => setDismissing(false)}>
          <p>The two are never proposed again. This cannot be undone.</p>
          {fault && <ErrorBlock error={fault} />}
          <div class="row">
            <button type="button" class="button danger" disabled={isBusy} onClick={() => decide('dismiss')}>
              Dismiss for good
            </button>
            <button type="button" class="button" onClick={() => setDismissing(false)}>
              Decide later
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
