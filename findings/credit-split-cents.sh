#!/usr/bin/env bash
# Two money libraries give the odd cent of a refund to another touch than that of its sale, and a cent to a touch without credit.
#
# Packages: ts-money 0.4.8 and js-money 0.6.3 of npm; dinero.js 2.0.2 beside them splits as expected.
# Behaviour: allocate() divides an amount by weights and hands what is left out cent by cent from the first part on. For a negative amount both round
# each part towards minus infinity at the other end: 100 in thirds is 34, 33, 33 and -100 is -33, -33, -34. So a sale that was returned in full leaves
# one cent of revenue with the first touch and takes one from the last, for ever. The odd cents are also handed to parts of weight 0: 5 by weights
# 0, 50, 50 is 1, 2, 2, so a channel to which a model gives no credit has revenue. dinero.js mirrors a negative amount and passes over weights of 0.
# Right would be parts of weight 0 without money, and -x split as the negative of x; money libraries promise that no cent is lost, and the sum is right.
# Output seen on 2026-11-30 with Node 20.20: the six lines of expected.txt below.
# usage: bash findings/credit-split-cents.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error ts-money@0.4.8 js-money@0.6.3 dinero.js@2.0.2 >/dev/null

cat >split.mjs <<'JS'
import { allocate, dinero, toSnapshot } from 'dinero.js';
import { EUR } from 'dinero.js/currencies';
import JsMoney from 'js-money';
import { Currencies, Money } from 'ts-money';

const libraries = {
  'ts-money': (cents, weights) => new Money(cents, Currencies.EUR).allocate(weights).map(({ amount }) => amount),
  'js-money': (cents, weights) => new JsMoney(cents, JsMoney.EUR).allocate(weights).map(({ amount }) => amount),
  'dinero.js': (cents, weights) => allocate(dinero({ amount: cents, currency: EUR }), weights).map((part) => toSnapshot(part).amount),
};

for (const [name, split] of Object.entries(libraries)) {
  const [sale, refund] = [split(100, [1, 1, 1]), split(-100, [1, 1, 1])];
  console.log(`${name} | sale ${sale} | refund ${refund} | left ${sale.map((cents, at) => cents + refund[at])}`);
  console.log(`${name} | 5 by 0, 50, 50: ${split(5, [0, 50, 50])}`);
}
JS

cat >expected.txt <<'TEXT'
ts-money | sale 34,33,33 | refund -33,-33,-34 | left 1,0,-1
ts-money | 5 by 0, 50, 50: 1,2,2
js-money | sale 34,33,33 | refund -33,-33,-34 | left 1,0,-1
js-money | 5 by 0, 50, 50: 1,2,2
dinero.js | sale 34,33,33 | refund -34,-33,-33 | left 0,0,0
dinero.js | 5 by 0, 50, 50: 0,3,2
TEXT

node split.mjs >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
