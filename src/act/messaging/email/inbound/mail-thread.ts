// The caller's side of the thread that reads mails: bounded in memory and in the processor's time. A mail that reaches a bound, or cannot be read, is left out.
import { BoundedThread, type ThreadBounds } from '../../../../base/rows/bounded-thread.ts';
import type { FromMailWorker, ToMailWorker } from './mail-worker.ts';
import type { ReadMail } from './read-mail.ts';

const WORKER = new URL('./mail-worker.ts', import.meta.url);

class Unreadable extends Error {}

const BOUNDS: ThreadBounds = {
  resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  mostMs: 10_000,
  tooLong: () => new Unreadable('the mail takes too long to read'),
  tooMuchMemory: () => new Unreadable('the mail takes too much memory to read'),
};

/** In their order; undefined for one that cannot be read. */
export async function readMails(raws: readonly Uint8Array[]): Promise<(ReadMail | undefined)[]> {
  const mails: (ReadMail | undefined)[] = [];
  let thread: BoundedThread<ToMailWorker, FromMailWorker> | undefined;
  try {
    for (const raw of raws) {
      thread ??= new BoundedThread<ToMailWorker, FromMailWorker>(WORKER, BOUNDS);
      try {
        const answer = await thread.ask({ raw });
        mails.push('mail' in answer ? answer.mail : undefined);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        mails.push(undefined);
        await thread.end();
        thread = undefined;
      }
    }
    thread?.finish();
    return mails;
  } finally {
    await thread?.end();
  }
}
