// Syncs of one file that many wait for: one at a time, each for all that was written before it began.

export class SharedSync {
  readonly #sync: () => Promise<void>;
  #written = 0;
  #onDisk = 0;
  #running: Promise<void> | undefined;

  /** @param sync syncs what was written. */
  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** Something was written that no sync has covered. */
  owe(): void {
    this.#written += 1;
  }

  /** Resolves when what was written before the call is on disk; at once where nothing is owed. Rejects as the sync does. */
  async paid(): Promise<void> {
    const written = this.#written;
    while (this.#onDisk < written) {
      this.#running ??= this.#run();
      await this.#running;
    }
  }

  async #run(): Promise<void> {
    const covered = this.#written;
    try {
      await this.#sync();
      this.#onDisk = covered;
    } finally {
      this.#running = undefined;
    }
  }
}
