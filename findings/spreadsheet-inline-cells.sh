#!/usr/bin/env bash
# A reader of spreadsheets makes the number 2026 of a cell with a date, and, as a stream, a number of each computed date and the pronunciation of a name.
#
# Packages: exceljs 4.4.0, read-excel-file 9.3.17, xlsx 0.18.5 and, to make the file, jszip 3.10.1 of npm.
# Behaviour: a cell of type d has its date as ISO 8601, and one of type inlineStr its text in itself, in runs if it is formatted, with its pronunciation beside it if
# it is Japanese (rPh); neither run nor pronunciation is another text (ECMA-376 Part 1, 18.18.11, 18.4.4, 18.4.6). Programs that export write such cells.
# exceljs reads the date as far as it is a number, which is the year, and has no value for the name. Its reader of streams, which is for large files, takes the
# last run, and the pronunciation instead of the name; a date that a formula computes is a date in the whole file and a number in the stream.
# Consequence: days of a report become numbers or one year, and campaigns that differ in their first words become one; a test with a small file shows nothing.
# Output seen on 2026-12-01 with Node 20.20: the five lines of expected.txt below, as `date as ISO | 2026 | 2026 | 2026-03-06 | 2026-03-06`.
# usage: bash findings/spreadsheet-inline-cells.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error exceljs@4.4.0 read-excel-file@9.3.17 xlsx@0.18.5 jszip@3.10.1 >/dev/null 2>&1

cat >read.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import JSZip from 'jszip';
import { readSheet } from 'read-excel-file/node';
import XLSX from 'xlsx';

/** The first column of the rows; style 1 is a date (built-in format 14). */
const CELLS = [
  ['date', '<c r="A1" s="1"><v>46082</v></c>'],
  ['date of a formula', '<c r="A2" s="1"><f>A1+1</f><v>46083</v></c>'],
  ['date as ISO', '<c r="A3" t="d"><v>2026-03-06</v></c>'],
  ['text in runs', '<c r="A4" t="inlineStr"><is><r><t>brand </t></r><r><t>search</t></r></is></c>'],
  ['name', '<c r="A5" t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>'],
];

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Report" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${CELLS.map(([, cell], at) => `<row r="${at + 1}">${cell}</row>`).join('')}</sheetData></worksheet>`,
};

const archive = new JSZip();
for (const [name, xml] of Object.entries(PARTS)) archive.file(name, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`);
writeFileSync('report.xlsx', await archive.generateAsync({ type: 'nodebuffer' }));

const readers = [
  async () => {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile('report.xlsx');
    return CELLS.map((_, at) => workbook.worksheets[0].getCell(at + 1, 1).value);
  },
  async () => {
    const values = [];
    const workbook = new ExcelJS.stream.xlsx.WorkbookReader('report.xlsx', { worksheets: 'emit', sharedStrings: 'cache', styles: 'cache' });
    for await (const sheet of workbook) for await (const row of sheet) values.push(row.getCell(1).value);
    return values;
  },
  async () => (await readSheet('report.xlsx')).map(([value]) => value),
  async () => XLSX.utils.sheet_to_json(XLSX.readFile('report.xlsx', { cellDates: true }).Sheets.Report, { header: 1 }).map(([value]) => value),
];

function print(value) {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (value?.formula) return print(value.result);
  if (value?.richText) return value.richText.map(({ text }) => text).join('');
  return value ?? '-';
}

const columns = [];
for (const read of readers) columns.push((await read()).map(print));
for (const [at, [name]] of CELLS.entries()) console.log([name, ...columns.map((values) => values[at])].join(' | '));
JS

cat >expected.txt <<'TEXT'
date | 2026-03-01 | 2026-03-01 | 2026-03-01 | 2026-03-01
date of a formula | 2026-03-02 | 46083 | 2026-03-02 | 2026-03-02
date as ISO | 2026 | 2026 | 2026-03-06 | 2026-03-06
text in runs | brand search | search | brand search | brand search
name | - | トウキョウ | 東京 | 東京
TEXT

TZ=UTC node read.mjs >actual.txt
echo 'cell | exceljs | exceljs as a stream | read-excel-file | xlsx'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
