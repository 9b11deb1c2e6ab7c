// Student's t and the normal distribution, as far as comparisons need them.
import { betaShare } from '../../recommendations/index.ts';

const HALVINGS = 60;

/** P(|T| ≥ t) with so many degrees of freedom. */
export const tailsOfT = (t: number, degrees: number): number =>
  Number.isFinite(t) ? betaShare(degrees / 2, 0.5, degrees / (degrees + t * t)) : 0;

/** The t that |T| exceeds with this probability. */
export function quantileOfT(tails: number, degrees: number): number {
  let [low, high] = [0, 1_000];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    if (tailsOfT(middle, degrees) > tails) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(X ≤ x) of a standard normal X, to 1e-7 (Abramowitz and Stegun 26.2.17). */
export function normalShare(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return x >= 0 ? 1 - tail : tail;
}

export const normalDensity = (x: number, deviation: number): number =>
  Math.exp((-x * x) / (2 * deviation * deviation)) / (deviation * Math.sqrt(2 * Math.PI));
