// The text of a statement: the encoding of its bytes, detected from the bytes alone, and the delimiter of its columns.
import { type Encoding, EncodingFinder } from '../../../base/rows/encoding.ts';
import { piecesOf, type Source, type StatementText } from './source.ts';
import { UnreadableStatement } from './unreadable.ts';

const HEAD = 4_096;
const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

function encodingOf(source: Source): Encoding {
  const finder = new EncodingFinder();
  for (const piece of piecesOf(source)) finder.add(piece);
  return finder.encoding;
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
