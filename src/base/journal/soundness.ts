// The check that the bytes of segments match their manifests. A file is read once per process and version (size, times, inode): a sound file is not
// read again until it changes. The scrub reads regardless, since a disk that decays changes no time.
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileHash } from '../files/durable.ts';
import type { Damage, Segment } from './segments.ts';

const CHUNK_BYTES = 1_048_576;

const versionOf = ({ path, sha256 }: Segment): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.size} ${found.mtimeNs} ${found.ctimeNs} ${found.ino} ${sha256}`;
};

export class Soundness {
  /** By path: the version that was read, and its fault. */
  readonly #read = new Map<string, { version: string; reason: string | undefined }>();

  /** A segment that was just written and read back. */
  trust(segment: Segment): void {
    const version = versionOf(segment);
    if (version) this.#read.set(segment.path, { version, reason: undefined });
  }

  /** The known fault of this version of the file; reads nothing. */
  known(segment: Segment): Damage | undefined {
    const read = this.#read.get(segment.path);
    if (read?.reason === undefined || read.version !== versionOf(segment)) return undefined;
    return { path: segment.path, reason: read.reason };
  }

  /** Reads the file unless this version of it was read before. */
  async damageOf(segment: Segment): Promise<Damage | undefined> {
    const version = versionOf(segment);
    const isRead = version !== undefined && this.#read.get(segment.path)?.version === version;
    return isRead ? this.known(segment) : this.#compare(segment, version, fileHash);
  }

  /** Reads the file at most so fast, whether or not it was read before. */
  scrub(segment: Segment, bytesPerSecond: number, isStopped: () => boolean): Promise<Damage | undefined> {
    return this.#compare(segment, versionOf(segment), (path) => hashSlowly(path, bytesPerSecond, isStopped));
  }

  async #compare(
    segment: Segment,
    version: string | undefined,
    hashOf: (path: string) => Promise<string | undefined>,
  ): Promise<Damage | undefined> {
    const { path } = segment;
    if (version === undefined) return { path, reason: 'the file is missing' };
    const hash = await hashOf(path).catch((error: unknown) => `unreadable (${(error as Error).message})`);
    // It was replaced while it was read (an erasure), or no caller waits for the end: the state is unknown.
    if (hash === undefined || versionOf(segment) !== version) return undefined;
    const reason = hash === segment.sha256 ? undefined : 'its checksum is not the one in the manifest';
    this.#read.set(path, { version, reason });
    return reason === undefined ? undefined : { path, reason };
  }
}

/** Undefined when it was stopped before the end. */
async function hashSlowly(path: string, bytesPerSecond: number, isStopped: () => boolean): Promise<string | undefined> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    if (isStopped()) return undefined;
    hash.update(chunk as Buffer);
    await pause(((chunk as Buffer).length / bytesPerSecond) * 1000, undefined, { ref: false });
  }
  return hash.digest('hex');
}
