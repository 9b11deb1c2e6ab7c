// The heap beside a sorted list, by random additions and removals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance } from '../../../seeds/demo/random.ts';
import { Heap } from '../../../src/base/kit/heap.ts';

test('the least of what is there comes out, whatever was added in the meantime', () => {
  const dice = chance(11);
  const heap = new Heap<number>((a, b) => a < b);
  const sorted: number[] = [];
  for (let step = 0; step < 5_000; step += 1) {
    if (dice.next() < 0.55) {
      const number = Math.floor(100 * dice.next());
      heap.add(number);
      sorted.push(number);
      sorted.sort((a, b) => a - b);
    } else assert.equal(heap.take(), sorted.shift());
  }
  for (const number of sorted) assert.equal(heap.take(), number);
  assert.equal(heap.take(), undefined);
});
