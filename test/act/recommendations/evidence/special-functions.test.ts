// Values of published tables: quantiles of the chi-square, F and t distributions (NIST/SEMATECH e-Handbook 1.3.6.7), and of the gamma function
// (Abramowitz and Stegun 6.1).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { betaShare, gammaShare, logGamma } from '../../../../src/act/recommendations/evidence/special-functions.ts';

const isNear = (found: number, published: number, within: number): void =>
  assert.ok(Math.abs(found - published) <= within, `${found} is not ${published}`);

test('the chi-square table', () => {
  const table: [number, number, number][] = [
    [1, 0.95, 3.841],
    [1, 0.99, 6.635],
    [2, 0.9, 4.605],
    [5, 0.95, 11.07],
    [10, 0.05, 3.94],
    [10, 0.95, 18.307],
    [30, 0.99, 50.892],
    [100, 0.95, 124.342],
    [100, 0.025, 74.222],
  ];
  for (const [degrees, share, x] of table) isNear(gammaShare(degrees / 2, x / 2), share, 5e-5);
});

test('the tables of F and t', () => {
  const ofF = (x: number, one: number, two: number): number => betaShare(one / 2, two / 2, (one * x) / (one * x + two));
  isNear(ofF(3.326, 5, 10), 0.95, 5e-5);
  isNear(ofF(4.103, 2, 10), 0.95, 5e-5);
  isNear(ofF(1.84, 30, 30), 0.95, 2e-4);
  isNear(ofF(2.228 ** 2, 1, 10), 0.95, 5e-5);
  isNear(betaShare(2, 3, 0.5), 0.6875, 1e-14);
});

test('the gamma function', () => {
  isNear(Math.exp(logGamma(0.5)), Math.sqrt(Math.PI), 1e-14);
  isNear(Math.exp(logGamma(1.25)), 0.9064024771, 1e-10);
  isNear(Math.exp(logGamma(5)), 24, 1e-11);
  isNear(logGamma(101), 363.7393755555635, 1e-10);
});

test('the ends, and both sides of where the method changes', () => {
  assert.deepEqual([gammaShare(3, 0), gammaShare(3, Number.POSITIVE_INFINITY)], [0, 1]);
  assert.deepEqual([betaShare(2, 3, 0), betaShare(2, 3, 1)], [0, 1]);
  for (const shape of [0.3, 1, 7, 400, 3_000]) {
    const [below, above] = [gammaShare(shape, shape + 0.999999), gammaShare(shape, shape + 1.000001)];
    assert.ok(below <= above && above - below < 1e-5, `${shape}: ${below} ${above}`);
  }
  isNear(gammaShare(1, 2.5), 1 - Math.exp(-2.5), 1e-14);
});
