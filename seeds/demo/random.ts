// Chance with a seed: the same seed gives the same world on every machine.

export interface Chance {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  /** True so often. */
  happens(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** By weight. */
  weighed<T>(from: readonly (readonly [T, number])[]): T;
  /** Around 1, skewed to the right: exp of a normal of this deviation. */
  skewed(deviation: number): number;
  letters(count: number): string;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A counter stepped by an odd constant, its bits mixed by multiplications: 32 bits of state are plenty for a demo. */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(from: readonly T[]): T => from[whole(0, from.length - 1)] as T;
  return {
    next,
    whole,
    pick,
    happens: (probability) => next() < probability,
    weighed: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of from) {
        left -= weight;
        if (left < 0) return value;
      }
      return (from.at(-1) as (typeof from)[number])[0];
    },
    skewed: (deviation) => {
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      return Math.exp(deviation * radius * Math.cos(2 * Math.PI * next()));
    },
    letters: (count) => Array.from({ length: count }, () => ALPHABET[whole(0, 63)]).join(''),
  };
}
