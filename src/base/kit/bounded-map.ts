// A map with a ceiling, for what is dear to compute and comes again: two generations, so that what is used stays and what
// is not falls out without bookkeeping per entry.

export class BoundedMap<V> {
  readonly #ceiling: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  /** @param ceiling The most entries of one generation; at most twice as many are kept. */
  constructor(ceiling: number) {
    this.#ceiling = ceiling;
  }

  /** The value under this key, computed when it is missing. */
  get(key: string, compute: (key: string) => V): V {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const value = this.#old.get(key) ?? compute(key);
    if (this.#young.size >= this.#ceiling) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
