#!/usr/bin/env bash
# Segment's sender of conversions to Google Ads hashes a phone number in E.164 form with a 1 put before it, and a Gmail address with its later dots.
#
# Package: @segment/action-destinations 3.497.0 of npm (Segment's own code for its destinations), the action uploadClickConversion of
# google-enhanced-conversions. Its archive is unpacked beside the packages that this action needs; the others belong to other destinations.
# Behaviour: the field phone_number asks for E.164, as +14150000000. If no country code is mapped beside it, +1 is taken, and a number that does
# not begin with 1 gets it: +49 171 3920012 is hashed as +1491713920012. With +91 mapped, a mobile of ten digits that begins with 91 is left
# without its country code, and the zero of a national number stays: 0171 with +49 is +490171. Google asks for addresses at gmail.com and googlemail.com
# without dots before the domain; the first dot alone is removed, and also that of any domain that begins with gmail.
# Consequence: identifiers of nobody, which Google accepts without an error; such conversions are matched by click id alone, or not at all.
# Right would be E.164 (ITU-T) and Google's page on enhanced conversions (developers.google.com/google-ads/api/docs/conversions/upload-online).
# Output seen on 2026-11-30 with Node 20.20: the eight lines of expected.txt below, as `+49 171 3920012 | +1491713920012`.
# usage: bash findings/segment-google-identifiers.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the package does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error @segment/actions-core@3.170.0 google-libphonenumber@3.2.47 lodash@4.18.1 \
  dayjs@1.11.23 liquidjs@10.25.7 ajv-formats@2.1.1 >/dev/null
npm pack --silent @segment/action-destinations@3.497.0 >/dev/null
mkdir destinations
tar xzf segment-action-destinations-3.497.0.tgz -C destinations --strip-components=1

cat >send.cjs <<'JS'
const { createHash } = require('node:crypto');
const { default: google } = require('./destinations/dist/destinations/google-enhanced-conversions');

const digest = (text) => createHash('sha256').update(text).digest('hex');
const SETTINGS = { customerId: '1234567890' };
const CONVERSION = { conversion_action: 1, conversion_timestamp: '2026-03-01T10:00:00Z' };

/** Which of the texts was hashed, as the body of the request to Google has it. */
async function hashed(person, texts) {
  let body;
  const request = async (_url, { json }) => {
    body = json;
    return { data: {} };
  };
  const call = { auth: {}, settings: { ...SETTINGS }, payload: { ...CONVERSION, ...person } };
  await google.actions.uploadClickConversion.perform(request, call);
  const [{ hashedEmail, hashedPhoneNumber }] = body.conversions[0].userIdentifiers;
  return texts.find((text) => digest(text) === (hashedEmail ?? hashedPhoneNumber)) ?? 'another';
}

(async () => {
  for (const [phone, country, ...texts] of [
    ['+1 212 555 0123', undefined, '+12125550123'],
    ['+49 171 3920012', undefined, '+491713920012', '+1491713920012'],
    ['+49 171 3920012', '+49', '+491713920012', '+1491713920012'],
    ['0171 3920012', '+49', '+491713920012', '+4901713920012'],
    ['91234 56789', '+91', '+919123456789', '+9123456789'],
  ]) {
    const person = { phone_number: phone, ...(country && { phone_country_code: country }) };
    console.log(`${phone}${country ? `, ${country}` : ''} | ${await hashed(person, texts)}`);
  }
  for (const [email, ...texts] of [
    ['j.smith@gmail.com', 'jsmith@gmail.com'],
    ['j.a.smith@gmail.com', 'jasmith@gmail.com', 'ja.smith@gmail.com'],
    ['j.smith@gmail-shop.example', 'j.smith@gmail-shop.example', 'jsmith@gmail-shop.example'],
  ])
    console.log(`${email} | ${await hashed({ email_address: email }, texts)}`);
})();
JS

cat >expected.txt <<'TEXT'
+1 212 555 0123 | +12125550123
+49 171 3920012 | +1491713920012
+49 171 3920012, +49 | +491713920012
0171 3920012, +49 | +4901713920012
91234 56789, +91 | +9123456789
j.smith@gmail.com | jsmith@gmail.com
j.a.smith@gmail.com | ja.smith@gmail.com
j.smith@gmail-shop.example | jsmith@gmail-shop.example
TEXT

node send.cjs >actual.txt
echo 'identifier | what was hashed'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
