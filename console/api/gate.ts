// Few reports at a time: the warehouse has few places, and what waits here can be given up when another question comes.

const PLACES = 3;

class Gate {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#running >= PLACES) await new Promise<void>((admit) => this.#waiting.push(admit));
    else this.#running++;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

export const reports = new Gate();
