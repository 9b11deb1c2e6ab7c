// Unpacks a font of the form WOFF 1.0 (https://www.w3.org/TR/WOFF/), which is how it is published, into the form that drawing programs read.
import { inflateSync } from 'node:zlib';

const HEADER = 44;
const ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

interface Table {
  tag: number;
  checksum: number;
  bytes: Buffer;
}

function tablesOf(woff: Buffer): Table[] {
  return Array.from({ length: woff.readUInt16BE(12) }, (_, n) => {
    const at = HEADER + n * ENTRY;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const raw = woff.subarray(offset, offset + packed);
    const bytes = packed < length ? inflateSync(raw) : raw;
    return { tag: woff.readUInt32BE(at), checksum: woff.readUInt32BE(at + 16), bytes };
  });
}

export function unpackFont(woff: Buffer): Buffer {
  const tables = tablesOf(woff);
  const { length } = tables;
  const power = Math.floor(Math.log2(length));
  const head = Buffer.alloc(SFNT_HEADER + length * SFNT_ENTRY);
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(length, 4);
  head.writeUInt16BE(SFNT_ENTRY * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(SFNT_ENTRY * (length - 2 ** power), 10);
  let offset = head.length;
  const bodies = tables.map(({ tag, checksum, bytes }, n) => {
    const at = SFNT_HEADER + n * SFNT_ENTRY;
    head.writeUInt32BE(tag, at);
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    const body = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
    offset += body.length;
    return body;
  });
  return Buffer.concat([head, ...bodies]);
}
