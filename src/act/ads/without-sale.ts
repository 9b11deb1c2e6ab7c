// The evidence on an ad that spent and sold nothing: how unlikely that is for an ad that sells as the profile's ads usually do.

const MILLION = 1_000_000;

export interface WithoutSale {
  times_median_cost: number;
  chance: number;
  text: string;
}

/**
 * Sales of an average ad come at random, one for each median cost: none at all for S has the chance e^(-S ÷ M).
 * @param spend Millionths. @param medianCost Null where too few ads sell to say what is usual.
 */
export function withoutSale(spend: bigint | null, medianCost: number | null): WithoutSale | null {
  if (spend === null || spend <= 0n || medianCost === null || medianCost <= 0) return null;
  const times = Number(spend) / MILLION / medianCost;
  const chance = Math.exp(-times);
  const often = chance < 0.01 ? 'less than once in 100' : `${Math.round(chance * 100)} times in 100`;
  const shown = times < 0.1 ? 'less than 0.1' : times.toFixed(1);
  return {
    times_median_cost: Math.round(times * 100) / 100,
    chance: Math.round(chance * 10_000) / 10_000,
    text: `Spent ${shown} × the median cost without a sale; an average ad would do that ${often}.`,
  };
}
