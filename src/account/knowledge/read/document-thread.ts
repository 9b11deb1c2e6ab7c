// The caller's side of the thread that reads documents: bounded in memory and in the processor's time, one file at a time in the whole service.
import type { ReadBase } from '../../../base/base.ts';
import { BoundedThread, type ThreadBounds } from '../../../base/rows/bounded-thread.ts';
import type { FromDocumentWorker, ToDocumentWorker } from './document-worker.ts';
import type { ReadDocument } from './read-document.ts';
import { UnreadableDocument } from './unreadable.ts';

const WORKER = new URL('./document-worker.ts', import.meta.url);
/** Of a processor: 1,000 pages take about ten seconds. */
const MAX_MS = 30_000;
const BOUNDS: Omit<ThreadBounds, 'mostMs'> = {
  resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
  tooLong: () => new UnreadableDocument('The file takes too long to read. Add it in parts.'),
  tooMuchMemory: () => new UnreadableDocument('The file takes too much memory to read. Add it in parts.'),
};

/** @throws UnreadableDocument in words for the sender. */
export function readBeside(base: Pick<ReadBase, 'mutex'>, bytes: Uint8Array, mostMs = MAX_MS): Promise<ReadDocument> {
  return base.mutex('account/knowledge files', '', async () => {
    const thread = new BoundedThread<ToDocumentWorker, FromDocumentWorker>(WORKER, { ...BOUNDS, mostMs });
    try {
      const answer = await thread.ask({ bytes });
      if ('unreadable' in answer) throw new UnreadableDocument(answer.unreadable);
      return answer.document;
    } finally {
      await thread.end();
    }
  });
}
