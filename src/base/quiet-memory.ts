// Gives the memory of finished work back to the machine. V8 keeps the pages of a heap that has shrunk, and objects without a use hold memory of the C
// library, until something collects them, which nothing does in a process that has nothing to do.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Poller } from './kit/poller.ts';

const LOOK_MS = 1_000;
/** A collection of everything stops the process for some tenths of a second, so it waits until nobody asks. */
const QUIET_LOOKS = 5;
/** Less is not worth it. */
const WORTH_BYTES = 16 * 1_048_576;
/** The share of a processor that a quiet service takes at most. */
const QUIET_SHARE = 0.1;

export interface ObservedProcess {
  /** Has it worked since the last look? */
  isBusy(): boolean;
  residentBytes(): number;
  collect(): void;
}

/** Collects once the process is quiet, and again when it is quiet after it has grown. */
export class QuietMemory {
  readonly #process: ObservedProcess;
  #quietLooks = 0;
  /** The least that it took when it was quiet. */
  #restBytes = 0;

  constructor(process: ObservedProcess) {
    this.#process = process;
  }

  look(): void {
    this.#quietLooks = this.#process.isBusy() ? 0 : this.#quietLooks + 1;
    if (this.#quietLooks < QUIET_LOOKS) return;
    this.#quietLooks = 0;
    const bytes = this.#process.residentBytes();
    if (bytes - this.#restBytes < WORTH_BYTES) {
      this.#restBytes = Math.min(this.#restBytes, bytes);
      return;
    }
    this.#process.collect();
    this.#restBytes = this.#process.residentBytes();
  }
}

let gc: NodeJS.GCFunction | undefined;

/** A full collection, after which V8 keeps no page in reserve. */
export function collectEverything(): void {
  gc ??= globalThis.gc ?? exposedGc();
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** The function exists only in contexts that are made while the flag is set. */
function exposedGc(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  const exposed: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return exposed;
}

/** Has this process taken more of a processor since the last call than a quiet service does? What others take does not count. */
export function busyProcess(): () => boolean {
  let [before, at] = [process.cpuUsage(), performance.now()];
  return () => {
    const [{ user, system }, now] = [process.cpuUsage(before), performance.now()];
    const share = (user + system) / 1_000 / (now - at);
    [before, at] = [process.cpuUsage(), now];
    return share > QUIET_SHARE;
  };
}

/** Looks every second, until it is stopped or the process ends. */
export function giveBackWhenQuiet(isBusy: () => boolean): Poller {
  const memory = new QuietMemory({ isBusy, residentBytes: () => process.memoryUsage.rss(), collect: collectEverything });
  const timer = setInterval(() => memory.look(), LOOK_MS).unref();
  return { stop: async () => clearInterval(timer) };
}
