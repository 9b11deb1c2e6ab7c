// Sealed bytes are those of age's format, whoever wrote them: the library opens ours and ours opens the library's. What is cut off, changed or moved within is
// refused, and so is another key.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { open, SealBroken, seal } from '../../../src/base/sealing/sealing.ts';

const PIECE = 65_536;
const SEALED_PIECE = PIECE + 16;
const identity = await generateX25519Identity();

/** Bytes that tell their places apart. */
const bytesOf = (length: number): Buffer => Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8) * 7) % 256));

/** In parts that fit no piece. */
async function* inParts(bytes: Uint8Array, size = 40_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const sealed = (clear: Uint8Array): Promise<Buffer> => buffer(seal(inParts(clear), { identity }));
const opened = async (bytes: Uint8Array, lock = identity): Promise<Buffer> =>
  buffer(await open(inParts(bytes), { identity: lock }));

function decrypter(): Decrypter {
  const its = new Decrypter();
  its.addIdentity(identity);
  return its;
}

const isBroken =
  (reason: SealBroken['reason']) =>
  (error: unknown): boolean =>
    error instanceof SealBroken && error.reason === reason;

test('the library opens what is sealed here, and the other way round, at each end of a piece', async () => {
  for (const length of [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 5 * PIECE + 17]) {
    const clear = bytesOf(length);
    const own = await sealed(clear);
    assert.deepEqual(Buffer.from(await decrypter().decrypt(own)), clear, `${length} bytes, sealed here`);
    assert.deepEqual(await opened(own), clear, `${length} bytes, by both here`);
    const encrypter = new Encrypter();
    encrypter.addRecipient(await generateX25519Identity().then(identityToRecipient));
    encrypter.addRecipient(await identityToRecipient(identity));
    assert.deepEqual(await opened(await encrypter.encrypt(clear)), clear, `${length} bytes, by the library for two`);
  }
});

test('nothing is sealed in the same way twice', async () => {
  const clear = bytesOf(1_000);
  assert.notDeepEqual(await sealed(clear), await sealed(clear));
});

test('what is not as it was sealed is refused', async (t) => {
  const whole = await sealed(bytesOf(3 * PIECE));
  const begin = whole.length - 3 * SEALED_PIECE;
  const changedAt = (at: number): Buffer => {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  const piece = (n: number): Buffer => whole.subarray(begin + n * SEALED_PIECE, begin + (n + 1) * SEALED_PIECE);
  const head = whole.subarray(0, begin);
  const cases: Record<string, Uint8Array> = {
    'cut off between two pieces': whole.subarray(0, begin + 2 * SEALED_PIECE),
    'cut off within a piece': whole.subarray(0, begin + 2 * SEALED_PIECE + 5),
    'cut off before the first piece': head,
    'cut off in the header': whole.subarray(0, 40),
    empty: Buffer.alloc(0),
    'a changed byte of a piece': changedAt(begin + SEALED_PIECE + 9),
    'a changed byte of the checksum': changedAt(whole.length - 1),
    'a changed byte of the nonce': changedAt(begin - 1),
    'two pieces in each other’s places': Buffer.concat([head, piece(1), piece(0), piece(2)]),
    'a piece twice': Buffer.concat([head, piece(0), piece(0), piece(1), piece(2)]),
    'bytes after the end': Buffer.concat([whole, Buffer.from('x')]),
    'a header without an end': Buffer.concat([Buffer.from('age-encryption.org/v1\n-> X25519 '), Buffer.alloc(2_000_000, 0x61)]),
  };
  for (const [name, bytes] of Object.entries(cases)) await t.test(name, () => assert.rejects(opened(bytes), isBroken('damaged')));
  await t.test('for another key', async () => {
    await assert.rejects(opened(whole, await generateX25519Identity()), isBroken('key'));
  });
});

test('the source is closed when its header does not open', async () => {
  let isClosed = false;
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      yield* inParts(await sealed(bytesOf(10)));
    } finally {
      isClosed = true;
    }
  }
  await assert.rejects(open(source(), { identity: await generateX25519Identity() }), isBroken('key'));
  assert.ok(isClosed);
});
