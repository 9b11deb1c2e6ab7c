#!/usr/bin/env bash
# A movement that a bank books on 31 December and counts from January is read as booked a year later, and a reversal as a receipt.
#
# Packages: mt940js 1.3.5 and mt940-js 1.0.0 of npm.
# Behaviour: field 61 of MT940 has a value date with a year and a booking date (MMDD) without one. Both libraries give the booking date the year of
# the value date: value date 2026-01-02 with booking date 1231 becomes 2026-12-31. Each year has such movements in its first days.
# The mark RC (reversal of a credit) takes money out. mt940js has a negative amount for it; mt940-js has a positive one that is marked as a credit,
# so a returned direct debit looks like a second payment. The reversal of a debit (RD), money that comes in, is no credit there.
# mt940-js also needs tslib, which its package does not declare: after `npm install mt940-js` alone it cannot be loaded.
# Output seen on 2026-11-28 with Node 20.20: the six lines of expected.txt below, as `mt940js | value 2026-01-02 | booked 2026-12-31 | 50`.
# usage: bash findings/mt940-entry-year.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error mt940js@1.3.5 mt940-js@1.0.0 >/dev/null
if node -e "require('mt940-js')" 2>/dev/null; then
  echo 'mt940-js loads without tslib now.'
  exit 1
fi
npm install --no-audit --no-fund --loglevel error tslib@2.8.1 >/dev/null

cat >statement.sta <<'TEXT'
:20:STATEMENT
:25:10020030/1234567
:28C:00001/001
:60F:C251230EUR100,00
:61:2601021231C50,00NTRFORDER-1//B1
:86:FIRST
:61:2601020102RC20,00NTRFORDER-2//B2
:86:SECOND
:61:2601020102RD5,00NTRFORDER-3//B3
:86:THIRD
:62F:C260102EUR135,00
-
TEXT
sed -i 's/$/\r/' statement.sta

cat >read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { Parser } = require('mt940js');
const mt940 = require('mt940-js');

const bytes = readFileSync('statement.sta');
for (const { date, entryDate, amount } of new Parser().parse(bytes.toString())[0].transactions)
  console.log(`mt940js | value ${date.toISOString().slice(0, 10)} | booked ${entryDate.toISOString().slice(0, 10)} | ${amount}`);
mt940.read(bytes).then(([{ transactions }]) => {
  for (const { valueDate, entryDate, amount, isCredit } of transactions)
    console.log(`mt940-js | value ${valueDate} | booked ${entryDate} | ${amount}, ${isCredit ? 'credit' : 'debit'}`);
});
JS

cat >expected.txt <<'TEXT'
mt940js | value 2026-01-02 | booked 2026-12-31 | 50
mt940js | value 2026-01-02 | booked 2026-01-02 | -20
mt940js | value 2026-01-02 | booked 2026-01-02 | 5
mt940-js | value 2026-01-02 | booked 2026-12-31 | 50, credit
mt940-js | value 2026-01-02 | booked 2026-01-02 | 20, credit
mt940-js | value 2026-01-02 | booked 2026-01-02 | 5, debit
TEXT

TZ=UTC node read.cjs >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
