#!/usr/bin/env bash
# Four readers of OFX read one memo in three ways, and one of them writes an ampersand out three times over.
#
# Packages: node-ofx-parser 0.5.1, ofx-data-extractor 1.5.0, ofx-js 1.1.1 and ofx 0.5.0 of npm.
# Behaviour: OFX 1.x escapes an ampersand as &amp;. ofx-js and ofx decode it; ofx-data-extractor leaves it; node-ofx-parser escapes it again
# twice, so "Smith &amp; Sons" is "Smith &amp;amp;amp; Sons" and a name never equals that of a customer. ofx-data-extractor also cuts the moment of a booking
# to its day and drops the bank's zone, where the others return the text unchanged.
# Output seen on 2026-11-28 with Node 20.20: the four lines of expected.txt below, as `node-ofx-parser | Smith &amp;amp;amp; Sons`.
# usage: bash findings/ofx-escaped-text.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error node-ofx-parser@0.5.1 ofx-data-extractor@1.5.0 ofx-js@1.1.1 ofx@0.5.0 >/dev/null

cat >bank.ofx <<'TEXT'
OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<BANKMSGSRSV1>
<STMTTRNRS>
<TRNUID>1
<STMTRS>
<CURDEF>BRL
<BANKTRANLIST>
<DTSTART>20260301
<DTEND>20260331
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20260301233000[-3:BRT]
<TRNAMT>10.00
<FITID>A1
<MEMO>Smith &amp; Sons
</STMTTRN>
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20260302
<TRNAMT>20.00
<FITID>A2
<MEMO>Other
</STMTTRN>
</BANKTRANLIST>
</STMTRS>
</STMTTRNRS>
</BANKMSGSRSV1>
</OFX>
TEXT

cat >read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { Ofx } = require('ofx-data-extractor');

const text = readFileSync('bank.ofx', 'utf8');
const rowsOf = (read) => read.OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST.STMTTRN;

async function main() {
  const read = {
    'node-ofx-parser': rowsOf(require('node-ofx-parser').parse(text)),
    'ofx-data-extractor': new Ofx(text).getBankTransferList(),
    'ofx-js': rowsOf(await require('ofx-js').parse(text)),
    ofx: rowsOf(require('ofx').parse(text)),
  };
  for (const [name, [row]] of Object.entries(read)) console.log(`${name} | ${row.MEMO} | ${row.DTPOSTED}`);
}
main();
JS

cat >expected.txt <<'TEXT'
node-ofx-parser | Smith &amp;amp;amp; Sons | 20260301233000[-3:BRT]
ofx-data-extractor | Smith &amp; Sons | 2026-03-01
ofx-js | Smith & Sons | 20260301233000[-3:BRT]
ofx | Smith & Sons | 20260301233000[-3:BRT]
TEXT

node read.cjs >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
