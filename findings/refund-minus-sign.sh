#!/usr/bin/env bash
# Two readers of amounts drop the minus sign that Nordic and Baltic exports print, so each refund in them is a sale.
#
# Packages: currency.js 2.0.4 and accounting 0.4.1 of npm, with the amounts that Intl.NumberFormat prints.
# Behaviour: in Swedish, Norwegian, Finnish, Croatian, Slovenian, Lithuanian and Estonian a negative amount begins with U+2212, the minus sign (Unicode
# CLDR, number symbols), which spreadsheets and shops of these languages write into their files. Both remove what is no digit, decimal mark or hyphen
# before they read, the sign with it, and raise no error: -12.96 is 12.96. The sign behind the amount, as SAP prints it, is lost by accounting too;
# currency.js answers NaN there. Brackets, which accountants write, are read as negative by both.
# Consequence: returns are added to revenue in place of being taken from it, an error of twice their sum.
# Output seen on 2026-11-30 with Node 20.20: the ten lines of expected.txt below, as `sv-SE −12,96 € | 12.96 | 12.96`.
# usage: bash findings/refund-minus-sign.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error currency.js@2.0.4 accounting@0.4.1 >/dev/null

cat >read.cjs <<'JS'
const { unformat } = require('accounting');
const currency = require('currency.js');

const LANGUAGES = ['de-DE', 'sv-SE', 'nb-NO', 'fi-FI', 'hr-HR', 'sl-SI', 'lt-LT', 'et-EE'];

/** An amount with a decimal comma; blanks that do not break are printed as plain ones. */
function show(label, text) {
  const { value } = currency(text, { decimal: ',', separator: '.' });
  console.log(`${label} ${text.replace(/\s/g, ' ')} | ${value} | ${unformat(text, ',')}`);
}

for (const language of LANGUAGES)
  show(language, new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(-12.96));
show('behind', '12,96-');
show('brackets', '(12,96)');
JS

cat >expected.txt <<'TEXT'
de-DE -12,96 € | -12.96 | -12.96
sv-SE −12,96 € | 12.96 | 12.96
nb-NO −12,96 € | 12.96 | 12.96
fi-FI −12,96 € | 12.96 | 12.96
hr-HR −12,96 € | 12.96 | 12.96
sl-SI −12,96 € | 12.96 | 12.96
lt-LT −12,96 € | 12.96 | 12.96
et-EE −12,96 € | 12.96 | 12.96
behind 12,96- | NaN | 12.96
brackets (12,96) | -12.96 | -12.96
TEXT

node read.cjs >actual.txt
echo 'amount | currency.js | accounting'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
