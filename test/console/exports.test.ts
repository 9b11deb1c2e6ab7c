// Texts of tables as cells of files: numbers where the console prints numbers, and nothing that a spreadsheet would run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellOf, cellsOf, csvOf } from '../../console/exports/cells.ts';
import { workbook } from '../../console/exports/xlsx.ts';
import { ERROR_MARK, NUMBER_MARK } from '../../src/base/rows/workbook/cells.ts';
import { readWorkbook } from '../../src/base/rows/workbook/read-workbook.ts';

test('a text of the console is the number that it prints', () => {
  for (const [text, value, format] of [
    ['€1,234.50', 1234.5, '"€"#,##0.00'],
    ['\u2212$20.00', -20, '"$"#,##0.00'],
    ['+376.9 %', 3.769, '0.0%'],
    ['1,204', 1204, '#,##0'],
    ['0.00', 0, '#,##0.00'],
    ['CHF 12.00', 12, '"CHF"#,##0.00'],
    ['2026', 2026, '0'],
  ] as const) {
    const cell = cellOf(text);
    assert.ok(typeof cell !== 'string', text);
    assert.deepEqual([Number(cell.value.toFixed(9)), cell.format], [value, format], text);
  }
  for (const text of ['—', '', '007', '1234567890123', '€1.2K', '€1 – €2', '12 Mar 2026', '=1+1', '1.2.3', '5 days'])
    assert.equal(cellOf(text), text);
});

const TABLE = [
  ['Name', '=SUM(A1)', 'Revenue'],
  ['=HYPERLINK("http://x")', '@cmd, "a"', '€1,234.50'],
  ['<b>\u0001&\ud800', '-5', '12.5 %'],
];

test('a CSV has no formulas', () => {
  assert.equal(
    csvOf(TABLE),
    'Name,\'=SUM(A1),Revenue\r\n"\'=HYPERLINK(""http://x"")","\'@cmd, ""a""",1234.5\r\n<b>\u0001&\ud800,-5,12.5%\r\n',
  );
});

test('a workbook has its texts and numbers', async () => {
  const bytes = Buffer.from(await workbook('A/very: long [name] of a table that has no end', cellsOf(TABLE)).arrayBuffer());
  const limits = { unpackedBytes: 1e6, rows: 100, columns: 10, cells: 1_000, cell: 1_000 };
  const sheet = await readWorkbook({ bytes }, { limits });
  assert.equal(sheet.name, 'A very long name of a table tha');
  const cells = [...sheet.rows()].flat().map((row) => row.cells);
  assert.ok(!JSON.stringify(cells).includes(ERROR_MARK));
  assert.deepEqual(cells, [
    TABLE[0],
    ['=HYPERLINK("http://x")', '@cmd, "a"', `${NUMBER_MARK}1234.5`],
    ['<b>&\ufffd', `${NUMBER_MARK}-5`, '12.5%'],
  ]);
});
