// Files sealed and opened in a thread: a gigabyte takes 20 s of a processor. A file appears under its name when it is whole and on disk.
import { Worker } from 'node:worker_threads';
import { type Lock, SealBroken } from './sealing.ts';

/** The bytes of a file, and those inside. */
export interface SealedFile {
  bytes: number;
  sha256: string;
  clearSha256: string;
}

export interface SealTask {
  task: 'seal' | 'open' | 'check';
  from: string;
  /** Not of a check, which only reads. */
  to?: string;
}

export type SealAnswer =
  | { done: SealedFile }
  | { broken: SealBroken['reason'] }
  | { failed: { message: string; code?: string | undefined } };

/** One thread with one lock; its calls run in their order. */
export class SealThread {
  readonly #worker: Worker;
  readonly #waiting: { resolve: (file: SealedFile) => void; reject: (error: Error) => void }[] = [];

  constructor(lock: Lock) {
    this.#worker = new Worker(new URL('./seal-worker.ts', import.meta.url), { workerData: lock });
    this.#worker.on('message', (answer: SealAnswer) => this.#settle(answer));
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('the sealing thread ended')));
  }

  seal(from: string, to: string): Promise<SealedFile> {
    return this.#ask({ task: 'seal', from, to });
  }

  /** @throws SealBroken */
  open(from: string, to: string): Promise<SealedFile> {
    return this.#ask({ task: 'open', from, to });
  }

  /** Opens and reads all of it, and writes nothing. @throws SealBroken */
  check(from: string): Promise<SealedFile> {
    return this.#ask({ task: 'check', from });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(task: SealTask): Promise<SealedFile> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(task);
    });
  }

  #settle(answer: SealAnswer): void {
    const caller = this.#waiting.shift();
    if ('done' in answer) caller?.resolve(answer.done);
    else if ('broken' in answer) caller?.reject(new SealBroken(answer.broken));
    else caller?.reject(Object.assign(new Error(answer.failed.message), { code: answer.failed.code }));
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

export async function withSealThread<T>(lock: Lock, work: (thread: SealThread) => Promise<T>): Promise<T> {
  const thread = new SealThread(lock);
  try {
    return await work(thread);
  } finally {
    await thread.close();
  }
}
