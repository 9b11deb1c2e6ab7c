// Results as a stream of Arrow's format: the vectors as DuckDB keeps them, copied into a batch's columns without becoming values in
// between, which costs several times as much. One batch is in memory at a time, always in the same buffer.
import type { DuckDBResult } from '@duckdb/node-api';
import { AsyncByteQueue, Field, makeData, RecordBatch, RecordBatchStreamWriter, Schema, Struct } from 'apache-arrow';
import { ROWS_PER_BATCH } from './arrow-batches.ts';
import { type Column, columnOf, type IdWritings } from './arrow-columns.ts';

const FIRST_BATCH_BYTES = 4 * 1024 * 1024;

/** Takes what the writer writes as it comes, so that it can be sent on a batch at a time; each in the memory of the one before. */
class Parts extends AsyncByteQueue {
  #parts: Uint8Array[] = [];
  #room = Buffer.allocUnsafe(FIRST_BATCH_BYTES);

  override write(part: Uint8Array): void {
    this.#parts.push(part);
  }

  take(): Uint8Array {
    const length = this.#parts.reduce((sum, part) => sum + part.byteLength, 0);
    if (length > this.#room.length) this.#room = Buffer.allocUnsafe(Math.ceil(1.25 * length));
    let at = 0;
    for (const part of this.#parts) {
      this.#room.set(part, at);
      at += part.byteLength;
    }
    this.#parts = [];
    return this.#room.subarray(0, length);
  }
}

/** Results of the same columns, one after the other, as one stream of Arrow's: its schema first, also when there is no row. */
export class ArrowStream {
  readonly #send: (bytes: Uint8Array) => Promise<void>;
  readonly #ids: IdWritings;
  readonly #parts = new Parts();
  readonly #writer = new RecordBatchStreamWriter({ autoDestroy: false });
  #columns: Column[] = [];
  #schema: Schema | undefined;
  #rows = 0;

  /**
   * @param send Is through with the bytes when it is done: the next batch is written over them.
   * @param ids Columns of numbers that are written as ids, by their names.
   */
  constructor(send: (bytes: Uint8Array) => Promise<void>, ids: IdWritings = {}) {
    this.#send = send;
    this.#ids = ids;
  }

  async add(result: DuckDBResult): Promise<void> {
    if (!this.#schema) this.#begin(result);
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) return;
      if (this.#rows + chunk.rowCount > ROWS_PER_BATCH) await this.#flush();
      for (const [c, column] of this.#columns.entries()) column.append(chunk.getColumnVector(c), chunk.rowCount, this.#rows);
      this.#rows += chunk.rowCount;
    }
  }

  async end(): Promise<void> {
    await this.#flush();
    this.#writer.finish();
    await this.#send(this.#parts.take());
  }

  #begin(result: DuckDBResult): void {
    const names = result.columnNames();
    this.#columns = result.columnTypes().map((type, at) => columnOf(type, names[at] as string, this.#ids));
    this.#schema = new Schema(this.#columns.map(({ type }, at) => new Field(names[at] as string, type, true)));
    this.#writer.reset(this.#parts, this.#schema);
  }

  async #flush(): Promise<void> {
    const schema = this.#schema as Schema;
    const children = this.#columns.map((column) => column.data(this.#rows));
    const struct = makeData({ type: new Struct(schema.fields), length: this.#rows, nullCount: 0, children });
    this.#writer.write(new RecordBatch(schema, struct));
    const bytes = this.#parts.take();
    for (const column of this.#columns) column.begin();
    this.#rows = 0;
    await this.#send(bytes);
    giveBackChunks();
  }
}

/**
 * TRICKY: a chunk's memory is DuckDB's, of more than a megabyte, and goes when the small object that names it is collected, which on
 * its own would happen after hundreds of them. Young objects alone are checked: a millisecond.
 */
const giveBackChunks = (): void => void globalThis.gc?.({ type: 'minor' });
