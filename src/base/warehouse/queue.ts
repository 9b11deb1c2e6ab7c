// The gate for heavy builds, which go one at a time, and the places for readers.
import { key62 } from '../kit/ids.ts';
import { WarehouseFailure } from './port.ts';

/** One holder at a time, who gives it back by calling what it got. */
export class Gate {
  #last: Promise<void> = Promise.resolve();

  async take(): Promise<() => void> {
    const before = this.#last;
    let release = (): void => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }
}

interface Waiter {
  heavy: boolean;
  admit: () => void;
}

/** A read that is expected to take longer than this is heavy. */
const HEAVY_MS = 250;
const REMEMBERED = 10_000;

/**
 * Places for reads. So many run at once; one place is kept for reads that were quick before (or are new), so that
 * small ones never wait behind heavy ones alone.
 */
export class Places {
  readonly #total: number;
  /** By a hash of the read's name, as names hold whole statements. */
  readonly #expected = new Map<bigint, number>();
  #waiters: Waiter[] = [];
  #running = 0;
  #heavyRunning = 0;

  constructor(total: number) {
    this.#total = total;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  get running(): number {
    return this.#running;
  }

  /**
   * Waits for a place at most `waitMs`, else refuses as busy. `name` is what this read is remembered by. The place is given
   * back by the function answered; `cutOff` says that the read did not come to its end.
   */
  async take(name: string, heavyAnyway: boolean, waitMs: number): Promise<(cutOff: boolean) => void> {
    const key = key62(name);
    const heavy = heavyAnyway || (this.#expected.get(key) ?? 0) > HEAVY_MS;
    if (!this.#admits(heavy)) await this.#wait(heavy, waitMs);
    else this.#enter(heavy);
    const start = performance.now();
    return (cutOff) => {
      this.#remember(key, cutOff ? Number.POSITIVE_INFINITY : performance.now() - start);
      this.#running -= 1;
      if (heavy) this.#heavyRunning -= 1;
      this.#admitWaiters();
    };
  }

  #admits(heavy: boolean): boolean {
    return this.#running < this.#total && (!heavy || this.#heavyRunning < this.#total - 1);
  }

  #enter(heavy: boolean): void {
    this.#running += 1;
    if (heavy) this.#heavyRunning += 1;
  }

  #wait(heavy: boolean, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        heavy,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        reject(new WarehouseFailure('busy', 'Too many queries are running.'));
      }, waitMs);
      this.#waiters.push(waiter);
    });
  }

  #admitWaiters(): void {
    for (const waiter of [...this.#waiters]) {
      if (!this.#admits(waiter.heavy)) continue;
      this.#waiters = this.#waiters.filter((other) => other !== waiter);
      this.#enter(waiter.heavy);
      waiter.admit();
    }
  }

  /** TRICKY: a quick read is slow on a busy machine; so what is expected falls at once, but no more than doubles. */
  #remember(key: bigint, ms: number): void {
    const expected = Math.min(ms, 2 * (this.#expected.get(key) ?? Number.POSITIVE_INFINITY));
    this.#expected.delete(key);
    this.#expected.set(key, expected);
    const oldest = this.#expected.size > REMEMBERED ? this.#expected.keys().next().value : undefined;
    if (oldest !== undefined) this.#expected.delete(oldest);
  }
}
