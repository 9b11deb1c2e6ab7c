// Spreadsheets: files of real writers, and forms that the format allows and few programs use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_MARK, NUMBER_MARK } from '../../../src/base/rows/workbook/cells.ts';
import { type ColumnFacts, wholeNumberOf } from '../../../src/base/rows/workbook/columns.ts';
import { kindOfFormat } from '../../../src/base/rows/workbook/number-formats.ts';
import { readWorkbook, type WorkbookSheet } from '../../../src/base/rows/workbook/read-workbook.ts';
import { workbook, zip } from '../../collect/payments/workbook.ts';
import { shelf } from './shelf/shelf.ts';

const LIMITS = { unpackedBytes: 50_000_000, rows: 10_000, columns: 100, cells: 1_000_000, cell: 1_000 };
const read = (bytes: Buffer, more: object = {}): Promise<WorkbookSheet> => readWorkbook({ bytes }, { limits: LIMITS, ...more });
/** `#` before a number of the sheet, `!` before a cell without a value. */
const shown = (sheet: WorkbookSheet): string[][] =>
  [...sheet.rows()].flat().map(({ cells }) => cells.map((text) => text.replace(NUMBER_MARK, '#').replace(ERROR_MARK, '!')));

test('every writer of the shelf is read alike', async (t) => {
  assert.ok(shelf.length >= 16);
  for (const { name, bytes, isComputed, isShortened, zone } of shelf)
    await t.test(name, async () => {
      const sheet = await read(bytes, {
        zone,
        choose: (sheets: { name: string }[]) => sheets.findIndex((each) => each.name === 'Payments'),
      });
      assert.deepEqual([sheet.name, sheet.others, sheet.hiddenSheets], ['Payments', ['Read me', 'Events', 'Spend'], 0]);
      const [header, ...rows] = shown(sheet);
      assert.deepEqual(header, ['Date', 'Order', 'Amount', 'Currency', 'Status', 'Email', 'Customer name']);
      const dates = rows.map(([date]) => date);
      assert.deepEqual(dates, [
        '2026-11-27',
        '2026-11-27 10:30:00',
        '2026-11-28 18:45:00',
        '2026-11-28',
        '2026-11-29',
        '2026-11-30',
      ]);
      const ids = [
        '#4000000000000011',
        '#4000000000000012',
        'A-0003',
        '#4000000000000014',
        '#4000000000000015',
        '#4000000000000016',
      ];
      const short = [
        '4.00000000000001e+15',
        '4.00000000000001e+15',
        'A-0003',
        '4.00000000000001e+15',
        '4.00000000000002e+15',
        '4.00000000000002e+15',
      ];
      assert.deepEqual(
        rows.map(([, id]) => id),
        isShortened ? short : ids,
      );
      assert.equal(Number(rows[1]?.[2]?.slice(1)).toPrecision(15), '3.30000000000000');
      assert.match(rows[3]?.[2] ?? '', /^!?#N\/A$/);
      assert.equal(rows[5]?.[2], isComputed ? '#15' : '!');
      assert.deepEqual(rows[0]?.slice(3), ['USD', 'Paid', 'ana@example.com', 'Ana Peña & Söhne <1>']);
      assert.equal(rows[2]?.[6]?.replace('\r', ''), 'Zoë\nof two lines');
      assert.equal(sheet.moved.get(0), { 'America/Santiago': 45, 'Europe/Paris': -21 }[zone]);
    });
});

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const book = (body: string, shared: string[] = []): Buffer =>
  workbook(`<worksheet xmlns="${MAIN}">${body}</worksheet>`, undefined, shared);
const data = (rows: string): Buffer => book(`<sheetData>${rows}</sheetData>`);

test('rows and cells without places are the next ones', async () => {
  const rows =
    '<row><c><v>1</v></c><c t="inlineStr"><is><t>a</t></is></c></row><row/><row r="5"><c r="C5"><v>2</v></c><c><v>3</v></c></row><row><c/><c><v>4</v></c></row>';
  const sheet = await read(data(rows));
  assert.deepEqual(shown(sheet), [
    ['#1', 'a'],
    ['', '', '#2', '#3'],
    ['', '#4'],
  ]);
  assert.deepEqual(
    [...sheet.rows()].flat().map(({ row }) => row),
    [1, 5, 6],
  );
});

test('cells of every type', async () => {
  const rows =
    '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="str"><f>A1</f><v> kept </v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#DIV/0!</v></c></row>' +
    '<row><c t="d"><v>2026-11-26T22:30:00.000Z</v></c><c t="d"><v>2026-11-26</v></c><c t="n"><v> 12 </v></c><c><f>B1</f></c><c t="str"><f>B1</f></c><c><v>1E3</v></c></row>' +
    '<row><c t="inlineStr"><is><r><t>ri</t></r><r><t>ch</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></is></c><c t="inlineStr"><is><t>a_x000D_b_x0041_</t></is></c></row>';
  assert.deepEqual(shown(await read(book(`<dimension ref=""/><sheetData>${rows}</sheetData>`, ['one', 'two & three']))), [
    ['one', 'two & three', ' kept ', 'TRUE', 'FALSE', '!#DIV/0!'],
    ['2026-11-26 22:30:00', '2026-11-26', '#12', '!', '', '#1E3'],
    ['rich', 'a\rbA'],
  ]);
});

test('numbers keep the digits of the file, and what a sheet cannot store is known', async () => {
  const numbers = [
    '9007199254740992',
    '9007199254740993',
    '1.234567890123456E+15',
    '4111111111111111',
    '0.1',
    '3.3000000000000003',
    '-7',
    '1E-7',
  ];
  const sheet = await read(data(`<row>${numbers.map((number) => `<c><v>${number}</v></c>`).join('')}</row>`));
  assert.deepEqual(shown(sheet), [numbers.map((number) => `#${number}`)]);
  assert.deepEqual(numbers.map(wholeNumberOf), [
    '9007199254740992',
    undefined,
    '1234567890123456',
    '4111111111111111',
    undefined,
    undefined,
    '-7',
    undefined,
  ]);
  const ids = (values: string[]): Buffer => data(values.map((value) => `<row><c><v>${value}</v></c></row>`).join(''));
  const facts = async (values: string[]): Promise<ColumnFacts | undefined> => (await read(ids(values))).columns[0];
  assert.deepEqual([(await facts(['9007199254740993', '12345678901234567890']))?.beyond], [2]);
  assert.deepEqual(shown(await read(ids(['4000000000000010', '4000000000000020', '7']))), [
    ['4.00000000000001e+15'],
    ['4.00000000000002e+15'],
    ['#7'],
  ]);
  assert.deepEqual(shown(await read(ids(['4000000000000010', '4000000000000021']))), [
    ['#4000000000000010'],
    ['#4000000000000021'],
  ]);
});

test('a format says in any language what a number is', () => {
  const dates = [
    'dd/mm/yyyy',
    'm/d/yy h:mm',
    '[$-340A]dd-mm-yyyy;@',
    'd "de" mmmm "de" aaaa',
    'aaaa-mm-dd',
    '[Red]yyyy-mm-dd',
    'TT.MM.JJJJ',
    'jj/mm/aaaa',
    'gg/mm/aaaa',
    'ДД.ММ.ГГГГ',
    'dd.mm.åååå',
    'rrrr-mm-dd',
    'éééé.hh.nn',
    'yyyy"年"m"月"d"日"',
    '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
    'h:mm AM/PM',
    'mm:ss.0',
    'hh:mm:ss',
  ];
  for (const code of dates) assert.equal(kindOfFormat(code), 'date', code);
  for (const code of [
    'General',
    'Standard',
    '@',
    '',
    '0.00',
    '#,##0.00 "days"',
    '0.00E+00',
    '_-* #,##0.00 €_-',
    '[Red]-0.00;0',
    '# ?/?',
    '\\d0',
    '"dd"0',
  ])
    assert.equal(kindOfFormat(code), 'number', code);
  for (const code of ['0%', '0.00 %', '#,##0%;[Red]-0%']) assert.equal(kindOfFormat(code), 'percent', code);
  for (const code of ['[h]:mm', '[mm]:ss', '[s]']) assert.equal(kindOfFormat(code), 'elapsed', code);
});

/** A workbook whose cell format 1 to n are these codes. */
function formatted(codes: readonly string[], rows: string, workbookXml = ''): Buffer {
  const formats = codes
    .map((code, at) => `<numFmt numFmtId="${at + 164}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
    .join('');
  const cells = codes.map((_, at) => `<xf numFmtId="${at + 164}"/>`).join('');
  const relations = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
  return zip([
    {
      name: '_rels/.rels',
      text: `<Relationships><Relationship Id="a" Type="${relations}/officeDocument" Target="/book/main.xml"/></Relationships>`,
    },
    {
      name: 'book/main.xml',
      text: `<x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:r="${relations}">${workbookXml}<x:sheets><x:sheet name="S" sheetId="1" r:id="rId7"/></x:sheets></x:workbook>`,
    },
    {
      name: 'book/_rels/main.xml.rels',
      text: `<Relationships><Relationship Id="rId7" Type="${relations}/worksheet" Target="../Sheets/One.XML"/><Relationship Id="b" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'book/styles.xml',
      text: `<styleSheet><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${cells}</cellXfs></styleSheet>`,
    },
    { name: 'sheets/one.xml', text: `<x:worksheet xmlns:x="m"><x:sheetData>${rows}</x:sheetData></x:worksheet>` },
  ]);
}
const styled = (...cells: [style: number, value: string | number][]): string =>
  `<x:row>${cells.map(([style, value]) => `<x:c s="${style}"><x:v>${value}</x:v></x:c>`).join('')}</x:row>`;

test('strict files, prefixes, parts anywhere, and days from 1904', async () => {
  const rows = styled([1, 46352], [1, 46352.4375], [2, 0.4375], [3, 0.125], [3, 1.5], [2, 46352.99947916667]);
  assert.deepEqual(shown(await read(formatted(['dd/mm/yyyy', 'h:mm', '[h]:mm', '0.0%'], rows))), [
    ['2026-11-26', '2026-11-26 10:30:00', '10:30:00', '03:00:00', '#1.5', '2026-11-27'],
  ]);
  const share = await read(formatted(['dd/mm/yyyy', '0.0%'], styled([2, 0.125], [2, 0.07]), '<x:workbookPr date1904="1"/>'));
  assert.deepEqual(shown(share), [['12.5%', '7%']]);
  const old = await read(formatted(['dd/mm/yyyy'], styled([1, 44890], [1, 0.5]), '<x:workbookPr date1904="true"/>'));
  assert.deepEqual(shown(old), [['2026-11-26', '12:00:00']]);
});

test('dates that lost seconds are moved to the full minute if all of the column end in the same', async () => {
  const column = (...times: string[]): Buffer =>
    formatted(['dd/mm/yyyy'], times.map((time) => styled([1, 25_569 + Date.parse(`${time}Z`) / 86_400_000])).join(''));
  const of = async (zone: string | undefined, ...times: string[]): Promise<string[]> =>
    shown(await read(column(...times), { zone })).map(([text = '']) => text);
  // What is lost in Santiago, Bogota, Mexico City, Buenos Aires, Sao Paulo, Montevideo and Madrid.
  for (const lost of [45, 16, 36, 48, 28, 51, 44]) {
    const end = String(60 - lost).padStart(2, '0');
    assert.deepEqual(await of(undefined, `2026-11-26T23:59:${end}`, `2026-11-27T10:29:${end}`), [
      '2026-11-27',
      '2026-11-27 10:30:00',
    ]);
    assert.deepEqual(await of(undefined, `2026-11-26T23:59:${end}`), ['2026-11-27'], 'a single day');
  }
  assert.deepEqual(await of('Europe/Paris', '2026-11-27T00:00:21', '2026-11-27T10:30:21'), ['2026-11-27', '2026-11-27 10:30:00']);
  assert.deepEqual(await of(undefined, '2026-11-27T00:00:21', '2026-11-28T00:00:21'), ['2026-11-27', '2026-11-28']);
  for (const times of [
    ['2026-11-27T10:30:15'],
    ['2026-11-27T10:30:15', '2026-11-27T10:30:16'],
    ['2026-11-27T10:30:00', '2026-11-27T10:30:15'],
    ['2026-11-27T23:59:59', '2026-11-28T23:59:59'],
  ])
    assert.deepEqual(
      await of('America/Santiago', ...times),
      times.map((time) => time.replace('T', ' ')),
      'times that differ are times, and so are ends of days',
    );
});

test('what is hidden is read and told, sheets that are hidden are not, and merged cells have one value', async () => {
  const sheet = await read(
    book(
      '<cols><col min="2" max="3" hidden="1"/></cols><sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row hidden="1"><c><v>3</v></c></row></sheetData><mergeCells><mergeCell ref="A1:A3"/><mergeCell ref="B1:C1"/></mergeCells>',
    ),
  );
  assert.deepEqual([sheet.facts, shown(sheet)], [{ hiddenRows: 1, hiddenColumns: [1], mergedRows: 2 }, [['#1', '#2'], ['#3']]]);
});

test('a formula that nobody computed has no value, and one that came to 0 has', async () => {
  const rows = '<x:row><x:c><x:f>A2</x:f><x:v>0</x:v></x:c><x:c><x:f>A2</x:f><x:v>5</x:v></x:c><x:c><x:v>0</x:v></x:c></x:row>';
  assert.deepEqual(shown(await read(formatted([], rows, '<x:calcPr fullCalcOnLoad="1"/>'))), [['!', '#5', '#0']]);
  assert.deepEqual(shown(await read(formatted([], rows))), [['#0', '#5', '#0']]);
});

test('hostile archives are refused', async () => {
  const part = { name: 'xl/worksheets/sheet1.xml', text: '<worksheet/>' };
  const good = data('<row><c><v>1</v></c></row>');
  const overlapping = Buffer.from(good);
  // Two entries of the table of contents that mean one part.
  const [first, second] = [
    overlapping.indexOf('PK\x01\x02'),
    overlapping.indexOf('PK\x01\x02', overlapping.indexOf('PK\x01\x02') + 1),
  ];
  overlapping.copy(overlapping, second + 42, first + 42, first + 46);
  const cases: [string, Buffer, RegExp][] = [
    ['two parts of one name', zip([part, part]), /damaged/],
    ['parts in one place', overlapping, /damaged/],
    ['a way out of the archive', zip([{ name: '../evil.xml', text: 'x' }]), /damaged/],
    ['many parts', zip(Array.from({ length: 2_001 }, (_, at) => ({ name: `${at}.xml`, text: '' }))), /2001 parts/],
    ['an endless element', data(`<row>${'<a>'.repeat(100)}</row>`), /damaged/],
    ['rows that end in nothing', good.subarray(0, good.length - 30), /damaged/],
    ['a text that is not there', data('<row><c t="s"><v>99</v></c></row>'), /damaged/],
    ['a sheet that is no XML', workbook('PK not XML'), /damaged/],
  ];
  for (const [name, bytes, words] of cases) await assert.rejects(read(bytes), words, name);
  const locked = Buffer.from(good);
  for (const head of ['PK\x01\x02']) locked.writeUInt16LE(1, locked.indexOf(head) + 8);
  await assert.rejects(read(locked), /locked/);
});
