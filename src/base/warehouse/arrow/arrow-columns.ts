// Columns of Arrow, filled from the vectors of DuckDB.
import { createRequire } from 'node:module';
import { type DuckDBDecimalType, type DuckDBType, DuckDBTypeId, type DuckDBVector } from '@duckdb/node-api';
import {
  Bool,
  type Data,
  type DataType,
  Decimal,
  Float64,
  Int32,
  Int64,
  makeData,
  TimestampMicrosecond,
  Utf8,
} from 'apache-arrow';
import { idWriter } from '../../kit/ids.ts';
import type { IdWriting } from '../port.ts';
import { ROWS_PER_BATCH } from './arrow-batches.ts';

export type IdWritings = Readonly<Record<string, IdWriting>>;
const FIRST_TEXT_BYTES = 256 * 1024;

/**
 * TRICKY: what DuckDB's vectors hold, which their types keep to themselves; their items are made one by one. A text is sixteen bytes:
 * its length, then itself or, when it is longer than twelve, its first four and a pointer.
 */
interface RawVector {
  items?: BigInt64Array | Int32Array | Float64Array;
  dataView?: DataView;
  validity: { data: BigUint64Array | null };
}

/** One column of the batch under way. */
export interface Column {
  type: DataType;
  append(vector: DuckDBVector, rows: number, at: number): void;
  /** The batch's column, until the next one is begun in its place. */
  data(rows: number): Data;
  begin(): void;
}

/** Which rows hold a value: a bit each, as both formats have it. */
class Validity {
  readonly #bits = new Uint8Array(ROWS_PER_BATCH / 8).fill(255);
  nulls = 0;

  append({ validity }: RawVector, rows: number, at: number): void {
    if (!validity.data) return;
    const bytes = new Uint8Array(validity.data.buffer, validity.data.byteOffset, Math.ceil(rows / 8));
    if (at % 8 === 0) this.#bits.set(bytes, at / 8);
    for (let row = 0; row < rows; row += 1) {
      const isValid = ((bytes[row >> 3] as number) >> (row & 7)) & 1;
      if (at % 8 !== 0) this.#put(at + row, isValid);
      this.nulls += 1 - isValid;
    }
  }

  has(row: number): boolean {
    return (((this.#bits[row >> 3] as number) >> (row & 7)) & 1) === 1;
  }

  #put(row: number, isValid: number): void {
    const byte = this.#bits[row >> 3] as number;
    this.#bits[row >> 3] = isValid ? byte | (1 << (row & 7)) : byte & ~(1 << (row & 7));
  }

  parts(): { nullCount: number; nullBitmap: Uint8Array | null } {
    return { nullCount: this.nulls, nullBitmap: this.nulls === 0 ? null : this.#bits };
  }

  begin(): void {
    this.#bits.fill(255);
    this.nulls = 0;
  }
}

/** Numbers and times: both formats hold them alike. */
function plainColumn(type: DataType, values: BigInt64Array | Int32Array | Float64Array): Column {
  const validity = new Validity();
  return {
    type,
    append(vector, rows, at) {
      const raw = vector as unknown as RawVector;
      (values as BigInt64Array).set((raw.items as BigInt64Array).subarray(0, rows), at);
      validity.append(raw, rows, at);
    },
    data: (length) => dataOf(type, length, { data: values.subarray(0, length), ...validity.parts() }),
    begin: () => validity.begin(),
  };
}

/** A byte each in one format, a bit in the other. */
function booleanColumn(): Column {
  const type = new Bool();
  const validity = new Validity();
  const bits = new Uint8Array(ROWS_PER_BATCH / 8);
  return {
    type,
    append(vector, rows, at) {
      validity.append(vector as unknown as RawVector, rows, at);
      for (let row = 0; row < rows; row += 1)
        if (vector.getItem(row) === true) bits[(at + row) >> 3] = (bits[(at + row) >> 3] as number) | (1 << ((at + row) & 7));
    },
    data: (length) => dataOf(type, length, { data: bits, ...validity.parts() }),
    begin: () => {
      bits.fill(0);
      validity.begin();
    },
  };
}

/** Sixteen bytes in Arrow; DuckDB keeps up to eighteen digits in eight. */
function decimalColumn({ width, scale }: DuckDBDecimalType): Column {
  const type = new Decimal(scale, width, 128);
  const validity = new Validity();
  const values = new BigInt64Array(2 * ROWS_PER_BATCH);
  return {
    type,
    append(vector, rows, at) {
      const raw = vector as unknown as RawVector;
      validity.append(raw, rows, at);
      const view = raw.dataView as DataView;
      for (let row = 0; row < rows; row += 1) {
        const value = view.getBigInt64(8 * row, true);
        values[2 * (at + row)] = value;
        values[2 * (at + row) + 1] = value < 0n ? -1n : 0n;
      }
    },
    data: (length) => dataOf(type, length, { data: new Uint32Array(values.buffer, 0, 4 * length), ...validity.parts() }),
    begin: () => validity.begin(),
  };
}

/**
 * TRICKY: the binding that `@duckdb/node-api` itself has loaded. It gives a longer text's bytes as they are; `getItem` makes a text of
 * them, which would be made bytes again.
 */
const ofDuckDb = createRequire(createRequire(import.meta.url).resolve('@duckdb/node-api'));
const { get_data_from_pointer: bytesAt } = ofDuckDb('@duckdb/node-bindings') as {
  get_data_from_pointer(holder: ArrayBufferLike, at: number, bytes: number): Uint8Array;
};

/** The texts of a batch, one after the other, in memory that the next batch writes over. */
class Texts {
  readonly validity = new Validity();
  readonly offsets = new Int32Array(ROWS_PER_BATCH + 1);
  bytes: Buffer;
  /** Where the next text begins. */
  end = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  room(more: number): void {
    if (this.end + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.end + more));
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }

  /** @param write Adds the texts of rows that are valid, and says of each row where it ends. */
  column(write: Column['append']): Column {
    const type = new Utf8();
    return {
      type,
      append: (vector, rows, at) => {
        this.validity.append(vector as unknown as RawVector, rows, at);
        write(vector, rows, at);
      },
      data: (length) =>
        dataOf(type, length, {
          valueOffsets: this.offsets.subarray(0, length + 1),
          data: this.bytes.subarray(0, this.end),
          ...this.validity.parts(),
        }),
      begin: () => {
        this.end = 0;
        this.validity.begin();
      },
    };
  }
}

function textColumn(): Column {
  const texts = new Texts(FIRST_TEXT_BYTES);
  return texts.column((vector, rows, at) => {
    const { buffer, byteOffset } = (vector as unknown as RawVector).dataView as DataView;
    const inline = new Uint8Array(buffer, byteOffset, 16 * rows);
    const words = new Uint32Array(buffer, byteOffset, 4 * rows);
    for (let row = 0; row < rows; row += 1) {
      if (texts.validity.has(at + row)) {
        const length = words[4 * row] as number;
        texts.room(length);
        const { bytes, end } = texts;
        const from = 16 * row + 4;
        if (length > SHORT_TEXT_BYTES) bytes.set(bytesAt(buffer, byteOffset + from + 4, length), end);
        else for (let byte = 0; byte < length; byte += 1) bytes[end + byte] = inline[from + byte] as number;
        texts.end += length;
      }
      texts.offsets[at + row + 1] = texts.end;
    }
  });
}
const SHORT_TEXT_BYTES = 12;

/** The public ids that numbers represent. */
function idColumn(writing: IdWriting): Column {
  const texts = new Texts(ID_LETTERS * ROWS_PER_BATCH);
  const positive = idWriter(writing.positive);
  const negative = idWriter(writing.negative ?? writing.positive);
  return texts.column((vector, rows, at) => {
    const { buffer, byteOffset } = (vector as unknown as RawVector).items as BigInt64Array;
    const words = new Int32Array(buffer, byteOffset, 2 * rows);
    for (let row = 0; row < rows; row += 1) {
      if (texts.validity.has(at + row)) {
        const [low, high] = [words[2 * row] as number, words[2 * row + 1] as number];
        if (high >= 0) positive(high, low, texts.bytes, texts.end);
        else negative(~high + (low === 0 ? 1 : 0), -low, texts.bytes, texts.end);
        texts.end += ID_LETTERS;
      }
      texts.offsets[at + row + 1] = texts.end;
    }
  });
}
const ID_LETTERS = 36;

// biome-ignore lint/suspicious/noExplicitAny: the library's types of this call are one per type of Arrow
const dataOf = (type: DataType, length: number, parts: object): Data => makeData({ type, length, ...parts } as any) as Data;

export function columnOf(type: DuckDBType, name: string, ids: IdWritings): Column {
  const writing = ids[name];
  if (writing && type.typeId === DuckDBTypeId.BIGINT) return idColumn(writing);
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
      return plainColumn(new Int64(), new BigInt64Array(ROWS_PER_BATCH));
    case DuckDBTypeId.INTEGER:
      return plainColumn(new Int32(), new Int32Array(ROWS_PER_BATCH));
    case DuckDBTypeId.DOUBLE:
      return plainColumn(new Float64(), new Float64Array(ROWS_PER_BATCH));
    case DuckDBTypeId.TIMESTAMP:
      return plainColumn(new TimestampMicrosecond('UTC'), new BigInt64Array(ROWS_PER_BATCH));
    case DuckDBTypeId.BOOLEAN:
      return booleanColumn();
    case DuckDBTypeId.VARCHAR:
      return textColumn();
    case DuckDBTypeId.DECIMAL: {
      const decimal = type as DuckDBDecimalType;
      if (decimal.width > 9 && decimal.width <= 18) return decimalColumn(decimal);
    }
  }
  throw new Error(`The column ${name} is of the type ${type}, which is not written as Arrow.`);
}
