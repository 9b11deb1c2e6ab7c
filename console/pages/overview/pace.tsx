// The pace of the month's budget and goal, where a target is set, and the form that sets them.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Bullet } from '../../charts/bullet.tsx';
import { Panel } from '../../design/panel.tsx';
import { Skeleton } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, money, percent } from '../../words/format.ts';
import { PaceForm } from './pace-form.tsx';

export function Pace() {
  const { profile_id, role } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const answer = useAnswer(['pacing', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile/pacing', { params: { query: { profile_id } }, signal })),
  );
  const pacing = answer.data?.data;
  if (!pacing) return answer.isLoading ? <Skeleton lines={2} /> : null;
  const isUnset = pacing.monthly_budget === null && pacing.outcome_goal === null;
  const maySet = role === 'manager';
  if (isUnset && !maySet) return null;
  const { month, currency, spend, outcomes } = pacing;
  return (
    <Panel
      title="Pace of the month"
      lead={`${month.days_gone} of ${month.days} days`}
      tools={
        maySet && (
          <button type="button" class="button" onClick={() => setOpen(true)}>
            {isUnset ? 'Set a budget or goal' : 'Change'}
          </button>
        )
      }
    >
      {isOpen && <PaceForm targets={pacing} close={() => setOpen(false)} />}
      {isUnset && <p class="soft">With a budget or a goal, this shows whether spend and conversions are on course.</p>}
      {pacing.monthly_budget !== null && (
        <PaceLine
          tone="accent-2"
          name="Spend"
          pace={spend}
          share={month.days_gone / month.days}
          show={(value) => money(value, currency)}
        />
      )}
      {pacing.outcome_goal !== null && (
        <PaceLine tone="accent" name="Conversions" pace={outcomes} share={month.days_gone / month.days} show={count} />
      )}
    </Panel>
  );
}

interface PaceLineProps {
  name: string;
  pace: Schemas['Pace'];
  /** The figures of the month that is over. */
  share: number;
  show: (value: string) => string;
  tone: string;
}

function PaceLine({ name, pace: { to_date, target, percent_of_target }, share, show, tone }: PaceLineProps) {
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
      <Bullet
        label={name}
        value={Number(to_date ?? 0)}
        target={Number(target)}
        pace={share * Number(target)}
        tone={tone}
        width={420}
        format={(value) => show(String(value))}
      />
      <p class="note">{percent(100 * share)} of the month is over</p>
    </div>
  );
}
