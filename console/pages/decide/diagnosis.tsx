// Why a recommendation says what it says: each check with its limit, the same evidence under other models, what would change the verdict, and
// what came of it.
import { Link } from 'wouter-preact';
import { forget } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded } from '../../design/panel.tsx';
import { usePlace } from '../../frame/place.tsx';
import { Result } from '../../outside/results.tsx';
import { type AdWrite, adWritesIn } from '../../outside/words.ts';
import { MODELS } from '../../question/question.ts';
import { useFigures } from '../../question/use-question.tsx';
import { credit, moneyKnown, percent } from '../../words/format.ts';
import type { Recommendation } from './asked.ts';
import { CameOf } from './outcome.tsx';

type Diagnosed = Schemas['RecommendationDiagnosis'];

export function Diagnosis({ recommendation: { id, profile_id } }: { recommendation: Recommendation }) {
  const answer = useFigures(['recommendations', 'diagnosis', id], (signal) =>
    unwrap(api.GET('/api/v1/recommendations/{id}/diagnose', { params: { path: { id }, query: { profile_id } }, signal })),
  );
  return (
    <Loaded answer={answer} lines={6}>
      {({ data }) => (
        <>
          <Checks checks={data.checks} />
          <Models diagnosed={data} />
          {data.fatigue && <Fatigue fatigue={data.fatigue} />}
          <p>
            <b>What would change it: </b>
            {data.would_change}
          </p>
          {data.written?.draft && <Drafted draft={data.written.draft} />}
          <Written recommendation={data.recommendation} writes={adWritesIn(data.written?.writes)} />
          {data.outcome && <CameOf outcome={data.outcome} currency={data.recommendation.rationale.evidence.currency} />}
        </>
      )}
    </Loaded>
  );
}

function Drafted({ draft }: { draft: NonNullable<NonNullable<Diagnosed['written']>['draft']> }) {
  const { id } = usePlace();
  return (
    <p>
      <b>It became a test: </b>
      {draft.hypothesis} <Link href={`/console/${id}/creatives/roadmap`}>Hand it off or dismiss it on the roadmap</Link>
    </p>
  );
}

interface WrittenProps {
  recommendation: Recommendation;
  writes: readonly AdWrite[];
}

/** The writes, with the way to take them back. */
function Written({ recommendation: { closed_reason }, writes }: WrittenProps) {
  const undone = (): void => {
    for (const name of ['recommendations', 'ads', 'tab-counts']) forget(name);
  };
  return (
    <>
      {writes.map((write) => (
        <Result key={write.id} outcome={closed_reason === null ? write : { ...write, undo: null }} undone={undone} />
      ))}
    </>
  );
}

const Checks = ({ checks }: { checks: Diagnosed['checks'] }) => (
  <ul class="decide-checks">
    {checks.map(({ name, passed, text }) => (
      <li key={name} class={passed ? 'passed' : 'failed'}>
        <span class="only-read">{passed ? 'Met: ' : 'Not met: '}</span>
        {text}
      </li>
    ))}
  </ul>
);

const isModel = (name: string): name is keyof typeof MODELS => Object.hasOwn(MODELS, name);

function Models({ diagnosed: { models, recommendation } }: { diagnosed: Diagnosed }) {
  const { currency, cost_delta_pct } = recommendation.rationale.evidence;
  const agreeing = models.filter(({ delta_pct }) => delta_pct !== null && Math.sign(delta_pct) === Math.sign(cost_delta_pct));
  return (
    <section class="scroll" aria-label="Under other models" tabIndex={0}>
      <table>
        <caption>
          {agreeing.length} of {models.length} models agree on the side of the median
        </caption>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Sales</th>
            <th scope="col">Cost of a sale</th>
            <th scope="col">Against the median</th>
          </tr>
        </thead>
        <tbody>
          {models.map(({ model, outcomes, cost, delta_pct }) => (
            <tr key={model}>
              <th scope="row">{isModel(model) ? MODELS[model] : model}</th>
              <td>{credit(outcomes)}</td>
              <td>{cost === null ? '–' : moneyKnown(cost, currency)}</td>
              <td>{delta_pct === null ? '–' : `${delta_pct > 0 ? '+' : '−'}${Math.abs(delta_pct).toFixed(0)} %`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const FATIGUE = {
  tired: 'People are tired of it',
  fresh: 'People are not tired of it',
  unknown: 'Whether people are tired of it is not known',
} as const;

function Fatigue({ fatigue: { state, ratio, upper, frequency } }: { fatigue: NonNullable<Diagnosed['fatigue']> }) {
  return (
    <p class="soft">
      {FATIGUE[state]}: its click rate is {percent(100 * ratio)} of what it was, beside the account’s other ads (at most{' '}
      {percent(100 * upper)}, 90 % sure){frequency === null ? '' : `; shown ${frequency.toFixed(1)} times to a person a day`}.
    </p>
  );
}
