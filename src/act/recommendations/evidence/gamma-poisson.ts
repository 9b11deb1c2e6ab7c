// The sales rates of a profile's ads, estimated together: sales of an ad come at random at a rate per money spent, and the rates of all ads have a
// Gamma distribution. Each of some shapes counts by its marginal likelihood, and for each shape each of some means, as the best ones alone would be too sure of
// themselves with few ads. An ad with few sales is therefore judged mostly by the profile's usual ads.
import { betaShare, gammaScale, gammaShare, gammaShareBy, logGamma } from './special-functions.ts';

/** A Gamma distribution: of sales per unit of money. */
export interface Rates {
  shape: number;
  rate: number;
}

/** Distributions that may be the one, with how probable each is; probabilities add up to 1. */
export type Belief = readonly (Rates & { probability: number })[];

/** The observation of one ad: sales as a count that may have a fraction, and the money spent for them. */
export interface Observed {
  sales: number;
  spend: number;
}

/** Shapes between ads that differ by a factor of some ten and ads that are all alike. */
const [LEAST_SHAPE, GREATEST_SHAPE, SHAPES] = [0.5, 120, 12] as const;
/** Of a root, relative. */
const DIGITS = 1e-13;
/** Of a step after which a root is as exact. */
const DIGITS_BEFORE = 1e-7;
/** Nine tenths of a standard normal distribution are below. */
const NORMAL_90 = 1.2816;
/** Distributions that are less probable than this beside the most probable one are left out: they change no digit that is printed. */
const NEGLIGIBLE = 1e-12;
/** The means of a shape: so many standard errors of their logarithm around the most probable one. */
const MEANS_TRIED: readonly number[] = [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5];

const SHAPES_TRIED: readonly number[] = Array.from(
  { length: SHAPES },
  (_, at) => LEAST_SHAPE * (GREATEST_SHAPE / LEAST_SHAPE) ** (at / (SHAPES - 1)),
);

/**
 * Logarithm of the negative binomial probability of what was observed, without what depends on neither parameter.
 * @param logged The logarithm of the gamma function of the shape and of each one's sales, which all means of a shape share.
 */
function logLikelihood({ shape, rate }: Rates, observed: readonly Observed[], logged: readonly number[]): number {
  const [logShape, logRate] = [logGamma(shape), Math.log(rate)];
  return observed.reduce(
    (sum, { sales, spend }, at) =>
      sum + (logged[at] ?? 0) - logShape + shape * logRate - (shape + sales) * Math.log(rate + spend),
    0,
  );
}

/** A point of a function whose root is sought, in logarithms. */
interface Tried {
  x: number;
  value: number;
}

/**
 * The x between two numbers at which a falling function is 0, to some thirteen digits; the nearer end where it is 0 nowhere between. Chandrupatla's method in
 * logarithms: the curve through three points where that is safe, a half elsewhere. It asks for ten values where halves alone ask for fifty.
 */
function rootOf(low: number, high: number, falling: (x: number) => number): number {
  const tryAt = (x: number): Tried => ({ x, value: falling(Math.exp(x)) });
  let [last, other] = [tryAt(Math.log(high)), tryAt(Math.log(low))];
  if (other.value <= 0) return low;
  if (last.value >= 0) return high;
  let part = 0.5;
  for (;;) {
    const tried = tryAt(last.x + part * (other.x - last.x));
    const isOnSide = tried.value > 0 === last.value > 0;
    const before: Tried = isOnSide ? last : other;
    if (!isOnSide) other = last;
    last = tried;
    const least = DIGITS / Math.abs(other.x - last.x);
    if (least > 0.5 || last.value === 0) return Math.exp(last.x);
    part = Math.min(1 - least, Math.max(least, nextPart(last, other, before)));
  }
}

/** How far it is from the last point to the root, as a part of the way to the point on the root's other side. */
function nextPart(last: Tried, other: Tried, before: Tried): number {
  const at = (last.x - other.x) / (before.x - other.x);
  const height = (last.value - other.value) / (before.value - other.value);
  if (!(height ** 2 < at && (1 - height) ** 2 < 1 - at)) return 0.5;
  const [a, b, c] = [last.value, other.value, before.value];
  return (a / (b - a)) * (c / (b - c)) + ((before.x - last.x) / (other.x - last.x)) * (a / (c - a)) * (b / (c - b));
}

/** The rate parameter under which what was observed is most probable. */
function bestRate(shape: number, observed: readonly Observed[], mean: number): number {
  const slope = (rate: number): number =>
    observed.reduce((sum, { sales, spend }) => sum + (shape * spend - sales * rate) / (rate + spend), 0);
  return rootOf((shape / mean) * 1e-3, (shape / mean) * 1e3, slope);
}

/** What the logarithm of the mean is uncertain by: one over the root of the curvature of the likelihood there. */
function errorOfMean({ shape, rate }: Rates, observed: readonly Observed[]): number {
  const curvature = observed.reduce((sum, { sales, spend }) => sum + ((shape + sales) * rate * spend) / (rate + spend) ** 2, 0);
  return 1 / Math.sqrt(curvature);
}

/** Empty where nothing was sold or spent. */
export function beliefOf(observed: readonly Observed[]): Belief {
  const cases = observed.filter(({ spend }) => spend > 0);
  const [sales, spend] = cases.reduce(([n, money], each) => [n + each.sales, money + each.spend], [0, 0]);
  if (!(sales > 0)) return [];
  const fits = SHAPES_TRIED.flatMap((shape) => {
    const best = { shape, rate: bestRate(shape, cases, sales / spend) };
    const error = errorOfMean(best, cases);
    const logged = cases.map((each) => logGamma(shape + each.sales));
    return MEANS_TRIED.map((errors) => {
      const rates = { shape, rate: best.rate * Math.exp(errors * error) };
      // One point for an interval of means that is as wide as the error.
      return { ...rates, likelihood: logLikelihood(rates, cases, logged) + Math.log(error) };
    });
  });
  const greatest = Math.max(...fits.map(({ likelihood }) => likelihood));
  const weighed = fits.map(({ likelihood, ...rates }) => ({ ...rates, weight: Math.exp(likelihood - greatest) }));
  const kept = weighed.filter(({ weight }) => weight >= NEGLIGIBLE);
  const total = kept.reduce((sum, { weight }) => sum + weight, 0);
  return kept.map(({ shape, rate, weight }) => ({ shape, rate, probability: weight / total }));
}

/** Credit in parts counts less than whole sales: (Σw)² ÷ Σw² of them, with the money in proportion. */
export function effectiveOf({ sales, squares, spend }: Observed & { squares: number }): Observed {
  if (!(sales > 0 && squares > 0)) return { sales: 0, spend };
  const effective = (sales * sales) / squares;
  return { sales: effective, spend: (spend * effective) / sales };
}

/** The posterior distribution of one ad's rate. */
export const posteriorOf = (belief: Belief, { sales, spend }: Observed): Belief =>
  belief.map(({ shape, rate, probability }) => ({ shape: shape + sales, rate: rate + spend, probability }));

const meanOver = (belief: Belief, of: (rates: Rates) => number): number =>
  belief.reduce((sum, each) => sum + each.probability * of(each), 0);

/** The cost of a sale at the mean rate. */
export const shrunkCost = (belief: Belief): number => 1 / meanOver(belief, ({ shape, rate }) => shape / rate);

/** P(a sale costs at most this). */
export const chanceOfCostUpTo = (belief: Belief, cost: number): number =>
  1 - meanOver(belief, ({ shape, rate }) => gammaShare(shape, rate / cost));

/** The x that a Gamma distribution of this shape and rate 1 exceeds with probability 1 - `share`. */
export const gammaQuantile = (shape: number, share: number): number =>
  rootOf((shape + 1) * 1e-9, 10 * (shape + 10), (x) => share - gammaShare(shape, x));

/** P(a sale costs at most this), and how fast it grows with the cost's logarithm. */
type CostCurve = (cost: number) => [chance: number, slope: number];

function costCurve(belief: Belief): CostCurve {
  const parts = belief.map((each) => ({ ...each, logged: logGamma(each.shape) }));
  return (cost) => {
    let [dearer, slope] = [0, 0];
    for (const { shape, rate, probability, logged } of parts) {
      const scale = gammaScale(shape, rate / cost, logged);
      dearer += probability * gammaShareBy(shape, rate / cost, scale);
      slope += probability * scale;
    }
    return [1 - dearer, slope];
  };
}

/** The cost that a sale does not exceed with about this chance, as if the belief were one Gamma distribution (Wilson and Hilferty). */
function roughCost(belief: Belief, normal: number): number {
  const mean = meanOver(belief, ({ shape, rate }) => shape / rate);
  const variance = meanOver(belief, ({ shape, rate }) => (shape + shape ** 2) / rate ** 2) - mean ** 2;
  const shape = mean ** 2 / variance;
  return 1 / (mean * (1 - 1 / (9 * shape) - normal / (3 * Math.sqrt(shape))) ** 3);
}

/** The costs of a sale between which 80 % of the belief are. */
export function costInterval(belief: Belief): [number, number] {
  const middle = shrunkCost(belief);
  const [curve, within] = [costCurve(belief), [middle * 1e-4, middle * 1e4] as const];
  const costAt = (chance: number, normal: number): number => costOf(curve, chance, within, roughCost(belief, normal));
  return [costAt(0.1, -NORMAL_90), costAt(0.9, NORMAL_90)];
}

/**
 * The cost between two others that a sale does not exceed with this chance, to some thirteen digits. Newton's method in logarithms: the slope is a part of the curve, and a good
 * first guess needs four values. A step that leaves what is known of the place is replaced by a half.
 */
function costOf(curve: CostCurve, wanted: number, [least, most]: readonly [number, number], guess: number): number {
  let [low, high] = [Math.log(least), Math.log(most)];
  let x = guess > least && guess < most ? Math.log(guess) : (low + high) / 2;
  for (;;) {
    const [chance, slope] = curve(Math.exp(x));
    if (chance < wanted) low = x;
    else high = x;
    const newton = x + (wanted - chance) / slope;
    const isNewton = newton > low && newton < high;
    const next = isNewton ? newton : (low + high) / 2;
    // Each of Newton's steps has twice as many right digits as the one before.
    if (!(Math.abs(next - x) >= (isNewton ? DIGITS_BEFORE : DIGITS))) return Math.exp(next);
    x = next;
  }
}

/** P(factor × the rate of one > the rate of the other); both begin with the same distributions. */
export const chanceOfMore = (one: Belief, factor: number, other: Belief): number =>
  one.reduce((sum, { probability, shape, rate }, at) => {
    const less = other[at] ?? { shape, rate };
    return sum + probability * betaShare(less.shape, shape, (factor * less.rate) / (factor * less.rate + rate));
  }, 0);

/** 1 - `chanceOfMore`, with as many digits where that is near 1. */
export const chanceOfLess = (one: Belief, factor: number, other: Belief): number =>
  one.reduce((sum, { probability, shape, rate }, at) => {
    const less = other[at] ?? { shape, rate };
    return sum + probability * betaShare(shape, less.shape, rate / (factor * less.rate + rate));
  }, 0);

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? (sorted[Math.floor(middle)] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
