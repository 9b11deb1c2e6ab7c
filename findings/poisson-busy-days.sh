#!/usr/bin/env bash
# A library of statistics says that the chance of at most 161 orders on a day, where 140 are usual, is Infinity, and another ends before the rare days.
#
# Packages: jstat 1.9.6, simple-statistics 7.12.1 and @stdlib/stats-base-dists-poisson-cdf 0.3.1 of npm.
# Behaviour: jstat computes the chance of each count as mean ^ count * e ^ -mean / count!, in doubles. Both the power and the factorial leave their range, the
# factorial at 171: where only the power does, the sum of the chances is Infinity, and where both do, it is NaN. simple-statistics
# returns the chances of all counts as an array, which ends when 0.9999 of them are covered: a count beyond has no entry (undefined).
# @stdlib computes with the incomplete gamma function and is right.
# Consequence: an alarm for a day that chance would bring once in ten thousand compares with NaN, Infinity or undefined, none of which is below any limit.
# It is silent for each shop or tracker with more than some 140 orders, sign-ups or clicks a day, or for exactly the days for which it was made. In tests with small numbers it works.
# What is right: a probability between 0 and 1 (the Poisson distribution; the values of @stdlib agree with the sum of exp(k * ln(mean) - mean - ln k!)).
# Output seen on 2026-11-30 with Node 20.20 and 24.21: the lines of expected.txt below.
# usage: bash findings/poisson-busy-days.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error jstat@1.9.6 simple-statistics@7.12.1 @stdlib/stats-base-dists-poisson-cdf@0.3.1 >/dev/null

cat >chances.mjs <<'JS'
import cumulative from '@stdlib/stats-base-dists-poisson-cdf';
import jstat from 'jstat';
import { poissonDistribution } from 'simple-statistics';

/** Usual orders of a day, and those of the day in question. */
const DAYS = [
  [20, 23],
  [20, 40],
  [100, 115],
  [140, 161],
  [150, 173],
  [400, 480],
];

/** Summed in logarithms, so that no step leaves the range of a double. */
function summed(count, mean) {
  let sum = 0;
  let logFactorial = 0;
  for (let k = 0; k <= count; k += 1) {
    if (k > 0) logFactorial += Math.log(k);
    sum += Math.exp(k * Math.log(mean) - mean - logFactorial);
  }
  return sum;
}

function fromArray(count, mean) {
  const chances = poissonDistribution(mean);
  return count < chances.length ? chances.slice(0, count + 1).reduce((sum, chance) => sum + chance, 0) : undefined;
}

const shown = (chance) => (Number.isFinite(chance) ? chance.toFixed(5) : String(chance));

for (const [mean, count] of DAYS) {
  const right = summed(count, mean);
  console.log(`${count} where ${mean} are usual | jstat ${shown(jstat.poisson.cdf(count, mean))} | simple-statistics ${shown(fromArray(count, mean))}`);
  if (Math.abs(cumulative(count, mean) - right) > 1e-9) console.log('@stdlib disagrees with the sum');
}
JS

cat >expected.txt <<'TEXT'
23 where 20 are usual | jstat 0.78749 | simple-statistics 0.78749
40 where 20 are usual | jstat 0.99997 | simple-statistics undefined
115 where 100 are usual | jstat 0.93682 | simple-statistics 0.93682
161 where 140 are usual | jstat Infinity | simple-statistics 0.96304
173 where 150 are usual | jstat NaN | simple-statistics 0.97028
480 where 400 are usual | jstat NaN | simple-statistics undefined
TEXT

node chances.mjs >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
