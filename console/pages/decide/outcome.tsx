// The result of a recommendation, once the days after it are over and their sales are in.
import type { Schemas } from '../../api/client.ts';
import { credit, days, longDay, money, percent } from '../../words/format.ts';

type Outcome = NonNullable<Schemas['RecommendationDiagnosis']['outcome']>;

const DISPOSITIONS: Readonly<Record<Outcome['disposition'], string>> = {
  applied: 'After it was applied',
  undone: 'Taken back',
  dismissed: 'Without it, as it was dismissed',
  expired: 'Without it, as it expired',
  withheld: 'Without it, as it was withheld',
};

export function CameOf({ outcome, currency }: { outcome: Outcome; currency: string }) {
  const { disposition, from, to, due_at, observed, is_hit, if_outcomes, stated } = outcome;
  const head = `${DISPOSITIONS[disposition]}, ${days(from, to)}: `;
  if (disposition === 'undone') return <p class="soft">It was taken back before its days were over, and is not scored.</p>;
  if (observed === null)
    return (
      <p class="soft">
        {head}scored on {longDay(due_at.slice(0, 10))}, when the sales of these days are in.
      </p>
    );
  return (
    <p>
      <b>{is_hit === null ? 'Nothing was spent' : is_hit ? 'It was right' : 'It was wrong'}. </b>
      {head}
      {credit(observed.outcomes)} sales for {money(observed.spend, currency)}
      {observed.cost === null ? '' : `, ${money(observed.cost, currency)} each`}; “if” said {credit(if_outcomes)}, with{' '}
      {percent(100 * stated)} certainty.
    </p>
  );
}
