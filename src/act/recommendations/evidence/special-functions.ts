// The special functions behind probabilities of Gamma and Beta distributions: series and continued fractions, to about twelve digits. They
// depend on their arguments alone, so that evidence computed again is the same.

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905, -0.13857109526572012,
  9.984369578019572e-6, 1.5056327351493116e-7,
] as const;
const MAX_STEPS = 10_000;
const PRECISION = 1e-15;
const TINY = 1e-300;

/** Logarithm of the gamma function of a positive number. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - logGamma(1 - x);
  const z = x - 1;
  const base = z + LANCZOS.length - 0.5;
  const sum = LANCZOS.reduce((total, factor, at) => total + factor / (z + at + 1), 0.9999999999998099);
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(base) - base + Math.log(sum);
}

/** P(X ≤ x) of X with a Gamma distribution of this shape and rate 1: the regularized lower incomplete gamma function. */
export function gammaShare(shape: number, x: number): number {
  if (!(x > 0)) return 0;
  if (x === Number.POSITIVE_INFINITY) return 1;
  return gammaShareBy(shape, x, gammaScale(shape, x, logGamma(shape)));
}

/** The density of that distribution, times x. @param logged The logarithm of the gamma function of the shape. */
export const gammaScale = (shape: number, x: number, logged: number): number => Math.exp(shape * Math.log(x) - x - logged);

/** As `gammaShare` of a positive number, with its scale. */
export const gammaShareBy = (shape: number, x: number, scale: number): number =>
  x < shape + 1 ? Math.min(1, scale * gammaSeries(shape, x)) : Math.max(0, 1 - scale * gammaFraction(shape, x));

function gammaSeries(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let step = 1; step < MAX_STEPS && term > sum * PRECISION; step++) {
    term *= x / (shape + step);
    sum += term;
  }
  return sum;
}

/** Lentz's method. */
function gammaFraction(shape: number, x: number): number {
  let b = x + 1 - shape;
  let c = 1 / TINY;
  let d = 1 / b;
  let product = d;
  for (let step = 1; step < MAX_STEPS; step++) {
    const a = -step * (step - shape);
    b += 2;
    d = 1 / awayFromZero(a * d + b);
    c = awayFromZero(b + a / c);
    product *= d * c;
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return product;
}

/** P(X ≤ x) of X with a Beta distribution: the regularized incomplete beta function. */
export function betaShare(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const scale = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (scale * betaFraction(a, b, x)) / a : 1 - (scale * betaFraction(b, a, 1 - x)) / b;
}

function betaFraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let product = d;
  for (let step = 1; step < MAX_STEPS; step++) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    product *= d * c;
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    product *= d * c;
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return product;
}

const awayFromZero = (x: number): number => (Math.abs(x) < TINY ? TINY : x);
