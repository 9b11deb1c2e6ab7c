// The one file inside of a downloaded ZIP archive. What claims to unpack to more than the maximum is refused before it is unpacked.
import { crc32, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const STORED = 0;
const DEFLATED = 8;

/** @throws RangeError for anything but an archive of one file within the limit of bytes. */
export function unpackOnlyFile(archive: Buffer, maxBytes: number): Buffer {
  const entry = firstEntry(archive);
  const [method, packedBytes, bytes] = [
    archive.readUInt16LE(entry + 10),
    archive.readUInt32LE(entry + 20),
    archive.readUInt32LE(entry + 24),
  ];
  if (bytes > maxBytes) throw new RangeError(`the archive unpacks to more than ${maxBytes} bytes`);
  const local = archive.readUInt32LE(entry + 42);
  if (archive.readUInt32LE(local) !== LOCAL) throw new RangeError('the archive has no file where it says');
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) throw new RangeError('the archive breaks off');
  if (method !== STORED && method !== DEFLATED) throw new RangeError('the archive is packed in an unknown way');
  const file = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) });
  if (file.length !== bytes || crc32(file) !== archive.readUInt32LE(entry + 16)) throw new RangeError('the file is damaged');
  return file;
}

/** Where the directory describes its first file. */
function firstEntry(archive: Buffer): number {
  const lowest = Math.max(0, archive.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = archive.length - END_BYTES; at >= lowest; at -= 1) {
    if (archive.readUInt32LE(at) !== END) continue;
    const entry = archive.readUInt32LE(at + 16);
    if (archive.readUInt16LE(at + 10) !== 1 || archive.readUInt32LE(entry) !== ENTRY) break;
    return entry;
  }
  throw new RangeError('it is no archive of one file');
}
