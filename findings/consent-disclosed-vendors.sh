#!/usr/bin/env bash
# The package most used for consent strings drops the disclosed vendors when it writes a string again, and so makes it one that TCF 2.3 does not allow.
#
# Packages: @iabtcf/core 1.5.6 (400,000 downloads a month), its successor @iabtechlabtcf/core 1.5.21 (69,000) and @iabgpp/cmpapi 3.2.0 of npm.
# Behaviour: a TC string of one site is core.disclosed[.publisher]. Since TCF 2.3 the segment of disclosed vendors is mandatory, in all strings made after
# 28 February 2026 (IAB Tech Lab, Consent string and vendor list formats v2, "Disclosed Vendors"): it says which vendors a person was shown, which
# legitimate interest and special purposes depend on. Both packages read the segment. When @iabtcf/core encodes what it has read, for instance
# after one more consent, the segment is gone, with no error. The successor writes it.
# Consequence: a tag or server that changes one bit of a person's choice makes of a valid string one in which no vendor was disclosed, and receivers that
# check it drop the identifiers of the person.
# Output seen on 2026-11-30 with Node 20.20: the six lines of expected.txt below, as `@iabtcf/core | written again | 2 segments | consents: 2 8 755 | disclosed: none | by GPP: none`.
# usage: bash findings/consent-disclosed-vendors.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error @iabtcf/core@1.5.6 @iabtechlabtcf/core@1.5.21 @iabgpp/cmpapi@3.2.0 >/dev/null

cat >write.cjs <<'JS'
const { GppModel } = require('@iabgpp/cmpapi');
const packages = { '@iabtechlabtcf/core': require('@iabtechlabtcf/core'), '@iabtcf/core': require('@iabtcf/core') };

const named = (count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, { id: at + 1, name: `${at + 1}`, description: '' }]));
const vendor = (id) => ({ id, name: `Vendor ${id}`, purposes: [1, 3], legIntPurposes: [7], flexiblePurposes: [], specialPurposes: [1], features: [], specialFeatures: [] });

/** A vendor list as the packages take it, with three vendors. */
const VENDOR_LIST = {
  ...{ gvlSpecificationVersion: 3, vendorListVersion: 200, tcfPolicyVersion: 5, lastUpdated: '2026-03-05T16:00:00Z' },
  ...{ purposes: named(11), specialPurposes: named(3), features: named(3), specialFeatures: named(2), dataCategories: {}, stacks: {} },
  vendors: { 2: vendor(2), 8: vendor(8), 755: vendor(755) },
};

const listed = (vendors) => [...vendors].flatMap(([id, isSet]) => (isSet ? [id] : [])).join(' ') || 'none';

function print(name, what, text) {
  const { vendorConsents, vendorsDisclosed } = packages['@iabtechlabtcf/core'].TCString.decode(text);
  const disclosed = new GppModel(`DBABMA~${text}`).getFieldValue('tcfeuv2', 'VendorsDisclosed');
  const counts = [`${text.split('.').length} segments`, `consents: ${listed(vendorConsents)}`, `disclosed: ${listed(vendorsDisclosed)}`];
  console.log([name, what, ...counts, `by GPP: ${disclosed.join(' ') || 'none'}`].join(' | '));
}

/** A string of TCF 2.3 for one site, on which a person agreed to two of three vendors. */
function makeString({ GVL, TCModel, TCString }) {
  const choice = new TCModel(new GVL(structuredClone(VENDOR_LIST)));
  Object.assign(choice, { cmpId: 31, cmpVersion: 1, policyVersion: 5, isServiceSpecific: true, publisherCountryCode: 'DE' });
  choice.purposeConsents.set([1, 3]);
  choice.vendorConsents.set([2, 8]);
  choice.vendorsDisclosed.set([2, 8, 755]);
  return TCString.encode(choice);
}

const text = makeString(packages['@iabtechlabtcf/core']);
for (const [name, { GVL, TCString }] of Object.entries(packages)) {
  print(name, 'made', makeString(packages[name]));
  const choice = TCString.decode(text);
  console.log(`${name} | read | disclosed: ${listed(choice.vendorsDisclosed)}`);
  choice.gvl = new GVL(structuredClone(VENDOR_LIST));
  choice.vendorConsents.set(755);
  print(name, 'written again', TCString.encode(choice));
}
JS

cat >expected.txt <<'TEXT'
@iabtechlabtcf/core | made | 3 segments | consents: 2 8 | disclosed: 2 8 755 | by GPP: 2 8 755
@iabtechlabtcf/core | read | disclosed: 2 8 755
@iabtechlabtcf/core | written again | 3 segments | consents: 2 8 755 | disclosed: 2 8 755 | by GPP: 2 8 755
@iabtcf/core | made | 2 segments | consents: 2 8 | disclosed: none | by GPP: none
@iabtcf/core | read | disclosed: 2 8 755
@iabtcf/core | written again | 2 segments | consents: 2 8 755 | disclosed: none | by GPP: none
TEXT

node write.cjs >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
