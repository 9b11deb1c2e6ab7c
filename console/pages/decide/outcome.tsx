// The result of a recommendation, once the days after it are over and their sales are in.
import type { Schemas } from '../../api/client.ts';
import { credit, days, longDay, money, percent, plural, signedCredit as signed } from '../../words/format.ts';

type Compared = Schemas['RecommendationTotal'];
type Outcome = NonNullable<Schemas['RecommendationDiagnosis']['outcome']>;

const DISPOSITIONS: Readonly<Record<Outcome['disposition'], string>> = {
  applied: 'After it was applied',
  undone: 'Taken back',
  dismissed: 'Without it, as it was dismissed',
  expired: 'Without it, as it expired',
  withheld: 'Without it, as it was withheld',
};

export function CameOf({ outcome, currency }: { outcome: Outcome; currency: string }) {
  const { disposition, from, to, due_at, observed, is_hit, stated, total, changed_by_others: changed } = outcome;
  const head = `${DISPOSITIONS[disposition]}, ${days(from, to)}: `;
  if (disposition === 'undone') return <p class="soft">It was taken back before its days were over, and is not scored.</p>;
  if (observed === null)
    return (
      <p class="soft">
        {head}scored on {longDay(due_at.slice(0, 10))}, when the sales of these days are in.
      </p>
    );
  if (changed !== null)
    return (
      <p>
        <b>Not scored. </b>
        {head}somebody else changed the same ads at the platform {plural(changed.changes, 'time')}, last on{' '}
        {longDay(changed.last_at.slice(0, 10))}
        {changed.by === null ? '' : ' by '}
        <bdi>{changed.by}</bdi>. They sold {credit(observed.outcomes)} for {money(observed.spend, currency)}.
      </p>
    );
  return (
    <>
      <p>
        <b>{is_hit === null ? 'Nothing was spent' : is_hit ? 'It was right' : 'It was wrong'}. </b>
        {head}
        {credit(observed.outcomes)} sales for {money(observed.spend, currency)}
        {observed.cost === null ? '' : `, ${money(observed.cost, currency)} each`}; stated with {percent(100 * stated)} certainty.
      </p>
      {total && <Total total={total} currency={currency} />}
    </>
  );
}

const OF: Readonly<Record<Compared['of'], string>> = { ads: 'The same ads', adset: 'The ad set' };

/** What was expected with the change and without it, and what came. */
function Total({ total, currency }: { total: Compared; currency: string }) {
  const { of, without_change, with_change, compared_with, observed, difference } = total;
  if (observed === null || difference === null) return null;
  const side = compared_with === 'with_change' ? 'with' : 'without';
  return (
    <p class="soft">
      {OF[of]} sold {credit(observed.outcomes)} for {money(observed.spend, currency)}. Expected were{' '}
      {credit(with_change.outcomes)} with the change and {credit(without_change.outcomes)} without it. Against the expectation{' '}
      {side} it that is a difference of {signed(difference.outcomes)}; with chance, it is between {signed(difference.low)} and{' '}
      {signed(difference.high)} (95 % sure).
    </p>
  );
}
