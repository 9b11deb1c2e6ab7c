// Results as a stream of Arrow's format: the vectors as DuckDB keeps them, copied into a batch's columns without becoming values in
// between, which costs several times as much. A batch at a time is held, however long the result.
import {
  type DuckDBDataChunk,
  type DuckDBDecimalType,
  type DuckDBResult,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBVector,
} from '@duckdb/node-api';
import {
  AsyncByteQueue,
  Bool,
  type Data,
  type DataType,
  Decimal,
  Field,
  Float64,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMicrosecond,
  Utf8,
} from 'apache-arrow';

/** DuckDB's chunks are of 2,048 rows: too few for the head that every batch has. */
const CHUNKS_PER_BATCH = 8;
const ROWS_PER_BATCH = CHUNKS_PER_BATCH * 2048;
const FIRST_TEXT_BYTES = 256 * 1024;

/**
 * TRICKY: what DuckDB's vectors hold, which their types keep to themselves; their items are made one by one. A text is sixteen bytes:
 * its length, then itself or, when it is longer than twelve, a pointer that `getItem` follows.
 */
interface RawVector {
  items?: BigInt64Array | Int32Array | Float64Array;
  dataView?: DataView;
  validity: { data: BigUint64Array | null };
}

/** One column of the batch under way. */
interface Column {
  type: DataType;
  append(vector: DuckDBVector, rows: number, at: number): void;
  /** Takes the batch's column away; the next one begins. */
  take(rows: number): Data;
}

/** Which rows hold a value: a bit each, as both formats have it. */
class Validity {
  #bits = new Uint8Array(ROWS_PER_BATCH / 8).fill(255);
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

  take(): { nullCount: number; nullBitmap: Uint8Array | null } {
    const taken = { nullCount: this.nulls, nullBitmap: this.nulls === 0 ? null : this.#bits };
    this.#bits = new Uint8Array(ROWS_PER_BATCH / 8).fill(255);
    this.nulls = 0;
    return taken;
  }
}

/** Numbers and times: both formats hold them alike. */
function plainColumn(type: DataType, create: () => BigInt64Array | Int32Array | Float64Array): Column {
  const validity = new Validity();
  let values = create();
  return {
    type,
    append(vector, rows, at) {
      const raw = vector as unknown as RawVector;
      (values as BigInt64Array).set((raw.items as BigInt64Array).subarray(0, rows), at);
      validity.append(raw, rows, at);
    },
    take(length) {
      const data = dataOf(type, length, { data: values.subarray(0, length), ...validity.take() });
      values = create();
      return data;
    },
  };
}

/** A byte each in one format, a bit in the other. */
function booleanColumn(): Column {
  const type = new Bool();
  const validity = new Validity();
  let bits = new Uint8Array(ROWS_PER_BATCH / 8);
  return {
    type,
    append(vector, rows, at) {
      validity.append(vector as unknown as RawVector, rows, at);
      for (let row = 0; row < rows; row += 1)
        if (vector.getItem(row) === true) bits[(at + row) >> 3] = (bits[(at + row) >> 3] as number) | (1 << ((at + row) & 7));
    },
    take(length) {
      const data = dataOf(type, length, { data: bits, ...validity.take() });
      bits = new Uint8Array(ROWS_PER_BATCH / 8);
      return data;
    },
  };
}

/** Sixteen bytes in Arrow; DuckDB holds up to eighteen digits in eight. */
function decimalColumn({ width, scale }: DuckDBDecimalType): Column {
  const type = new Decimal(scale, width, 128);
  const validity = new Validity();
  let values = new BigInt64Array(2 * ROWS_PER_BATCH);
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
    take(length) {
      const data = dataOf(type, length, {
        data: new Uint32Array(values.buffer, 0, 4 * length),
        ...validity.take(),
      });
      values = new BigInt64Array(2 * ROWS_PER_BATCH);
      return data;
    },
  };
}

function textColumn(): Column {
  const type = new Utf8();
  const validity = new Validity();
  let offsets = new Int32Array(ROWS_PER_BATCH + 1);
  let bytes = Buffer.allocUnsafe(FIRST_TEXT_BYTES);
  let end = 0;
  const room = (more: number): void => {
    if (end + more <= bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (end + more));
    bytes.copy(larger, 0, 0, end);
    bytes = larger;
  };
  return {
    type,
    append(vector, rows, at) {
      const raw = vector as unknown as RawVector;
      const view = raw.dataView as DataView;
      const inline = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
      validity.append(raw, rows, at);
      for (let row = 0; row < rows; row += 1) {
        if (validity.has(at + row)) {
          const length = view.getUint32(16 * row, true);
          if (length <= SHORT_TEXT_BYTES) {
            room(length);
            const from = 16 * row + 4;
            for (let byte = 0; byte < length; byte += 1) bytes[end + byte] = inline[from + byte] as number;
            end += length;
          } else {
            const text = vector.getItem(row) as string;
            room(3 * text.length);
            end += bytes.write(text, end);
          }
        }
        offsets[at + row + 1] = end;
      }
    },
    take(length) {
      const data = dataOf(type, length, {
        valueOffsets: offsets.subarray(0, length + 1),
        data: bytes.subarray(0, end),
        ...validity.take(),
      });
      offsets = new Int32Array(ROWS_PER_BATCH + 1);
      bytes = Buffer.allocUnsafe(bytes.length);
      end = 0;
      return data;
    },
  };
}
const SHORT_TEXT_BYTES = 12;

// biome-ignore lint/suspicious/noExplicitAny: the library's types of this call are one per type of Arrow
const dataOf = (type: DataType, length: number, parts: object): Data => makeData({ type, length, ...parts } as any) as Data;

function columnOf(type: DuckDBType, name: string): Column {
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
      return plainColumn(new Int64(), () => new BigInt64Array(ROWS_PER_BATCH));
    case DuckDBTypeId.INTEGER:
      return plainColumn(new Int32(), () => new Int32Array(ROWS_PER_BATCH));
    case DuckDBTypeId.DOUBLE:
      return plainColumn(new Float64(), () => new Float64Array(ROWS_PER_BATCH));
    case DuckDBTypeId.TIMESTAMP:
      return plainColumn(new TimestampMicrosecond('UTC'), () => new BigInt64Array(ROWS_PER_BATCH));
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

/** Takes what the writer writes as it comes, so that it can be sent on a batch at a time. */
class Parts extends AsyncByteQueue {
  #parts: Uint8Array[] = [];

  override write(part: Uint8Array): void {
    this.#parts.push(part);
  }

  take(): Buffer {
    const taken = Buffer.concat(this.#parts);
    this.#parts = [];
    return taken;
  }
}

/** Sends a result, to its end, as a stream of Arrow's: its schema first, also when there is no row. */
export async function sendArrow(result: DuckDBResult, send: (bytes: Uint8Array) => Promise<void>): Promise<void> {
  const names = result.columnNames();
  const columns = result.columnTypes().map((type, at) => columnOf(type, names[at] as string));
  const schema = new Schema(columns.map(({ type }, at) => new Field(names[at] as string, type, true)));
  const parts = new Parts();
  const writer = new RecordBatchStreamWriter({ autoDestroy: false });
  writer.reset(parts, schema);
  let rows = 0;
  const flush = async (): Promise<void> => {
    const children = columns.map((column) => column.take(rows));
    const struct = makeData({ type: new Struct(schema.fields), length: rows, nullCount: 0, children });
    writer.write(new RecordBatch(schema, struct));
    rows = 0;
    await send(parts.take());
  };
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) break;
    if (rows + chunk.rowCount > ROWS_PER_BATCH) await flush();
    append(columns, chunk, rows);
    rows += chunk.rowCount;
  }
  await flush();
  writer.finish();
  await send(parts.take());
}

function append(columns: readonly Column[], chunk: DuckDBDataChunk, at: number): void {
  for (const [c, column] of columns.entries()) column.append(chunk.getColumnVector(c), chunk.rowCount, at);
}
