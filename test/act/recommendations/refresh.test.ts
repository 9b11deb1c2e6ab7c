// A recommendation to refresh the creative of an ad becomes the draft of a test: nothing is written at the platform, and dismissing the test takes it back.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { assertContract } from '../../harness.ts';
import { ownMarket } from '../own-market.ts';
import { startAdviceWorld } from './advice-world.ts';

/** The sandbox has people tired of this one. */
const [WORN, FRESH] = ['Reel: the workshop', 'Still: morning light'];

test('applyRecommendation of refresh_creative', async (t) => {
  const w = await startAdviceWorld(t);
  const { app, api, query, profileId } = w;
  await w.sell('2026-10-28', { [WORN]: 30, [FRESH]: 30 });
  await w.evaluate();
  const tests = `/workspaces/${app.workspaceId}`;
  const listed = await w.list({ status: 'open,withheld' });
  const idOf = (name: string): string =>
    listed.find(({ ad_name }) => ad_name === name)?.id ?? assert.fail(`nothing about ${name}`);
  const kindOf = app.base.state.db.prepare(
    "update recommendations set kind = 'refresh_creative', status = 'open' where recommendation_id = ?",
  );
  for (const name of [WORN, FRESH]) kindOf.run(idOf(name));
  const [worn, fresh] = [idOf(WORN), idOf(FRESH)];
  const platform = async (): Promise<string> => JSON.stringify((await ownMarket(app)).market());
  const before = await platform();
  const apply = async (id: string, key: string = randomUUID()) => {
    const url = new URL(`/api/v1/recommendations/${id}/apply?profile_id=${profileId}`, app.baseUrl);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${app.session}`, 'idempotency-key': key };
    const response = await fetch(url, { method: 'POST', headers, body: '{}' });
    // biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
    const body: any = await response.json();
    const answered = { status: response.status, body, headers: Object.fromEntries(response.headers) };
    assertContract('post', url.pathname, answered);
    return answered;
  };
  const recommendation = async (id: string) => (await api.get(`/recommendations/${id}/diagnose`, query)).body.data;

  await t.test('is refused where people are not tired of the ad any more, and stays open', async () => {
    const { status, body } = await apply(fresh);
    assert.deepEqual([status, body.error.code], [409, 'invalid_state']);
    assert.match(body.error.message, /not tired of the ad any more; nothing was drafted/);
    assert.equal((await recommendation(fresh)).recommendation.status, 'open');
  });

  const key = randomUUID();
  const first = await apply(worn, key);
  const { draft } = first.body.data;
  await t.test('drafts one test, however often it is sent', async () => {
    assert.deepEqual([first.status, first.body.data.writes, first.body.data.replayed], [200, [], false]);
    assert.deepEqual((await apply(worn, key)).body.data, first.body.data);
    const again = (await apply(worn)).body.data;
    assert.deepEqual([again.replayed, again.draft], [true, draft]);
    const { data: run } = (await api.get(`${tests}/replicate-runs/${draft.run_id}`)).body;
    assert.deepEqual([run.status, run.kind, run.parent.ad_name, run.children], ['draft', 'worn_out', WORN, []]);
    assert.deepEqual(
      [run.dimension, run.from, run.to, run.hypothesis],
      [draft.dimension, draft.from, draft.to, draft.hypothesis],
    );
    const roadmap = (await api.get(`${tests}/test-roadmap`, { limit: 100 })).body.data;
    const gaps = roadmap.filter(({ kind }: { kind: string }) => kind === 'worn_out');
    assert.deepEqual(
      gaps.map(({ gap_id, run_id }: { gap_id: string; run_id: string }) => [gap_id, run_id]),
      [[draft.gap_id, draft.run_id]],
    );
    const { recommendation: found, written } = await recommendation(worn);
    assert.deepEqual([found.status, written.draft, written.plan_id], ['applied', draft, null]);
    assert.equal(await platform(), before, 'nothing is written');
  });

  await t.test('is taken back with its test', async () => {
    const body = { profile_id: profileId, gap_id: draft.gap_id, decision: 'dismiss' };
    assert.equal((await api.post(`${tests}/creative-tests/decisions`, body)).status, 200);
    assert.equal((await api.get(`${tests}/replicate-runs/${draft.run_id}`)).body.data.status, 'withdrawn');
    const { recommendation: found } = await recommendation(worn);
    assert.equal(found.status, 'applied');
    assert.match(found.closed_reason, /^It was taken back on \d{4}-\d\d-\d\d\.$/);
  });
});
