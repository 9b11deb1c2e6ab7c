// Limits by name, counted in this process: so many within a sliding window of seconds, in sixtieths of it, or a budget that fills evenly.
import type { Clock } from './clock.ts';

const PARTS = 60;

interface Count {
  parts: Uint32Array;
  /** Number since 1970 of the part that was counted in last. */
  newest: number;
  total: number;
}

export interface Standing {
  /** Nothing was counted: the limit had been reached. */
  isOver: boolean;
  remaining: number;
  /** Until the oldest that is counted leaves the window; at least 1. */
  resetSeconds: number;
}

export class SlidingWindow {
  readonly #clock: Clock;
  readonly #partMs: number;
  readonly #counts = new Map<string, Count>();
  #swept: number;

  constructor(clock: Clock, seconds: number) {
    this.#clock = clock;
    this.#partMs = (seconds * 1000) / PARTS;
    this.#swept = this.#part();
  }

  /** Counts one, unless that would be more than `limit` within the window. */
  take(name: string, limit: number): Standing {
    const now = this.#part();
    this.#sweep(now);
    const count = this.#counts.get(name) ?? { parts: new Uint32Array(PARTS), newest: now, total: 0 };
    this.#counts.set(name, count);
    forgetOld(count, now);
    const isOver = count.total >= limit;
    if (!isOver) add(count, 1);
    return { isOver, remaining: Math.max(0, limit - count.total), resetSeconds: this.#resetSeconds(count) };
  }

  /** Takes back one that was counted, as if it had not been. */
  giveBack(name: string): void {
    const count = this.#counts.get(name);
    if (!count) return;
    for (let part = count.newest; part > count.newest - PARTS; part -= 1)
      if ((count.parts[part % PARTS] as number) > 0) {
        count.parts[part % PARTS] = (count.parts[part % PARTS] as number) - 1;
        count.total -= 1;
        return;
      }
  }

  get size(): number {
    return this.#counts.size;
  }

  #part(): number {
    return Math.floor(this.#clock.now() / this.#partMs);
  }

  #resetSeconds(count: Count): number {
    let oldest = count.newest - PARTS + 1;
    while (oldest < count.newest && count.parts[oldest % PARTS] === 0) oldest += 1;
    return Math.max(1, Math.ceil(((oldest + PARTS) * this.#partMs - this.#clock.now()) / 1000));
  }

  /** Once a window: who has not called for one is forgotten. */
  #sweep(now: number): void {
    if (now - this.#swept < PARTS) return;
    this.#swept = now;
    for (const [name, { newest }] of this.#counts) if (now - newest >= PARTS) this.#counts.delete(name);
  }
}

/** A clock that is set back does not open the window: what was counted stays where it is. */
function forgetOld(count: Count, now: number): void {
  const passed = Math.min(now - count.newest, PARTS);
  for (let step = 1; step <= passed; step += 1) {
    const at = (count.newest + step) % PARTS;
    count.total -= count.parts[at] as number;
    count.parts[at] = 0;
  }
  if (now > count.newest) count.newest = now;
}

function add(count: Count, by: number): void {
  const at = count.newest % PARTS;
  count.parts[at] = (count.parts[at] as number) + by;
  count.total += by;
}

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
