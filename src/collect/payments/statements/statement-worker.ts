// Reads statements in a thread of its own, which may be ended at any moment: what people upload is hostile until it is read. It reads
// a new file whole, or a kept one as it is accepted: then it requests the packed text piece by piece, and hands over a few hundred rows
// each time it is requested some, so that a file of any length takes the same room.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parentPort } from 'node:worker_threads';
import { createGunzip, createGzip } from 'node:zlib';
import { type Interpreted, Interpreter, type ReadingPlan } from './interpret.ts';
import { type ScanContext, type Scanned, scanStatement } from './scan.ts';
import { sourceOfFile } from './source.ts';
import { TextRows } from './text-rows.ts';
import { UnreadableStatement } from './unreadable.ts';

export interface OpenedStatement {
  plan: ReadingPlan;
  headerRow: number;
  delimiter: string;
}

export type ToStatementWorker =
  | { scan: { fd: number; bytes: number }; context: ScanContext }
  | { open: OpenedStatement }
  | { next: true }
  /** Undefined when there are no more. */
  | { bytes: Uint8Array | undefined };

export type FromStatementWorker =
  | { scanned: Scanned & { kept: Uint8Array } }
  /** None when all are read. */
  | { rows: Interpreted[] }
  | { wantsBytes: true }
  | { unreadable: string };

const TEXT_BYTES = 65_536;
const ROWS_AT_ONCE = 500;

const port = parentPort as NonNullable<typeof parentPort>;
const send = (message: FromStatementWorker): void => port.postMessage(message);

/** Told by the caller's next message of either kind. */
let tellNext: () => void = () => undefined;
let tellBytes: (bytes: Uint8Array | undefined) => void = () => undefined;

async function* packed(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
    tellBytes = resolve;
    send({ wantsBytes: true });
    const bytes = await promise;
    if (bytes === undefined) return;
    yield bytes;
  }
}

/** Hands rows over when they are requested. */
class OnDemand {
  #asked = Promise.withResolvers<void>();

  constructor() {
    tellNext = () => this.#asked.resolve();
  }

  async hand(rows: Interpreted[]): Promise<void> {
    await this.#asked.promise;
    this.#asked = Promise.withResolvers<void>();
    send({ rows });
  }
}

async function readKept({ plan, headerRow, delimiter }: OpenedStatement): Promise<void> {
  const onDemand = new OnDemand();
  const interpreter = new Interpreter(plan);
  const read: Interpreted[] = [];
  const rows = new TextRows(delimiter, (cells, row) => {
    if (row > headerRow) read.push(interpreter.read(cells, row));
  });
  const pieces = Readable.from(packed(), { highWaterMark: 1 });
  await pipeline(pieces, createGunzip({ chunkSize: TEXT_BYTES }), async (texts: AsyncIterable<Buffer>) => {
    for await (const text of texts) {
      await rows.write(text);
      while (read.length >= ROWS_AT_ONCE) await onDemand.hand(read.splice(0, ROWS_AT_ONCE));
    }
  });
  await rows.end();
  if (read.length > 0) await onDemand.hand(read);
  await onDemand.hand([]);
}

async function scan({ fd, bytes }: { fd: number; bytes: number }, context: ScanContext): Promise<void> {
  const packer = createGzip({ level: 1 });
  const packed = buffer(packer);
  const scanned = await scanStatement(sourceOfFile(fd, bytes), context, async (piece) => {
    if (!packer.write(piece)) await once(packer, 'drain');
  });
  packer.end();
  send({ scanned: { ...scanned, kept: await packed } });
}

function inWords(error: unknown): void {
  if (!(error instanceof UnreadableStatement)) throw error;
  send({ unreadable: error.message });
}

port.on('message', (message: ToStatementWorker) => {
  if ('next' in message) tellNext();
  else if ('bytes' in message) tellBytes(message.bytes);
  else ('scan' in message ? scan(message.scan, message.context) : readKept(message.open)).catch(inWords);
});
