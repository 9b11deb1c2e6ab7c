#!/usr/bin/env bash
# A library for A/B tests reports an improvement of 800 % with an interval that ends at 469 %, and one that is significant with an interval that has losses in it.
#
# Package: abbajs 0.1.4 of npm, a port of Abba, Thumbtack's calculator.
# Behaviour: the estimate is the ratio of the rates as counted; the interval is made of rates that are pulled towards a half (Agresti and Coull's, as its
# source says). With few conversions the two have little in common: with 1 of 200 against 9 of 200 the interval does not contain its own estimate, and with
# 99 of 100 against 100 of 100 the interval of the rate ends beyond 1. The p-value is computed from the counts, so it says that 9 differ from 1 while the interval
# begins below 0. From some hundred conversions on all agree.
# Consequence: a reader of the interval stops a campaign that the p-value keeps, and a report shows an estimate outside of its own bounds.
# Right: an interval of a ratio of rates contains their ratio, as that on the scale of logarithms does (Katz and others, Biometrics 34, 1978), which is shown beside.
# Output seen on 2026-12-01 with Node 20.20: the five lines of expected.txt below, as `1/200 | 9/200 | 800 % | -14 % to 469 % | p 0.021 | 15 % to 6938 %`.
# usage: bash findings/ab-test-intervals.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the package does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error abbajs@0.1.4 >/dev/null 2>&1

cat >compare.cjs <<'JS'
const log = console.log;
console.log = () => {}; // A dependency prints advice when it is loaded.
const { Abba } = require('abbajs');
console.log = log;

/** Conversions and people of two ads. */
const PAIRS = [
  [1, 200, 9, 200],
  [1, 20, 4, 20],
  [5, 50, 700, 5000],
  [99, 100, 100, 100],
  [300, 10000, 360, 10000],
];

const percent = (share) => `${Math.round(share * 100)} %`;

/** The interval of the ratio on the scale of logarithms, as an improvement. */
function byLogarithms(k1, n1, k2, n2) {
  const error = Math.sqrt(1 / k1 - 1 / n1 + 1 / k2 - 1 / n2);
  const ratio = k2 / n2 / (k1 / n1);
  return [-1.959964, 1.959964].map((z) => percent(ratio * Math.exp(z * error) - 1)).join(' to ');
}

for (const [k1, n1, k2, n2] of PAIRS) {
  const { relativeImprovement, pValue, proportion } = new Abba.Experiment(2, k1, n1, 0.05).getResults(k2, n2);
  const { value, lowerBound, upperBound } = relativeImprovement;
  const beyond = proportion.upperBound > 1 ? ` | rate up to ${(proportion.upperBound * 100).toFixed(1)} %` : '';
  const interval = `${percent(lowerBound)} to ${percent(upperBound)}`;
  console.log(`${k1}/${n1} | ${k2}/${n2} | ${percent(value)} | ${interval} | p ${pValue.toFixed(3)} | ${byLogarithms(k1, n1, k2, n2)}${beyond}`);
}
JS

cat >expected.txt <<'TEXT'
1/200 | 9/200 | 800 % | -14 % to 469 % | p 0.021 | 15 % to 6938 %
1/20 | 4/20 | 300 % | -93 % to 264 % | p 0.238 | -51 % to 3172 %
5/50 | 700/5000 | 40 % | -74 % to 79 % | p 0.480 | -39 % to 222 %
99/100 | 100/100 | 1 % | -4 % to 6 % | p 0.749 | -1 % to 3 % | rate up to 101.0 %
300/10000 | 360/10000 | 20 % | 1 % to 39 % | p 0.035 | 3 % to 40 %
TEXT

node compare.cjs >actual.txt
echo 'first ad | second ad | improvement | its interval | p | on the scale of logarithms'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
