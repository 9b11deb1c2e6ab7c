#!/usr/bin/env bash
# Two ads become one, and a campaign becomes a day, when a platform's CSV report is read with types.
#
# Packages: csv-parse 7.0.3, d3-dsv 3.0.2, csvtojson 2.0.14, xlsx 0.18.5 and papaparse 5.7.1 of npm, each with its own finding of types.
# Behaviour: ids of ads at Meta have 18 digits, more than a number of JavaScript holds. Four of the five make numbers of them, so ads that were made one
# after the other (…123, …124 and …125) are one ad …130, and no id is found in the platform's API again. papaparse alone leaves such digits as text.
# xlsx (SheetJS) looks for days in names too: the campaign "May 2026" is the serial number 46143, and "1-2" is 36893, 2 January 2001. All five make
# 100000 of a campaign 1E5.
# Right: an id is text (as Meta's Marketing API has it, a numeric string), and a name is what the platform wrote; xlsx does so with raw: true.
# Output seen on 2026-11-30 with Node 20.20: the five lines of expected.txt below.
# usage: bash findings/csv-ad-ids.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error csv-parse@7.0.3 d3-dsv@3.0.2 csvtojson@2.0.14 xlsx@0.18.5 papaparse@5.7.1 >/dev/null

cat >report.csv <<'CSV'
Ad ID,Campaign name,Spend
120208812345670123,May 2026,12.50
120208812345670124,1-2,5.00
120208812345670125,1E5,5.00
CSV

cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import csvtojson from 'csvtojson';
import { parse } from 'csv-parse/sync';
import { autoType, csvParse } from 'd3-dsv';
import papaparse from 'papaparse';
import xlsx from 'xlsx';

const text = readFileSync('report.csv', 'utf8');
const sheetRows = () => {
  const { Sheets, SheetNames } = xlsx.read(text, { type: 'string' });
  return xlsx.utils.sheet_to_json(Sheets[SheetNames[0]]);
};

for (const [name, rows] of Object.entries({
  'csv-parse': parse(text, { columns: true, cast: true }),
  'd3-dsv': csvParse(text, autoType),
  csvtojson: await csvtojson({ checkType: true }).fromString(text),
  xlsx: sheetRows(),
  papaparse: papaparse.parse(text, { header: true, dynamicTyping: true, skipEmptyLines: true }).data,
})) {
  const ids = new Set(rows.map((row) => row['Ad ID']));
  console.log(`${name} | ${ids.size} of 3 ads | ${rows.map((row) => row['Campaign name']).join(', ')}`);
}
JS

cat >expected.txt <<'TEXT'
csv-parse | 1 of 3 ads | May 2026, 1-2, 100000
d3-dsv | 1 of 3 ads | May 2026, 1-2, 100000
csvtojson | 1 of 3 ads | May 2026, 1-2, 100000
xlsx | 1 of 3 ads | 46143, 36893, 100000
papaparse | 3 of 3 ads | May 2026, 1-2, 100000
TEXT

node read.mjs >actual.txt
echo 'reader | ads | campaigns'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
