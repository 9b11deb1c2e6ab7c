// What is believed of the effects of levels, estimated together: most do little, some do more, and how much these differ is learned from all levels
// of the profile and, as a prior, from those of the workspace's other profiles.
import type { Comparison } from './compare.ts';
import { normalDensity, normalShare } from './distributions.ts';

export type Seen = Pick<Comparison, 'log' | 'deviation'>;

/** Distributions that a level's effect may have, in logarithms around nothing. */
const NEARLY_NONE = 0.05;
const SPREADS = [0.2, 0.3, 0.45, 0.65, 1] as const;
const SHARES = [0.5, 0.7, 0.9] as const;
const HALVINGS = 60;
const FURTHEST = 10;

export interface Prior {
  spread: number;
  /** Levels that have an effect worth a word. */
  share: number;
  probability: number;
}

const densityUnder = ({ log, deviation }: Seen, spread: number): number => normalDensity(log, Math.hypot(spread, deviation));
const likelihood = (seen: Seen, { spread, share }: Omit<Prior, 'probability'>): number =>
  share * densityUnder(seen, spread) + (1 - share) * densityUnder(seen, NEARLY_NONE);

/** @param others Levels of other profiles: each counts as a part of one here. */
export function priorsOf(own: readonly Seen[], others: readonly Seen[]): Prior[] {
  const weight = others.length === 0 ? 0 : Math.min(0.5, 20 / others.length);
  const fits = SPREADS.flatMap((spread) => SHARES.map((share) => ({ spread, share }))).map((each) => {
    const logOf = (levels: readonly Seen[]): number => levels.reduce((sum, seen) => sum + Math.log(likelihood(seen, each)), 0);
    return { ...each, fit: logOf(own) + weight * logOf(others) };
  });
  const greatest = Math.max(...fits.map(({ fit }) => fit));
  const sum = fits.reduce((all, { fit }) => all + Math.exp(fit - greatest), 0);
  return fits.map(({ fit, ...each }) => ({ ...each, probability: Math.exp(fit - greatest) / sum }));
}

/** A mixture of normal distributions. */
export type Belief = readonly { middle: number; deviation: number; probability: number }[];

export function beliefAfter(priors: readonly Prior[], seen: Seen | undefined): Belief {
  const parts = priors.flatMap(({ spread, share, probability }) => [
    { spread, probability: probability * share },
    { spread: NEARLY_NONE, probability: probability * (1 - share) },
  ]);
  const after = parts.map(({ spread, probability }) => {
    if (!seen) return { middle: 0, deviation: spread, probability };
    const kept = spread ** 2 / (spread ** 2 + seen.deviation ** 2);
    return {
      middle: kept * seen.log,
      deviation: Math.sqrt(kept) * seen.deviation,
      probability: probability * densityUnder(seen, spread),
    };
  });
  const sum = after.reduce((all, { probability }) => all + probability, 0);
  return after.map((each) => ({ ...each, probability: each.probability / sum }));
}

export const chanceUpTo = (belief: Belief, x: number): number =>
  belief.reduce((sum, { middle, deviation, probability }) => sum + probability * normalShare((x - middle) / deviation), 0);

export function quantileOf(belief: Belief, share: number): number {
  let [low, high] = [-FURTHEST, FURTHEST];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    if (chanceUpTo(belief, middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The mean of what e^x is above 1: the gain of a level that is kept only if it is better. */
export const gainOf = (belief: Belief): number =>
  belief.reduce((sum, { middle, deviation, probability }) => {
    const above = normalShare(middle / deviation + deviation);
    return sum + probability * (Math.exp(middle + deviation ** 2 / 2) * above - normalShare(middle / deviation));
  }, 0);

/** What is believed of one effect less another's; of the other, the mean and the variance. */
export function beliefBeyond(belief: Belief, other: Belief): Belief {
  const mean = other.reduce((sum, { middle, probability }) => sum + probability * middle, 0);
  const variance = other.reduce(
    (sum, { middle, deviation, probability }) => sum + probability * (deviation ** 2 + (middle - mean) ** 2),
    0,
  );
  return belief.map(({ middle, deviation, probability }) => ({
    middle: middle - mean,
    deviation: Math.sqrt(deviation ** 2 + variance),
    probability,
  }));
}
