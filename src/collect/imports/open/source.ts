// The bytes of a file, or of a file in an archive, which can be read from their beginning as often as they are needed and are never whole in memory.
import { createReadStream, fstatSync, read, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';

/** A file on disk: its path, or the number of one that is open and stays so. */
export type FileOnDisk = string | number;

export interface ByteSource {
  /** For messages and for the layout's choice; never evidence of a form. */
  name: string;
  bytes: () => AsyncIterable<Buffer>;
  file?: FileOnDisk;
}

const PIECE = 262_144;
const HEAD_BYTES = 65_536;
/** What unpacks to more than this, and to more than the ratio, is filling. */
const RATIO_FROM_BYTES = 10 * 1024 * 1024;
const MAX_RATIO = 500;

const statOf = async (file: FileOnDisk): Promise<Stats | undefined> =>
  typeof file === 'number' ? fstatSync(file) : stat(file).catch(() => undefined);

/** @throws UnusableFile where there is no such file. */
export async function sourceOfFile(file: FileOnDisk, name = String(file)): Promise<ByteSource> {
  const found = await statOf(file);
  if (found?.isDirectory()) throw new UnusableFile(`${name} is a folder, not a file.`);
  if (!found?.isFile()) throw new UnusableFile(`There is no file ${name}.`);
  if (found.size === 0) throw new UnusableFile('The file is empty.');
  return { name, file, bytes: () => unchangedBytes(file, found) };
}

const streamOf = (file: FileOnDisk) =>
  typeof file === 'number'
    ? createReadStream('', { fd: file, start: 0, autoClose: false, highWaterMark: PIECE })
    : createReadStream(file, { highWaterMark: PIECE });

/** The bytes of a file that is the same at the end as when it was opened: it is read more than once. */
async function* unchangedBytes(file: FileOnDisk, { size, mtimeMs }: Stats): AsyncGenerator<Buffer> {
  for await (const piece of streamOf(file)) yield piece as Buffer;
  const now = await statOf(file);
  if (now?.size !== size || now.mtimeMs !== mtimeMs)
    throw new UnusableFile('The file changed while it was read. Import it again when it is complete.');
}

const readAt = promisify(read);

async function headOfFile(file: FileOnDisk): Promise<Buffer> {
  if (typeof file === 'number') {
    const { buffer, bytesRead } = await readAt(file, Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  }
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The first bytes: at most 64 kB. */
export async function headOf(source: ByteSource): Promise<Buffer> {
  if (source.file !== undefined) return headOfFile(source.file);
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
