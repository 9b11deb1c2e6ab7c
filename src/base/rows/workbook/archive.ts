// The zip of an office document. Before a part is read, the table of contents is judged as a whole: how many parts, how much they say they unpack to, and
// that they lie apart; a part then unpacks to what it says and to no byte more.
import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, fromFdPromise, type ZipFile } from 'yauzl';
import { UnusableFile } from '../csv-rows.ts';

/** The bytes of a zip: an open file, which stays open, or a buffer. */
export type WorkbookSource = { fd: number } | { bytes: Buffer };

const MAX_ENTRIES = 2_000;
/** Rows of cells shrink to a tenth or, all alike and without their places, to a two hundredth; what shrinks to less than this is filling, and long to read for nothing. */
const MAX_RATIO = 500;
/** Small parts may say the same over and over. */
const RATIO_FROM_BYTES = 10 * 1024 * 1024;
/** Of the head of a part before its name. */
const HEAD_BYTES = 30;
const MB = 1024 * 1024;

/** What a zip is, for messages. */
export interface ArchiveKind {
  /** `spreadsheet`. */
  noun: string;
  /** Of its files, with a dot. */
  ending: string;
  /** What helps when it is too large. */
  remedy: string;
}

const SPREADSHEET: ArchiveKind = { noun: 'spreadsheet', ending: '.xlsx', remedy: 'Save it as CSV.' };

export const damaged = (what: string, { noun, ending } = SPREADSHEET): UnusableFile =>
  new UnusableFile(`The ${noun} (${ending}) is damaged or breaks off: ${what}. Save it again.`);

export const tooLarge = (unpackedBytes: number, { noun, remedy } = SPREADSHEET): UnusableFile =>
  new UnusableFile(`The ${noun} is larger than ${unpackedBytes / MB} MB once unpacked. ${remedy}`);

const isXml = (name: string): boolean => /\.(?:xml|rels)$/i.test(name);

/** Of what yauzl says of an archive or a part. */
function inWords(error: unknown, kind: ArchiveKind): unknown {
  const { message = '', code = '' } = error as { message?: string; code?: string };
  if (/too many bytes/.test(message))
    return new UnusableFile(`The ${kind.noun} unpacks to more than its stated size. It was not read.`);
  if (/not enough bytes/.test(message)) return damaged('one of its parts is cut off', kind);
  if (code.startsWith('Z_')) return damaged('one of its parts cannot be unpacked', kind);
  if (/compression method/.test(message)) return damaged(`one of its parts is packed in a way that no ${kind.noun} is`, kind);
  if (
    /central directory|comment length|end of file|expected|invalid|unexpected|overlap|absolute path|relative path/i.test(message)
  )
    return damaged('its table of contents is missing or cannot be read', kind);
  return error;
}

export class Archive {
  readonly #zip: ZipFile;
  /** By name in small letters: programs do not agree on letters. */
  readonly #parts = new Map<string, Entry>();

  readonly #kind: ArchiveKind;

  private constructor(zip: ZipFile, kind: ArchiveKind) {
    this.#zip = zip;
    this.#kind = kind;
  }

  /**
   * @param isCounted Parts that will be read: their sizes are judged.
   * @throws UnusableFile for what no office program writes.
   */
  static async open(
    source: WorkbookSource,
    unpackedBytes: number,
    isCounted: (name: string) => boolean = isXml,
    kind: ArchiveKind = SPREADSHEET,
  ): Promise<Archive> {
    try {
      const options = { autoClose: false, lazyEntries: true };
      const zip = await ('fd' in source ? fromFdPromise(source.fd, options) : fromBufferPromise(source.bytes, options));
      if (zip.entryCount > MAX_ENTRIES)
        throw new UnusableFile(`The file is a zip of ${zip.entryCount} parts, not a ${kind.noun}.`);
      const archive = new Archive(zip, kind);
      const entries: Entry[] = [];
      for await (const entry of zip.eachEntry()) entries.push(entry);
      archive.#judge(entries, unpackedBytes, isCounted);
      return archive;
    } catch (error) {
      throw inWords(error, kind);
    }
  }

  #judge(entries: readonly Entry[], unpackedBytes: number, isCounted: (name: string) => boolean): void {
    let end = 0;
    let total = 0;
    for (const entry of [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
      if (entry.relativeOffsetOfLocalHeader < end) throw damaged('two of its parts are one', this.#kind);
      end = entry.relativeOffsetOfLocalHeader + HEAD_BYTES + entry.compressedSize;
      if (entry.isEncrypted()) throw new UnusableFile(`The ${this.#kind.noun} is locked. Save it without a password.`);
      const name = entry.fileName.toLowerCase();
      if (this.#parts.has(name)) throw damaged('two of its parts have one name', this.#kind);
      this.#parts.set(name, entry);
      if (!isCounted(entry.fileName)) continue;
      total += entry.uncompressedSize;
      if (total > unpackedBytes) throw tooLarge(unpackedBytes, this.#kind);
      if (entry.uncompressedSize > RATIO_FROM_BYTES && entry.uncompressedSize > MAX_RATIO * entry.compressedSize)
        throw new UnusableFile(
          `A part of the ${this.#kind.noun} unpacks to more than ${MAX_RATIO} times its size. It is not read.`,
        );
    }
  }

  /** The names of all parts, as the file writes them. */
  names(): string[] {
    return [...this.#parts.values()].map(({ fileName }) => fileName);
  }

  has(name: string): boolean {
    return this.#parts.has(name.toLowerCase());
  }

  /** The content of a part, piece by piece; nothing of one that is not there. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#parts.get(name.toLowerCase());
    if (!entry) return;
    let stream: Readable | undefined;
    try {
      stream = await this.#zip.openReadStreamPromise(entry);
      for await (const piece of stream) yield piece as Buffer;
    } catch (error) {
      throw inWords(error, this.#kind);
    } finally {
      stream?.destroy();
    }
  }
}
