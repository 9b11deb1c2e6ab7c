// Work that stands back: it rests when the main thread was busy, and not otherwise.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Backoff } from '../../../src/base/kit/backoff.ts';

const WORK_MS = 60;

/** Milliseconds between the end of a piece of work and the start of the next. */
async function restAfter(work: () => Promise<void>): Promise<number> {
  const backoff = new Backoff();
  await backoff.run(work);
  const ended = performance.now();
  let rest = 0;
  await backoff.run(async () => {
    rest = performance.now() - ended;
  });
  return rest;
}

/** Leaves the main thread no idle moment. */
async function whileBusy(): Promise<void> {
  const until = performance.now() + WORK_MS;
  while (performance.now() < until) await new Promise((turn) => setImmediate(turn));
}

test('work rests several times its own length when the main thread was busy meanwhile', async () => {
  const rest = await restAfter(whileBusy);
  assert.ok(rest >= 3 * WORK_MS, `rested ${rest} ms`);
});

test('work does not rest when the main thread was idle meanwhile', async () => {
  const rest = await restAfter(() => pause(WORK_MS));
  assert.ok(rest < WORK_MS, `rested ${rest} ms`);
});

test('work that fails is told, and the next one comes', async () => {
  const backoff = new Backoff();
  await assert.rejects(
    backoff.run(() => Promise.reject(new Error('failed'))),
    /failed/,
  );
  assert.equal(await backoff.run(() => Promise.resolve(1)), 1);
});
