// The rules by which an ad is recommended for something, or why it is not. They depend on their arguments alone. The floor of the
// specification (three sales, ten per cent from the median) lets too much chance through, so a probability is required beside it.
import type { Fatigue } from './figures.ts';
import { type AdFigures, adKey, type Circumstances, fatigueOf, OTHER_MODELS, type OtherModel } from './figures.ts';
import {
  type Belief,
  beliefOf,
  chanceOfCostUpTo,
  effectiveOf,
  medianOf,
  type Observed,
  posteriorOf,
  shrunkCost,
} from './gamma-poisson.ts';

export const KINDS = ['scale', 'pause', 'reallocate', 'refresh_creative'] as const;
export type Kind = (typeof KINDS)[number];

export const REASONS = [
  'figures_behind',
  'spend_incomplete',
  'ad_ids_low',
  'quality_problem',
  'recently_changed',
  'unripe',
  'too_few_sales',
  'models_disagree',
  'interval_wide',
  'conditions_unmet',
  'error_limit',
] as const;
export type Reason = (typeof REASONS)[number];

export const FLOOR_SALES = 3;
const FLOOR_DELTA = 0.1;
export const FEWEST_ADS = 5;
const FEWEST_DAYS = 7;
const FEWEST_IDS = 0.6;
const CHANGED_MS = 7 * 86_400_000;
const SPENT_OF_BUDGET = 0.8;
/** P(a sale costs clearly less than usual) from which an ad is one of the best. */
export const CHEAPER = 0.8;
const DEARER = 0.9;
const TIRED_COST = 1.1;

/** One ad with what follows from its figures. */
export interface Judged {
  ad: AdFigures;
  spend: number;
  cost: number;
  /** Cost against the median, minus 1. */
  delta: number;
  posterior: Belief;
  effective: number;
  shrunk: number;
  /** P(cost at most 0.9 of the lower median), P(cost at least 1.1 of the higher one). */
  cheaper: number;
  dearer: number;
  fatigue: Fatigue | undefined;
  models: Record<OtherModel, { sales: number; cost: number | null; delta: number | null }>;
}

/** An ad that cost something, with what is believed of its rate of sales. */
export interface Estimated {
  ad: AdFigures;
  spend: number;
  /** Whole sales of the same weight, with the money in proportion. */
  observed: Observed;
  posterior: Belief;
}

export interface Overview {
  /** All ads that cost something; none where nothing was sold. */
  estimated: readonly Estimated[];
  /** Median cost of ads with three sales; null with fewer than five. */
  median: number | null;
  shrunkMedian: number | null;
  adsCompared: number;
  judged: readonly Judged[];
}

export interface Candidate {
  kind: Kind;
  judged: Judged;
  /** The ad that loses the money, for `reallocate`. */
  from?: Judged;
  /** Probability that what it says is wrong. */
  wrong: number;
  reason: Reason | null;
}

/** Estimates all ads together. */
export function overviewOf(ads: readonly AdFigures[]): Overview {
  const cases = ads.flatMap((ad) => (ad.spend !== null && ad.spend > 0 ? [{ ad, spend: ad.spend, ...seen(ad, ad.spend) }] : []));
  const belief = beliefOf(cases.map(({ observed }) => observed));
  const enough = cases.filter(({ ad }) => ad.sales >= FLOOR_SALES);
  const costs = enough.map(({ ad, spend }) => spend / ad.sales);
  const estimated =
    belief.length === 0 ? [] : cases.map((each): Estimated => ({ ...each, posterior: posteriorOf(belief, each.observed) }));
  if (enough.length < FEWEST_ADS || belief.length === 0)
    return { estimated, median: null, shrunkMedian: null, adsCompared: enough.length, judged: [] };
  const median = medianOf(costs);
  const shrunkMedian = medianOf(estimated.map(({ posterior }) => shrunkCost(posterior)));
  const modelMedians = mediansByModel(cases);
  const judged = estimated
    .filter(({ ad }) => ad.sales > 0)
    .map(({ ad, spend, observed, posterior }): Judged => {
      const cost = spend / ad.sales;
      return {
        ad,
        spend,
        cost,
        posterior,
        delta: cost / median - 1,
        effective: observed.sales,
        shrunk: shrunkCost(posterior),
        cheaper: chanceOfCostUpTo(posterior, 0.9 * Math.min(median, shrunkMedian)),
        dearer: 1 - chanceOfCostUpTo(posterior, 1.1 * Math.max(median, shrunkMedian)),
        fatigue: fatigueOf(ad.fatigue),
        models: modelsOf(ad, spend, modelMedians),
      };
    });
  return { estimated, median, shrunkMedian, adsCompared: enough.length, judged };
}

const seen = (ad: AdFigures, spend: number) => ({ observed: effectiveOf({ sales: ad.sales, squares: ad.squares, spend }) });

type Medians = Readonly<Record<OtherModel, number | null>>;

function mediansByModel(cases: readonly { ad: AdFigures; spend: number }[]): Medians {
  const medianUnder = (model: OtherModel): number | null => {
    const costs = cases.flatMap(({ ad, spend }) => (ad.byModel[model] >= FLOOR_SALES ? [spend / ad.byModel[model]] : []));
    return costs.length < FEWEST_ADS ? null : medianOf(costs);
  };
  return {
    last_non_direct: medianUnder('last_non_direct'),
    linear: medianUnder('linear'),
    position_based: medianUnder('position_based'),
    data_driven: medianUnder('data_driven'),
  };
}

function modelsOf(ad: AdFigures, spend: number, medians: Medians): Judged['models'] {
  const under = (model: OtherModel) => {
    const sales = ad.byModel[model];
    const cost = sales > 0 ? spend / sales : null;
    const median = medians[model];
    return { sales, cost, delta: cost === null || median === null ? null : cost / median - 1 };
  };
  return {
    last_non_direct: under('last_non_direct'),
    linear: under('linear'),
    position_based: under('position_based'),
    data_driven: under('data_driven'),
  };
}

/** The sign is another one under any model, or the difference is small under two. A model without a sale says: as dear as can be. */
export function doModelsDisagree({ delta, models }: Judged): boolean {
  const deltas = OTHER_MODELS.flatMap((model) => {
    const { sales, delta: other } = models[model];
    return sales === 0 ? [Number.POSITIVE_INFINITY] : (other ?? []);
  });
  const isOtherSign = deltas.some((other) => Math.sign(other) !== Math.sign(delta) && other !== 0);
  return isOtherSign || deltas.filter((other) => Math.abs(other) < FLOOR_DELTA).length >= 2;
}

export const isFloorMet = ({ ad, delta }: Judged): boolean => ad.sales >= FLOOR_SALES && Math.abs(delta) >= FLOOR_DELTA;

/** The evidence that an ad lacks for any recommendation. */
export function reasonOf(judged: Judged, circumstances: Circumstances): Reason | null {
  const { ad } = judged;
  const { now, isBehind, problems, appliedAt } = circumstances;
  const changedAt = Math.max(ad.changedAt ?? 0, appliedAt.get(adKey(ad)) ?? 0);
  if (isBehind) return 'figures_behind';
  if (ad.incompleteFrom !== null) return 'spend_incomplete';
  if (ad.idShare !== null && ad.idShare < FEWEST_IDS) return 'ad_ids_low';
  if (problems.length > 0) return 'quality_problem';
  if (now - changedAt < CHANGED_MS) return 'recently_changed';
  if (ad.days < FEWEST_DAYS || ad.learning === 'learning') return 'unripe';
  if (ad.sales < FLOOR_SALES) return 'too_few_sales';
  return doModelsDisagree(judged) ? 'models_disagree' : null;
}

export const canScale = ({ ad, fatigue }: Judged): boolean =>
  fatigue?.state !== 'tired' &&
  ad.budgetLevel === 'adset' &&
  ad.dailyBudget !== null &&
  ad.dailyBudget > 0 &&
  ad.adsetDailySpend >= SPENT_OF_BUDGET * ad.dailyBudget;

/** The one thing to do with an ad by its own figures, or why not; undefined where nothing is to be done with it. */
export function candidateOf(judged: Judged, circumstances: Circumstances): Candidate | undefined {
  const { ad, delta, cheaper, dearer } = judged;
  if (ad.status !== 'active' || Math.abs(delta) < FLOOR_DELTA) return undefined;
  const reason = reasonOf(judged, circumstances);
  if (delta > 0 && isTired(judged) && dearer < DEARER)
    return { kind: 'refresh_creative', judged, wrong: judged.fatigue?.chanceFresh ?? 1, reason };
  if (delta < 0) {
    const found = reason ?? (cheaper < CHEAPER ? 'interval_wide' : canScale(judged) ? null : 'conditions_unmet');
    return { kind: 'scale', judged, wrong: 1 - cheaper, reason: found };
  }
  const found = reason ?? (dearer < DEARER ? 'interval_wide' : ad.liveInAdset > 1 ? null : 'conditions_unmet');
  return { kind: 'pause', judged, wrong: 1 - dearer, reason: found };
}

/** True if a sale costs more than at first, by the same distributions as now. */
function isTired({ ad, fatigue, shrunk, posterior, effective, spend }: Judged): boolean {
  if (fatigue?.state !== 'tired' || !ad.fatigue) return false;
  const own = effectiveOf({ sales: ad.sales, squares: ad.squares, spend });
  const before = posterior.map(({ shape, rate, probability }) => ({
    shape: shape - effective,
    rate: rate - own.spend,
    probability,
  }));
  return shrunk >= TIRED_COST * shrunkCost(posteriorOf(before, effectiveOf(ad.fatigue.baseSold)));
}
