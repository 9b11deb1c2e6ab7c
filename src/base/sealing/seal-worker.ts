// The thread that seals and opens files.
import { createHash, type Hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open as openFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { syncAside } from '../files/durable.ts';
import type { SealAnswer, SealedFile, SealTask } from './sealed-files.ts';
import { isSealed, type Lock, open, SealBroken, seal } from './sealing.ts';

const READ_BYTES = 1_048_576;
const lock = workerData as Lock;
const port = parentPort as NonNullable<typeof parentPort>;

/**
 * The bytes of a file as they are read, counted and hashed. TRICKY: two buffers take turns, as memory outside of the heap makes the collector run again and
 * again; a reader may keep a part until it has the next one.
 */
async function* bytesOf(path: string, hash: Hash, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = await openFile(path);
  try {
    for (let [next, other] = [Buffer.alloc(READ_BYTES), Buffer.alloc(READ_BYTES)]; ; [next, other] = [other, next]) {
      const { bytesRead } = await file.read(next, 0, READ_BYTES);
      if (bytesRead === 0) return;
      const piece = next.subarray(0, bytesRead);
      hash.update(piece);
      count(bytesRead);
      yield piece;
    }
  } finally {
    await file.close();
  }
}

const WRITE_BYTES = 1_048_576;

/** Gathers parts, so that each write is a large one. */
async function writeAll(file: FileHandle, bytes: AsyncIterable<Uint8Array>, see: (piece: Uint8Array) => void): Promise<void> {
  let [waiting, size]: [Uint8Array[], number] = [[], 0];
  const flush = async (): Promise<void> => {
    let written = waiting.length === 0 ? 0 : (await file.writev(waiting)).bytesWritten;
    // A disk takes less than all of it in rare cases only.
    for (const part of waiting) {
      if (written < part.length) await file.appendFile(part.subarray(written));
      written = Math.max(0, written - part.length);
    }
    [waiting, size] = [[], 0];
  };
  for await (const piece of bytes) {
    see(piece);
    waiting.push(piece);
    size += piece.length;
    if (size >= WRITE_BYTES) await flush();
  }
  await flush();
}

/** Writes under another name first. What fails leaves no part of itself. */
async function write(bytes: AsyncIterable<Uint8Array>, to: string | undefined, see: (piece: Uint8Array) => void): Promise<void> {
  if (to === undefined) {
    for await (const piece of bytes) see(piece);
    return;
  }
  const next = `${to}.tmp`;
  rmSync(next, { force: true });
  const file = await openFile(next, 'wx', 0o600);
  try {
    await writeAll(file, bytes, see);
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
    const sealed = seal(
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
