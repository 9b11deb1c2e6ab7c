// Who waits for a sync has what was written before: never by a sync that had begun already, and at most one runs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { SharedSync } from '../../../src/base/state/transactions.ts';

/** A disk whose syncs end when the test says so. */
function slowDisk() {
  const running: { end: () => void; fail: (error: Error) => void }[] = [];
  let begun = 0;
  const syncs = new SharedSync(() => {
    begun += 1;
    return new Promise((end, fail) => running.push({ end, fail }));
  });
  return { syncs, running, begun: () => begun };
}

/** Has it resolved by now? */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  promise.then(
    () => {
      done = true;
    },
    () => undefined,
  );
  await turn();
  return done;
}

test('nothing is owed: no sync', async () => {
  const disk = slowDisk();
  await disk.syncs.paid();
  assert.equal(disk.begun(), 0);
});

test('what is written while a sync runs waits for the next one, which all share', async () => {
  const disk = slowDisk();
  disk.syncs.owe();
  const first = disk.syncs.paid();
  disk.syncs.owe();
  const second = disk.syncs.paid();
  disk.syncs.owe();
  const third = disk.syncs.paid();
  assert.equal(disk.begun(), 1);
  disk.running[0]?.end();
  assert.deepEqual([await isDone(first), await isDone(second), await isDone(third)], [true, false, false]);
  assert.equal(disk.begun(), 2);
  disk.running[1]?.end();
  assert.deepEqual([await isDone(second), await isDone(third)], [true, true]);
  await disk.syncs.paid();
  assert.equal(disk.begun(), 2);
});

test('a sync that fails is told to all who waited for it, and made again for the next', async () => {
  const disk = slowDisk();
  disk.syncs.owe();
  const waiting = [disk.syncs.paid(), disk.syncs.paid()];
  disk.running[0]?.fail(new Error('the disk is gone'));
  for (const each of await Promise.allSettled(waiting)) assert.equal(each.status, 'rejected');
  const again = disk.syncs.paid();
  disk.running[1]?.end();
  await again;
  assert.equal(disk.begun(), 2);
});
