#!/usr/bin/env bash
# To a checker of input the money of Curaçao and Zimbabwe is no currency, and three that were replaced still are; to another table Curaçao's is none either.
#
# Packages: validator 13.15.35 (isISO4217), currency-codes 2.2.0 and dinero.js 2.0.2 of npm, each the newest on the day below.
# Behaviour: XCG has been the currency of Curaçao and Sint Maarten since 31 March 2025, in place of ANG, ZWG that of Zimbabwe since 2024, in place of ZWL, and SLE
# that of Sierra Leone, in place of SLL, which was worth a thousandth; VED is a second code of Venezuela's bolívar (ISO 4217, list one; list three has those
# that ended). validator knows neither XCG nor ZWG, and ANG, ZWL and SLL. currency-codes knows no XCG, and ANG and CUC. dinero.js is right with all.
# Consequence: each order of a shop there is refused, or is money that no report counts, while an old code passes and has no rate any more.
# Output seen on 2026-12-01 with Node 20.20: the eight lines of expected.txt below, as `XCG | in force | - | - | known`.
# usage: bash findings/currency-successors.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error validator@13.15.35 currency-codes@2.2.0 dinero.js@2.0.2 >/dev/null

cat >read.mjs <<'JS'
import currencyCodes from 'currency-codes';
import * as currencies from 'dinero.js/currencies';
import validator from 'validator';

/** By the lists of ISO 4217 on the day of the output. */
const CODES = { XCG: true, ZWG: true, SLE: true, VED: true, ANG: false, ZWL: false, SLL: false, CUC: false };

for (const [code, isInForce] of Object.entries(CODES)) {
  const found = [validator.isISO4217(code), currencyCodes.code(code) !== undefined, Object.hasOwn(currencies, code)];
  console.log([code, isInForce ? 'in force' : 'ended', ...found.map((isKnown) => (isKnown ? 'known' : '-'))].join(' | '));
}
JS

cat >expected.txt <<'TEXT'
XCG | in force | - | - | known
ZWG | in force | - | known | known
SLE | in force | known | known | known
VED | in force | known | known | known
ANG | ended | known | known | -
ZWL | ended | known | - | -
SLL | ended | known | - | -
CUC | ended | - | known | -
TEXT

node read.mjs >actual.txt
echo 'code | ISO 4217 | validator | currency-codes | dinero.js'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
