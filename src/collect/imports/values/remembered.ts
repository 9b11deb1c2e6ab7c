// The reader's memory of each row of a statement, in sixteen bytes: a hash of its reference, a shorter one of its other fields,
// and a number. The texts themselves would take ten times as much.
import { hash, randomBytes } from 'node:crypto';

/** Two words of the text's hash, one of what came with it, and the number; 0 marks a place that is free. */
const WORDS = 4;
const BESIDE = 2;
const NUMBER = 3;
const FIRST_PLACES = 1_024;

export interface RememberedText {
  number: number;
  cameWith(beside: string): boolean;
}

export class Remembered {
  /** Outsiders cannot choose texts whose hashes collide; by chance any two of a million do once in forty million files. */
  readonly #secret = randomBytes(32).toString('base64');
  #table = new Uint32Array(FIRST_PLACES * WORDS);
  #places = FIRST_PLACES;
  #count = 0;

  get(text: string): RememberedText | undefined {
    const digest = this.#digestOf(text);
    const at = this.#placeOf(wordOf(digest, 0), wordOf(digest, 4));
    const number = this.#table[at + NUMBER] as number;
    if (number === 0) return undefined;
    const kept = this.#table[at + BESIDE];
    return { number, cameWith: (beside) => shortHash(beside) === kept };
  }

  /** @param number Above 0. */
  set(text: string, number: number, beside = ''): void {
    if (this.#count * 2 >= this.#places) this.#grow();
    const digest = this.#digestOf(text);
    const [low, high] = [wordOf(digest, 0), wordOf(digest, 4)];
    const at = this.#placeOf(low, high);
    if (this.#table[at + NUMBER] === 0) this.#count += 1;
    this.#table[at] = low;
    this.#table[at + 1] = high;
    this.#table[at + BESIDE] = shortHash(beside);
    this.#table[at + NUMBER] = number;
  }

  #digestOf(text: string): string {
    return hash('sha256', `${this.#secret}${text}`, 'binary');
  }

  /** The place of a hash, or the free place for it. */
  #placeOf(low: number, high: number): number {
    for (let place = low % this.#places; ; place = (place + 1) % this.#places) {
      const at = place * WORDS;
      if (this.#table[at + NUMBER] === 0 || (this.#table[at] === low && this.#table[at + 1] === high)) return at;
    }
  }

  #grow(): void {
    const before = this.#table;
    this.#places *= 2;
    this.#table = new Uint32Array(this.#places * WORDS);
    for (let at = 0; at < before.length; at += WORDS) {
      if (before[at + NUMBER] === 0) continue;
      const place = this.#placeOf(before[at] as number, before[at + 1] as number);
      this.#table.set(before.subarray(at, at + WORDS), place);
    }
  }
}

const wordOf = (digest: string, at: number): number =>
  (digest.charCodeAt(at) |
    (digest.charCodeAt(at + 1) << 8) |
    (digest.charCodeAt(at + 2) << 16) |
    (digest.charCodeAt(at + 3) << 24)) >>>
  0;

/** FNV-1a: it distinguishes the few texts that came under one reference. */
function shortHash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
