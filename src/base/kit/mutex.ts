// Turns: a queue per name in which one piece of work runs at a time, in the order asked. A failure ends its own turn only.

/** One at a time per name, first come first served. */
export class Mutex {
  readonly #last = new Map<string, Promise<unknown>>();
  #waiting = 0;
  #running = 0;

  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(async () => {
      this.#waiting -= 1;
      this.#running += 1;
      try {
        return await work();
      } finally {
        this.#running -= 1;
      }
    });
    const settled = turn.catch(() => {});
    this.#last.set(name, settled);
    settled.then(() => {
      if (this.#last.get(name) === settled) this.#last.delete(name);
    });
    return turn;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get running(): number {
    return this.#running;
  }

  /** Until nothing is queued or running. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
