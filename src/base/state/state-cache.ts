// Caches what is read from state until anything at all is written to it: the caller and the reach of a request are needed at each request
// and change seldom. State has one writer, its own connection, which counts its changes; so nothing cached outlives a change.
import type { ReadState } from './state.ts';

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
