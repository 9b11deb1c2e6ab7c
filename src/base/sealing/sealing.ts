// Sealed data: the format of age (age-encryption.org/v1), so that the tool `age` opens it too. Keys and header are made by the library of its author, what
// follows by `age-payload.ts`. Bytes go in and bytes come out, in pieces that are authenticated one by one; only their end proves that nothing is cut off.
import { type Bytes, openPayload, PayloadBroken, sealPayload, splitAt } from './age-payload.ts';

/** Loaded by the first who seals or opens: most processes never do, and it is a tenth of their start. */
const age = () => import('age-encryption');

/** By what it opens: the secret half of a key pair (`AGE-SECRET-KEY-1…`), or words that a person keeps. */
export type Lock = { identity: string } | { passphrase: string };

/** What cannot be opened: another key, not what was sealed, or never sealed. */
export class SealBroken extends Error {
  readonly reason: 'key' | 'damaged' | 'clear';
  constructor(reason: SealBroken['reason'], options?: ErrorOptions) {
    super(`it cannot be opened (${reason})`, options);
    this.reason = reason;
  }
}

const FORMAT = 'age-encryption.org/v1\n';
const IDENTITY = /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/;
const NO_IDENTITY = /no identity matched/;

/** A new key pair, as the text of its secret half. */
export const newIdentity = async (): Promise<string> => (await age()).generateX25519Identity();

/** Undefined for a text that is none. */
export function parseIdentity(text: string): string | undefined {
  const identity = text.trim();
  return IDENTITY.test(identity) ? identity : undefined;
}

/** One form of what people type: accents in one or two characters, and blanks at the ends, are no other words. */
export const plainPassphrase = (text: string): string => text.normalize('NFC').trim();

/** The header that the library writes for a key pair, and the key of the file in it. */
async function newHeader(identity: string): Promise<{ header: Uint8Array; fileKey: Uint8Array }> {
  const { Encrypter, identityToRecipient } = await age();
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  let fileKey: Uint8Array | undefined;
  // A recipient without a line in the header: the library hands it the key that it makes.
  encrypter.addRecipient({
    wrapFileKey: (key) => {
      fileKey = Uint8Array.from(key);
      return [];
    },
  });
  const empty = Buffer.from(await encrypter.encrypt(new Uint8Array(0)));
  const end = endOfHeader(empty);
  if (fileKey === undefined || end === undefined) throw new Error('age-encryption wrote no header');
  return { header: empty.subarray(0, end), fileKey };
}

const MAC_LINE = '\n--- ';

/** Where the line ends that closes a header; undefined before it is there. */
function endOfHeader(begun: Buffer): number | undefined {
  const mac = begun.indexOf(MAC_LINE);
  const end = mac < 0 ? -1 : begun.indexOf('\n', mac + MAC_LINE.length);
  return end < 0 ? undefined : end + 1;
}

/** What is sealed by a pass phrase is small: the library does all of it. */
async function* sealByWords(clear: Bytes, passphrase: string): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(plainPassphrase(passphrase));
  const pieces: Uint8Array[] = [];
  for await (const piece of clear) pieces.push(piece);
  yield await encrypter.encrypt(Buffer.concat(pieces));
}

export async function* seal(clear: Bytes, lock: Lock): AsyncGenerator<Uint8Array> {
  if ('passphrase' in lock) {
    yield* sealByWords(clear, lock.passphrase);
    return;
  }
  const { header, fileKey } = await newHeader(lock.identity);
  yield header;
  yield* sealPayload(clear, fileKey);
}

/** Of other tools, with many recipients, too. */
const LONGEST_HEADER = 1_048_576;

/** Its header is read before the promise resolves. What comes ends with SealBroken where it is not what was sealed: what came before is then not to be used. @throws SealBroken */
export async function open(sealed: Bytes, lock: Lock): Promise<Bytes> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  if ('identity' in lock) decrypter.addIdentity(lock.identity);
  else decrypter.addPassphrase(plainPassphrase(lock.passphrase));
  try {
    const { head, rest } = await splitAt(sealed, endOfHeader, LONGEST_HEADER);
    return broken(openPayload(rest, await decrypter.decryptHeader(head)));
  } catch (error) {
    await sealed[Symbol.asyncIterator]().return?.();
    throw new SealBroken(error instanceof Error && NO_IDENTITY.test(error.message) ? 'key' : 'damaged', { cause: error });
  }
}

/** The same bytes, whose failure says what it means. */
async function* broken(pieces: Bytes): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    throw error instanceof PayloadBroken ? new SealBroken('damaged', { cause: error }) : error;
  }
}

/** Begins as sealed data does. */
export const isSealed = (head: Uint8Array): boolean => Buffer.from(head.subarray(0, FORMAT.length)).toString('latin1') === FORMAT;
