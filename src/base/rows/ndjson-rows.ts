// Lines of JSON objects as a stream of rows. An invalid line is reported and skipped alone.
import { isUtf8 } from 'node:buffer';
import { type FileRow, NOT_UTF8 } from './csv-rows.ts';

const MAX_LINE_BYTES = 1_048_576;
const NEWLINE = 10;
/** Numbers of this many digits may not fit a double. A text that looks like one is read as slowly, and as it is. */
const LONG_NUMBER = /[:[,]\s*-?[\d.]{16}/;
const EXACT_DIGITS = 15;

/**
 * Reads an object in which numbers too long to be exact are kept as their text, so that no id and no amount is rounded. A column that is a
 * binary number (3.3000000000000003) stays one: its text has digits that nobody wrote.
 */
function parseExactly(text: string): unknown {
  const binary: { holder: unknown; key: string; value: number }[] = [];
  const record: unknown = JSON.parse(text, function (this: unknown, key, value: unknown, context?: { source?: string }) {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined || source.length <= EXACT_DIGITS) return value;
    if (!Number.isInteger(value) && String(value) === source) binary.push({ holder: this, key, value });
    return source;
  });
  for (const { holder, key, value } of binary) if (holder === record) Object.assign(record as object, { [key]: value });
  return record;
}

/** The row of a text that should be one JSON object. */
export function recordOf(line: number, text: string): FileRow {
  let record: unknown;
  try {
    record = LONG_NUMBER.test(text) ? parseExactly(text) : JSON.parse(text);
  } catch {
    return { line, problem: 'is no JSON' };
  }
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return { line, problem: 'is no JSON object' };
  return { line, record: record as Record<string, unknown> };
}

/** Rows of newline-delimited JSON, in batches as the bytes come. Empty lines are nothing. */
export async function* ndjsonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileRow[]> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  let skipping = false;
  const take = (bytes: Buffer, rows: FileRow[]): void => {
    const text = bytes
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trim();
    if (skipping) rows.push({ line, problem: `longer than ${MAX_LINE_BYTES} bytes` });
    else if (!isUtf8(bytes)) rows.push({ line, problem: NOT_UTF8 });
    else if (text !== '') rows.push(recordOf(line, text));
    skipping = false;
    line += 1;
  };
  for await (const chunk of chunks) {
    const rows: FileRow[] = [];
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      take(bytes.subarray(from, end), rows);
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > MAX_LINE_BYTES) {
      skipping = true;
      rest = Buffer.alloc(0);
    }
    yield rows;
  }
  const rows: FileRow[] = [];
  if (rest.length > 0 || skipping) take(rest, rows);
  yield rows;
}
