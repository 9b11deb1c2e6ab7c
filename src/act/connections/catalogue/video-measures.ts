// The length and the sides of a video by its container, MP4 (ISO/IEC 14496-12) or WebM: of the file only the parts are read that have them, a bounded
// number of bytes, and nothing is decoded.

export interface VideoMeasures {
  /** Null where the container does not say, as of one that is written while it plays. */
  seconds: number | null;
  width: number;
  height: number;
}

/** The bytes from a place on; fewer at the end of the file, none behind it. */
export type ReadBytes = (from: number) => Promise<Buffer>;

const MAX_READS = 6;
const MAX_BOXES = 200;
const LONGEST_SECONDS = 86_400;
const MOST_PIXELS = 32_768;

/** Undefined for a container of another kind, or one that ends early. */
export async function measureVideo(read: ReadBytes): Promise<VideoMeasures | undefined> {
  const bytes = await read(0);
  if (bytes.subarray(4, 8).toString('latin1') === 'ftyp') return measureMp4(new Portions(read, bytes));
  return bytes.length >= 4 && bytes.readUInt32BE(0) === EBML ? measureWebm(bytes) : undefined;
}

/** A file of which parts are read, each at the first look. */
class Portions {
  readonly #read: ReadBytes;
  #from = 0;
  #bytes: Buffer;
  #reads = 1;

  constructor(read: ReadBytes, first: Buffer) {
    this.#read = read;
    this.#bytes = first;
  }

  /** Undefined behind the end, and when too much was read. */
  async at(from: number, length: number): Promise<Buffer | undefined> {
    const isHere = from >= this.#from && from + length <= this.#from + this.#bytes.length;
    if (!isHere) {
      if (this.#reads >= MAX_READS) return undefined;
      this.#reads += 1;
      this.#bytes = await this.#read(from);
      this.#from = from;
    }
    const found = this.#bytes.subarray(from - this.#from, from - this.#from + length);
    return found.length === length ? found : undefined;
  }
}

interface Box {
  type: string;
  /** Where its content is. */
  from: number;
  to: number;
}

/** The boxes between two places, as far as they are whole. */
async function* boxesIn(file: Portions, from: number, to: number): AsyncGenerator<Box> {
  let at = from;
  for (let box = 0; box < MAX_BOXES && at + 8 <= to; box += 1) {
    const head = await file.at(at, 8);
    if (!head) return;
    const type = head.subarray(4, 8).toString('latin1');
    let [size, skip] = [head.readUInt32BE(0), 8];
    if (size === 1) {
      const long = await file.at(at + 8, 8);
      if (!long) return;
      [size, skip] = [Number(long.readBigUInt64BE(0)), 16];
    }
    // The last box may go to the end of the file.
    if (size === 0) size = to - at;
    if (size < skip || !Number.isSafeInteger(at + size)) return;
    yield { type, from: at + skip, to: at + size };
    at += size;
  }
}

async function measureMp4(file: Portions): Promise<VideoMeasures | undefined> {
  for await (const { type, from, to } of boxesIn(file, 0, Number.MAX_SAFE_INTEGER)) {
    if (type !== 'moov') continue;
    let seconds: number | null = null;
    let sides: Pick<VideoMeasures, 'width' | 'height'> | undefined;
    for await (const part of boxesIn(file, from, to)) {
      if (part.type === 'mvhd') seconds = await lengthIn(file, part);
      if (part.type === 'trak') sides ??= await sidesIn(file, part);
    }
    return sides && { seconds, ...sides };
  }
  return undefined;
}

async function lengthIn(file: Portions, { from }: Box): Promise<number | null> {
  const head = await file.at(from, 32);
  if (!head) return null;
  const isLong = head[0] === 1;
  const [timescale, duration] = isLong
    ? [head.readUInt32BE(20), Number(head.readBigUInt64BE(24))]
    : [head.readUInt32BE(12), head.readUInt32BE(16)];
  return secondsOf(duration / timescale);
}

async function sidesIn(file: Portions, track: Box): Promise<Pick<VideoMeasures, 'width' | 'height'> | undefined> {
  for await (const { type, from } of boxesIn(file, track.from, track.to)) {
    if (type !== 'tkhd') continue;
    const version = await file.at(from, 1);
    if (!version) return undefined;
    const matrix = await file.at(from + (version[0] === 1 ? 52 : 40), 44);
    if (!matrix) return undefined;
    const [width, height] = [matrix.readUInt32BE(36) / 65_536, matrix.readUInt32BE(40) / 65_536];
    // Recorded on its side, and turned by who plays it.
    const isTurned = matrix.readInt32BE(0) === 0 && matrix.readInt32BE(4) !== 0;
    return isTurned ? sidesOf(height, width) : sidesOf(width, height);
  }
  return undefined;
}

function secondsOf(seconds: number): number | null {
  const rounded = Math.round(seconds * 1000) / 1000;
  return rounded > 0 && rounded <= LONGEST_SECONDS ? rounded : null;
}

/** A track of sound has none. */
function sidesOf(width: number, height: number): Pick<VideoMeasures, 'width' | 'height'> | undefined {
  const [one, other] = [Math.round(width), Math.round(height)];
  return one > 0 && other > 0 && one <= MOST_PIXELS && other <= MOST_PIXELS ? { width: one, height: other } : undefined;
}

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const VIDEO = 0xe0;
const WIDTH = 0xb0;
const HEIGHT = 0xba;
const PARENTS = new Set([SEGMENT, INFO, TRACKS, TRACK, VIDEO]);
const NANOSECONDS = 1e9;

interface Found {
  scale: number;
  duration: number;
  width: number;
  height: number;
}

function measureWebm(bytes: Buffer): VideoMeasures | undefined {
  const found: Found = { scale: 1_000_000, duration: 0, width: 0, height: 0 };
  let elements = 0;
  for (let at = 0; at < bytes.length && elements < MAX_BOXES; elements += 1) {
    const id = numberAt(bytes, at, true);
    const size = id && numberAt(bytes, at + id.length, false);
    if (!size) break;
    const from = at + id.length + size.length;
    if (!PARENTS.has(id.value)) noteElement(found, id.value, bytes.subarray(from, from + size.value));
    at = PARENTS.has(id.value) ? from : from + size.value;
  }
  const sides = sidesOf(found.width, found.height);
  return sides && { seconds: secondsOf((found.duration * found.scale) / NANOSECONDS), ...sides };
}

function noteElement(found: Found, id: number, content: Buffer): void {
  if (id === DURATION) found.duration = floatOf(content);
  else if (content.length === 0 || content.length > 6) return;
  else if (id === TIMESTAMP_SCALE) found.scale = content.readUIntBE(0, content.length);
  else if (id === WIDTH && found.width === 0) found.width = content.readUIntBE(0, content.length);
  else if (id === HEIGHT && found.height === 0) found.height = content.readUIntBE(0, content.length);
}

function floatOf(content: Buffer): number {
  if (content.length === 4) return content.readFloatBE(0);
  return content.length === 8 ? content.readDoubleBE(0) : 0;
}

/** A number of EBML: how many bytes it has is in its first one. @param isId Whether that stays part of the number. */
function numberAt(bytes: Buffer, at: number, isId: boolean): { value: number; length: number } | undefined {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || length > 8 || at + length > bytes.length) return undefined;
  let value = isId ? first : first & (0xff >> length);
  for (let next = 1; next < length; next += 1) value = value * 256 + (bytes[at + next] ?? 0);
  return { value, length };
}
