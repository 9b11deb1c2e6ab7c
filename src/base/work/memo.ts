// Values in memory while state is open, by name: caches, queues, running work. `base` and `base.state` offer the same memory, so that
// what has only state can use it. Modules keep nothing of their own (test/shape/memory.test.ts).
import { Mutex } from '../kit/mutex.ts';

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
