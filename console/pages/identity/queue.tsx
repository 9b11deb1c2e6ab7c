// The queue of pairs by status, the most likely first, and beside it the pair to decide on.
import { Link } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Hidden } from '../../design/hidden.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Segments } from '../../design/segments.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count } from '../../words/format.ts';
import { STATUSES, useHere } from './here.ts';
import { LastMerge } from './last-merge.tsx';
import { Pair } from './pair.tsx';
import { Scan } from './scan.tsx';
import { pairName, reasonText } from './words.ts';

type Proposal = Schemas['MergeProposal'];
const ROWS = 50;
/** A scan and other people add and decide pairs. */
const LOOK_SECONDS = 15;

export function Queue() {
  const { profile_id } = useProfile();
  const { status, cursor, go } = useHere();
  const query = { profile_id, status, limit: ROWS, ...(cursor === undefined ? {} : { cursor }) };
  const answer = useAnswer(
    ['identity', 'queue', query],
    (signal) => unwrap(api.GET('/api/v1/identity/merge-proposals', { params: { query }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
  if (answer.error?.status === 403)
    return <Hidden title="Pairs of customers and their identifiers are hidden from you." error={answer.error} />;
  const counts = answer.data?.status_counts;
  const textOf = (name: keyof typeof STATUSES): string => (counts ? `${STATUSES[name]} ${count(counts[name])}` : STATUSES[name]);
  const choices = { open: textOf('open'), snoozed: textOf('snoozed'), merged: textOf('merged'), dismissed: textOf('dismissed') };
  return (
    <>
      <div class="row">
        <Segments
          label="Status"
          choices={choices}
          chosen={status}
          choose={(next) => go({ status: next === 'open' ? undefined : next, pair: undefined, cursor: undefined })}
        />
        <Scan />
      </div>
      <LastMerge />
      <Loaded answer={answer} lines={8}>
        {({ data, pagination }) =>
          data.length === 0 ? <Nothing /> : <Pairs proposals={data} next={pagination.has_next ? pagination.cursor : null} />
        }
      </Loaded>
    </>
  );
}

function Nothing() {
  const { status, cursor, hrefOf } = useHere();
  if (cursor !== undefined)
    return (
      <Empty title="There are no more pairs.">
        <Link href={hrefOf({ cursor: undefined })}>Back to the first page</Link>
      </Empty>
    );
  if (status !== 'open') return <Empty title={`No pair is ${status}.`} />;
  return (
    <Empty title="No pair waits for a decision.">
      <p>Customers are compared after each import. Search for pairs to compare them now.</p>
    </Empty>
  );
}

function Pairs({ proposals, next }: { proposals: readonly Proposal[]; next: string | null | undefined }) {
  const { pairId, cursor, hrefOf } = useHere();
  const at = Math.max(
    0,
    proposals.findIndex(({ proposal_id }) => proposal_id === pairId),
  );
  const chosen = proposals[at];
  const following = proposals[at + 1] ?? proposals[at - 1];
  return (
    <div class="identity-queue">
      <Panel title="Pairs" lead="The most likely first">
        <ul class="identity-pairs">
          {proposals.map((proposal) => (
            <li key={proposal.proposal_id}>
              <Link href={hrefOf({ pair: proposal.proposal_id })} aria-current={proposal === chosen ? 'true' : undefined}>
                <b>{pairName(proposal)}</b>
                <span class="identity-score">{Math.round(proposal.score * 100)} % likely</span>
                <span class="second-line">{proposal.reasons.map(reasonText).join('; ')}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div class="row">
          {cursor !== undefined && <Link href={hrefOf({ cursor: undefined, pair: undefined })}>First page</Link>}
          {typeof next === 'string' && <Link href={hrefOf({ cursor: next, pair: undefined })}>Next page</Link>}
        </div>
      </Panel>
      {chosen && <Pair key={chosen.proposal_id} proposal={chosen} followingId={following?.proposal_id} />}
    </div>
  );
}
