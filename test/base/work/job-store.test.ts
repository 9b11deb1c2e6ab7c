// Jobs: leased to one runner, tried again with pauses, never waiting twice under one key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { openState } from '../../../src/base/state/open-state.ts';
import type { Job } from '../../../src/base/work/jobs.ts';
import { until } from '../../until.ts';
import { temporaryFolder, testConfig } from '../folder.ts';

test('jobs', async (t) => {
  const clock = fakeClock('2026-03-01T10:00:00Z');
  const config = testConfig(temporaryFolder(t));
  let state = openState(config, clock);
  t.after(() => state.close());
  const take = (kind: string, leaseSeconds: number): Job | undefined => {
    const [due] = state.jobs.due(kind, 1);
    return due && state.jobs.take(due.jobId, leaseSeconds);
  };
  const taken = (kind: string, leaseSeconds = 60): Job => {
    const job = take(kind, leaseSeconds);
    assert.ok(job, `no job ${kind} is due`);
    return job;
  };
  const add = (kind: string, more = {}) => state.jobs.add({ kind, profileId: 'p', payload: { n: 1 }, ...more });

  const addedAndTaken = (kind: string, more = {}): Job => {
    add(kind, more);
    return taken(kind);
  };

  await t.test('one that waits under the same key is answered instead of a second', () => {
    const first = add('replay', { dedupeKey: 'p' });
    assert.equal(first.created, true);
    assert.deepEqual(add('replay', { dedupeKey: 'p' }), { jobId: first.jobId, created: false });
    assert.equal(add('other', { dedupeKey: 'p' }).created, true);
    assert.equal(take('replay', 60)?.jobId, first.jobId);
    assert.equal(add('replay', { dedupeKey: 'p' }).created, true, 'a running one does not count');
  });
  await t.test('a taken job is nobody else’s until its lease has passed', () => {
    const { jobId } = add('lease');
    assert.equal(take('lease', 60)?.jobId, jobId);
    assert.equal(take('lease', 60), undefined);
    clock.advance(59_999);
    assert.equal(take('lease', 60), undefined);
    clock.advance(1);
    const again = take('lease', 60);
    assert.deepEqual([again?.jobId, again?.attempts], [jobId, 2]);
  });
  await t.test('that it failed is noted once a full disk takes writes again', async () => {
    const job = addedAndTaken('full');
    state.db.pragma(`max_page_count = ${state.db.pragma('page_count', { simple: true })}`);
    state.jobs.fail(job, { reason: `no room ${'x'.repeat(100_000)}`, failure: 'attempts_used', runAt: clock.now() + 1 });
    assert.equal(state.jobs.byId(job.jobId)?.error, null);
    state.db.pragma('max_page_count = 1073741823');
    const error = await until(() => state.jobs.byId(job.jobId)?.error, 'the failure is stored');
    assert.match(error, /^no room/);
  });
  await t.test('progress and renewals extend the lease', () => {
    const job = addedAndTaken('long');
    clock.advance(50_000);
    assert.equal(state.jobs.progress(job, { done: 5 }), true);
    clock.advance(50_000);
    assert.equal(take('long', 60), undefined);
    assert.equal(state.jobs.renew(job), true);
    clock.advance(50_000);
    assert.deepEqual(state.jobs.byId(job.jobId)?.progress, { done: 5 });
    assert.equal(state.jobs.finish(job, { rows: 3 }), true);
    const done = state.jobs.byId(job.jobId);
    assert.deepEqual([done?.status, done?.result, done?.finishedAt], ['done', { rows: 3 }, clock.now()]);
  });
  await t.test('a worker that was held up goes on while nobody else has taken its job', () => {
    const slow = addedAndTaken('held-up');
    clock.advance(600_000);
    assert.deepEqual([state.jobs.progress(slow, 1), state.jobs.finish(slow, 'slow')], [true, true]);
    const other = addedAndTaken('held-up');
    clock.advance(600_000);
    assert.equal(state.jobs.renew(other), true);
    assert.equal(take('held-up', 60), undefined, 'it has its lease again');
  });
  await t.test('a worker whose job was taken by another changes nothing', () => {
    const slow = addedAndTaken('fenced');
    clock.advance(60_000);
    const fast = taken('fenced');
    assert.deepEqual(
      [fast.jobId, state.jobs.finish(slow, 'slow'), state.jobs.renew(slow), state.jobs.progress(slow, 1)],
      [slow.jobId, false, false, false],
    );
    state.jobs.fail(slow, { reason: 'slow', failure: 'refused' });
    assert.equal(state.jobs.byId(slow.jobId)?.status, 'running');
    assert.equal(state.jobs.finish(fast, 'fast'), true);
    assert.equal(state.jobs.byId(slow.jobId)?.result, 'fast');
  });
  await t.test('a failure is tried again at its time until the attempts are used up, then it keeps its reason', () => {
    add('fails', { maxAttempts: 3 });
    for (const pauseMs of [5_000, 10_000]) {
      const failed = taken('fails');
      state.jobs.fail(failed, { reason: 'no luck', failure: 'attempts_used', runAt: clock.now() + pauseMs });
      clock.advance(pauseMs - 1);
      assert.equal(take('fails', 60), undefined);
      clock.advance(1);
    }
    state.jobs.fail(taken('fails'), { reason: 'no luck at all', failure: 'attempts_used', runAt: clock.now() });
    clock.advance(10_000_000);
    assert.equal(take('fails', 60), undefined);
    const ended = state.jobs.latest('fails', 'p');
    assert.deepEqual(
      [ended?.status, ended?.error, ended?.failure, ended?.attempts],
      ['failed', 'no luck at all', 'attempts_used', 3],
    );
    assert.equal(state.jobs.revive(ended?.jobId ?? ''), true);
    assert.equal(taken('fails').attempts, 1);
  });
  await t.test('of one concurrency key one job runs at a time, whatever its kind', () => {
    add('one', { concurrencyKey: 'shop' });
    add('two', { concurrencyKey: 'shop' });
    const first = taken('one');
    assert.equal(take('two', 60), undefined);
    state.jobs.finish(first, null);
    assert.ok(take('two', 60));
  });
  await t.test('ordered jobs of a key wait for those before them, and not for one that failed for good', () => {
    const ids = [1, 2, 3].map(() => add('ordered', { concurrencyKey: 'k', isOrdered: true }).jobId);
    const other = add('ordered', { concurrencyKey: 'other', isOrdered: true }).jobId;
    const first = taken('ordered');
    assert.equal(first.jobId, ids[0]);
    state.jobs.fail(first, { reason: 'later', failure: 'attempts_used', runAt: clock.now() + 1_000 });
    assert.equal(taken('ordered').jobId, other, 'another key goes on');
    assert.equal(take('ordered', 60), undefined);
    clock.advance(1_000);
    state.jobs.fail(taken('ordered'), { reason: 'never', failure: 'refused' });
    assert.equal(taken('ordered').jobId, ids[1]);
  });
  await t.test('one that fails while a twin waits leaves the work to the twin', () => {
    const first = addedAndTaken('twin', { dedupeKey: 'k' });
    const second = add('twin', { dedupeKey: 'k' });
    state.jobs.fail(first, { reason: 'broke', failure: 'attempts_used', runAt: clock.now() });
    assert.equal(state.jobs.byId(first.jobId)?.status, 'failed');
    assert.equal(take('twin', 60)?.jobId, second.jobId);
  });
  await t.test('a job set for later waits for its time', () => {
    const { jobId } = add('later', { runAt: clock.now() + 1_000 });
    assert.equal(take('later', 60), undefined);
    clock.advance(1_000);
    assert.equal(take('later', 60)?.jobId, jobId);
  });
  await t.test('what an earlier process left running is due when the folder is opened, not when a thread opens state', () => {
    const { jobId } = add('orphan');
    take('orphan', 3_600);
    const beside = openState(config, clock);
    assert.deepEqual(beside.jobs.due('orphan', 1), []);
    beside.close();
    state.close();
    state = openState(config, clock);
    state.jobs.adopt();
    assert.equal(take('orphan', 60)?.jobId, jobId);
    state.jobs.adopt();
    assert.equal(take('orphan', 60), undefined, 'what ended two processes waits before it may end a third');
    clock.advance(5_000);
    assert.equal(taken('orphan').attempts, 3);
  });
});
