// The type of a picture by its first bytes, whatever its sender declares: the types that browsers draw and that run nothing.

export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

export function pictureTypeOf(bytes: Buffer): PictureType | undefined {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  return startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8) ? 'image/webp' : undefined;
}
