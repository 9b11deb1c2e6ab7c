// PNG pictures, decoded and encoded again: only the pixels of an upload are sent out. Comments, profiles, other files hidden behind the picture, and
// parts that might break a decoder are dropped; an incomplete PNG is refused.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bits a pixel's sample may have, by the kind of colour, and samples of a pixel. */
const COLORS: Readonly<Record<number, { depths: readonly number[]; samples: number }>> = {
  0: { depths: [1, 2, 4, 8, 16], samples: 1 },
  2: { depths: [8, 16], samples: 3 },
  3: { depths: [1, 2, 4, 8], samples: 1 },
  4: { depths: [8, 16], samples: 2 },
  6: { depths: [8, 16], samples: 4 },
};
const PALETTE = 3;
const FILTERS = 5;

export interface Picture {
  png: Buffer;
  width: number;
  height: number;
}

/** Why a picture is refused, in words for its sender. */
export class PictureFault extends Error {}

interface Header {
  width: number;
  height: number;
  depth: number;
  color: number;
}

/** @param maxSide The most pixels a side may have: it bounds what is unpacked. */
export function rewritePng(file: Buffer, maxSide: number): Picture {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new PictureFault('it is no PNG picture');
  const chunks = chunksOf(file);
  const header = headerOf(chunks[0], maxSide);
  const of = (type: string): Buffer[] => chunks.filter((chunk) => chunk.type === type).map(({ data }) => data);
  const palette = of('PLTE')[0];
  const transparency = of('tRNS')[0];
  if (header.color === PALETTE && palette === undefined) throw new PictureFault('its palette is missing');
  if (palette !== undefined && (palette.length === 0 || palette.length % 3 !== 0 || palette.length > 768))
    throw new PictureFault('its palette is broken');
  const pixels = unpacked(Buffer.concat(of('IDAT')), header);
  const parts = [
    SIGNATURE,
    chunk('IHDR', chunks[0]?.data ?? Buffer.alloc(0)),
    ...(palette === undefined ? [] : [chunk('PLTE', palette)]),
    ...(transparency === undefined || transparency.length > 256 ? [] : [chunk('tRNS', transparency)]),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return { png: Buffer.concat(parts), width: header.width, height: header.height };
}

interface Chunk {
  type: string;
  data: Buffer;
}

/** Every chunk up to the end mark, its sum checked; what follows the mark is not checked. */
function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at + 12 <= file.length) {
    const length = file.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > file.length) break;
    const type = file.toString('latin1', at + 4, at + 8);
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) throw new PictureFault('it is damaged');
    if (type === 'IEND') return chunks;
    chunks.push({ type, data: file.subarray(at + 8, end) });
    at = end + 4;
  }
  throw new PictureFault('it breaks off');
}

function headerOf(first: Chunk | undefined, maxSide: number): Header {
  if (first?.type !== 'IHDR' || first.data.length !== 13) throw new PictureFault('its head is broken');
  const { data } = first;
  const header = { width: data.readUInt32BE(0), height: data.readUInt32BE(4), depth: data[8] ?? 0, color: data[9] ?? 0 };
  const { width, height, depth, color } = header;
  if (!COLORS[color]?.depths.includes(depth) || data[10] !== 0 || data[11] !== 0) throw new PictureFault('its head is broken');
  if (data[12] !== 0) throw new PictureFault('it is interlaced; save it without that');
  if (width < 1 || height < 1 || width > maxSide || height > maxSide)
    throw new PictureFault(`it may have at most ${maxSide} pixels a side`);
  return header;
}

/** Each row is a filter and its pixels; no more and no less than the head says, so that nothing can swell. */
function unpacked(packed: Buffer, { width, height, depth, color }: Header): Buffer {
  const rowBytes = 1 + Math.ceil((width * depth * (COLORS[color]?.samples ?? 0)) / 8);
  const expected = rowBytes * height;
  let pixels: Buffer;
  try {
    pixels = inflateSync(packed, { maxOutputLength: expected });
  } catch {
    throw new PictureFault('its pixels cannot be unpacked');
  }
  if (pixels.length !== expected) throw new PictureFault('it has too few pixels');
  for (let row = 0; row < height; row += 1)
    if ((pixels[row * rowBytes] ?? FILTERS) >= FILTERS) throw new PictureFault('its pixels are broken');
  return pixels;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
