// Reads mails in a thread of its own, which may be ended at any moment.
import { parentPort } from 'node:worker_threads';
import { type ReadMail, readMail } from './read-mail.ts';

export type ToMailWorker = { raw: Uint8Array };
export type FromMailWorker = { mail: ReadMail } | { unreadable: true };

parentPort?.on('message', async ({ raw }: ToMailWorker) => {
  const answer: FromMailWorker = await readMail(raw).then(
    (mail) => ({ mail }),
    () => ({ unreadable: true }),
  );
  // The bytes of files are handed over, not copied.
  const files = 'mail' in answer ? answer.mail.files : [];
  parentPort?.postMessage(answer, [...new Set(files.map(({ bytes }) => bytes.buffer))]);
});
