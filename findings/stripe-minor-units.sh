#!/usr/bin/env bash
# One amount of Stripe, 500 in the currency's smallest unit, is 5, 100 or 500 crowns, shillings or ariary by the table that reads it.
#
# Packages: zero-decimal-currencies 1.6.0 (written for Stripe), dinero.js 2.0.2 and currency-codes 2.2.0 of npm, and Intl of Node.
# Behaviour: Stripe counts in ISO 4217's minor unit with exceptions, which it lists as special cases (docs.stripe.com/currencies): ISK and UGX, which have
# no minor unit any more, are still sent as hundredths, and MGA, which has one, is sent whole. No general table knows them, and the one made for
# Stripe is right with ISK alone. dinero.js gives MGA and MRU a base of five, so 500 is 100 there and toDecimal() raises an error.
# ISO has two decimals for HUF, COP and IDR, where Intl answers 0, the digits that prices are printed with: 500 of Stripe is 5 forints, not 500.
# The package made for Stripe also makes 0 of every amount below one cent, and so of each negative one: a refund of -10.00 is 0.
# Output seen on 2026-11-30 with Node 20.20: the ten lines of expected.txt below, as `UGX | 5 | 500 | 500 | 500 | 500`.
# usage: bash findings/stripe-minor-units.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error zero-decimal-currencies@1.6.0 dinero.js@2.0.2 currency-codes@2.2.0 >/dev/null

cat >read.mjs <<'JS'
import currencyCodes from 'currency-codes';
import { dinero, toUnits } from 'dinero.js';
import * as currencies from 'dinero.js/currencies';
import { fromSmallestUnit, toStripeUnit } from 'zero-decimal-currencies';

/** What 500 means at Stripe, by its own page. */
const RIGHT = { EUR: 5, JPY: 500, ISK: 5, UGX: 5, MGA: 500, HUF: 5, COP: 5, IDR: 5 };

for (const [code, right] of Object.entries(RIGHT)) {
  const [whole] = toUnits(dinero({ amount: 500, currency: currencies[code] }));
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions();
  const found = [fromSmallestUnit(500, code), whole, 500 / 10 ** currencyCodes.code(code).digits, 500 / 10 ** maximumFractionDigits];
  console.log([code, right, ...found].join(' | '));
}
for (const amount of [10, -10]) console.log(`${amount} EUR to Stripe: ${toStripeUnit(amount, 'EUR')}`);
JS

cat >expected.txt <<'TEXT'
EUR | 5 | 5 | 5 | 5 | 5
JPY | 500 | 500 | 500 | 500 | 500
ISK | 5 | 5 | 500 | 500 | 500
UGX | 5 | 500 | 500 | 500 | 500
MGA | 500 | 500 | 100 | 5 | 500
HUF | 5 | 5 | 5 | 5 | 500
COP | 5 | 5 | 5 | 5 | 500
IDR | 5 | 5 | 5 | 5 | 500
10 EUR to Stripe: 1000
-10 EUR to Stripe: 0
TEXT

node read.mjs >actual.txt
echo 'currency | Stripe | zero-decimal-currencies | dinero.js | currency-codes | Intl'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
