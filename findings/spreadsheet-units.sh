#!/usr/bin/env bash
# A reader of spreadsheets makes a date of a cost that is shown in millions, of days and hours to a purchase, and of each amount of a Bosnian sheet.
#
# Packages: exceljs 4.4.0 (writes the file and reads it), read-excel-file 9.3.17 and xlsx 0.18.5 of npm.
# Behaviour: in the code of a number format a backslash shows the next character as it is, and an underscore leaves its width blank (ECMA-376 Part 1,
# 18.8.31). The M of 0.0,,\M and the d of 0\ \d are such letters, and so are the K and M after the underscores of the accounting format without symbol
# that spreadsheet programs offer in Bosnia. exceljs leaves out what is in quotes and brackets, and takes any y, m, d, h, M, s or b elsewhere
# for a part of a date. "M" in quotes stays a number, so does \x of a return shown as 4.2x. The two other readers have numbers in all.
# Consequence: one column of a report has amounts in one person's file and dates in another's; days to purchase become days of January 1900, and an
# import that expects dates somewhere takes spend of 45,678 for a day of 2025.
# Output seen on 2026-11-30 with Node 20.20: the six lines of expected.txt below, as `spend | 45678 | 0.0,,\M | date 2025-01-21 | 45678 | 45678`.
# usage: bash findings/spreadsheet-units.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error exceljs@4.4.0 read-excel-file@9.3.17 xlsx@0.18.5 >/dev/null 2>&1

cat >read.mjs <<'JS'
import ExcelJS from 'exceljs';
import { readSheet } from 'read-excel-file/node';
import XLSX from 'xlsx';

const CELLS = [
  ['spend', 45678, '0.0,,"M"'],
  ['spend', 45678, '0.0,,\\M'],
  ['days to purchase', 12, '0\\ \\d'],
  ['hours to purchase', 36, '0\\ \\h'],
  ['amount', 1200.5, '_-* #,##0.00\\ _K_M_-'],
  ['return', 4.2, '0.0\\x'],
];

const written = new ExcelJS.Workbook();
const sheet = written.addWorksheet('Report');
for (const [at, [, value, numFmt]] of CELLS.entries()) Object.assign(sheet.getCell(at + 1, 1), { value, numFmt });
await written.xlsx.writeFile('report.xlsx');

const read = new ExcelJS.Workbook();
await read.xlsx.readFile('report.xlsx');
const rows = await readSheet('report.xlsx');
const { Sheets } = XLSX.readFile('report.xlsx', { cellDates: true });

const print = (value) => (value instanceof Date ? `date ${value.toISOString().slice(0, 10)}` : `${value}`);
for (const [at, [name, value, format]] of CELLS.entries()) {
  const found = [read.worksheets[0].getCell(at + 1, 1).value, rows[at][0], Sheets.Report[`A${at + 1}`].v];
  console.log([name, value, format, ...found.map(print)].join(' | '));
}
JS

cat >expected.txt <<'TEXT'
spend | 45678 | 0.0,,"M" | 45678 | 45678 | 45678
spend | 45678 | 0.0,,\M | date 2025-01-21 | 45678 | 45678
days to purchase | 12 | 0\ \d | date 1900-01-11 | 12 | 12
hours to purchase | 36 | 0\ \h | date 1900-02-04 | 36 | 36
amount | 1200.5 | _-* #,##0.00\ _K_M_- | date 1903-04-14 | 1200.5 | 1200.5
return | 4.2 | 0.0\x | 4.2 | 4.2 | 4.2
TEXT

node read.mjs >actual.txt
echo 'column | stored | format | exceljs | read-excel-file | xlsx'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
