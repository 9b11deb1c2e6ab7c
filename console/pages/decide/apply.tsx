// The last look before a recommendation is applied: what will be written, and who decides.
import { forget } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Ask } from '../../outside/ask.tsx';
import { useKeyOf } from '../../outside/keys.ts';
import type { Done } from '../../outside/results.tsx';
import { adWritesIn } from '../../outside/words.ts';
import { money } from '../../words/format.ts';
import { type Recommendation, useWindowAds } from './asked.ts';

/** The results of a write are on several pages. */
function changed(): void {
  forget('recommendations');
  forget('ads');
  forget('tab-counts');
}

interface ApplyProps {
  recommendation: Recommendation;
  done: (done: Done[]) => void;
  close: () => void;
}

export function Apply({ recommendation, done, close }: ApplyProps) {
  const { id, ad_name, target, action } = recommendation;
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const write = async (needsApproval: boolean): Promise<void> => {
    const body = { require_approval: needsApproval };
    const params = { path: { id }, query: { profile_id }, header: { 'Idempotency-Key': keyOf(body) } };
    const { data } = await unwrap(api.POST('/api/v1/recommendations/{id}/apply', { params, body }));
    done(
      data.status === 'applied'
        ? adWritesIn(data.writes).map((outcome) => ({ outcome }))
        : [{ outcome: { status: 'awaiting_approval', handoff: data.handoff } }],
    );
    close();
  };
  return (
    <Dialog title="Apply the recommendation?" onClose={close}>
      <p>
        <b>
          <bdi>{ad_name ?? target.ad_id}</bdi>
        </b>{' '}
        <span class="soft">at {target.platform}</span>
      </p>
      <p>{action.text}</p>
      <Change recommendation={recommendation} />
      <p class="note">
        The platform is read again first: what has changed since the evidence is refused, and nothing is written.
      </p>
      <Ask text="Apply it" write={write} changed={changed} />
    </Dialog>
  );
}

function Change({ recommendation }: { recommendation: Recommendation }) {
  const { kind, target, action } = recommendation;
  const { data } = useWindowAds(recommendation);
  const budget = data?.data.find(({ id }) => id === target.ad_id)?.budget;
  if (kind === 'pause')
    return (
      <p class="outside-change">
        Active → <b>Paused</b>
      </p>
    );
  if (kind !== 'scale' || !budget || budget.daily === null || action.daily_budget_change === null) return null;
  return (
    <p class="outside-change">
      {money(budget.daily, budget.currency)} →{' '}
      <b>{money(Number(budget.daily) + Number(action.daily_budget_change), budget.currency)}</b> a day, of the ad set
    </p>
  );
}
