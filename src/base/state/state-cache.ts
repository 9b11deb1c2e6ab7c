// Answers read from state, held as long as nothing at all is written to it: who calls and what they reach is asked at every
// request and changes seldom. State has one writer, its own connection, which counts its changes; so no answer outlives a change.
import type { ReadState } from './state.ts';

interface Answers<V> {
  changes: number;
  byKey: Map<string, V>;
}

export class StateCache<V> {
  readonly #ceiling: number;
  readonly #answers = new WeakMap<ReadState, Answers<V>>();

  /** @param ceiling The most answers held. */
  constructor(ceiling = 10_000) {
    this.#ceiling = ceiling;
  }

  /** The answer under this key, read when none is held. That there is none is not held: made-up keys must not fill the memory. */
  get(state: ReadState, key: string, read: (key: string) => V | undefined): V | undefined {
    const changes = state.changeCount();
    let answers = this.#answers.get(state);
    if (answers?.changes !== changes) {
      answers = { changes, byKey: new Map() };
      this.#answers.set(state, answers);
    }
    const held = answers.byKey.get(key);
    if (held !== undefined) return held;
    const found = read(key);
    // What an open transaction reads may still be taken back.
    if (found === undefined || state.isInTransaction()) return found;
    if (answers.byKey.size >= this.#ceiling) answers.byKey.clear();
    answers.byKey.set(key, found);
    return found;
  }
}
