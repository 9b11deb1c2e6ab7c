// Memory is given back once a process is quiet, not while it works, and not again before it has grown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics } from 'node:v8';
import { collectEverything, QuietMemory } from '../../src/base/quiet-memory.ts';

const MEBIBYTE = 1_048_576;

/** Looks at a process that is as `looks` say: `w` it worked, `q` it was quiet. A collection leaves it with 50 MB. Returns after which looks it collected. */
function collections(looks: string, bytesAt: (look: number) => number): number[] {
  const found: number[] = [];
  let at = 0;
  let isCollected = false;
  const memory = new QuietMemory({
    isBusy: () => looks[at] === 'w',
    residentBytes: () => (isCollected ? 50 * MEBIBYTE : bytesAt(at)),
    collect: () => {
      found.push(at + 1);
      isCollected = true;
    },
  });
  for (; at < looks.length; at += 1) {
    isCollected = false;
    memory.look();
  }
  return found;
}

test('memory is given back after five quiet looks in a row', () => {
  assert.deepEqual(
    collections('wwqqqqq', () => 200 * MEBIBYTE),
    [7],
  );
  assert.deepEqual(
    collections('qqqqwqqqqwqqqqq', () => 200 * MEBIBYTE),
    [15],
  );
});

test('a process that works is not stopped', () => {
  assert.deepEqual(
    collections('qqqqw'.repeat(20), () => 900 * MEBIBYTE),
    [],
  );
});

test('a process that has not grown is left alone', () => {
  assert.deepEqual(
    collections('q'.repeat(60), (look) => (look < 5 ? 200 : 60) * MEBIBYTE),
    [5],
  );
});

test('memory that work took later is given back as well', () => {
  assert.deepEqual(
    collections(`${'q'.repeat(20)}www${'q'.repeat(20)}`, (look) => (look < 5 || look > 20 ? 200 : 50) * MEBIBYTE)[1],
    28,
  );
});

test('a collection gives pages of the heap back', () => {
  const made = (): number => Array.from({ length: 500_000 }, (_, i) => ({ i, text: `row ${i}` })).length;
  assert.equal(made(), 500_000);
  const before = getHeapStatistics().total_heap_size;
  collectEverything();
  const after = getHeapStatistics().total_heap_size;
  assert.ok(before - after > 10 * MEBIBYTE, `${before} bytes before, ${after} after`);
});
