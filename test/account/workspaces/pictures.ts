// PNG files as tests need them: whole ones, and ones with something wrong at a chosen place.
import { crc32, deflateSync } from 'node:zlib';

export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export interface PictureParts {
  width?: number;
  height?: number;
  depth?: number;
  color?: number;
  interlace?: number;
  /** What is packed, in place of the right rows. */
  pixels?: Buffer;
  /** Between the head and the pixels. */
  between?: Buffer[];
  /** After the end mark. */
  after?: Buffer;
}

/** Red, green, blue and opacity of every pixel, eight bits each, unless something else is asked for. */
export function picture(parts: PictureParts = {}): Buffer {
  const { width = 4, height = 2, depth = 8, color = 6, interlace = 0, between = [], after = Buffer.alloc(0) } = parts;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, color, 0, 0, interlace], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 4, 0x7f)]);
  const pixels = parts.pixels ?? Buffer.concat(Array.from({ length: height }, () => row));
  const body = [chunk('IHDR', head), ...between, chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...body, after]);
}
