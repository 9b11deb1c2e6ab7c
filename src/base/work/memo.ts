// Values in memory while state is open, by name: caches, queues, running work. `base` and `base.state` offer the same memory, so that
// what has only state can use it. Modules keep nothing of their own (test/shape/memory.test.ts).
import type { ReadState } from '../state/state.ts';

export interface Memory {
  /** The value under this key, made at the first call. A key belongs to one module, which requests it with one `make`. */
  memo<T>(key: string, make: () => T): T;
  /** Runs `work` when all that was asked before under this name and key has ended. A failure ends its own work only. */
  mutex<T>(name: string, key: string, work: () => Promise<T>): Promise<T>;
}

export function createMemory(): Memory {
  const values = new Map<string, unknown>();
  const memo = <T>(key: string, make: () => T): T => {
    if (!values.has(key)) values.set(key, make());
    // One key, one `make`: what is stored is what it made.
    return values.get(key) as T;
  };
  return {
    memo,
    mutex: (name, key, work) => memo(`mutex ${name}`, () => new Mutex()).run(key, work),
  };
}

// Caches what is read from state until anything at all is written to it: the caller and the reach of a request are needed at each request
// and change seldom. State has one writer, its own connection, which counts its changes; so nothing cached outlives a change.

interface Cache<V> {
  changes: number;
  byKey: Map<string, V>;
}

/** Describes a cache; the rows that it keeps are in the memory of the state which they were read from. */
export class StateCache<V> {
  readonly #name: string;
  readonly #limit: number;

  /** @param limit How many rows are kept. */
  constructor(name: string, limit = 10_000) {
    this.#name = `state cache ${name}`;
    this.#limit = limit;
  }

  /** The value of this key, read when it is not cached. That there is none is not cached: invented keys must not fill the memory. */
  get(state: ReadState, key: string, read: (key: string) => V | undefined): V | undefined {
    const changes = state.changeCount();
    const cache = state.memo(this.#name, (): Cache<V> => ({ changes, byKey: new Map() }));
    if (cache.changes !== changes) {
      cache.changes = changes;
      cache.byKey.clear();
    }
    const cached = cache.byKey.get(key);
    if (cached !== undefined) return cached;
    const found = read(key);
    // Values read in an open transaction may still be rolled back.
    if (found === undefined || state.isInTransaction()) return found;
    if (cache.byKey.size >= this.#limit) cache.byKey.clear();
    cache.byKey.set(key, found);
    return found;
  }
}

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
