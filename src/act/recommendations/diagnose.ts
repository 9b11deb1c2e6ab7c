// Explains a recommendation: the evidence with every model and the distribution behind the probability, each check, what would change the
// verdict, what was written and what came of it.
import type { ReadBase } from '../../base/base.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import { FEWEST_ADS, FLOOR_SALES } from './evidence/judge.ts';
import { findRecommendation, type Recommendation, round } from './recommendation.ts';
import { reasonOf, shownOf } from './shown.ts';
import {
  type Expected,
  type Observed,
  type StoredAd,
  type StoredExpectation,
  storedFrozen,
  storedObserved,
  storedResult,
} from './stored.ts';
import { whatWouldChange } from './words.ts';

type Diagnosis = Answer<'diagnoseRecommendation'>['data'];

const check = (name: string, passed: boolean, text: string) => ({ name, passed, text });

function checksOf({ kind, evidence, reason, findings }: Recommendation): Diagnosis['checks'] {
  const { ad, ads_compared, from } = evidence;
  const probabilities = {
    scale: check('probability', ad.cheaper >= 0.8, `P(cheaper than 0.9 of the median) is ${ad.cheaper}; 0.8 is required.`),
    pause: check('probability', ad.dearer >= 0.9, `P(dearer than 1.1 of the median) is ${ad.dearer}; 0.9 is required.`),
    reallocate: check(
      'probability',
      from !== null,
      'P(the one sells more for the money than the other) of at least 0.9 is required.',
    ),
    refresh_creative: check(
      'probability',
      ad.fatigue?.state === 'tired',
      'The upper 90 % bound of the click rate left must be below 0.8.',
    ),
  };
  const found = reasonOf({ reason, findings });
  return [
    check('median', ads_compared >= FEWEST_ADS, `${ads_compared} ads have ${FLOOR_SALES} sales; ${FEWEST_ADS} are required.`),
    check('sales', ad.sales >= FLOOR_SALES, `${ad.sales} credited sales; ${FLOOR_SALES} are required.`),
    check('difference', Math.abs(ad.delta_pct) >= 10, `${ad.delta_pct} % from the median; 10 % are required.`),
    probabilities[kind],
    ...(found ? [check(found.code, false, found.text)] : []),
  ];
}

const distribution = (ad: StoredAd) => ({
  effective_outcomes: String(ad.effective_sales),
  shrunk_cost: ad.shrunk_cost,
  interval: ad.interval,
  interval_level: 0.8,
  p_cheaper: ad.cheaper,
  p_dearer: ad.dearer,
});

const sideOf = ({ spend, sales }: Expected) => ({ spend, outcomes: String(sales) });

function totalOf(
  { of, ...sides }: StoredExpectation,
  total: Observed['total'],
  disposition: NonNullable<Diagnosis['outcome']>['disposition'],
): NonNullable<Diagnosis['outcome']>['total'] {
  const difference = total && {
    outcomes: String(total.difference.sales),
    low: String(total.difference.low),
    high: String(total.difference.high),
  };
  return {
    of,
    without_change: sideOf(sides.without),
    with_change: sideOf(sides.with),
    compared_with: disposition === 'applied' ? 'with_change' : disposition === 'undone' ? null : 'without_change',
    observed: total ? sideOf(total) : null,
    observed_to_expected: total?.ratio ?? null,
    difference: difference ?? null,
  };
}

function outcomeOf(base: ReadBase, { profile_id, recommendation_id }: Recommendation): Diagnosis['outcome'] {
  const score = base.state.statement('act/recommendations/score_get').get({ profile_id, recommendation_id });
  if (!score) return null;
  const frozen = storedFrozen.read(score.frozen);
  const observed = storedObserved.readOrNull(score.observed);
  return {
    disposition: score.disposition,
    from: frozen.from,
    to: frozen.to,
    due_at: new Date(score.due_at).toISOString(),
    if_outcomes: String(frozen.if_sales),
    stated: round(frozen.probability),
    scored_at: score.scored_at === null ? null : new Date(score.scored_at).toISOString(),
    is_hit: score.is_hit === null ? null : score.is_hit === 1,
    changed_by_others: shownChanges(observed),
    total: frozen.expected ? totalOf(frozen.expected, observed?.total ?? null, score.disposition) : null,
    observed: observed && {
      spend: observed.spend,
      outcomes: String(round(observed.sales)),
      cost: observed.cost,
      account_cost: observed.account_cost,
    },
  };
}

function writtenOf(result: string | null): Diagnosis['written'] {
  const stored = storedResult.readOrNull(result);
  if (!stored) return null;
  const { draft, ...written } = stored;
  return draft === undefined ? written : { ...written, draft };
}

function shownChanges(observed: Observed | null): NonNullable<Diagnosis['outcome']>['changed_by_others'] {
  const changed = observed?.changed_by_others;
  return changed ? { changes: changed.changes, last_at: new Date(changed.last_at).toISOString(), by: changed.by } : null;
}

export const diagnoseRecommendation = reading('diagnoseRecommendation', ({ params: { id }, profile: { profileId } }, base) => {
  const recommendation = findRecommendation(base, profileId, id);
  const { evidence, kind, result } = recommendation;
  const models = evidence.ad.models.map(({ model, sales, cost, delta_pct }) => ({
    model,
    outcomes: String(sales),
    cost,
    delta_pct,
  }));
  return {
    data: {
      recommendation: shownOf(base, recommendation),
      models,
      distribution: distribution(evidence.ad),
      from: evidence.from && distribution(evidence.from),
      fatigue: evidence.ad.fatigue,
      checks: checksOf(recommendation),
      would_change: whatWouldChange(kind, evidence),
      written: writtenOf(result),
      outcome: outcomeOf(base, recommendation),
    },
    meta: { profile_id: profileId },
  };
});
