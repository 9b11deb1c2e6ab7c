// Giving way: what waits has its turns, as many as it needs and for no longer than is allowed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { yieldToEventLoop } from '../../../src/base/kit/backoff.ts';

/** Holds the main thread for a millisecond in each of so many turns. */
async function workFor(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    await endOfTurn();
  }
}

test('what needs several turns of the event loop has them all', async () => {
  let isDone = false;
  const others = workFor(8).then(() => {
    isDone = true;
  });
  assert.equal(await yieldToEventLoop(Number.POSITIVE_INFINITY), true);
  assert.ok(isDone);
  await others;
});

test('nobody is given way to for longer than is allowed', async () => {
  let isDone = false;
  const others = workFor(200).then(() => {
    isDone = true;
  });
  assert.equal(await yieldToEventLoop(20), true);
  assert.equal(isDone, false);
  await others;
});

test('where nobody waits, work goes on at once', async () => {
  // The first calls are slow themselves: they are compiled.
  const answers: boolean[] = [];
  for (let i = 0; i < 50; i += 1) answers.push(await yieldToEventLoop(1_000));
  assert.ok(answers.filter((gaveWay) => !gaveWay).length > 25, String(answers));
});
