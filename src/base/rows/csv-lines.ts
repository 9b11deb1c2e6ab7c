// CSV as a stream of rows of cells with the line that each begins on. A row that cannot be read is reported by its line and skipped alone: after a
// quote that is never closed, reading continues at the next line instead of swallowing the rest of the file.
import { isUtf8 } from 'node:buffer';
import { finished } from 'node:stream/promises';
import { type CsvError, type Parser, parse } from 'csv-parse';

/** A row of cells, by the line it begins on (from 1), or why it is none. */
export type CsvLine = { line: number; cells: string[]; problem?: never } | { line: number; problem: string; cells?: never };

/** Decoding such bytes would put the same sign for different letters, and make one person of several. */
export const NOT_UTF8 = 'is not UTF-8; save the file as UTF-8';

const MAX_ROW_BYTES = 262_144;
const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;

const PROBLEMS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_MAX_RECORD_SIZE: `longer than ${MAX_ROW_BYTES} bytes, or a quote is never closed`,
  CSV_INVALID_CLOSING_QUOTE: 'there is a quote in the middle of a quoted field',
  INVALID_OPENING_QUOTE: 'there is a quote in the middle of a field',
};

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

export class CsvLines {
  readonly #delimiter: string;
  #parser: Parser | undefined;
  #isFirst = true;
  #rows: CsvLine[] = [];
  /** The text read since the end of the last whole row; `#start` is its place in the running parser's input. */
  #tail: Buffer = Buffer.alloc(0);
  #start = 0;
  #line = 1;
  /** The rest of an abandoned line has not arrived yet. */
  #isSkipping = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Takes the next bytes and answers the rows that are whole. */
  async take(chunk: Buffer): Promise<CsvLine[]> {
    let bytes = chunk;
    if (this.#isSkipping) {
      const end = chunk.indexOf(NEWLINE);
      if (end < 0) return [];
      bytes = chunk.subarray(end + 1);
      this.#isSkipping = false;
    }
    this.#tail = this.#tail.length === 0 ? bytes : Buffer.concat([this.#tail, bytes]);
    if (bytes.length > 0) await this.#feed(bytes);
    return this.#rows.splice(0);
  }

  async end(): Promise<CsvLine[]> {
    for (;;) {
      const parser = this.#parser;
      if (!parser) break;
      const error = await finished(parser.end(), { cleanup: true }).then(
        () => undefined,
        (reason: CsvError) => reason,
      );
      if (!error) break;
      await this.#recover(error);
    }
    return this.#rows.splice(0);
  }

  async #feed(bytes: Buffer): Promise<void> {
    this.#parser ??= this.#open();
    const parser = this.#parser;
    const error = await new Promise<CsvError | undefined>((resolve) => {
      parser.write(bytes, (reason) => resolve((reason as CsvError | null | undefined) ?? undefined));
    });
    if (error) await this.#recover(error);
  }

  #open(): Parser {
    const parser = parse({
      bom: this.#isFirst,
      delimiter: this.#delimiter,
      max_record_size: MAX_ROW_BYTES,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record: string[], context: { bytes: number }) => {
        this.#row(record, context.bytes);
        return null;
      },
    });
    parser.on('error', () => undefined);
    parser.resume();
    this.#start = 0;
    return parser;
  }

  #row(cells: string[], end: number): void {
    const bytes = this.#tail.subarray(0, end - this.#start);
    this.#tail = this.#tail.subarray(bytes.length);
    this.#start = end;
    this.#isFirst = false;
    const line = this.#line + countNewlines(bytes.subarray(0, blankBytes(bytes)));
    // TRICKY: csv-parse counts CR LF inside quotes as two lines, so lines are counted here.
    this.#line += countNewlines(bytes);
    this.#rows.push(isUtf8(bytes) ? { line, cells } : { line, problem: NOT_UTF8 });
  }

  /** Gives up the line the failing row begins on, and reads on behind it. */
  async #recover(error: CsvError): Promise<void> {
    this.#isFirst = false;
    const blank = blankBytes(this.#tail);
    this.#line += countNewlines(this.#tail.subarray(0, blank));
    const end = this.#tail.indexOf(NEWLINE, blank);
    const rest = end < 0 ? Buffer.alloc(0) : this.#tail.subarray(end + 1);
    this.#isSkipping = end < 0;
    this.#rows.push({ line: this.#line, problem: PROBLEMS[error.code] ?? error.code });
    this.#line += 1;
    this.#tail = rest;
    this.#parser = this.#open();
    if (rest.length > 0) await this.#feed(rest);
  }
}

/** Bytes of empty lines (and a byte order mark) before a row. */
function blankBytes(bytes: Buffer): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (at < bytes.length && bytes[at] !== QUOTE && (bytes[at] === NEWLINE || bytes[at] === RETURN)) at += 1;
  return at;
}
