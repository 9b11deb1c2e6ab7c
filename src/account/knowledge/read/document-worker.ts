// Reads one file in a thread of its own, which may be ended at any moment: what people upload is hostile until it is read.
import { parentPort } from 'node:worker_threads';
import { type ReadDocument, readDocument } from './read-document.ts';
import { UnreadableDocument } from './unreadable.ts';

export type ToDocumentWorker = { bytes: Uint8Array };
export type FromDocumentWorker = { document: ReadDocument } | { unreadable: string };

async function answerTo({ bytes }: ToDocumentWorker): Promise<FromDocumentWorker> {
  try {
    return { document: await readDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    if (error instanceof UnreadableDocument) return { unreadable: error.message };
    throw error;
  }
}

parentPort?.on('message', async (message: ToDocumentWorker) => {
  parentPort?.postMessage(await answerTo(message));
});
