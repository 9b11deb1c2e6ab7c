// Sealed data: the format of age (age-encryption.org/v1) by the library of its author, so that the tool `age` opens it too. A stream goes in and a
// stream comes out, in pieces of 64 KiB that are authenticated one by one; only the end of a stream proves that nothing is cut off.

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

export async function seal(clear: ReadableStream<Uint8Array>, lock: Lock): Promise<ReadableStream<Uint8Array>> {
  const { Encrypter, identityToRecipient } = await age();
  const encrypter = new Encrypter();
  if ('identity' in lock) encrypter.addRecipient(await identityToRecipient(lock.identity));
  else encrypter.setPassphrase(plainPassphrase(lock.passphrase));
  return encrypter.encrypt(clear);
}

/** The stream ends with SealBroken where it is not what was sealed: what came before is then not to be used. @throws SealBroken */
export async function open(sealed: ReadableStream<Uint8Array>, lock: Lock): Promise<ReadableStream<Uint8Array>> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  if ('identity' in lock) decrypter.addIdentity(lock.identity);
  else decrypter.addPassphrase(plainPassphrase(lock.passphrase));
  try {
    return told(await decrypter.decrypt(sealed));
  } catch (error) {
    throw new SealBroken(error instanceof Error && NO_IDENTITY.test(error.message) ? 'key' : 'damaged', { cause: error });
  }
}

/** The same stream, whose failure says what it means. */
function told(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new SealBroken('damaged', { cause: error });
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Begins as sealed data does. */
export const isSealed = (head: Uint8Array): boolean => Buffer.from(head.subarray(0, FORMAT.length)).toString('latin1') === FORMAT;
