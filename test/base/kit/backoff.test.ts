// Work that stands back: it rests when the main thread was busy, and not otherwise.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Backoff } from '../../../src/base/kit/backoff.ts';
import { letPass } from '../../until.ts';

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
  // What is idle on a fast machine is busy on a slow one, so the measure is fixed.
  const backoff = new Backoff(() => ({ utilization: 0.4, active: 0, idle: 0 }));
  await backoff.run(() => letPass(WORK_MS));
  let isBegun = false;
  const next = backoff.run(async () => {
    isBegun = true;
  });
  assert.equal(isBegun, true, 'it begins before anything else has its turn');
  await next;
});

test('work that fails is told, and the next one comes', async () => {
  const backoff = new Backoff();
  await assert.rejects(
    backoff.run(() => Promise.reject(new Error('failed'))),
    /failed/,
  );
  assert.equal(await backoff.run(() => Promise.resolve(1)), 1);
});
