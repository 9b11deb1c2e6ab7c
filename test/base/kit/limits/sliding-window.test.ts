// A limit contains over any window's length, not only from full minute to full minute.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../../src/base/kit/clock.ts';
import { SlidingWindow } from '../../../../src/base/kit/limits.ts';

const start = '2026-03-01T12:00:00Z';

test('SlidingWindow', async (t) => {
  await t.test('lets a limit through in any minute', () => {
    const clock = fakeClock(start);
    const window = new SlidingWindow(clock, 60);
    clock.advance(59_000);
    for (let n = 1; n <= 3; n += 1) assert.deepEqual(window.take('a', 3), { isOver: false, remaining: 3 - n, resetSeconds: 60 });
    assert.deepEqual(window.take('a', 3), { isOver: true, remaining: 0, resetSeconds: 60 });
    clock.advance(2_000); // another minute on the clock, the same sixty seconds
    assert.deepEqual(window.take('a', 3), { isOver: true, remaining: 0, resetSeconds: 58 });
    clock.advance(57_999);
    assert.equal(window.take('a', 3).isOver, true);
    clock.advance(1);
    assert.deepEqual(window.take('a', 3), { isOver: false, remaining: 2, resetSeconds: 60 });
  });

  await t.test('frees as many as leave, when they leave', () => {
    const clock = fakeClock(start);
    const window = new SlidingWindow(clock, 60);
    window.take('a', 2);
    clock.advance(30_000);
    assert.deepEqual(window.take('a', 2), { isOver: false, remaining: 0, resetSeconds: 30 });
    clock.advance(30_000);
    assert.deepEqual(window.take('a', 2), { isOver: false, remaining: 0, resetSeconds: 30 });
    assert.equal(window.take('a', 2).isOver, true);
  });

  await t.test('counts each name by itself, and takes back', () => {
    const window = new SlidingWindow(fakeClock(start), 60);
    window.take('a', 1);
    assert.equal(window.take('b', 1).isOver, false);
    assert.equal(window.take('a', 1).isOver, true);
    window.giveBack('a');
    window.giveBack('a');
    window.giveBack('nobody');
    assert.equal(window.take('a', 1).isOver, false);
    assert.equal(window.take('a', 1).isOver, true);
  });

  await t.test('a clock that is set back opens nothing', () => {
    const clock = fakeClock(start);
    const window = new SlidingWindow(clock, 60);
    window.take('a', 1);
    clock.advance(-30_000);
    assert.equal(window.take('a', 1).isOver, true);
  });

  await t.test('forgets who no longer comes', () => {
    const clock = fakeClock(start);
    const window = new SlidingWindow(clock, 60);
    for (let n = 0; n < 1_000; n += 1) window.take(`n${n}`, 1);
    clock.advance(60_000);
    window.take('a', 1);
    assert.equal(window.size, 1);
  });
});
