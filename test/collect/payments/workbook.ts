// Spreadsheets for tests, sound and hostile: a zip of XML written by hand.
import { crc32, deflateRawSync } from 'node:zlib';

export interface Part {
  name: string;
  text: string | Buffer;
  /** What the zip says of its size; the truth when absent. */
  claims?: number;
}

export function zip(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, text, claims } of parts) {
    const clear = Buffer.from(text as string);
    const packed = deflateRawSync(clear);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(clear), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(claims ?? clear.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), head, tail, Buffer.from(name)]));
    files.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, directory, Buffer.from('PK\x05\x06'), end]);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

export type Cell = string | number | { shared: number } | { day: number } | { formula: string; value: string } | { xml: string };

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function cellXml(cell: Cell, place: string): string {
  if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if ('shared' in cell) return `<c r="${place}" t="s"><v>${cell.shared}</v></c>`;
  if ('day' in cell) return `<c r="${place}" s="1"><v>${cell.day}</v></c>`;
  if ('xml' in cell) return cell.xml;
  return `<c r="${place}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.value)}</v></c>`;
}

export const sheetXml = (rows: readonly (readonly Cell[])[]): string =>
  `${HEAD}<worksheet xmlns="${SHEETS}"><sheetData>${rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`)).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`;

/** @param shared Texts that cells name by their number. */
export function workbook(sheet: string | Buffer, claims?: number, shared: readonly string[] = []): Buffer {
  return zip([
    {
      name: '[Content_Types].xml',
      text: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `${HEAD}<workbook xmlns="${SHEETS}" xmlns:r="${RELATIONS}"><sheets><sheet name="Sales" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      text: `${HEAD}<sst xmlns="${SHEETS}">${shared.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    },
    {
      name: 'xl/styles.xml',
      text: `${HEAD}<styleSheet xmlns="${SHEETS}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    },
    { name: 'xl/worksheets/sheet1.xml', text: sheet, ...(claims === undefined ? {} : { claims }) },
  ]);
}
