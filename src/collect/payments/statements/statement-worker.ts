// Reads statements in a thread of its own, which may be ended at any moment: what people upload is hostile until it is read. It reads
// a new file whole, or a kept one piece by piece as it is taken in.
import { finished } from 'node:stream/promises';
import { parentPort } from 'node:worker_threads';
import { createGunzip, gzipSync } from 'node:zlib';
import { type Interpreted, Interpreter, type ReadingPlan } from './interpret.ts';
import { type ScanContext, type Scanned, scanStatement } from './scan.ts';
import { TextRows } from './text-rows.ts';
import { UnreadableStatement } from './unreadable.ts';

export type ToStatementWorker =
  | { scan: Uint8Array; context: ScanContext }
  | { open: { plan: ReadingPlan; headerRow: number; delimiter: string } }
  | { bytes: Uint8Array }
  | { end: true };

export type FromStatementWorker =
  | { scanned: Omit<Scanned, 'text'> & { kept: Uint8Array } }
  | { rows: Interpreted[] }
  | { opened: true }
  | { unreadable: string };

const port = parentPort as NonNullable<typeof parentPort>;

/** A kept statement on its way through: unpacked, cut into rows, read. */
class Kept {
  readonly #gunzip = createGunzip({ chunkSize: 262_144 });
  readonly #rows: TextRows;
  /** A piece is a few MB of text. It flows: a stream that waits for its reader would not say that it has taken the piece. */
  readonly #unpacked: Buffer[] = [];
  readonly #read: Interpreted[] = [];

  constructor({ plan, headerRow, delimiter }: { plan: ReadingPlan; headerRow: number; delimiter: string }) {
    const interpreter = new Interpreter(plan);
    this.#gunzip.on('data', (text: Buffer) => this.#unpacked.push(text));
    this.#rows = new TextRows(delimiter, (cells, row) => {
      if (row > headerRow) this.#read.push(interpreter.read(cells, row));
    });
  }

  async take(bytes: Uint8Array): Promise<Interpreted[]> {
    await new Promise<void>((resolve, reject) => {
      this.#gunzip.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    await this.#readUnpacked();
    return this.#read.splice(0);
  }

  async end(): Promise<Interpreted[]> {
    const ended = finished(this.#gunzip);
    this.#gunzip.end();
    await ended;
    await this.#readUnpacked();
    await this.#rows.end();
    return this.#read.splice(0);
  }

  async #readUnpacked(): Promise<void> {
    for (const text of this.#unpacked.splice(0)) await this.#rows.write(text);
  }
}

let kept: Kept | undefined;

async function answerTo(message: ToStatementWorker): Promise<FromStatementWorker> {
  try {
    if ('scan' in message) {
      const { text, ...scanned } = await scanStatement(Buffer.from(message.scan.buffer), message.context);
      return { scanned: { ...scanned, kept: gzipSync(text, { level: 1 }) } };
    }
    if ('open' in message) {
      kept = new Kept(message.open);
      return { opened: true };
    }
    if (!kept) throw new Error('nothing is open');
    return { rows: 'bytes' in message ? await kept.take(message.bytes) : await kept.end() };
  } catch (error) {
    if (error instanceof UnreadableStatement) return { unreadable: error.message };
    throw error;
  }
}

let last: Promise<void> = Promise.resolve();
port.on('message', (message: ToStatementWorker) => {
  last = last.then(async () => port.postMessage(await answerTo(message)));
});
