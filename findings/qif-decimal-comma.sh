#!/usr/bin/env bash
# A bank's QIF file with decimal commas is read a hundred times too large.
#
# Package: qif2json 0.4.0 of npm.
# Behaviour: each comma of an amount is removed as a separator of thousands, so -20,00 of a German or French export is -2000 and no error is raised.
# A date is read as day, month, year unless `dateFormat: 'us'` is set, though the format's own writer, Quicken in the United States, writes the
# month first: 3/4'26 is 3 April. A date with points is no date there: its text is returned inside of a string, in the place of the date.
# Output seen on 2026-11-28 with Node 20.20: the four lines of expected.txt below, of which two have -2000.
# usage: bash findings/qif-decimal-comma.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the package does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error qif2json@0.4.0 >/dev/null

cat >bank.qif <<'TEXT'
!Type:Bank
D3/4'26
T1,234.56
PFirst
^
D31.12.25
T-20,00
PSecond
^
TEXT

cat >read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const qif = require('qif2json');

for (const options of [{}, { dateFormat: 'us' }])
  for (const { date, amount } of qif.parse(readFileSync('bank.qif', 'utf8'), options).transactions)
    console.log(`${options.dateFormat ?? 'as it is'} | ${date} | ${amount}`);
JS

cat >expected.txt <<'TEXT'
as it is | 2026-04-03T00:00:00 | 1234.56
as it is | <invalid date:"31.12.25"> | -2000
us | 2026-03-04T00:00:00 | 1234.56
us | <invalid date:"31.12.25"> | -2000
TEXT

TZ=UTC node read.cjs >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
