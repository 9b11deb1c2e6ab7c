// A CSV file as pieces of whole lines that every reader of CSV takes for the same rows: an engine can read them by columns. From the first piece on
// that leaves a doubt, or that its consumer does not take, rows are read one by one as `csvRows` does.
import { isUtf8 } from 'node:buffer';
import { CsvReader, delimiterOf, type FileRow } from './csv-rows.ts';
import { csvRowsBeside } from './csv-thread.ts';

/** When a file is read by pieces, and what a piece has at most. */
export interface PieceSizes {
  /** Bytes of a file below which its rows are read one by one: a few hundred milliseconds, which an engine takes to begin. */
  fromBytes: number;
  bytes: number;
  lines: number;
}
const MOST: PieceSizes = { fromBytes: 4_000_000, bytes: 16_777_216, lines: 100_000 };
/** An engine needs about twelve times the bytes of a piece. */
const MEMORY_MB = 512;

/** For an engine with so much memory. */
export function piecesFor(memoryMb: number): PieceSizes {
  const share = Math.min(1, memoryMb / MEMORY_MB);
  return { fromBytes: MOST.fromBytes, bytes: Math.floor(MOST.bytes * share), lines: Math.max(1, Math.floor(MOST.lines * share)) };
}

/** Longer rows are refused by `csvRows`. */
const LONGEST_LINE = 131_072;
const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;

/** Lines without header, each of which is a row of as many fields as the header has, or fewer or more: that is the engine's to see. */
export interface CsvPiece {
  bytes: Buffer;
  columns: readonly string[];
  delimiter: string;
  newline: '\n' | '\r\n';
  /** The line of the file that its first row is on. */
  firstLine: number;
  rows: number;
  /** Set by a consumer who leaves it to the reader of rows, with all that follows. */
  isLeft: boolean;
}

/** How a piece ends its lines and how many it has; undefined where a quote, an empty line or a sign can be read in several ways. */
export function plainLines(bytes: Buffer, delimiter: string): { newline: '\n' | '\r\n'; rows: number } | undefined {
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  const newline = bytes.includes(RETURN) ? '\r\n' : '\n';
  let rows = 0;
  for (let from = 0, end = bytes.indexOf(NEWLINE); end >= 0; from = end + 1, end = bytes.indexOf(NEWLINE, from)) {
    const last = newline === '\r\n' ? end - 1 : end;
    if (last <= from || end - from > LONGEST_LINE || (last < end && bytes[last] !== RETURN)) return undefined;
    rows += 1;
  }
  if (newline === '\r\n' && !hasReturns(bytes, rows)) return undefined;
  return hasPlainQuotes(bytes, delimiter.charCodeAt(0)) ? { newline, rows } : undefined;
}

/** As many, so that each is one of a line's end. */
function hasReturns(bytes: Buffer, count: number): boolean {
  let found = 0;
  for (let at = bytes.indexOf(RETURN); at >= 0; at = bytes.indexOf(RETURN, at + 1)) found += 1;
  return found === count;
}

/** Each quoted field begins behind a delimiter or a line's end and ends before one; quotes within are written twice. */
function hasPlainQuotes(bytes: Buffer, delimiter: number): boolean {
  const isEdge = (at: number): boolean => at < 0 || bytes[at] === delimiter || bytes[at] === NEWLINE;
  for (let open = bytes.indexOf(QUOTE); open >= 0; ) {
    if (!isEdge(open - 1)) return false;
    let close = bytes.indexOf(QUOTE, open + 1);
    while (close >= 0 && bytes[close + 1] === QUOTE) close = bytes.indexOf(QUOTE, close + 2);
    if (close < 0 || (!isEdge(close + 1) && bytes[close + 1] !== RETURN)) return false;
    open = bytes.indexOf(QUOTE, close + 1);
  }
  return true;
}

interface Header {
  bytes: Buffer;
  columns: readonly string[];
  delimiter: string;
}

/** Undefined where the first line is no header by itself. */
async function headerOf(line: Buffer): Promise<Header | undefined> {
  const reader = new CsvReader();
  const rows = [...(await reader.take(line)), ...(await reader.end())];
  return reader.columns && rows.length === 0 ? { bytes: line, columns: reader.columns, delimiter: delimiterOf(line) } : undefined;
}

/** Bytes that wait until there are enough of them for a piece. */
class Waiting {
  #chunks: Buffer[] = [];
  bytes = 0;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.bytes += chunk.length;
  }

  /** Ends the last line, where the file does not. */
  end(newline: string): void {
    if (this.bytes > 0 && this.#chunks.at(-1)?.at(-1) !== NEWLINE) this.add(Buffer.from(newline));
  }

  /** At most so many lines; what is behind the last line's end waits on. */
  take(lines: number): Buffer {
    const all = Buffer.concat(this.#chunks);
    const end = endOfPiece(all, lines);
    this.#chunks = end < all.length ? [all.subarray(end)] : [];
    this.bytes = all.length - end;
    return all.subarray(0, end);
  }

  rest(): readonly Buffer[] {
    return this.#chunks;
  }
}

/** Behind the last line's end, or behind as many lines as a piece may have. */
function endOfPiece(bytes: Buffer, most: number): number {
  let end = 0;
  for (let lines = 0; lines < most; lines += 1) {
    const next = bytes.indexOf(NEWLINE, end);
    if (next < 0) break;
    end = next + 1;
  }
  return end;
}

async function* remaining(first: readonly Buffer[], chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (const bytes of first) if (bytes.length > 0) yield bytes;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

/** Rows behind a number of lines, whose own header is read first. */
async function* rowsBehind(lines: number, header: Buffer, chunks: AsyncIterable<Buffer>): AsyncGenerator<FileRow[]> {
  async function* withHeader(): AsyncGenerator<Buffer> {
    yield header;
    yield* chunks;
  }
  for await (const rows of csvRowsBeside(withHeader())) yield rows.map((row) => ({ ...row, line: row.line + lines }));
}

/** @param onHeader Told the columns once they are known; may throw UnusableFile. */
export async function* csvPieces(
  bytes: AsyncIterable<Buffer>,
  sizes: PieceSizes,
  onHeader: (columns: string[]) => void = () => undefined,
): AsyncGenerator<FileRow[] | CsvPiece> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const start = first.value.indexOf(NEWLINE) + 1;
  const header = start > 0 ? await headerOf(first.value.subarray(0, start)).catch(() => undefined) : undefined;
  if (!header) {
    yield* csvRowsBeside(remaining([first.value], chunks), onHeader);
    return;
  }
  onHeader([...header.columns]);
  const waiting = new Waiting();
  if (start < first.value.length) waiting.add(first.value.subarray(start));
  for (let lines = 1, isEnd = false; !isEnd || waiting.bytes > 0; ) {
    while (!isEnd && waiting.bytes < sizes.bytes) {
      const next = await chunks.next();
      if (next.done !== true) waiting.add(next.value);
      else {
        isEnd = true;
        waiting.end(header.bytes.at(-2) === RETURN ? '\r\n' : '\n');
      }
    }
    const piece = waiting.take(sizes.lines);
    // A line longer than a piece.
    const isEndless = piece.length === 0 && waiting.bytes > 0;
    const taken = isEndless ? undefined : yield* offered(piece, header, lines + 1);
    if (taken === undefined) {
      yield* rowsBehind(lines - 1, header.bytes, remaining([piece, ...waiting.rest()], chunks));
      return;
    }
    lines += taken;
  }
}

/** The number of lines of a piece that was taken. */
async function* offered(bytes: Buffer, header: Header, firstLine: number): AsyncGenerator<CsvPiece, number | undefined> {
  if (bytes.length === 0) return 0;
  const plain = plainLines(bytes, header.delimiter);
  if (!plain) return undefined;
  const { columns, delimiter } = header;
  const piece: CsvPiece = { bytes, columns, delimiter, ...plain, firstLine, isLeft: false };
  yield piece;
  return piece.isLeft ? undefined : piece.rows;
}
