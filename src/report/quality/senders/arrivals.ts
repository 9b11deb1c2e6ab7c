// Rule 1 for counts of arrivals: how likely so few are, by a negative binomial fitted to the same weekday and hours of the weeks before.

/** No sender is steadier than this: eight weeks are too few to prove that one is. */
const LEAST_VARIATION = 0.1;
const FEWEST_WEEKS = 4;

/** log Γ(x) for x > 0: Stirling's series, which is exact enough from 8 on. */
function logGamma(x: number): number {
  let below = 0;
  let z = x;
  for (; z < 8; z += 1) below += Math.log(z);
  return (
    (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + 1 / (12 * z) - 1 / (360 * z ** 3) + 1 / (1260 * z ** 5) - below
  );
}

/** From here on the sum is long, and a normal distribution is as close. */
const LARGE = 3_000;

/** P(Z ≤ z), within 10^-7 (Abramowitz and Stegun 26.2.17). */
function normalAtMost(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce((sum, term) => (sum + term) * t, 0);
  const upper = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
  return z < 0 ? upper : 1 - upper;
}

/** P(X ≤ count) of a negative binomial with this mean and variance; a Poisson where the variance is no larger. */
export function atMost(count: number, mean: number, variance: number): number {
  if (mean > LARGE) return normalAtMost((count + 0.5 - mean) / Math.sqrt(variance));
  const size = variance > mean * 1.0001 ? (mean * mean) / (variance - mean) : 1e6;
  const success = size / (size + mean);
  let sum = 0;
  for (let k = 0; k <= count; k += 1)
    sum += Math.exp(logGamma(k + size) - logGamma(size) - logGamma(k + 1) + size * Math.log(success) + k * Math.log(1 - success));
  return Math.min(1, sum);
}

/** The probability of at most `count` arrivals after these weeks; 1 where they are too few to say. */
export function chanceOfSoFew(count: number, weeks: readonly number[]): number {
  if (weeks.length < FEWEST_WEEKS) return 1;
  const mean = weeks.reduce((sum, each) => sum + each, 0) / weeks.length;
  if (mean === 0 || count >= mean) return 1;
  const spread = weeks.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (weeks.length - 1);
  const variance = Math.max(spread * (1 + 1 / weeks.length), mean + (LEAST_VARIATION * mean) ** 2);
  return atMost(count, mean, variance);
}
