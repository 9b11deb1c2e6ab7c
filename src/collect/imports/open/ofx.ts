// OFX, of a bank's download: SGML whose tags are not closed, or XML. Each transaction is a row; its day is the bank's own.
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import type { RawRow } from './rows.ts';
import type { ByteSource } from './source.ts';

/** The names of the columns that a layout of this form may use. */
const COLUMNS = ['currency', 'type', 'posted', 'amount', 'id', 'name', 'memo', 'check_number'];
const TAGS: Readonly<Record<string, string>> = {
  TRNTYPE: 'type',
  DTPOSTED: 'posted',
  TRNAMT: 'amount',
  FITID: 'id',
  NAME: 'name',
  MEMO: 'memo',
  CHECKNUM: 'check_number',
};
/** Amounts beside CURRENCY are in its currency; beside ORIGCURRENCY they were converted to that of the statement. */
const OWN_CURRENCY = /<CURRENCY>(?:(?!<\/CURRENCY>)[\s\S])*?<CURSYM>\s*([A-Za-z]{3})/i;

/** A transaction is never longer. */
const MAX_TRANSACTION = 65_536;
const TAG = /<([A-Z0-9.]+)>([^<\r\n]*(?:<(?!\/?[A-Z0-9.]+>)[^<\r\n]*)*)/gi;

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** `20260504233000.000[-5:EST]` is 4 May for the bank, wherever the reader is. */
const dayOf = (posted: string): string =>
  /^\d{8}/.test(posted) ? `${posted.slice(0, 4)}-${posted.slice(4, 6)}-${posted.slice(6, 8)}` : posted;

function rowOf(block: string, line: number, currency: string): RawRow {
  const values: Record<string, string> = { currency: OWN_CURRENCY.exec(block)?.[1]?.toUpperCase() ?? currency };
  for (const [, tag = '', value = ''] of block.matchAll(TAG)) {
    const column = TAGS[tag.toUpperCase()];
    if (column !== undefined && value.trim() !== '') values[column] = unescaped(value.trim());
  }
  values['posted'] = dayOf(values['posted'] ?? '');
  return { line, cells: COLUMNS.map((column) => values[column] ?? '') };
}

const countNewlines = (text: string): number => text.split('\n').length - 1;

/** Cuts the text into transactions. */
class OfxCutter {
  #text = '';
  #line = 1;
  #currency = '';

  add(text: string): RawRow[] {
    this.#text += text;
    const rows: RawRow[] = [];
    for (;;) {
      const begin = this.#text.search(/<STMTTRN>/i);
      if (begin < 0) {
        this.#drop(Math.max(0, this.#text.length - 4_096));
        return rows;
      }
      const end = this.#text.slice(begin + 9).search(/<\/STMTTRN>|<STMTTRN>|<\/BANKTRANLIST>|<\/CCSTMTRS>/i);
      if (end < 0) {
        if (this.#text.length - begin > MAX_TRANSACTION)
          throw new UnusableFile('A transaction of the OFX file has no end. Download it again.');
        return rows;
      }
      this.#drop(begin);
      rows.push(rowOf(this.#text.slice(0, end + 9), this.#line, this.#currency));
      this.#drop(end + 9);
    }
  }

  #drop(length: number): void {
    const text = this.#text.slice(0, length);
    this.#currency = /<CURDEF>\s*([A-Za-z]{3})/i.exec(text)?.[1]?.toUpperCase() ?? this.#currency;
    this.#line += countNewlines(text);
    this.#text = this.#text.slice(length);
  }
}

export async function* ofxRows(text: ByteSource): AsyncGenerator<RawRow[]> {
  yield [{ line: 0, cells: COLUMNS }];
  const decoder = new TextDecoder('utf-8');
  const cutter = new OfxCutter();
  for await (const piece of text.bytes()) yield cutter.add(decoder.decode(piece, { stream: true }));
  yield cutter.add('</STMTTRN>');
}
