// Changes that are planned together, as another slice plans them: all are made, or what was made is taken back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adWriteEffect, shownWrite, type WantedWrite } from '../../../src/act/ads/index.ts';
import { collectHooks } from '../../../src/base/contract/hooks.ts';
import type { Slice } from '../../../src/base/contract/operation.ts';
import type { EndedAdWrites } from '../../../src/base/contract/slice-hooks.ts';
import { intentJob } from '../../../src/base/work/intents.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { createCalls } from '../../../src/call/index.ts';
import { slices } from '../../../src/slices.ts';
import { startWriteWorld } from './write-world.ts';

const HOUR_MS = 3_600_000;

test('two changes of one plan', async (t) => {
  const w = await startWriteWorld(t);
  const { base } = w.app;
  let writes: WantedWrite[] = [];
  let readsFirst = false;
  const ended: EndedAdWrites[] = [];
  const both = adWriteEffect('pauseAd', {
    wanted: async (_call, _base, live) => {
      if (readsFirst) await live.adSet('81');
      return { writes, source: { kind: 'test', id: '1' }, evidence: [{ name: 'Cost', value: '12 EUR' }] };
    },
    answer: (_tx, plan) => {
      const [first] = plan.writes;
      assert.ok(first);
      return { data: shownWrite(plan.operation, first) };
    },
    awaiting: () => assert.fail('an owner needs nobody'),
  });
  const changed: Slice[] = slices.map((slice) =>
    slice.name === 'act/ads'
      ? {
          ...slice,
          handlers: { ...slice.handlers, pauseAd: both },
          hooks: { ...slice.hooks, adWritesEnded: (_tx, end) => void ended.push(end) },
        }
      : slice,
  );
  collectHooks(base, changed);
  const calls = createCalls(base, changed);
  let key = 0;
  const call = async () => {
    key += 1;
    return calls.invoke({ requestId: 'r', authorization: `Bearer ${w.app.session}` }, 'pauseAd', {
      path: { id: 'x' },
      query: `profile_id=${w.app.profileId}`,
      body: { value: {} },
      idempotencyKey: `key ${key}`,
    });
  };
  const more = { kind: 'budget', adSetId: '81', to: { changePercent: 20 } } as const;
  const less = { kind: 'budget', adSetId: '84', to: { changePercent: -20 } } as const;

  await t.test('are made in their order', async () => {
    writes = [more, less];
    assert.equal((await call()).status, 200);
    assert.deepEqual(w.carriedOut(), ['budget 81 2400', 'budget 84 800']);
    assert.deepEqual(
      ended.splice(0).map(({ status, source }) => [status, source?.id]),
      [['applied', '1']],
    );
  });

  await t.test('say that a part is undone, and then that all is', async () => {
    const made = base.state.db
      .prepare("select write_id, target_id from ad_writes where status = 'applied' order by position")
      .all();
    const undo = (at: number): WantedWrite => {
      const { write_id, target_id } = Object(made[at]);
      return { kind: 'budget', adSetId: target_id, to: { undoOf: write_id } };
    };
    for (const at of [0, 1]) {
      writes = [undo(at)];
      assert.equal((await call()).status, 200);
    }
    assert.deepEqual(
      ended.splice(0).map(({ status, isLeft }) => [status, isLeft]),
      [
        ['undone', true],
        ['applied', false],
        ['undone', false],
        ['applied', false],
      ],
    );
    assert.deepEqual(w.carriedOut(), ['budget 81 2000', 'budget 84 1000']);
    w.app.clock.advance(2 * HOUR_MS);
    writes = [more, less];
    assert.equal((await call()).status, 200);
    [ended.splice(0), w.carriedOut()];
  });

  await t.test('are both taken back where the second is refused', async () => {
    refuseAfter('84', 2);
    const { refusal } = await call();
    assert.equal(refusal?.code, 'validation_error');
    assert.match(refusal?.message ?? '', /The budget is too low.*Nothing of it is left in force/);
    assert.deepEqual(w.carriedOut(), ['budget 81 2880', 'budget 81 2400']);
    assert.deepEqual(
      ended.splice(0).map(({ status }) => status),
      ['failed'],
    );
  });

  await t.test('say what could not be taken back', async () => {
    refuseAfter('84', 2);
    refuseAfter('81', 5);
    const { refusal } = await call();
    assert.deepEqual(
      Object(refusal?.extra['writes']).map(({ status }: { status: string }) => status),
      ['applied', 'failed'],
    );
    assert.deepEqual(w.carriedOut(), ['budget 81 2880']);
    assert.deepEqual(
      ended.splice(0).map(({ status, isLeft }) => [status, isLeft]),
      [['failed', true]],
    );
  });

  await t.test('count as the platform counts them: what was taken back is another change', async () => {
    writes = [more];
    readsFirst = true;
    const asked = w.meta.server.requests.length;
    const fifth = await call();
    assert.deepEqual([fifth.status, fifth.refusal?.code], [429, 'rate_limit_exceeded']);
    assert.equal(w.meta.server.requests.length, asked, 'nobody asks the platform');
    w.app.clock.advance(HOUR_MS);
    assert.notEqual((await call()).status, 429);
    [readsFirst] = [false, ended.splice(0)];
    w.carriedOut();
  });

  await t.test('are taken back later where the platform refuses that for a while', async () => {
    w.app.clock.advance(2 * HOUR_MS);
    const [up, down] = [
      { kind: 'budget', adSetId: '81', to: { changePercent: 20 } } as const,
      { kind: 'budget', adSetId: '84', to: { changePercent: -20 } } as const,
    ];
    restore('81', '2000');
    refuseAfter('84', 2);
    writes = [up, down];
    w.meta.server.failWrites(undefined, undefined, 'throttled');
    const { refusal } = await call();
    assert.equal(refusal?.code, 'provider_error');
    assert.match(refusal?.message ?? '', /found out automatically/);
    w.app.clock.advance(HOUR_MS);
    await runDue(base, [intentJob]);
    assert.deepEqual(w.carriedOut(), ['budget 81 2400', 'budget 81 2000']);
    const [end] = ended.splice(0);
    assert.deepEqual([end?.status, end?.isLeft], ['failed', false]);
    restore('81', '2000');
  });

  function restore(id: string, daily_budget: string): void {
    const row = w.account.adsets.find((each) => each.id === id);
    assert.ok(row);
    Object.defineProperty(row, 'daily_budget', { value: daily_budget, configurable: true, enumerable: true, writable: true });
  }

  /** An ad set that is read so many times and then refuses another budget. */
  function refuseAfter(id: string, reads: number): void {
    const row = w.account.adsets.find((each) => each.id === id);
    assert.ok(row);
    let [value, left] = [id === '81' ? '2400' : '800', reads];
    Object.defineProperty(row, 'daily_budget', {
      configurable: true,
      enumerable: true,
      get: () => {
        left -= 1;
        return left < 0 ? '0' : value;
      },
      set: (budget: string) => {
        value = budget;
      },
    });
  }
});
