// The table of powers behind time decay, computed again with 160 bits, and the weight of an age by it against the exactly rounded one.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { readSeed } from '../../../src/base/kit/seeds.ts';

const BITS = 160n;
const ONE = 1n << BITS;
const WEEK_US = 604_800_000_000n;
const LN2 = Array.from({ length: 200 }, (_, i) => BigInt(i + 1)).reduce((sum, k) => sum + ONE / (k << k), 0n);

/** Two to the power of −part ÷ whole, for a part of at most the whole. */
function halved(part: bigint, whole: bigint): bigint {
  const x = (LN2 * part) / whole;
  let [term, sum] = [ONE, ONE];
  for (let k = 1n; k < 80n; k++) {
    term = (term * x) / (k << BITS);
    sum += k % 2n === 1n ? -term : term;
  }
  return sum;
}

const STEPS = { hour: [168, 168n], minute: [60, 10_080n], second: [60, 604_800n] } as const;
const factors = (unit: keyof typeof STEPS): bigint[] =>
  readSeed('decay_factors').flatMap((row) => (row.unit === unit ? [BigInt(row.factor)] : []));

test('the factors of time decay are powers of two in units of 2⁻⁶⁰', () => {
  for (const unit of ['hour', 'minute', 'second'] as const) {
    const [count, whole] = STEPS[unit];
    const rounded = Array.from(
      { length: count },
      (_, step) => (halved(BigInt(step), whole) + (1n << (BITS - 61n))) >> (BITS - 60n),
    );
    assert.deepEqual(factors(unit), rounded, unit);
  }
});

test('a weight by the table is the exactly rounded one, for 3,000 random ages of up to 90 days', () => {
  const [hours, minutes, seconds] = [factors('hour'), factors('minute'), factors('second')];
  const at = (list: bigint[], index: bigint): bigint => list[Number(index)] ?? 0n;
  const ages = Array.from({ length: 3_000 }, () => BigInt(randomInt(7_776_000)) * 1_000_000n + BigInt(randomInt(1_000_000)));
  for (const age of [...ages, 0n, WEEK_US * 10n, WEEK_US - 1n, WEEK_US * 90n]) {
    const rest = age % 1_000_000n;
    const least = (1n << 60n) - ((rest * 1_385_521_698_697n) >> 20n) + ((rest * rest * 832_524n) >> 40n);
    const factor = [
      at(minutes, (age % 3_600_000_000n) / 60_000_000n),
      at(seconds, (age % 60_000_000n) / 1_000_000n),
      least,
    ].reduce((product, next) => (product * next) >> 60n, at(hours, (age % WEEK_US) / 3_600_000_000n));
    const weeks = age / WEEK_US;
    const weight = (factor * 1_000_000_000n + (1n << (59n + weeks))) >> (60n + weeks);
    const exact = (halved(age % WEEK_US, WEEK_US) * 1_000_000_000n + (1n << (BITS - 1n + weeks))) >> (BITS + weeks);
    assert.equal(weight, exact, `an age of ${age} µs`);
  }
});
