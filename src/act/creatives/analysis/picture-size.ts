// The sides of a picture in pixels, from its first bytes: nothing is decoded.

interface Size {
  width: number;
  height: number;
}

/** Undefined for bytes that end early or are of another kind. */
export function pictureSizeOf(bytes: Buffer): Size | undefined {
  const start = bytes.subarray(0, 12).toString('latin1');
  const size = start.startsWith('\x89PNG')
    ? sidesAt(bytes, 16, 20, (at) => bytes.readUInt32BE(at))
    : start.startsWith('GIF8')
      ? sidesAt(bytes, 6, 8, (at) => bytes.readUInt16LE(at))
      : start.startsWith('RIFF') && start.endsWith('WEBP')
        ? webpSize(bytes)
        : start.startsWith('\xff\xd8')
          ? jpegSize(bytes)
          : undefined;
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function sidesAt(bytes: Buffer, width: number, height: number, read: (at: number) => number): Size | undefined {
  return bytes.length < Math.max(width, height) + 4 ? undefined : { width: read(width), height: read(height) };
}

function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined;
  const kind = bytes.subarray(12, 16).toString('latin1');
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const packed = bytes.readUInt32LE(21);
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
}

/** Segments up to the one with the sides (SOF). */
function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** `vertical` is that of a telephone's whole screen, `portrait` up to two to three. */
export function aspectOf({ width, height }: Size): 'square' | 'portrait' | 'vertical' | 'landscape' {
  const ratio = width / height;
  if (ratio < 0.66) return 'vertical';
  if (ratio < 0.95) return 'portrait';
  return ratio <= 1.05 ? 'square' : 'landscape';
}
