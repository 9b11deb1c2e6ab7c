// Jobs in the service: what each end of an attempt leaves, what a bad job does to the others, schedules and order. Real stores and
// the real runner; a clock that stands still.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import type { Base } from '../../../src/base/base.ts';
import { defineJob, JobDelayed, type JobKind, JobRefused, LeaseLost } from '../../../src/base/work/job.ts';
import { addJob, runDue, runNow, startDue } from '../../../src/base/work/runner.ts';
import { defineSchedule } from '../../../src/base/work/schedule.ts';
import { startWork } from '../../../src/base/work/service.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { letPass, until } from '../../until.ts';

const START = '2026-03-31T12:00:00Z';

async function opened(t: TestContext): Promise<TestApp> {
  const app = await startTestApp({ at: START });
  t.after(() => app.close());
  return app;
}

const numbered = z.object({ n: z.number() });

const kindOf = (
  run: JobKind<{ n: number }>['start'],
  more: Partial<Parameters<typeof defineJob<{ n: number }>>[0]> = {},
): JobKind<{ n: number }> =>
  defineJob({
    kind: 'counted',
    payload: numbered,
    leaseSeconds: 60,
    retry: { attempts: 3 },
    failureText: 'it failed',
    run,
    ...more,
  });

const stateOf = (base: Base, jobId: string) => {
  const { status, failure, error, attempts } = base.state.jobs.byId(jobId) ?? {};
  return { status, failure, error, attempts };
};

test('a job runs once, with its checked payload, and keeps what it answers', async (t) => {
  const { base } = await opened(t);
  const seen: unknown[] = [];
  const kind = kindOf(async (_base, { payload }) => {
    seen.push(payload);
    return { rows: 3 };
  });
  const { jobId } = addJob(base, kind, { payload: { n: 7 } });
  assert.equal(await runDue(base, [kind]), 1);
  assert.deepEqual(seen, [{ n: 7 }]);
  assert.deepEqual([base.state.jobs.byId(jobId)?.status, base.state.jobs.byId(jobId)?.result], ['done', { rows: 3 }]);
  assert.equal(await runDue(base, [kind]), 0);
});

test('a failure waits anywhere below a bound that doubles, then fails for good and keeps no other job', async (t) => {
  const { base, clock } = await opened(t);
  const kind = kindOf(async () => {
    throw new Error('no luck');
  });
  const { jobId } = addJob(base, kind, { payload: { n: 1 } });
  for (const bound of [5_000, 10_000]) {
    await runDue(base, [kind]);
    const runAt = base.state.db.prepare('select run_at from jobs where job_id = ?').pluck().get(jobId) as number;
    assert.ok(runAt > clock.now() && runAt <= clock.now() + bound);
    clock.advance(bound);
  }
  await runDue(base, [kind]);
  assert.deepEqual(stateOf(base, jobId), { status: 'failed', failure: 'attempts_used', error: 'no luck', attempts: 3 });
});

test('a handler may say that another attempt would not help, or not before so long', async (t) => {
  const { base, clock } = await opened(t);
  const kind = kindOf(async (_base, { payload }) => {
    throw Object(payload).n === 1 ? new JobRefused('never') : new JobDelayed('asked to wait', 90_000);
  });
  const [refused, delayed] = [1, 2].map((n) => addJob(base, kind, { payload: { n } }).jobId) as [string, string];
  await runDue(base, [kind]);
  assert.deepEqual(stateOf(base, refused), { status: 'failed', failure: 'refused', error: 'never', attempts: 1 });
  clock.advance(89_999);
  assert.equal(runNow(base, kind, { profileId: '' }), undefined);
  clock.advance(1);
  await runDue(base, [kind]);
  assert.equal(stateOf(base, delayed).attempts, 2);
});

test('a payload of an older version fails for good by its name, and its neighbours run', async (t) => {
  const { base } = await opened(t);
  const old = base.state.jobs.add({ kind: 'counted', profileId: '', payload: { count: 1 } }).jobId;
  const kind = kindOf(async () => null);
  const { jobId } = addJob(base, kind, { payload: { n: 1 } });
  await runDue(base, [kind]);
  assert.match(stateOf(base, old).error ?? '', /does not have the form of this version: n: /);
  assert.deepEqual([stateOf(base, old).status, stateOf(base, old).failure], ['failed', 'payload_invalid']);
  assert.equal(stateOf(base, jobId).status, 'done');
});

test('a sealed payload is nowhere in clear, not in its errors, and removed when it has served', async (t) => {
  const { base, clock } = await opened(t);
  let isBroken = true;
  const kind = defineJob({
    kind: 'secret',
    payload: z.object({ to: z.string() }),
    isSealed: true,
    leaseSeconds: 60,
    retry: { attempts: 3 },
    failureText: 'it failed',
    run: async (_base, { payload }) => {
      if (isBroken) throw Object.assign(new Error(`cannot reach ${payload.to}`), { code: 'ECONNREFUSED' });
    },
  });
  const { jobId } = addJob(base, kind, { payload: { to: 'ana@secret.example' } });
  const row = (): string => JSON.stringify(base.state.db.prepare('select * from jobs where job_id = ?').get(jobId));
  await runDue(base, [kind]);
  assert.doesNotMatch(row(), /secret\.example/);
  assert.equal(stateOf(base, jobId).error, 'ECONNREFUSED');
  isBroken = false;
  clock.advance(5_000);
  await runDue(base, [kind]);
  assert.deepEqual([stateOf(base, jobId).status, base.state.jobs.byId(jobId)?.payload], ['done', null]);
});

test('a worker whose lease expired writes nothing, and the next one finishes', async (t) => {
  const { base, clock } = await opened(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  const fails: unknown[] = [];
  const kind = kindOf(async (_base, job) => {
    await promise;
    try {
      job.finish(() => base.state.setCursor('written', 'p', 1n));
    } catch (error) {
      fails.push(error);
      throw error;
    }
  });
  const { jobId } = addJob(base, kind, { payload: { n: 1 } });
  const slow = runNow(base, kind, { profileId: '' });
  clock.advance(60_000);
  const taken = base.state.jobs.take(jobId, 60);
  assert.ok(taken, 'another runner');
  resolve();
  assert.equal((await slow)?.isDone, false);
  assert.ok(fails[0] instanceof LeaseLost);
  assert.equal(base.state.cursor('written', 'p'), 0n, 'nothing of it is committed');
  assert.equal(base.state.jobs.finish(taken, 'other'), true);
  assert.deepEqual([stateOf(base, jobId).status, base.state.jobs.byId(jobId)?.result], ['done', 'other']);
});

test('a process that was held up for longer than a lease keeps its jobs, and starts no other of their key', async (t) => {
  const { base, clock } = await opened(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen: unknown[] = [];
  const kind = defineJob({
    kind: 'held up',
    payload: numbered,
    leaseSeconds: 60,
    retry: { attempts: 3 },
    failureText: 'it failed',
    concurrency: 2,
    concurrencyKey: () => 'one at a time',
    run: async (_base, { payload: { n } }) => {
      if (n === 1) await promise;
      seen.push(n);
    },
  });
  const { jobId } = addJob(base, kind, { payload: { n: 1 } });
  const first = runNow(base, kind, { profileId: '' });
  addJob(base, kind, { payload: { n: 2 } });
  clock.advance(3_600_000);
  assert.deepEqual(startDue(base, kind), [], 'the first still has its lease');
  resolve();
  assert.equal((await first)?.isDone, true);
  await runDue(base, [kind]);
  assert.deepEqual([seen, stateOf(base, jobId).attempts], [[1, 2], 1]);
});

test('two runners on one table do each job once', async (t) => {
  const { base } = await opened(t);
  const second: Base = { ...base, memo: (await opened(t)).base.memo };
  const seen: number[] = [];
  const kind = kindOf(
    async (_base, { payload }) => {
      await letPass(1);
      seen.push(Object(payload).n);
    },
    { concurrency: 3 },
  );
  for (let n = 0; n < 30; n += 1) addJob(base, kind, { payload: { n } });
  await Promise.all([runDue(base, [kind]), runDue(second, [kind])]);
  await until(() => seen.length === 30, 'all jobs ran');
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    Array.from({ length: 30 }, (_, n) => n),
  );
});

test('one that loses its worker at every attempt fails for good', async (t) => {
  const { base, clock } = await opened(t);
  const kind = kindOf(async () => assert.fail('it is not run'));
  const { jobId } = addJob(base, kind, { payload: { n: 1 } });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    assert.ok(base.state.jobs.take(jobId, 1));
    clock.advance(1_000);
  }
  await runDue(base, [kind]);
  assert.deepEqual(stateOf(base, jobId), { status: 'failed', failure: 'worker_lost', error: 'its worker was lost', attempts: 3 });
});

test('the service: a removed handler and a handler that hangs keep nothing else waiting', async (t) => {
  const { base } = await opened(t);
  const gone = base.state.jobs.add({ kind: 'removed', profileId: '', payload: {} }).jobId;
  let isStopped = false;
  const hangs = defineJob({
    kind: 'hangs',
    payload: numbered,
    leaseSeconds: 60,
    retry: { attempts: 3 },
    failureText: 'it failed',
    run: (_base, { signal }) =>
      new Promise<void>((done) => {
        signal.addEventListener('abort', () => {
          isStopped = true;
          done();
        });
      }),
  });
  const kind = kindOf(async () => null);
  addJob(base, hangs, { payload: { n: 1 } });
  const work = startWork(base, [hangs, kind]);
  const { jobId } = addJob(base, kind, { payload: { n: 1 } });
  await until(() => stateOf(base, jobId).status === 'done', 'the job is done');
  assert.deepEqual(stateOf(base, gone), {
    status: 'failed',
    failure: 'handler_missing',
    attempts: 0,
    error: 'this version has no handler of its kind',
  });
  await work.stop();
  assert.equal(isStopped, true);
});

test('a job that fails because the service stops has not failed: the next start runs it', async (t) => {
  const { base } = await opened(t);
  const started = Promise.withResolvers<void>();
  const seen: number[] = [];
  const kind = kindOf((_base, { signal, attempt }) => {
    seen.push(attempt);
    if (attempt > 1) return Promise.resolve();
    started.resolve();
    return new Promise<void>((_done, fail) => {
      signal.addEventListener('abort', () => fail(new Error('the warehouse is closed')));
    });
  });
  const { jobId } = addJob(base, kind, { payload: { n: 1 } });
  const work = startWork(base, [kind]);
  await started.promise;
  await work.stop();
  assert.deepEqual(stateOf(base, jobId), { status: 'running', failure: null, error: null, attempts: 1 });
  base.state.jobs.adopt();
  await runDue(base, [kind]);
  assert.deepEqual([seen, stateOf(base, jobId).status], [[1, 2], 'done']);
});

test('ordered jobs: those of a transaction that is taken back are none, each key keeps its order, a poisoned one ends alone', async (t) => {
  const { base, clock } = await opened(t);
  const sent: string[] = [];
  const ordered = defineJob({
    payload: z.object({ to: z.string(), n: z.number() }),
    kind: 'ordered',
    leaseSeconds: 60,
    retry: { attempts: 2 },
    failureText: 'it failed',
    concurrency: 4,
    isOrdered: true,
    concurrencyKey: ({ payload }) => `ordered ${payload.to}`,
    run: async (_base, { payload: { to, n } }) => {
      await letPass(3 - n);
      if (to === 'a' && n === 1) throw new Error('poison');
      sent.push(`${to}${n}`);
    },
  });
  assert.throws(() =>
    base.state.tx(() => {
      addJob(base, ordered, { payload: { to: 'x', n: 1 } });
      throw new Error('taken back');
    }),
  );
  base.state.tx(() => {
    for (const n of [1, 2, 3]) for (const to of ['a', 'b']) addJob(base, ordered, { payload: { to, n } });
  });
  await runDue(base, [ordered]);
  assert.deepEqual(sent, ['b1', 'b2', 'b3'], 'the first of a is tried again before the others of a');
  clock.advance(5_000);
  await runDue(base, [ordered]);
  assert.deepEqual(sent.slice(3), ['a2', 'a3']);
  assert.equal(
    base.state.db.prepare("select failure from jobs where kind = 'ordered' and status = 'failed'").pluck().get(),
    'attempts_used',
  );
});

test('a schedule goes on after a failure for good, and daily follows the local time', async (t) => {
  const { base, clock, profileId } = await opened(t);
  let runs = 0;
  const often = defineSchedule({
    kind: 'often',
    times: { everySeconds: 600 },
    leaseSeconds: 60,
    retry: { attempts: 1 },
    failureText: 'it failed',
    run: () => {
      runs += 1;
      throw new Error('no luck');
    },
  });
  const daily = defineSchedule({
    kind: 'daily',
    leaseSeconds: 60,
    retry: { attempts: 1 },
    failureText: 'it failed',
    profiles: () => [profileId],
    times: { daily: { at: '02:30', zoneOf: () => 'Europe/Berlin' } },
    run: () => undefined,
  });
  const work = startWork(base, [often, daily]);
  await until(() => runs === 1, 'it ran');
  await work.stop();
  const dueOf = (kind: string): string =>
    new Date(
      base.state.db.prepare("select run_at from jobs where kind = ? and status = 'waiting'").pluck().get(kind) as number,
    ).toISOString();
  assert.equal(dueOf('often'), '2026-03-31T12:10:00.000Z');
  assert.equal(dueOf('daily'), '2026-04-01T00:30:00.000Z');
  clock.set('2027-03-27T12:00:00Z');
  await runDue(base, [often, daily]);
  assert.equal(runs, 2, 'what was missed runs once');
  // 02:30 does not exist on the day on which clocks go forward: the moment after the gap.
  assert.equal(dueOf('daily'), '2027-03-28T01:30:00.000Z');
});
