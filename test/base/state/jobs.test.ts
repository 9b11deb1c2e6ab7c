// Jobs: leased to one runner, tried again with pauses, never waiting twice under one key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { openState } from '../../../src/base/state/open-state.ts';
import { temporaryFolder, testConfig } from '../folder.ts';

test('jobs', async (t) => {
  const clock = fakeClock('2026-03-01T10:00:00Z');
  const config = testConfig(temporaryFolder(t));
  let state = openState(config, clock);
  t.after(() => state.close());
  const add = (kind: string, more = {}) => state.jobs.add({ kind, profileId: 'p', payload: { n: 1 }, ...more });

  await t.test('one that waits under the same key is answered instead of a second', () => {
    const first = add('replay', { dedupeKey: 'p' });
    assert.equal(first.created, true);
    assert.deepEqual(add('replay', { dedupeKey: 'p' }), { jobId: first.jobId, created: false });
    assert.equal(add('other', { dedupeKey: 'p' }).created, true);
    assert.equal(state.jobs.take(['replay'], 60)?.jobId, first.jobId);
    assert.equal(add('replay', { dedupeKey: 'p' }).created, true, 'a running one does not count');
  });
  await t.test('a taken job is nobody else’s until its lease has passed', () => {
    const { jobId } = add('lease');
    assert.equal(state.jobs.take(['lease'], 60)?.jobId, jobId);
    assert.equal(state.jobs.take(['lease'], 60), undefined);
    clock.advance(59_999);
    assert.equal(state.jobs.take(['lease'], 60), undefined);
    clock.advance(1);
    const again = state.jobs.take(['lease'], 60);
    assert.deepEqual([again?.jobId, again?.attempts], [jobId, 2]);
  });
  await t.test('that it failed is noted once a full disk takes writes again', async () => {
    const { jobId } = add('full');
    state.jobs.take(['full'], 60);
    state.db.pragma(`max_page_count = ${state.db.pragma('page_count', { simple: true })}`);
    state.jobs.fail(jobId, `no room ${'x'.repeat(100_000)}`);
    assert.equal(state.jobs.byId(jobId)?.error, null);
    state.db.pragma('max_page_count = 1073741823');
    for (let looks = 0; looks < 100 && state.jobs.byId(jobId)?.error === null; looks += 1) await pause(50);
    assert.match(state.jobs.byId(jobId)?.error ?? '', /^no room/);
  });
  await t.test('progress renews the lease', () => {
    const { jobId } = add('long');
    state.jobs.take(['long'], 60);
    clock.advance(50_000);
    state.jobs.progress(jobId, { done: 5 });
    clock.advance(50_000);
    assert.equal(state.jobs.take(['long'], 60), undefined);
    assert.deepEqual(state.jobs.byId(jobId)?.progress, { done: 5 });
    state.jobs.finish(jobId, { rows: 3 });
    const done = state.jobs.byId(jobId);
    assert.deepEqual([done?.status, done?.result, done?.finishedAt], ['done', { rows: 3 }, clock.now()]);
  });
  await t.test('a failure is tried again after growing pauses, then given up with its reason', () => {
    const { jobId } = add('fails', { maxAttempts: 3 });
    for (const pause of [5_000, 10_000]) {
      assert.equal(state.jobs.take(['fails'], 60)?.jobId, jobId);
      state.jobs.fail(jobId, 'no luck');
      clock.advance(pause - 1);
      assert.equal(state.jobs.take(['fails'], 60), undefined);
      clock.advance(1);
    }
    state.jobs.take(['fails'], 60);
    state.jobs.fail(jobId, 'no luck at all');
    clock.advance(10_000_000);
    assert.equal(state.jobs.take(['fails'], 60), undefined);
    const ended = state.jobs.latest('fails', 'p');
    assert.deepEqual([ended?.status, ended?.error, ended?.attempts], ['failed', 'no luck at all', 3]);
  });
  await t.test('one that loses its runner every time is given up', () => {
    const { jobId } = add('lost', { maxAttempts: 2 });
    state.jobs.take(['lost'], 1);
    clock.advance(1_000);
    state.jobs.take(['lost'], 1);
    clock.advance(1_000);
    assert.equal(state.jobs.take(['lost'], 1), undefined);
    assert.deepEqual([state.jobs.byId(jobId)?.status, state.jobs.byId(jobId)?.error], ['failed', 'its runner was lost']);
  });
  await t.test('one that fails while a twin waits leaves the work to the twin', () => {
    const first = add('twin', { dedupeKey: 'k' });
    state.jobs.take(['twin'], 60);
    const second = add('twin', { dedupeKey: 'k' });
    state.jobs.fail(first.jobId, 'broke');
    assert.equal(state.jobs.byId(first.jobId)?.status, 'failed');
    assert.equal(state.jobs.take(['twin'], 60)?.jobId, second.jobId);
  });
  await t.test('a job set for later waits for its time', () => {
    const { jobId } = add('later', { runAt: clock.now() + 1_000 });
    assert.equal(state.jobs.take(['later'], 60), undefined);
    clock.advance(1_000);
    assert.equal(state.jobs.take(['later'], 60)?.jobId, jobId);
  });
  await t.test('what an earlier process left running is due at once', () => {
    const { jobId } = add('orphan');
    state.jobs.take(['orphan'], 3_600);
    state.close();
    state = openState(config, clock);
    assert.equal(state.jobs.take(['orphan'], 60)?.jobId, jobId);
  });
});
