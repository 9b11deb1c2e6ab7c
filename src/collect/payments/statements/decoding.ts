// The text of a statement: which encoding its bytes are in, told by the bytes alone, and the delimiter of its columns.
import { isUtf8 } from 'node:buffer';
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

function encodingOf(bytes: Buffer): Encoding {
  const head = bytes.subarray(0, HEAD);
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8-bom';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (zeros(head, 1) > 0.4 && zeros(head, 0) < 0.1) return 'utf-16le';
  if (zeros(head, 0) > 0.4 && zeros(head, 1) < 0.1) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  // Every byte is a sign of Windows-1252, whose letters are those of Latin-1.
  return 'windows-1252';
}

function decoded(bytes: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return bytes;
  if (encoding === 'utf-8-bom') return bytes.subarray(3);
  if (encoding.startsWith('utf-16') && bytes.length % 2 !== 0)
    throw new UnreadableStatement('The file is UTF-16 text and breaks off in the middle of a character. Export it again.');
  return Buffer.from(new TextDecoder(encoding).decode(bytes), 'utf8');
}

/** Signs that no text has; a picture or a program is told from a statement by them. */
function isBinary(text: Buffer): boolean {
  return text
    .subarray(0, HEAD)
    .some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1b && byte !== 0x0c);
}

/** The text in UTF-8, and what it was. */
export function decodeText(bytes: Buffer): { text: Buffer; encoding: Encoding } {
  const encoding = encodingOf(bytes);
  const text = decoded(bytes, encoding);
  if (isBinary(text))
    throw new UnreadableStatement(
      'The file is neither CSV nor TSV nor XLSX: it is no text. Export the statement as one of these.',
    );
  return { text, encoding };
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
export function delimiterOf(text: Buffer): Delimiter {
  const lines = text
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
