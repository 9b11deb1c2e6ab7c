// The workbooks of the shelf that npm packages write: `node make.mjs FOLDER`, in a folder in which the packages of README.md are installed.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder = '.'] = process.argv.slice(2);
const installed = createRequire(join(process.cwd(), 'package.json'));
const content = JSON.parse(readFileSync(new URL('content.json', import.meta.url), 'utf8'));
const sheets = Object.entries(content);
const isDate = (cell) => typeof cell === 'object' && 'date' in cell;
const utc = (cell) => new Date(`${cell.date}Z`);
const has = (text) => process.argv.length < 4 || process.argv.slice(3).includes(text);

async function exceljs() {
  const ExcelJS = installed('exceljs');
  const valueOf = (cell) => {
    if (typeof cell !== 'object') return cell;
    if (isDate(cell)) return utc(cell);
    return 'error' in cell ? { error: cell.error } : { formula: cell.formula, result: cell.value };
  };
  const fill = (sheet, rows) => {
    for (const row of rows) {
      const added = sheet.addRow(row.map(valueOf));
      row.forEach((cell, at) => {
        if (isDate(cell)) added.getCell(at + 1).numFmt = 'dd/mm/yyyy hh:mm';
      });
      added.commit?.();
    }
  };
  const book = new ExcelJS.Workbook();
  for (const [name, rows] of sheets) fill(book.addWorksheet(name), rows);
  await book.xlsx.writeFile(join(folder, 'exceljs.xlsx'));
  const stream = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: join(folder, 'exceljs-streamed.xlsx'), useStyles: true });
  for (const [name, rows] of sheets) {
    const sheet = stream.addWorksheet(name);
    fill(sheet, rows);
    sheet.commit();
  }
  await stream.commit();
}

/** In the machine's own zone: what SheetJS does with dates depends on it. */
function sheetjs() {
  const XLSX = installed('xlsx');
  const local = (cell) => new Date(cell.date);
  for (const [file, options] of [
    ['sheetjs', {}],
    ['sheetjs-iso-dates', { cellDates: true }],
  ]) {
    if (!has(file)) continue;
    const book = XLSX.utils.book_new();
    for (const [name, rows] of sheets) {
      const plain = rows.map((row) => row.map((cell) => (typeof cell !== 'object' ? cell : isDate(cell) ? local(cell) : null)));
      const sheet = XLSX.utils.aoa_to_sheet(plain, options);
      rows.forEach((row, r) =>
        row.forEach((cell, c) => {
          const place = XLSX.utils.encode_cell({ r, c });
          if (typeof cell !== 'object' || isDate(cell)) return;
          sheet[place] = 'error' in cell ? { t: 'e', v: 42 } : { t: 'n', f: cell.formula, v: cell.value };
        }),
      );
      XLSX.utils.book_append_sheet(book, sheet, name);
    }
    const suffix = process.env.TZ && process.env.TZ !== 'UTC' ? `-${process.env.TZ.split('/').at(-1).toLowerCase()}` : '';
    XLSX.writeFile(book, join(folder, `${file}${suffix}.xlsx`), { ...options, compression: true });
  }
}

async function writeExcelFile() {
  const { default: write } = await import(installed.resolve('write-excel-file/node'));
  const cellOf = (cell) => {
    if (cell === '') return null;
    if (typeof cell === 'string') return { type: String, value: cell };
    if (typeof cell === 'number') return { type: Number, value: cell };
    if (isDate(cell)) return { type: Date, value: utc(cell), format: 'dd/mm/yyyy hh:mm' };
    return 'error' in cell ? { type: String, value: cell.error } : { type: 'Formula', value: `=${cell.formula}` };
  };
  await write(sheets.map(([sheet, rows]) => ({ sheet, data: rows.map((row) => row.map(cellOf)) }))).toFile(
    join(folder, 'write-excel-file.xlsx'),
  );
}

async function hucre() {
  const { writeXlsx } = await import(installed.resolve('hucre'));
  const cellOf = (cell) => (typeof cell !== 'object' ? cell : isDate(cell) ? utc(cell) : 'error' in cell ? cell.error : cell.value);
  const bytes = await writeXlsx({ sheets: sheets.map(([name, rows]) => ({ name, rows: rows.map((row) => row.map(cellOf)) })) });
  writeFileSync(join(folder, 'hucre.xlsx'), bytes);
}

if (has('exceljs')) await exceljs();
if (has('sheetjs') || has('sheetjs-iso-dates')) sheetjs();
if (has('write-excel-file')) await writeExcelFile();
if (has('hucre')) await hucre();
