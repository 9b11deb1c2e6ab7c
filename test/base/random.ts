// Random numbers that can be had again: the seed is printed with every test that uses them, and TEST_SEED sets it.
import type { TestContext } from 'node:test';

export function seededRandom(t: TestContext): (below: number) => number {
  const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`seed ${seed} (run again with TEST_SEED=${seed})`);
  let state = seed;
  return (below) => {
    // A linear congruential generator (Numerical Recipes): its high bits are random enough for choosing moments.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
