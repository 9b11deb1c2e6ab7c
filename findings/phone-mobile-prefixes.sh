#!/usr/bin/env bash
# A checker of phone numbers refuses an Argentine mobile in its own E.164 form and writes the national one as a number of nobody.
#
# Packages: phone 3.1.72 of npm, and libphonenumber-js 1.13.16 beside it, which follows Google's tables.
# Behaviour: an Argentine mobile is 15 and the subscriber's number at home and has a 9 behind +54 from abroad (ITU-T E.164, national numbering plans).
# phone says of +54 9 11 5555 0101 that it is invalid, and makes +54111555550101 of 011 15-5555-0101, keeping the 15 and leaving the 9 out, with
# isValid true. Numbers of Benin have had ten digits since 30 November 2024, when 01 was put before each; phone calls all of them invalid, and also
# each number with the zero in brackets, as German, French and British signatures print it.
# Consequence: the digest of such a number, as ad platforms match it (E.164, SHA-256), is missing or belongs to nobody.
# Output seen on 2026-11-30 with Node 20.20: the six lines of expected.txt below.
# usage: bash findings/phone-mobile-prefixes.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error phone@3.1.72 libphonenumber-js@1.13.16 >/dev/null

cat >read.cjs <<'JS'
const { parsePhoneNumberFromString } = require('libphonenumber-js/max');
const { phone } = require('phone');

// In the forms of their countries; the digits are those of examples.
for (const [text, country] of [
  ['+54 9 11 5555-0101', 'AR'],
  ['011 15-5555-0101', 'AR'],
  ['+229 01 97 00 00 00', 'BJ'],
  ['+49 (0)171 3920012', 'DE'],
  ['+33 (0)6 12 34 56 78', 'FR'],
  ['+33 6 12 34 56 78', 'FR'],
]) {
  const { isValid, phoneNumber } = phone(text, { country });
  const other = parsePhoneNumberFromString(text, country);
  console.log(`${text} | ${isValid ? phoneNumber : 'invalid'} | ${other?.isValid() ? other.number : 'invalid'}`);
}
JS

cat >expected.txt <<'TEXT'
+54 9 11 5555-0101 | invalid | +5491155550101
011 15-5555-0101 | +54111555550101 | +5491155550101
+229 01 97 00 00 00 | invalid | +2290197000000
+49 (0)171 3920012 | invalid | +491713920012
+33 (0)6 12 34 56 78 | invalid | +33612345678
+33 6 12 34 56 78 | +33612345678 | +33612345678
TEXT

node read.cjs >actual.txt
echo 'number | phone | libphonenumber-js'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
