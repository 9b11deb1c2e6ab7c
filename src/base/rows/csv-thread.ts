// Rows of CSV text as `csvRows` gives them, read by a thread beside the caller's: of a large file that is a third of its intake.
import { Worker } from 'node:worker_threads';
import { type FileRow, UnusableFile } from './csv-rows.ts';
import type { FromCsvWorker, PackedRows, ToCsvWorker } from './csv-worker.ts';

interface ParseRequest {
  resolve: (rows: PackedRows) => void;
  reject: (error: Error) => void;
}

/** Answers come in the order of the questions. */
class CsvThread {
  readonly #worker = new Worker(new URL('./csv-worker.ts', import.meta.url));
  readonly #asked: ParseRequest[] = [];
  #death: Error | undefined;

  constructor() {
    this.#worker.on('message', (message: FromCsvWorker) => {
      const request = this.#asked.shift();
      if ('rows' in message) request?.resolve(message.rows);
      else request?.reject(new UnusableFile(message.unusable));
    });
    this.#worker.on('error', (error) => this.#die(error as Error));
    this.#worker.on('exit', () => this.#die(new Error('The thread that reads CSV ended.')));
  }

  ask(message: ToCsvWorker): Promise<PackedRows> {
    const answer = new Promise<PackedRows>((resolve, reject) => {
      if (this.#death) throw this.#death;
      this.#asked.push({ resolve, reject });
      this.#worker.postMessage(message, 'bytes' in message ? [message.bytes.buffer as ArrayBuffer] : []);
    });
    answer.catch(() => undefined); // requested ahead; its reader receives the fault
    return answer;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #die(reason: Error): void {
    this.#death ??= reason;
    for (const { reject } of this.#asked.splice(0)) reject(this.#death);
  }
}

function unpacked({ columns = [], lines, values, problems }: PackedRows): FileRow[] {
  let next = 0;
  return lines.map((line, place) => {
    const problem = problems.get(place);
    if (problem !== undefined) return { line, problem };
    const record: Record<string, unknown> = {};
    for (const name of columns) record[name] = values[next++];
    return { line, record };
  });
}

/** A file that breaks off: what came before is rows all the same. */
async function* withFault(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | { fault: unknown }> {
  try {
    yield* chunks;
  } catch (fault) {
    yield { fault };
  }
}

/** As `csvRows`; while the caller works on a batch, the next is read. */
export async function* csvRowsBeside(
  chunks: AsyncIterable<Buffer>,
  onHeader: (columns: string[]) => void = () => undefined,
): AsyncGenerator<FileRow[]> {
  const thread = new CsvThread();
  let isHeaderTold = false;
  const take = async (answer: Promise<PackedRows>): Promise<FileRow[]> => {
    const rows = await answer;
    if (rows.columns && !isHeaderTold) onHeader(rows.columns);
    isHeaderTold ||= rows.columns !== undefined;
    return unpacked(rows);
  };
  try {
    let ahead: Promise<PackedRows> | undefined;
    for await (const piece of withFault(chunks)) {
      const next = piece instanceof Uint8Array ? thread.ask({ bytes: new Uint8Array(piece) }) : undefined;
      if (ahead) yield await take(ahead);
      if (!(piece instanceof Uint8Array)) throw piece.fault;
      ahead = next;
    }
    if (ahead) yield await take(ahead);
    yield await take(thread.ask({ end: true }));
  } finally {
    await thread.end();
  }
}
