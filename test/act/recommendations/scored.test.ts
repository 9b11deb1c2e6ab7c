// What recommendations promised beside what came: money that moved between two ads, and a budget that rose, each applied to the sandbox and scored by
// the same clock.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { ownMarket } from '../own-market.ts';
import { startAdviceWorld } from './advice-world.ts';

const COSTS = { 'Oak standing desks': 14, 'Official shop': 9, 'Wool, not plastic': 60, 'Work well at home': 60 };
const DAY_MS = 86_400_000;

test('recommendations that were applied are scored', async (t) => {
  const w = await startAdviceWorld(t);
  const { app, api, query } = w;
  await w.sell('2026-10-28', COSTS);
  await w.evaluate();
  const { market } = await ownMarket(app);
  const budgetOf = (adSetId: string): number =>
    market()
      .adSets.find(({ id }) => id === adSetId)
      ?.budgets.at(-1)?.value ?? 0;
  const apply = async (id: string) => {
    const response = await fetch(`${app.baseUrl}/api/v1/recommendations/${id}/apply?profile_id=${w.profileId}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${app.session}`,
        'idempotency-key': randomUUID(),
      },
      body: '{}',
    });
    // biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract by the service
    const answer: any = await response.json();
    return { status: response.status, ...answer };
  };
  const find = async (kind: string, name: string) => {
    const found = (await w.list()).find((each) => each.kind === kind && each.ad_name === name);
    return found ?? assert.fail(`no ${kind} of ${name}`);
  };

  /** The shop sells at the costs of before, so what was stated comes true, to less than one sale. */
  const isTrue = (
    kind: string,
    ratio: number,
    difference: Record<'expected' | 'observed' | 'outcomes' | 'low' | 'high', string>,
  ) => {
    const [outcomes, expected, observed] = [difference.outcomes, difference.expected, difference.observed].map(Number);
    assert.ok(Math.abs(outcomes ?? 9) < 1 && Math.abs(ratio - 1) < 0.15, `${kind} ${ratio} ${outcomes}`);
    assert.ok(Math.abs((observed ?? 0) - (expected ?? 0) - (outcomes ?? 0)) < 0.01, kind);
    assert.ok(Number(difference.low) < 0 && Number(difference.high) > 0, kind);
  };

  const move = await find('reallocate', 'Oak standing desks');
  await t.test('reallocate lowers one budget and raises the other by as much', async () => {
    const [to, from] = [move.target.adset_id, move.from.adset_id];
    const before = [budgetOf(to), budgetOf(from)];
    const { status, data } = await apply(move.id);
    assert.deepEqual([status, data.status, data.writes.length], [200, 'applied', 2]);
    assert.deepEqual(
      data.writes.map((write: { target: { id: string } }) => write.target.id),
      [from, to],
      'less is spent first',
    );
    const moved = Math.floor(Math.min(0.2 * (before[0] ?? 0), 0.5 * (before[1] ?? 0)));
    assert.ok(moved > 0);
    assert.deepEqual([budgetOf(to), budgetOf(from)], [(before[0] ?? 0) + moved, (before[1] ?? 0) - moved]);
  });

  const scale = await find('scale', 'Official shop');
  await t.test('scale raises the budget by a fifth', async () => {
    const before = budgetOf(scale.target.adset_id);
    assert.equal((await apply(scale.id)).status, 200);
    assert.equal(budgetOf(scale.target.adset_id), Math.round(before * 1.2));
  });

  await t.test('after seven days and those that sales take, each is compared with what came', async () => {
    app.clock.advance(9 * DAY_MS);
    await w.readSpend();
    await w.sell('2026-11-26', COSTS);
    app.clock.advance(2 * DAY_MS);
    await w.evaluate();
    const { kinds } = (await api.get('/recommendations/scoreboard', query)).body.data;
    const applied = kinds.filter(({ disposition }: { disposition: string }) => disposition === 'applied');
    assert.deepEqual(
      applied.map(({ kind, scored, hits }: { kind: string; scored: number; hits: number }) => [kind, scored, hits]),
      [
        ['reallocate', 1, 1],
        ['scale', 1, 1],
      ],
    );
    for (const { kind, observed_to_if, difference } of applied) isTrue(kind, observed_to_if, difference);
    const { outcome } = (await api.get(`/recommendations/${move.id}/diagnose`, query)).body.data;
    const { data } = (await api.get('/ads', { ...query, date_from: outcome.from, date_to: outcome.to, limit: 100 })).body;
    const both = data.filter(({ id }: { id: string }) => id === move.target.ad_id || id === move.from.ad_id);
    const spent = both.reduce((sum: number, { spend }: { spend: string }) => sum + Number(spend), 0);
    assert.equal(both.length, 2);
    assert.ok(Math.abs(Number(outcome.observed.spend) - spent) < 0.01, 'over both ads');
    assert.equal(outcome.is_hit, true);
    const { without_change, with_change, compared_with, observed } = outcome.total;
    assert.deepEqual([outcome.total.of, compared_with, observed.spend], ['ads', 'with_change', outcome.observed.spend]);
    assert.ok(Number(with_change.outcomes) > Number(without_change.outcomes));
    assert.ok(Math.abs(Number(observed.spend) / Number(with_change.spend) - 1) < 0.05, 'the budgets moved as was expected');
  });

  await t.test('what was scored by the additional sales alone is scored again, once', async () => {
    const { db } = app.base.state;
    const scores = () =>
      db.prepare("select * from recommendation_scores where disposition = 'applied' order by kind").all() as Record<
        string,
        string
      >[];
    const now = scores();
    const older = db.prepare(
      `update recommendation_scores
      set frozen = json_remove(frozen, '$.expected', '$.adset_id'), observed = json_set(json_remove(observed, '$.total'), '$.ratio', 6.0)`,
    );
    older.run();
    const board = async () =>
      (await api.get('/recommendations/scoreboard', query)).body.data.kinds.filter(
        ({ disposition }: { disposition: string }) => disposition === 'applied',
      );
    assert.deepEqual((await board())[0].observed_to_if, null);
    await w.evaluate();
    const again = scores();
    for (const { kind, observed_to_if, difference, scored, hits } of await board()) {
      isTrue(kind, observed_to_if, difference);
      assert.deepEqual([scored, hits], [1, 1]);
    }
    const judged = ({ scored_at, is_hit, due_at }: Record<string, string>) => [scored_at, is_hit, due_at];
    assert.deepEqual(again.map(judged), now.map(judged));
    await w.evaluate();
    assert.deepEqual(scores(), again);
  });

  await t.test('one of whose two changes was taken back is undone, and says that it was a part', async () => {
    app.base.state.db.prepare('update recommendation_scores set scored_at = null where recommendation_id = ?').run(move.id);
    const { written } = (await api.get(`/recommendations/${move.id}/diagnose`, query)).body.data;
    const { undo } = written.writes[0];
    const undone = await fetch(`${app.baseUrl}${undo.path}?profile_id=${w.profileId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${app.session}`, 'idempotency-key': 'undo' },
      body: JSON.stringify(undo.body),
    });
    assert.equal(undone.status, 200, await undone.text());
    const { outcome, recommendation } = (await api.get(`/recommendations/${move.id}/diagnose`, query)).body.data;
    assert.deepEqual([outcome.disposition, recommendation.status], ['undone', 'applied']);
    assert.match(recommendation.closed_reason, /^A part of it was taken back on /);
  });
});
