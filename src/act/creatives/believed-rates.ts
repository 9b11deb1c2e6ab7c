// What is believed of a rate of an ad, for ranking: ads of the profile have rates of a Beta distribution, of which counts come by chance (Beta-binomial). An ad
// of which little was counted is therefore ranked near the profile's usual rate.
import type { Rate } from './attention.ts';

type Counted = Pick<Rate, 'count' | 'of'>;

/** The profile's usual rate, which counts in each ad as if it had been seen `weight` more times. */
export interface Prior {
  mean: number;
  weight: number;
}

/** With fewer ads nothing is known of how much they differ. */
const FEWEST_ADS = 5;
const [LEAST_WEIGHT, MOST_WEIGHT] = [2, 1_000_000] as const;
const ROUNDS = 10;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

interface Moments {
  mean: number;
  /** The share of the variance of single cases that is between ads. */
  between: number;
}

/** Kleinman's moments of a Beta-binomial, with these weights of the ads. */
function momentsOf(ads: readonly Counted[], weights: readonly number[]): Moments {
  const total = sumOf(weights);
  const weighted = ads.map(({ count, of }, at) => {
    const weight = weights[at] ?? 0;
    return { rate: count / of, weight, left: weight * (1 - weight / total), chance: (weight / of) * (1 - weight / total) };
  });
  const mean = sumOf(weighted.map(({ rate, weight }) => rate * weight)) / total;
  const single = mean * (1 - mean);
  const squares = sumOf(weighted.map(({ rate, weight }) => weight * (rate - mean) ** 2));
  const [left, chance] = [sumOf(weighted.map((each) => each.left)), sumOf(weighted.map((each) => each.chance))];
  const between = single > 0 && left > chance ? (squares - single * chance) / (single * (left - chance)) : 0;
  return { mean, between: Math.min(1 / (1 + LEAST_WEIGHT), Math.max(1 / (1 + MOST_WEIGHT), between)) };
}

/** Null where nothing was counted. */
export function priorOf(rates: readonly (Counted | null)[]): Prior | null {
  const ads = rates.filter((rate) => rate !== null);
  if (ads.length === 0) return null;
  if (ads.length < FEWEST_ADS) {
    const mean = sumOf(ads.map(({ count }) => count)) / sumOf(ads.map(({ of }) => of));
    return { mean, weight: LEAST_WEIGHT };
  }
  let found = momentsOf(
    ads,
    ads.map(({ of }) => of),
  );
  for (let round = 1; round < ROUNDS; round++) {
    const { between } = found;
    found = momentsOf(
      ads,
      ads.map(({ of }) => of / (1 + between * (of - 1))),
    );
  }
  return { mean: found.mean, weight: Math.round(1 / found.between - 1) };
}

/** The mean of what is believed. */
export const believedRate = ({ mean, weight }: Prior, { count, of }: Counted): number => (count + mean * weight) / (of + weight);
