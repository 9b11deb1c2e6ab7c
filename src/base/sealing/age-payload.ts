// What follows the header of a file of age: pieces of 64 KiB, each encrypted with its number and whether it is the last (the STREAM of age-encryption.org/v1,
// ChaCha20-Poly1305). By OpenSSL, as the library's own cipher is written in JavaScript and takes ten times the processor.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'chacha20-poly1305';
const PIECE_BYTES = 65_536;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
const KEY_BYTES = 32;

export type Bytes = AsyncIterable<Uint8Array>;

/** The bytes are not what was sealed, or not all of it. */
export class PayloadBroken extends Error {}

const keyOf = (fileKey: Uint8Array, nonce: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', KEY_BYTES));

/** The number in eleven bytes, and the mark of the last piece. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

/** Pieces of one size, as many at once as have come; the last, which may be shorter, alone. Parts of the source may be used again after the next but one. */
async function* inPieces(source: Bytes, size: number): AsyncGenerator<{ pieces: Buffer[]; isLast: boolean }> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of source) {
    const pieces: Buffer[] = [];
    let all = bufferOf(bytes);
    if (rest.length === size && all.length > 0) pieces.push(rest);
    else if (rest.length > 0) all = Buffer.concat([rest, all]);
    let at = 0;
    // The last bytes wait: whether they are the last piece shows when nothing follows.
    for (; all.length - at > size; at += size) pieces.push(all.subarray(at, at + size));
    rest = all.subarray(at);
    if (pieces.length > 0) yield { pieces, isLast: false };
  }
  yield { pieces: [rest], isLast: true };
}

/** The encrypted bytes and their checksum. */
function sealPiece(key: Buffer, number: number, isLast: boolean, clear: Buffer): [Buffer, Buffer] {
  const cipher = createCipheriv(CIPHER, key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
  const sealed = cipher.update(clear);
  cipher.final();
  return [sealed, cipher.getAuthTag()];
}

function openPiece(key: Buffer, number: number, isLast: boolean, sealed: Buffer): Buffer {
  const at = sealed.length - TAG_BYTES;
  // Of a stream that breaks off at the end of a piece, the last is empty.
  if (at < 0 || (at === 0 && number > 0)) throw new PayloadBroken('it breaks off');
  const decipher = createDecipheriv(CIPHER, key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(at));
  const clear = decipher.update(sealed.subarray(0, at));
  try {
    decipher.final();
  } catch (error) {
    throw new PayloadBroken('a piece is not as it was sealed', { cause: error });
  }
  return clear;
}

/** Small parts and large ones: who writes them gathers them. */
export async function* sealPayload(clear: Bytes, fileKey: Uint8Array): AsyncGenerator<Uint8Array> {
  const nonce = randomBytes(NONCE_BYTES);
  const key = keyOf(fileKey, nonce);
  yield nonce;
  let number = 0;
  for await (const { pieces, isLast } of inPieces(clear, PIECE_BYTES))
    for (const piece of pieces) {
      yield* sealPiece(key, number, isLast, piece);
      number += 1;
    }
}

/** The bytes of a piece are authentic; only the end of the stream proves that none is missing. @throws PayloadBroken */
export async function* openPayload(sealed: Bytes, fileKey: Uint8Array): AsyncGenerator<Uint8Array> {
  const { head: nonce, rest } = await takeBytes(sealed, NONCE_BYTES);
  const key = keyOf(fileKey, nonce);
  let number = 0;
  for await (const { pieces, isLast } of inPieces(rest, PIECE_BYTES + TAG_BYTES))
    for (const piece of pieces) {
      yield openPiece(key, number, isLast, piece);
      number += 1;
    }
}

/** The first bytes of a stream, and the stream that follows them. @throws PayloadBroken */
async function takeBytes(source: Bytes, count: number): Promise<{ head: Buffer; rest: Bytes }> {
  return splitAt(source, (begun) => (begun.length < count ? undefined : count), count);
}

/**
 * Reads until the place of a division is known.
 * @param most Bytes that are read for it.
 * @throws PayloadBroken
 */
export async function splitAt(
  source: Bytes,
  placeIn: (begun: Buffer) => number | undefined,
  most: number,
): Promise<{ head: Buffer; rest: Bytes }> {
  const pieces = source[Symbol.asyncIterator]();
  let begun: Buffer = Buffer.alloc(0);
  let place = placeIn(begun);
  while (place === undefined && begun.length <= most) {
    const { done, value } = await pieces.next();
    if (done) break;
    begun = Buffer.concat([begun, value]);
    place = placeIn(begun);
  }
  if (place === undefined) {
    await pieces.return?.();
    throw new PayloadBroken('it breaks off at its beginning');
  }
  return { head: begun.subarray(0, place), rest: following(begun.subarray(place), pieces) };
}

async function* following(first: Uint8Array, pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  } finally {
    await pieces.return?.();
  }
}
