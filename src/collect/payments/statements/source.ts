// A statement's bytes on disk, and its text: both are read a piece at a time and as often as they are needed, never whole into memory.
import { readSync } from 'node:fs';

/** Bytes that are read by their places. */
export interface Source {
  bytes: number;
  /** At most `length` of them; fewer at the end. */
  read(at: number, length: number): Buffer;
}

/** Text in UTF-8, from its beginning each time it is requested. */
export interface StatementText {
  pieces(): Iterable<Buffer>;
}

const PIECE = 262_144;

/** An open file with its size in bytes. */
export const sourceOfFile = (fd: number, bytes: number): Source => ({
  bytes,
  read: (at, length) => {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, bytes - at)));
    for (let read = 0; read < buffer.length; ) {
      const more = readSync(fd, buffer, read, buffer.length - read, at + read);
      if (more === 0) throw new Error('an uploaded file is shorter than it was');
      read += more;
    }
    return buffer;
  },
});

export const sourceOfBytes = (bytes: Buffer): Source => ({
  bytes: bytes.length,
  read: (at, length) => bytes.subarray(at, at + length),
});

export function* piecesOf(source: Source, from = 0): Generator<Buffer> {
  for (let at = from; at < source.bytes; at += PIECE) yield source.read(at, PIECE);
}
