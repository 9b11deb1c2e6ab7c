// How the month's budget and goal are paced, where a target is set.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, money, percent } from '../../words/format.ts';

export function Pace() {
  const { profile_id } = useProfile();
  const answer = useAnswer(['pacing', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile/pacing', { params: { query: { profile_id } }, signal })),
  );
  const pacing = answer.data?.data;
  if (!pacing || (pacing.monthly_budget === null && pacing.outcome_goal === null)) return null;
  const { month, currency, spend, outcomes } = pacing;
  return (
    <Panel title="Pace of the month" lead={`${month.days_gone} of ${month.days} days`}>
      {pacing.monthly_budget !== null && (
        <PaceLine name="Spend" pace={spend} share={month.days_gone / month.days} show={(value) => money(value, currency)} />
      )}
      {pacing.outcome_goal !== null && (
        <PaceLine name="Conversions" pace={outcomes} share={month.days_gone / month.days} show={count} />
      )}
    </Panel>
  );
}

interface PaceLineProps {
  name: string;
  pace: Schemas['Pace'];
  /** Of the month that is over. */
  share: number;
  show: (value: string) => string;
}

function PaceLine({ name, pace: { to_date, target, percent_of_target }, share, show }: PaceLineProps) {
  if (target === null) return null;
  return (
    <div class="stack">
      <p class="row">
        <b>{name}</b>
        <span class="number">
          {to_date === null ? 'not known' : show(to_date)} of {show(target)}
        </span>
        {percent_of_target !== null && <span class="soft number">{percent(percent_of_target)}</span>}
      </p>
      <progress class="pace" max={100} value={Math.min(100, percent_of_target ?? 0)} aria-label={`${name}: part of the target`} />
      <p class="note">{percent(100 * share)} of the month is over</p>
    </div>
  );
}
