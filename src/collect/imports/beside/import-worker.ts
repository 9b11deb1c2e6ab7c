// Reads a file in a thread of its own, which may be ended at any moment: what people send is hostile until it is read. It hands over the next part each
// time it is asked, so that a file of any length takes the same room.
import { parentPort } from 'node:worker_threads';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import type { Layout } from '../layout/shape.ts';
import type { Reading } from '../reading.ts';
import { type OriginalRows, originalsOf } from './originals.ts';
import { type ImportOrder, type ImportPart, partsOf } from './parts.ts';

/** The layouts are read by the caller, once for all threads. */
export interface ImportWork {
  order: ImportOrder;
  layouts: readonly Layout[];
  /** Only these rows are asked for, as they stand in the file. */
  lines?: readonly number[];
}

/** A file, and then each request for what comes next of it. */
export type ToImportWorker = ImportWork | 'next';

export type FromImportWorker =
  | { part: ImportPart }
  | { originals: OriginalRows | undefined }
  | { ended: true }
  | { unusable: string };

/** Readings that are handed over together; those of one end, such as a year of spend, may be many. */
const MOST_READINGS = 2_000;

const port = parentPort as NonNullable<typeof parentPort>;
const send = (message: FromImportWorker): void => port.postMessage(message);

/** No message is larger than some thousand readings, and none so small that it costs more than its rows. */
async function* inBatches(parts: AsyncIterable<ImportPart>): AsyncGenerator<ImportPart> {
  let waiting: Reading[] = [];
  for await (const part of parts) {
    if ('readings' in part) {
      for (const reading of part.readings) {
        waiting.push(reading);
        if (waiting.length < MOST_READINGS) continue;
        yield { readings: waiting };
        waiting = [];
      }
      continue;
    }
    if (waiting.length > 0) yield { readings: waiting };
    waiting = [];
    yield part;
  }
}

function reading({ order, layouts, lines }: ImportWork): () => Promise<FromImportWorker> {
  if (lines) return async () => ({ originals: await originalsOf(order, layouts, lines) });
  const parts = inBatches(partsOf(order, layouts));
  return async () => {
    const { done, value } = await parts.next();
    return done ? { ended: true } : { part: value };
  };
}

let next: () => Promise<FromImportWorker>;

port.on('message', (message: ToImportWorker) => {
  if (message !== 'next') {
    next = reading(message);
    return;
  }
  next().then(send, (error: unknown) => {
    if (!(error instanceof UnusableFile)) throw error;
    send({ unusable: error.message });
  });
});
