// The bytes of a file, or of a file in an archive, which can be read from their beginning as often as they are needed and are never whole in memory.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';

export interface ByteSource {
  /** For messages and for the layout's choice; never evidence of a form. */
  name: string;
  bytes: () => AsyncIterable<Buffer>;
  /** Of a file on disk. */
  path?: string;
}

const PIECE = 262_144;
const HEAD_BYTES = 65_536;
/** What unpacks to more than this, and to more than the ratio, is filling. */
const RATIO_FROM_BYTES = 10 * 1024 * 1024;
const MAX_RATIO = 500;

/** @throws UnusableFile where there is no such file. */
export async function sourceOfFile(path: string, name = path): Promise<ByteSource> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new UnusableFile(`${name} is a folder, not a file.`);
  if (!found?.isFile()) throw new UnusableFile(`There is no file ${name}.`);
  if (found.size === 0) throw new UnusableFile('The file is empty.');
  return { name, path, bytes: () => unchangedBytes(path, found) };
}

/** The bytes of a file that is the same at the end as when it was opened: it is read more than once. */
async function* unchangedBytes(path: string, { size, mtimeMs }: { size: number; mtimeMs: number }): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { highWaterMark: PIECE })) yield piece as Buffer;
  const now = await stat(path).catch(() => undefined);
  if (now?.size !== size || now.mtimeMs !== mtimeMs)
    throw new UnusableFile('The file changed while it was read. Import it again when it is complete.');
}

/** The first bytes: at most 64 kB. */
export async function headOf(source: ByteSource): Promise<Buffer> {
  if (source.path !== undefined) {
    const handle = await open(source.path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of source.bytes()) {
    pieces.push(piece);
    length += piece.length;
    if (length >= HEAD_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
}

const isGzipFault = (error: unknown): error is Error =>
  error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('Z_');

/** The source that a gzipped one contains. */
export const unpacked = (source: ByteSource): ByteSource => ({
  name: source.name.replace(/\.gz$/i, ''),
  async *bytes() {
    const gunzip = createGunzip({ chunkSize: PIECE });
    let packedBytes = 0;
    const feed = (async () => {
      for await (const piece of source.bytes()) {
        packedBytes += piece.length;
        if (!gunzip.write(piece)) await new Promise((resolve) => gunzip.once('drain', resolve));
      }
      gunzip.end();
    })();
    feed.catch((error: unknown) => gunzip.destroy(error as Error));
    let length = 0;
    try {
      for await (const piece of gunzip) {
        length += (piece as Buffer).length;
        if (length > RATIO_FROM_BYTES && length > MAX_RATIO * packedBytes)
          throw new UnusableFile(`The file unpacks to more than ${MAX_RATIO} times its size. It was not read.`);
        yield piece as Buffer;
      }
    } catch (error) {
      throw isGzipFault(error)
        ? new UnusableFile(`The file is gzipped and cannot be unpacked to its end: ${error.message}.`)
        : error;
    } finally {
      gunzip.destroy();
    }
  },
});
