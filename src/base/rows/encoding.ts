// The encoding of text, from its bytes alone: a byte order mark, zero bytes of UTF-16, strict UTF-8, and else Windows-1252, whose letters are those of
// Latin-1. Text that is partly UTF-8 and partly not is none of these.
import { isAscii, isUtf8 } from 'node:buffer';

export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const HEAD_BYTES = 4_096;
/** Enough to know a language by its letters. */
const SAMPLE_BYTES = 8_192;
const NEWLINE = 0x0a;

/** Every second byte of Western text in UTF-16 is zero: the second ones in little-endian, the first ones in big-endian. */
function zeros(head: Buffer, parity: 0 | 1): number {
  let count = 0;
  for (let at = parity; at < head.length; at += 2) if (head[at] === 0) count += 1;
  return count / Math.max(1, head.length / 2);
}

/** Lines with signs that ASCII does not have, up to a number of bytes. */
function* linesBeyondAscii(piece: Buffer, most: number): Generator<Buffer> {
  for (let [from, left] = [0, most]; from < piece.length && left > 0; ) {
    const end = piece.indexOf(NEWLINE, from);
    const line = piece.subarray(from, Math.min(end < 0 ? piece.length : end + 1, from + left));
    from = end < 0 ? piece.length : end + 1;
    if (isAscii(line)) continue;
    left -= line.length;
    yield line;
  }
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

function encodingOfHead(head: Buffer): Encoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8-bom';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (zeros(head, 1) > 0.4 && zeros(head, 0) < 0.1) return 'utf-16le';
  if (zeros(head, 0) > 0.4 && zeros(head, 1) < 0.1) return 'utf-16be';
  return undefined;
}

/** A letter of two or three bytes of UTF-8, which two letters of Windows-1252 hardly ever are beside each other. */
const LETTERS_OF_UTF8 = /[\xc3-\xc5][\x80-\xbf]|\xe2[\x80-\x82][\x80-\xbf]/;

/** Finds the encoding of text that comes in pieces. */
export class EncodingFinder {
  #found: Encoding | undefined;
  #isBegun = false;
  #isUtf8 = true;
  #rest: Buffer = Buffer.alloc(0);
  #hasLettersOfUtf8 = false;
  readonly #sample: Buffer[] = [];
  #sampleBytes = 0;

  add(piece: Buffer): void {
    if (!this.#isBegun) this.#found = encodingOfHead(piece.subarray(0, HEAD_BYTES));
    this.#isBegun = true;
    if (this.#found !== undefined) return;
    if (this.#sampleBytes < SAMPLE_BYTES && !isAscii(piece)) this.#addToSample(piece);
    this.#hasLettersOfUtf8 ||= LETTERS_OF_UTF8.test(piece.toString('latin1'));
    if (!this.#isUtf8) return;
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const end = wholeEnd(bytes);
    this.#isUtf8 = isUtf8(bytes.subarray(0, end));
    this.#rest = bytes.subarray(end);
  }

  #addToSample(piece: Buffer): void {
    for (const line of linesBeyondAscii(piece, SAMPLE_BYTES - this.#sampleBytes)) {
      this.#sample.push(Buffer.from(line));
      this.#sampleBytes += line.length;
    }
  }

  /** The first lines with signs that ASCII does not have. */
  get sample(): Buffer {
    return Buffer.concat(this.#sample);
  }

  get encoding(): Encoding {
    if (this.#found !== undefined) return this.#found;
    return this.#isUtf8 && this.#rest.length === 0 ? 'utf-8' : 'windows-1252';
  }

  /** Not UTF-8 as a whole, though some of its letters are. */
  get isMixed(): boolean {
    return this.encoding === 'windows-1252' && this.#hasLettersOfUtf8;
  }
}
