// The thread that seals and opens files.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { open as openFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { syncAside } from '../files/durable.ts';
import type { SealAnswer, SealedFile, SealTask } from './sealed-files.ts';
import { isSealed, type Lock, open, SealBroken, seal } from './sealing.ts';

const READ_BYTES = 1_048_576;
const lock = workerData as Lock;
const port = parentPort as NonNullable<typeof parentPort>;

/** The bytes of a file as they are read, counted and hashed. */
function bytesOf(path: string, hash: Hash, count: (bytes: number) => void): ReadableStream<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of file) {
      hash.update(piece as Buffer);
      count((piece as Buffer).length);
      yield piece as Buffer;
    }
  };
  return Readable.toWeb(Readable.from(pieces())) as ReadableStream<Uint8Array>;
}

/** Writes under another name first. What fails leaves no part of itself. */
async function write(
  stream: ReadableStream<Uint8Array>,
  to: string | undefined,
  see: (piece: Uint8Array) => void,
): Promise<void> {
  if (to === undefined) {
    for await (const piece of stream) see(piece);
    return;
  }
  const next = `${to}.tmp`;
  rmSync(next, { force: true });
  const file = await openFile(next, 'wx', 0o600);
  try {
    for await (const piece of stream) {
      see(piece);
      await file.appendFile(piece);
    }
    await file.sync();
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(next, to);
  await syncAside(dirname(to));
}

async function run({ task, from, to }: SealTask): Promise<SealedFile> {
  const [outer, inner] = [createHash('sha256'), createHash('sha256')];
  let bytes = 0;
  const count = (read: number): void => {
    bytes += read;
  };
  if (task === 'seal') {
    const sealed = await seal(
      bytesOf(from, inner, () => undefined),
      lock,
    );
    await write(sealed, to, (piece) => {
      outer.update(piece);
      count(piece.length);
    });
  } else {
    await requireSealed(from);
    const clear = await open(bytesOf(from, outer, count), lock);
    await write(clear, to, (piece) => inner.update(piece));
  }
  return { bytes, sha256: outer.digest('hex'), clearSha256: inner.digest('hex') };
}

async function requireSealed(path: string): Promise<void> {
  const file = await openFile(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(32), 0, 32, 0);
    if (!isSealed(buffer)) throw new SealBroken('clear');
  } finally {
    await file.close();
  }
}

async function answer(task: SealTask): Promise<SealAnswer> {
  try {
    return { done: await run(task) };
  } catch (error) {
    if (error instanceof SealBroken) return { broken: error.reason };
    const { message, code } = error as NodeJS.ErrnoException;
    return { failed: { message, code } };
  }
}

let turn = Promise.resolve();
port.on('message', (task: SealTask) => {
  turn = turn.then(async () => port.postMessage(await answer(task)));
});
