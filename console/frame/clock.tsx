// The clock at the end of the question bar: how fresh the figures are and of which version, and the way to how they were known earlier.
import { Menu } from '../design/menu.tsx';
import type { Question } from '../question/question.ts';
import { type Freshness, useAsk, useFreshness, useQuestion } from '../question/use-question.tsx';
import { count, moment } from '../words/format.ts';
import { useProfile } from './place.tsx';

export function Clock() {
  const { timezone } = useProfile();
  const { question } = useQuestion();
  const answer = useFreshness();
  const fresh = answer.data?.data;
  if (!fresh) return null;
  const text = question.asOf === undefined ? standing(fresh, timezone) : `As known ${asOfText(question.asOf, timezone)}`;
  const look = question.asOf !== undefined ? 'past' : fresh.behind_facts + fresh.behind_decisions > 0 ? 'behind' : 'fresh';
  return (
    <Menu class={`control quiet clock ${look}`} label="Version of the figures" text={<span>{text}</span>}>
      {(close) => <AsOf fresh={fresh} close={close} />}
    </Menu>
  );
}

function standing(fresh: Freshness, timezone: string): string {
  const behind = fresh.behind_facts + fresh.behind_decisions;
  if (behind > 0) return `Updating, ${count(behind)} to go`;
  if (fresh.computed_at === null) return 'Nothing computed';
  return `Computed ${moment(fresh.computed_at, timezone)}`;
}

/** A day as it was chosen, a moment in the profile's zone; a version, and what is neither, as it is. */
function asOfText(asOf: string, timezone: string): string {
  if (!asOf.includes('T') || Number.isNaN(Date.parse(asOf))) return asOf;
  return asOf.endsWith('T23:59:59Z') ? asOf.slice(0, 10) : `on ${moment(asOf, timezone)}`;
}

/** The page of changes, from the moment that is shown until now. */
function whyQuery({ period, model }: Question, asOf: string): string {
  return new URLSearchParams({ period, ...(model === undefined ? {} : { model }), since: asOf }).toString();
}

function AsOf({ fresh, close }: { fresh: Freshness; close: () => void }) {
  const { timezone, profile_id } = useProfile();
  const { question, today } = useQuestion();
  const ask = useAsk();
  return (
    <div class="menu-form">
      <dl class="terms">
        <dt>Facts</dt>
        <dd>
          the first {count(fresh.through_seq)} of {count(fresh.accepted_seq)}
        </dd>
        <dt>Decisions</dt>
        <dd>
          the first {count(fresh.through_decision)} of {count(fresh.last_decision)}
        </dd>
        <dt>Models</dt>
        <dd>version {fresh.code}</dd>
        {fresh.computed_at !== null && (
          <>
            <dt>Computed</dt>
            <dd>{moment(fresh.computed_at, timezone)}</dd>
          </>
        )}
      </dl>
      <label>
        Show everything as known at the end of
        <input
          type="date"
          max={today}
          value={question.asOf?.slice(0, 10) ?? ''}
          onChange={(event) => {
            const day = event.currentTarget.value;
            if (day !== '') ask({ asOf: `${day}T23:59:59Z` });
            close();
          }}
        />
      </label>
      {question.asOf !== undefined && (
        <button
          type="button"
          class="button"
          onClick={() => {
            ask({ asOf: undefined });
            close();
          }}
        >
          Back to now
        </button>
      )}
      {question.asOf !== undefined && (
        <a class="button" href={`/console/${profile_id}/known?${whyQuery(question, question.asOf)}`}>
          What has moved since
        </a>
      )}
    </div>
  );
}
