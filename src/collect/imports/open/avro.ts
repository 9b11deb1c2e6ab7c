// Rows of an Avro file, as data warehouses export them: a header with the schema, then blocks of rows. Whole numbers of 64 bits are read as text, as in an
// export of JSON. A file that is cut off has its whole blocks read, and says so.
import { crc32, inflateRawSync } from 'node:zlib';
import avro from 'avsc';
import { snappyUncompress } from 'hyparquet/src/snappy.js';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import { logicalTypes, longAsText, longTypeOf } from './avro-types.ts';
import type { RawRow } from './rows.ts';
import type { ByteSource } from './source.ts';

export const AVRO_MAGIC = 'Obj\x01';
const SYNC_BYTES = 16;
const MB = 1024 * 1024;
const MAX_BLOCK_BYTES = 64 * MB;
const MAX_SCHEMA_BYTES = 4 * MB;

const broken = (words: string): UnusableFile => new UnusableFile(`The Avro file cannot be read: ${words}.`);

type Codec = (bytes: Buffer) => Buffer;

/** Snappy with a checksum behind it. */
function unsnapped(bytes: Buffer): Buffer {
  const body = bytes.subarray(0, -4);
  const length = lengthBefore(body);
  if (length > MAX_BLOCK_BYTES) throw broken('a block is too large');
  const out = Buffer.alloc(length);
  snappyUncompress(body, out);
  if (crc32(out) !== bytes.readUInt32BE(bytes.length - 4)) throw broken('a block is damaged');
  return out;
}

/** The length of what is packed, in seven bits a byte. */
function lengthBefore(bytes: Buffer): number {
  let length = 0;
  for (let at = 0; at < 5; at += 1) {
    const byte = bytes[at] ?? 0;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) break;
  }
  return length;
}

const CODECS: ReadonlyMap<string, Codec> = new Map<string, Codec>([
  ['null', (bytes) => bytes],
  ['deflate', (bytes) => inflateRawSync(bytes, { maxOutputLength: MAX_BLOCK_BYTES })],
  ['snappy', unsnapped],
]);

/** The bytes that have come and are not read. */
class Waiting {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  readonly #more: AsyncIterator<Buffer>;

  constructor(source: ByteSource) {
    this.#more = source.bytes()[Symbol.asyncIterator]();
  }

  /** False where the file ends before. */
  async has(length: number): Promise<boolean> {
    if (this.#bytes.length - this.#at >= length) return true;
    const pieces = [this.#bytes.subarray(this.#at)];
    let found = pieces[0]?.length ?? 0;
    while (found < length) {
      const { done, value } = await this.#more.next();
      if (done) break;
      pieces.push(value);
      found += value.length;
    }
    this.#bytes = Buffer.concat(pieces);
    this.#at = 0;
    return found >= length;
  }

  /** @throws CutOff */
  async take(length: number): Promise<Buffer> {
    if (!(await this.has(length))) throw new CutOff();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** @throws CutOff */
  async long(): Promise<number> {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = (await this.take(1))[0] as number;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number((value >> 1n) ^ -(value & 1n));
    }
    throw broken('a number in it has no end');
  }

  async end(): Promise<void> {
    await this.#more.return?.();
  }
}

class CutOff extends Error {}

async function sizedBytes(waiting: Waiting, max: number): Promise<Buffer> {
  const length = await waiting.long();
  if (length < 0 || length > max) throw broken('a part of it has a length that cannot be');
  return waiting.take(length);
}

async function metadataOf(waiting: Waiting): Promise<Map<string, string>> {
  const metadata = new Map<string, string>();
  for (let count = await waiting.long(); count !== 0; count = await waiting.long()) {
    if (count < 0) await waiting.long();
    if (Math.abs(count) > 1_000) throw broken('its header has too many entries');
    for (let at = 0; at < Math.abs(count); at += 1) {
      const key = (await sizedBytes(waiting, MAX_SCHEMA_BYTES)).toString('utf8');
      metadata.set(key, (await sizedBytes(waiting, MAX_SCHEMA_BYTES)).toString('utf8'));
    }
  }
  return metadata;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function typeOf(schema: string | undefined): avro.Type {
  try {
    return avro.Type.forSchema(JSON.parse(schema ?? ''), {
      registry: { long: longAsText },
      typeHook: longTypeOf,
      logicalTypes,
      omitRecordMethods: true,
      wrapUnions: false,
    });
  } catch {
    throw broken('its schema is not valid');
  }
}

function rowsOfBlock(type: avro.Type, block: Buffer, count: number, before: number): RawRow[] {
  const rows: RawRow[] = [];
  let at = 0;
  for (let row = 0; row < count; row += 1) {
    const { value, offset } = type.decode(block, at);
    if (offset <= at) throw broken(`row ${before + row + 1} is damaged`);
    if (!isRecord(value)) throw broken('its rows are no records');
    rows.push({ line: before + row + 1, record: value });
    at = offset;
  }
  return rows;
}

function unpackedBlock(unpack: Codec, bytes: Buffer, before: number): Buffer {
  try {
    return unpack(bytes);
  } catch (error) {
    throw error instanceof UnusableFile ? error : broken(`the block after row ${before} cannot be unpacked`);
  }
}

async function headerOf(waiting: Waiting): Promise<{ type: avro.Type; unpack: Codec; sync: Buffer }> {
  try {
    await waiting.take(AVRO_MAGIC.length);
    const metadata = await metadataOf(waiting);
    const codec = metadata.get('avro.codec') ?? 'null';
    const unpack = CODECS.get(codec);
    if (!unpack)
      throw broken(
        `it is compressed with ${JSON.stringify(codec.slice(0, 20))}; export it with deflate, snappy or without compression`,
      );
    return { type: typeOf(metadata.get('avro.schema')), unpack, sync: Buffer.from(await waiting.take(SYNC_BYTES)) };
  } catch (error) {
    throw error instanceof CutOff ? broken('it breaks off in its header') : error;
  }
}

export async function* avroRows(source: ByteSource): AsyncGenerator<RawRow[]> {
  const waiting = new Waiting(source);
  let before = 0;
  try {
    const { type, unpack, sync } = await headerOf(waiting);
    while (await waiting.has(1)) {
      const count = await waiting.long();
      const packed = Buffer.from(await sizedBytes(waiting, MAX_BLOCK_BYTES));
      const isWhole = (await waiting.take(SYNC_BYTES)).equals(sync);
      if (!isWhole) throw broken(`the block after row ${before} is damaged`);
      yield rowsOfBlock(type, unpackedBlock(unpack, packed, before), count, before);
      before += count;
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    yield [{ line: before + 1, problem: 'is missing, with all after it: the file breaks off' }];
  } finally {
    await waiting.end();
  }
}
