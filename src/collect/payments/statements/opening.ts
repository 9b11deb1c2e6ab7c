// What an uploaded statement is: text with a delimiter, or a spreadsheet; all else is refused in words for its sender.
import type { Encoding } from '../../../base/rows/encoding.ts';
import { decodeText, delimiterOf } from './decoding.ts';
import { SHEET_DELIMITER } from './marks.ts';
import { isOldSheet, isZip, readSheet, type StatementSheet } from './sheet-text.ts';
import type { Source, StatementText } from './source.ts';
import { MAX, UnreadableStatement } from './unreadable.ts';

export interface OpenedText {
  form: 'csv' | 'tsv' | 'xlsx';
  /** Null of a spreadsheet. */
  encoding: Encoding | null;
  text: StatementText;
  delimiter: string;
  /** Undefined of a text. */
  sheet: StatementSheet | undefined;
}

const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** Web pages under the name of a spreadsheet, which banks send, and data for programs: text, but no table. */
function refuseMarkup(text: StatementText): void {
  const [first] = text.pieces();
  const begin = (first ?? Buffer.alloc(0)).toString('utf8', 0, 256).trimStart();
  if (/^<(?:!doctype|html|table|head|body|meta|\?xml)\b/i.test(begin))
    throw new UnreadableStatement(
      'The file is a web page or XML, despite its name. Open it in a spreadsheet program and save it as XLSX or CSV.',
    );
  if (/^(?:\{\s*"|\[\s*[{[])/.test(begin))
    throw new UnreadableStatement('The file is JSON. Export the statement as CSV or XLSX, or post its payments to /events.');
}

/** @param zone Of the profile. */
export async function openText(source: Source, zone: string): Promise<OpenedText> {
  if (source.bytes === 0) throw new UnreadableStatement('The file is empty.');
  if (source.bytes > MAX.bytes)
    throw new UnreadableStatement(`The file is larger than ${MAX.bytes / 1024 / 1024} MB. Import it in parts.`);
  const head = source.read(0, 8);
  if (isZip(head)) {
    const sheet = await readSheet(source.read(0, source.bytes), zone);
    return { text: sheet.text(), delimiter: SHEET_DELIMITER, form: 'xlsx', encoding: null, sheet };
  }
  if (isOldSheet(head))
    throw new UnreadableStatement('The file is an old or a locked Excel file. Save it as .xlsx without a password, or as CSV.');
  if (head.toString('latin1', 0, 5) === '%PDF-')
    throw new UnreadableStatement('The file is a PDF. Export the statement as CSV or XLSX.');
  if (isGzip(head)) throw new UnreadableStatement('The file is packed with gzip. Unpack it and send the statement itself.');
  const { text, encoding } = decodeText(source);
  refuseMarkup(text);
  const delimiter = delimiterOf(text);
  return { text, delimiter, form: delimiter === '\t' ? 'tsv' : 'csv', encoding, sheet: undefined };
}
