// Recommendations whose ads somebody else changes at the platform: it is said on each, one that does what was recommended or takes it back is
// recognised, and what came is not scored as ours.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setFrom } from '../../../src/sandbox/state.ts';
import { ownMarket } from '../own-market.ts';
import { startAdviceWorld } from './advice-world.ts';

const COSTS = {
  'Oak standing desks': 8,
  'Official shop': 9,
  'Reel: the workshop': 45,
  'Carousel: desks': 46,
  'Light for late hours': 70,
};
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('recommendations whose ads somebody else changes', async (t) => {
  const w = await startAdviceWorld(t);
  const { app, api, query } = w;
  await w.sell('2026-10-28', COSTS);
  await w.evaluate();
  const { market } = await ownMarket(app);
  const today = (): string => new Date(app.clock.now()).toISOString().slice(0, 10);
  const find = async (kind: string, more: Record<string, unknown> = {}) =>
    (await w.list(more)).find((each) => each.kind === kind) ?? assert.fail(`no ${kind}`);
  const read = async () => {
    app.clock.advance(HOUR_MS);
    await w.readSpend();
  };
  const diagnosed = async (id: string) => (await api.get(`/recommendations/${id}/diagnose`, query)).body.data;

  const scale = await find('scale');
  await t.test('nobody has changed anything yet', async () => {
    await read();
    assert.ok((await w.list()).every(({ changed_since }) => changed_since === null));
  });

  await t.test('somebody raises the budget themselves: that makes what is recommended', async () => {
    /** As the platform has them now. */
    const budgets = () => market().adSets.find(({ id }) => id === scale.target.adset_id)?.budgets ?? assert.fail();
    const before = budgets().at(-1)?.value ?? 0;
    setFrom(budgets(), today(), before + 1_000);
    await read();
    const { changed_since } = await find('scale');
    const { at, earliest_at, object, before: from, after, ...rest } = changed_since;
    assert.deepEqual(rest, { by: null, via: null, field: 'budget', effect: 'made', changes: 1 });
    assert.deepEqual([object.type, object.id, Number(after) - Number(from)], ['adset', scale.target.adset_id, 10]);
    assert.ok(Date.parse(at) - Date.parse(earliest_at) === HOUR_MS);
    setFrom(budgets(), today(), before);
    await read();
    const again = (await find('scale')).changed_since;
    assert.deepEqual([again.effect, again.changes], ['made', 2], 'the change that makes it, of two');
  });

  const pause = await find('pause');
  await t.test('our pause is no change by others, and that somebody resumes the ad takes it back', async () => {
    const applied = await fetch(`${app.baseUrl}/api/v1/recommendations/${pause.id}/apply?profile_id=${w.profileId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${app.session}`, 'idempotency-key': randomUUID() },
      body: '{}',
    });
    assert.equal(applied.status, 200, await applied.text());
    await read();
    assert.equal((await diagnosed(pause.id)).recommendation.changed_since, null);
    const { statuses } = market().ads.find(({ id }) => id === pause.target.ad_id) ?? assert.fail();
    app.clock.advance(2 * DAY_MS);
    setFrom(statuses, today(), 'ACTIVE');
    await read();
    const { recommendation } = await diagnosed(pause.id);
    const { field, before, after, effect } = recommendation.changed_since;
    assert.deepEqual([field, before, after, effect], ['status', 'paused', 'active', 'undone']);
  });

  await t.test('what came is named and not scored', async () => {
    app.clock.advance(7 * DAY_MS);
    await w.readSpend();
    await w.sell('2026-11-26', COSTS);
    app.clock.advance(3 * DAY_MS);
    await w.evaluate();
    const { kinds } = (await api.get('/recommendations/scoreboard', query)).body.data;
    const row = kinds.find(({ kind, disposition }: Record<string, string>) => kind === 'pause' && disposition === 'applied');
    assert.deepEqual([row.frozen, row.scored, row.waiting, row.changed_by_others, row.difference], [1, 0, 0, 1, null]);
    const { outcome } = await diagnosed(pause.id);
    assert.deepEqual([outcome.is_hit, outcome.changed_by_others.changes, outcome.changed_by_others.by], [null, 1, null]);
    assert.equal(outcome.total.observed, null);
    await w.evaluate();
    assert.deepEqual((await diagnosed(pause.id)).outcome, outcome, 'judged once');
  });
});
