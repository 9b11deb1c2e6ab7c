// Budgets fill evenly, are bounded over any time, and cost no memory once they are full.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../../src/base/kit/clock.ts';
import { TokenBuckets } from '../../../../src/base/kit/limits.ts';
import { seededRandom } from '../../random.ts';

const start = '2026-03-01T12:00:00Z';

test('TokenBuckets', async (t) => {
  await t.test('has a minute at once, then as much as a minute fills, each name by itself', () => {
    const clock = fakeClock(start);
    const buckets = new TokenBuckets(clock, 120);
    buckets.take('a', 120);
    assert.deepEqual([buckets.secondsUntil('a', 1), buckets.secondsUntil('a', 2), buckets.secondsUntil('a', 120)], [1, 1, 60]);
    assert.equal(buckets.secondsUntil('b', 120), 0);
    clock.advance(1_000);
    assert.deepEqual([buckets.secondsUntil('a', 2), buckets.secondsUntil('a', 3)], [0, 1]);
    clock.advance(3_600_000);
    assert.equal(buckets.secondsUntil('a', 120), 0);
    buckets.take('a', 120);
    assert.equal(buckets.secondsUntil('a', 1), 1, 'an hour of silence is no budget of an hour');
  });

  await t.test('more than a bucket holds waits for a full one, and is paid for', () => {
    const clock = fakeClock(start);
    const buckets = new TokenBuckets(clock, 60);
    assert.equal(buckets.secondsUntil('a', 200), 0);
    buckets.take('a', 200);
    assert.equal(buckets.secondsUntil('a', 1), 141);
    clock.advance(141_000);
    assert.deepEqual([buckets.secondsUntil('a', 1), buckets.secondsUntil('a', 200)], [0, 59]);
  });

  await t.test('a clock that is set back fills nothing, and fills on from there', () => {
    const clock = fakeClock(start);
    const buckets = new TokenBuckets(clock, 60);
    buckets.take('a', 60);
    clock.advance(-86_400_000);
    assert.equal(buckets.secondsUntil('a', 1), 1);
    clock.advance(1_000);
    assert.equal(buckets.secondsUntil('a', 1), 0);
  });

  await t.test('forgets who has a full bucket', () => {
    const clock = fakeClock(start);
    const buckets = new TokenBuckets(clock, 60);
    for (let n = 0; n < 1_000; n += 1) buckets.take(`of ${n}`, 1);
    clock.advance(61_000);
    buckets.take('a', 1);
    assert.equal(buckets.size, 1);
  });

  await t.test('over any time, no more passes than a bucket and what fills it', (t) => {
    const random = seededRandom(t);
    for (let round = 0; round < 50; round += 1) {
      const clock = fakeClock(start);
      const perMinute = 1 + random(5_000);
      const buckets = new TokenBuckets(clock, perMinute);
      let passed = 0;
      let elapsedMs = 0;
      for (let step = 0; step < 200; step += 1) {
        const amount = 1 + random(Math.min(perMinute, 100));
        const seconds = buckets.secondsUntil('a', amount);
        if (seconds === 0) {
          buckets.take('a', amount);
          passed += amount;
        }
        const ms = seconds > 0 && random(2) === 0 ? seconds * 1_000 : random(2_000);
        clock.advance(ms);
        elapsedMs += ms;
        if (seconds > 0 && ms === seconds * 1_000)
          assert.equal(buckets.secondsUntil('a', amount), 0, 'who waits as long as he was told passes');
        assert.ok(passed <= perMinute + (perMinute * elapsedMs) / 60_000);
      }
    }
  });
});
