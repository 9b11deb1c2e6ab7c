// Keeps certain work waiting for a while: a backup delays what moves or removes facts, so that what it copies fits together.

export class Gate {
  #holders = 0;
  #waiting: (() => void)[] = [];

  /** Answers a function that lets go; safe to call twice. */
  take(): () => void {
    this.#holders += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders -= 1;
      if (this.#holders === 0) for (const go of this.#waiting.splice(0)) go();
    };
  }

  async whenFree(): Promise<void> {
    while (this.#holders > 0) await new Promise<void>((go) => this.#waiting.push(go));
  }
}
