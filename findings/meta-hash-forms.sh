#!/usr/bin/env bash
# Meta's two libraries for its Conversions API hash one person's name, city, state and postal code in different forms.
#
# Packages: facebook-nodejs-business-sdk 24.0.1 and capi-param-builder-nodejs 1.3.2, both by Meta, both of npm.
# Behaviour: for fn, ln, ct and st the first lower-cases the text and keeps punctuation, blanks inside a name and letters with accents; the second
# removes punctuation and blanks, drops the accented letters of a city (São Paulo becomes "sopaulo") and writes a state or a country as two letters
# (California becomes "ca", and a region it does not know its first two letters: Bayern becomes "ba"). Of a postal code the first removes blanks and the
# second keeps them. A country's name raises an error in the first. Both cut a postal code at its first hyphen, also where the part behind it
# belongs to the code, as in Portugal. Both leave the zero in brackets in a phone: +49 (0)171 is no number of anybody.
# Consequence: one customer list hashed by both has two digests for most people with such a name or place; only one of them can match.
# Output seen on 2026-11-28 with Node 20.20: the ten lines of expected.txt below, as `ct | São Paulo | sãopaulo | sopaulo`.
# usage: bash findings/meta-hash-forms.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error facebook-nodejs-business-sdk@24.0.1 capi-param-builder-nodejs@1.3.2 >/dev/null

cat >forms.cjs <<'JS'
const { createHash } = require('node:crypto');
const { UserData } = require('facebook-nodejs-business-sdk');
const { ParamBuilder } = require('capi-param-builder-nodejs');

const digest = (text) => createHash('sha256').update(text).digest('hex');
const builder = new ParamBuilder(['shop.example']);
const FIELDS = {
  fn: ['setFirstName', 'first_name'],
  ct: ['setCity', 'city'],
  st: ['setState', 'state'],
  zp: ['setZip', 'zip_code'],
  ph: ['setPhone', 'phone'],
  country: ['setCountry', 'country'],
};

/** The text of which a digest is one; the candidates are all forms that one of the two may write. */
const formOf = (found, candidates) => candidates.find((text) => digest(text) === found) ?? `another: ${found}`;

function sdkDigest(field, text) {
  const person = new UserData();
  person[FIELDS[field][0]](text);
  const value = person.normalize()[field];
  return Array.isArray(value) ? value[0] : value;
}

for (const [field, text, ...candidates] of [
  ['fn', "O'Brien", "o'brien", 'obrien'],
  ['fn', 'Anna Maria', 'anna maria', 'annamaria'],
  ['ct', 'São Paulo', 'sãopaulo', 'sopaulo', 'saopaulo'],
  ['ct', 'Zürich', 'zürich', 'zrich', 'zurich'],
  ['st', 'California', 'california', 'ca'],
  ['st', 'Bayern', 'bayern', 'ba', 'by'],
  ['zp', 'SW1A 1AA', 'sw1a1aa', 'sw1a 1aa'],
  ['zp', '1234-567', '1234567', '1234'],
  ['ph', '+49 (0)171 5550101', '491715550101', '4901715550101'],
  ['country', 'Germany', 'germany', 'de'],
]) {
  let one;
  try {
    one = formOf(sdkDigest(field, text), candidates);
  } catch {
    one = 'an error';
  }
  const other = formOf(builder.getNormalizedAndHashedPII(text, FIELDS[field][1]).split('.')[0], candidates);
  console.log(`${field} | ${text} | ${one} | ${other}`);
}
JS

cat >expected.txt <<'TEXT'
fn | O'Brien | o'brien | obrien
fn | Anna Maria | anna maria | annamaria
ct | São Paulo | sãopaulo | sopaulo
ct | Zürich | zürich | zrich
st | California | california | ca
st | Bayern | bayern | ba
zp | SW1A 1AA | sw1a1aa | sw1a 1aa
zp | 1234-567 | 1234 | 1234
ph | +49 (0)171 5550101 | 4901715550101 | 4901715550101
country | Germany | an error | de
TEXT

node forms.cjs >actual.txt
echo 'field | text | facebook-nodejs-business-sdk 24.0.1 | capi-param-builder-nodejs 1.3.2'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
