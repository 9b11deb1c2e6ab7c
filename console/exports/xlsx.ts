// A workbook of one sheet (Office Open XML): numbers are numbers with their format, everything else is text, so that no name becomes a formula. The parts are
// in a ZIP archive without compression.

export interface NumberCell {
  value: number;
  /** As a spreadsheet writes it, such as `0.0%`. */
  format: string;
}
export type Cell = string | NumberCell;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Without the characters that XML cannot have. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** 0 → A, 26 → AA. */
function columnName(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (at % 26));
}

const FIRST_FORMAT = 164;

function sheetXml(rows: readonly (readonly Cell[])[], formats: readonly string[]): string {
  const cellXml = (cell: Cell, row: number, column: number): string => {
    const at = `${columnName(column)}${row + 1}`;
    if (typeof cell !== 'string') return `<c r="${at}" s="${formats.indexOf(cell.format) + 2}"><v>${cell.value}</v></c>`;
    if (cell === '') return '';
    return `<c r="${at}"${row === 0 ? ' s="1"' : ''} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  };
  const lines = rows.map((cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => cellXml(cell, row, at)).join('')}</row>`);
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** Style 0 is plain, 1 is the head, and each format has one. */
function stylesXml(formats: readonly string[]): string {
  const numbers = formats.map((format, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${escaped(format)}"/>`);
  const cells = formats.map(
    (_, at) => `<xf numFmtId="${FIRST_FORMAT + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return [
    `${XML}<styleSheet xmlns="${MAIN}">`,
    numbers.length === 0 ? '' : `<numFmts count="${numbers.length}">${numbers.join('')}</numFmts>`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cells.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${cells.join('')}</cellXfs>`,
    '</styleSheet>',
  ].join('');
}

/** At most 31 characters, and none that a sheet's name cannot have. */
const sheetName = (title: string): string =>
  title
    .replace(/[\\/?*[\]:']+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 31)
    .trim() || 'Table';

/** The first row has the names of the columns. */
export function workbook(title: string, rows: readonly (readonly Cell[])[]): Blob {
  const formats = [...new Set(rows.flat().flatMap((cell) => (typeof cell === 'string' ? [] : [cell.format])))];
  const override = (part: string, type: string): string =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const link = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${LINKS}/${type}" Target="${target}"/>`;
  const relationships = (...links: string[]): string =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}</Relationships>`;
  return zip({
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('worksheets/sheet1', 'worksheet')}${override('styles', 'styles')}</Types>`,
    '_rels/.rels': relationships(link(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="${escaped(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(link(1, 'worksheet', 'worksheets/sheet1.xml'), link(2, 'styles', 'styles.xml')),
    'xl/worksheets/sheet1.xml': sheetXml(rows, formats),
    'xl/styles.xml': stylesXml(formats),
  });
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Numbers of 2 or 4 bytes, the lowest first. */
function packed(...numbers: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(numbers.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** 1 January 1980, the first day that an archive can name: the same table is the same file. */
const DAY = 33;

function zip(files: Readonly<Record<string, string>>): Blob {
  const utf8 = new TextEncoder();
  const [bodies, directory]: [Uint8Array<ArrayBuffer>[], Uint8Array<ArrayBuffer>[]] = [[], []];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, bytes] = [utf8.encode(path), utf8.encode(text)];
    const size = bytes.length;
    const common = [
      [2, 20],
      [2, 0x0800],
      [2, 0],
      [2, 0],
      [2, DAY],
      [4, crcOf(bytes)],
      [4, size],
      [4, size],
      [2, name.length],
      [2, 0],
    ] as const;
    bodies.push(packed([4, 0x04034b50], ...common), name, bytes);
    directory.push(packed([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), name);
    offset += 30 + name.length + size;
  }
  const count = Object.keys(files).length;
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = packed([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, offset], [2, 0]);
  return new Blob([...bodies, ...directory, end], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
}
