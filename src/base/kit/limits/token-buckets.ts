// Budgets by name: each name has a bucket that holds a minute's budget and fills evenly. What is taken at once is limited by the bucket, what is
// taken for long by its rate. A full bucket is forgotten, as a new one is full.
import type { Clock } from '../clock.ts';

const WINDOW_MS = 60_000;

/** What is left, in parts of one: a millisecond fills as many as the budget of a minute is, so that all numbers are whole. */
interface Bucket {
  parts: number;
  at: number;
}

export class TokenBuckets {
  readonly #clock: Clock;
  readonly #full: number;
  readonly #buckets = new Map<string, Bucket>();
  #sweptAt: number;
  readonly perMinute: number;

  /** @param perMinute What a bucket holds, and what it gets in a minute: a whole number. */
  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.perMinute = perMinute;
    this.#full = perMinute * WINDOW_MS;
    this.#sweptAt = clock.now();
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Whole seconds until so much can be taken, 0 where it can be now. More than a bucket holds is taken from a full one. */
  secondsUntil(name: string, amount: number): number {
    const lacking = Math.min(amount * WINDOW_MS, this.#full) - this.#filled(name).parts;
    return lacking <= 0 ? 0 : Math.ceil(lacking / this.perMinute / 1000);
  }

  /** Takes it, whatever is there. */
  take(name: string, amount: number): void {
    this.#sweep();
    const bucket = this.#filled(name);
    bucket.parts -= amount * WINDOW_MS;
    this.#buckets.set(name, bucket);
  }

  /** A clock that is set back fills nothing, and fills on from there. */
  #filled(name: string): Bucket {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(name);
    if (!bucket) return { parts: this.#full, at: now };
    const passed = Math.max(0, now - bucket.at);
    bucket.parts = Math.min(this.#full, bucket.parts + passed * this.perMinute);
    bucket.at = now;
    return bucket;
  }

  /** Once a minute: who has a full bucket is forgotten. */
  #sweep(): void {
    const now = this.#clock.now();
    if (Math.abs(now - this.#sweptAt) < WINDOW_MS) return;
    this.#sweptAt = now;
    for (const name of this.#buckets.keys()) if (this.#filled(name).parts >= this.#full) this.#buckets.delete(name);
  }
}
