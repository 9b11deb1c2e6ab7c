// The text of a statement: the encoding of its bytes, detected from the bytes alone, and the delimiter of its columns.
import { isUtf8 } from 'node:buffer';
import { piecesOf, type Source, type StatementText } from './source.ts';
import { UnreadableStatement } from './unreadable.ts';

export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const HEAD = 4_096;
const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Every second byte of Western text in UTF-16 is zero: the second ones in little-endian, the first ones in big-endian. */
function zeros(head: Buffer, parity: 0 | 1): number {
  let count = 0;
  for (let at = parity; at < head.length; at += 2) if (head[at] === 0) count += 1;
  return count / Math.max(1, head.length / 2);
}

/** Where the last character that is whole ends. */
function wholeEnd(piece: Buffer): number {
  for (let back = 1; back <= Math.min(3, piece.length); back += 1) {
    const byte = piece[piece.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? piece.length - back : piece.length;
  }
  return piece.length;
}

function isAllUtf8(source: Source): boolean {
  let rest: Buffer = Buffer.alloc(0);
  for (const piece of piecesOf(source)) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = wholeEnd(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return false;
    rest = bytes.subarray(end);
  }
  return rest.length === 0;
}

function encodingOf(source: Source): Encoding {
  const head = source.read(0, HEAD);
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8-bom';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (zeros(head, 1) > 0.4 && zeros(head, 0) < 0.1) return 'utf-16le';
  if (zeros(head, 0) > 0.4 && zeros(head, 1) < 0.1) return 'utf-16be';
  if (isAllUtf8(source)) return 'utf-8';
  // Every byte is a sign of Windows-1252, whose letters are those of Latin-1.
  return 'windows-1252';
}

function* decoded(source: Source, encoding: Encoding): Generator<Buffer> {
  if (encoding.startsWith('utf-8')) {
    yield* piecesOf(source, encoding === 'utf-8' ? 0 : 3);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for (const piece of piecesOf(source)) yield Buffer.from(decoder.decode(piece, { stream: true }), 'utf8');
  yield Buffer.from(decoder.decode(), 'utf8');
}

/** Characters that no text has; they distinguish a picture or a program from a statement. */
function isBinary(text: Buffer): boolean {
  return text
    .subarray(0, HEAD)
    .some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1b && byte !== 0x0c);
}

/** The text in UTF-8, and what it was. */
export function decodeText(source: Source): { text: StatementText; encoding: Encoding } {
  const encoding = encodingOf(source);
  if (encoding.startsWith('utf-16') && source.bytes % 2 !== 0)
    throw new UnreadableStatement('The file is UTF-16 text and breaks off in the middle of a character. Export it again.');
  const text: StatementText = { pieces: () => decoded(source, encoding) };
  if (isBinary(headOf(text)))
    throw new UnreadableStatement(
      'The file is neither CSV nor TSV nor XLSX: it is no text. Export the statement as one of these.',
    );
  return { text, encoding };
}

function headOf(text: StatementText): Buffer {
  for (const piece of text.pieces()) if (piece.length > 0) return piece;
  return Buffer.alloc(0);
}

/** Fields of a line by a delimiter, quoted ones whole. */
function countFields(line: string, delimiter: string): number {
  let count = 1;
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === delimiter && !isQuoted) count += 1;
  }
  return count;
}

/** The delimiter that gives the same, largest number of fields in most of the first lines. */
export function delimiterOf(text: StatementText): Delimiter {
  const lines = headOf(text)
    .toString('utf8', 0, 64 * 1024)
    .split(/\r\n|\n|\r/)
    .slice(0, 30)
    .filter((line) => line.trim() !== '');
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = lines.map((line) => countFields(line, delimiter)).filter((count) => count > 1);
    const usual = counts.reduce(
      (most, count) =>
        counts.filter((c) => c === count).length > most.times ? { count, times: counts.filter((c) => c === count).length } : most,
      { count: 0, times: 0 },
    );
    const score = usual.times * 100 + Math.min(usual.count, 99);
    if (usual.count > 1 && score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
