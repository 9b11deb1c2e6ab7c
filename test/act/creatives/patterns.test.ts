// Patterns, the roadmap, tests and studies through the door, of a shop in which questions sell for a third of what all else does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserOf, signedIn } from '../../doors/console/browser.ts';
import { addMember, agentFor } from '../../doors/mcp/agent.ts';
import { calculate, isPrinted } from '../../report/formula.ts';
import { statementsRead } from '../../report/quality/statements-read.ts';
import { ownMarket } from '../own-market.ts';
import { QUESTION, startPatternWorld } from './pattern-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type Json = any;

const STRANGER = '018f0000-0000-7000-8000-000000000001';

test('creative patterns and tests', async (t) => {
  const w = await startPatternWorld(t, (name) => (name.startsWith(QUESTION) ? 5 : 16));
  const { app, api, profileId } = w;
  const base = `/workspaces/${app.workspaceId}`;
  const read = async (path: string, query: Json = {}, status = 200): Promise<Json> => {
    const answer = await api.get(`${base}/${path}`, query);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    return answer.body;
  };
  const write = async (path: string, body: Json, status = 200): Promise<Json> => {
    const answer = await api.post(`${base}/${path}`, body);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    return answer.body.data ?? answer.body.error;
  };

  await t.test('what ads cost and sold by themselves is read by the roadmap alone, once', async () => {
    const names = statementsRead(app.base);
    const times = (name: string): number => names.filter((each) => each.endsWith(name)).length;
    await read('creative-patterns');
    assert.deepEqual([times('/ad_days'), times('/ads_evidence'), times('/ads_fatigue')], [1, 0, 0], names.join(' '));
    await read('test-roadmap');
    assert.deepEqual([times('/ad_days'), times('/ads_evidence'), times('/ads_fatigue')], [1, 1, 1], names.join(' '));
  });

  await t.test('listCreativePatterns', async () => {
    const { data, meta } = await read('creative-patterns', { dimension: 'hook' });
    assert.deepEqual(new Set(data.map(({ dimension }: Json) => dimension)), new Set(['hook']));
    const [first] = data;
    assert.deepEqual(
      [first.level, first.on_sales.verdict, first.on_sales.adsets, first.on_sales.holds_in],
      ['question', 'higher', 5, 5],
    );
    const { ratio, low, high } = first.on_sales;
    assert.ok(ratio > 2.2 && ratio < 3.6 && low > 1 && low < ratio && ratio < high, JSON.stringify(first.on_sales));
    assert.match(first.text, /^Ads with hook question went with \+\d+ % sales per spend .* in 5 of 5 ad sets\.$/);
    // The same spend and sales as those of the ads.
    const range = { date_from: meta.profiles[0].window_from, date_to: meta.profiles[0].window_to, limit: 100 };
    const { data: ads } = (await api.get('/ads', { ...w.query, ...range, search: QUESTION })).body;
    const sum = (of: (ad: Json) => string): number => ads.reduce((all: number, ad: Json) => all + Number(of(ad)), 0);
    assert.equal(first.ads, ads.length);
    assert.ok(Math.abs(Number(first.spend) - sum(({ spend }) => spend)) < 0.01, `${first.spend} ${sum(({ spend }) => spend)}`);
    assert.ok(
      Math.abs(first.sales - sum(({ outcomes }) => outcomes)) < 0.01,
      `${first.sales} ${sum(({ outcomes }) => outcomes)}`,
    );
    const whole = await read('creative-patterns', { profile_id: profileId.toUpperCase() });
    assert.deepEqual(
      whole.data.filter(({ dimension }: Json) => dimension === 'hook'),
      data,
    );
    await read('creative-patterns', { dimension: 'age' }, 400);
    await read('creative-patterns', { profile_id: STRANGER }, 404);
  });

  await t.test('listCreativeArchetypes', async () => {
    const { data } = await read('creative-archetypes');
    const question = data.find(({ level }: Json) => level.includes('question'));
    assert.ok(question.ads >= 3 && question.share_of_spend > 0 && question.share_of_spend < 1, JSON.stringify(data));
    assert.ok(data.every(({ dimension, ads }: Json) => dimension === 'archetype' && ads >= 3));
  });

  await t.test('getTestRoadmap', async () => {
    const { data, meta } = await read('test-roadmap', { limit: 100 });
    assert.ok(meta.profiles[0].winners > 0 && data.length > 0, JSON.stringify(meta));
    const worth = data.map((gap: Json) => Number(gap.worth));
    assert.deepEqual(
      worth,
      worth.toSorted((a: number, b: number) => b - a),
    );
    for (const { dimension, from, to, locked, hypothesis, size } of data) {
      assert.ok(from !== to && locked[dimension] === undefined && hypothesis.includes(to.replaceAll('_', ' ')));
      assert.equal(size.measure === null, size.text.startsWith('Not testable'));
    }
    assert.equal((await read('test-roadmap', { limit: 1 })).data[0].gap_id, data[0].gap_id);
    // Questions sell three times as much: another hook beside one is worth less than where nothing of the level is known.
    const beside = data.filter(({ dimension, from }: Json) => dimension === 'hook' && from === 'question');
    const unknown = data.filter(({ kind }: Json) => kind === 'missing_format');
    assert.ok(beside.length > 0 && unknown.length > 0, JSON.stringify(data.map(({ kind, from }: Json) => [kind, from])));
    for (const { p_better: better, expected_gain: gain } of beside)
      assert.ok(better < 0.2 && gain < unknown[0].expected_gain, `${better} ${gain}`);
  });

  await t.test('decideCreativeTest', async () => {
    const [gap, other] = (await read('test-roadmap')).data;
    const decide = (body: Json, status = 200): Promise<Json> =>
      write('creative-tests/decisions', { profile_id: profileId, gap_id: gap.gap_id, ...body }, status);
    const drafted = await decide({ decision: 'draft' });
    assert.equal((await decide({ decision: 'draft' })).run_id, drafted.run_id);
    assert.equal((await read('test-roadmap')).data[0].run_id, drafted.run_id);
    assert.equal((await decide({ decision: 'dismiss', reason: 'no' })).run_id, null);
    assert.equal((await read(`replicate-runs/${drafted.run_id}`)).data.status, 'withdrawn');
    assert.equal((await read('test-roadmap')).data[0].gap_id, other.gap_id);
    const again = await decide({ decision: 'draft' });
    assert.notEqual(again.run_id, drafted.run_id);
    await decide({ decision: 'draft', gap_id: 'gap_of_nobody' }, 404);
    await decide({ decision: 'draft', profile_id: STRANGER }, 404);
    await decide({ decision: 'win' }, 422);
    addMember(app, 'viewer@shop.example', 'viewer');
  });

  await t.test('an agent reads the roadmap and drafts a test in three steps', async () => {
    await app.api(app.session).put(`${base}/mcp-settings`, { mcp_writeback_enabled: true });
    const agent = agentFor(app, ['mcp:read', 'creatives:write']);
    const workspace_id = app.workspaceId;
    const leaders = await agent.tool('get_creatives', { workspace_id });
    assert.ok(leaders.structured.data.length > 0, leaders.texts[0]);
    const [, gap] = (await agent.tool('get_test_roadmap', { workspace_id })).structured.data;
    const args = { workspace_id, profile_id: profileId, gap_id: gap.gap_id, decision: 'draft' };
    const runOf = async () => (await read('test-roadmap')).data.find(({ gap_id }: Json) => gap_id === gap.gap_id).run_id;
    assert.equal((await agent.tool('draft_creative_test', args)).structured.step, 'preview');
    const tried = await agent.tool('draft_creative_test', { ...args, step: 'dry_run' });
    assert.equal(await runOf(), null, tried.texts[0]);
    const { confirm_token } = tried.structured;
    const { structured, texts } = await agent.tool('draft_creative_test', { ...args, step: 'confirm', confirm_token });
    assert.equal(await runOf(), structured?.answer.data.run_id, texts[0]);
    assert.ok(await runOf());
  });

  await t.test('getReplicateRun', async () => {
    const [gap] = (await read('test-roadmap')).data;
    const { data: run } = await read(`replicate-runs/${gap.run_id.toUpperCase()}`);
    assert.deepEqual(
      [run.parent.ad_id, run.dimension, run.to, run.status, run.children],
      [gap.parent.ad_id, gap.dimension, gap.to, 'draft', []],
    );
    // Two ads with its code are made at the platform: one beside the parent, one elsewhere.
    const market = (await ownMarket(app)).market();
    const parent = market.ads.find(({ id }) => id === run.parent.ad_id) ?? assert.fail();
    const far = market.ads.find(({ adSetId }) => adSetId !== parent.adSetId) ?? assert.fail();
    market.ads.push({ ...parent, id: '99001', name: `A child ${run.code.toUpperCase()}` });
    market.ads.push({ ...far, id: '99002', name: `${run.code} too` });
    await w.readSpend();
    const { data } = await read(`replicate-runs/${gap.run_id}`);
    const of = (id: string): Json => data.children.find(({ ad_id }: Json) => ad_id === id);
    assert.deepEqual([of('99001').replicates_ad_id, of('99002').unknown_because], [run.parent.ad_id, 'other_ad_set']);
    const { p_better: better, spend, unknown_because: why } = of('99001');
    assert.ok(
      spend === null ? why === 'no_spend_yet' && better === null : better >= 0 && better < 0.5,
      JSON.stringify(data.children),
    );
    await read(`replicate-runs/${STRANGER}`, {}, 404);
    // A parent that is deleted at its platform keeps its name from the plan, and nothing is compared with it.
    market.ads.splice(market.ads.indexOf(parent), 1);
    await w.readSpend();
    const { data: orphaned } = await read(`replicate-runs/${gap.run_id}`);
    assert.deepEqual([orphaned.parent.status, orphaned.parent.ad_name], ['removed', run.parent.ad_name]);
    assert.ok(orphaned.children.length > 0);
    for (const child of orphaned.children) assert.deepEqual([child.p_better, child.unknown_because], [null, 'parent_gone']);
    market.ads.push(parent);
    await w.readSpend();
    assert.equal((await read(`replicate-runs/${gap.run_id}`)).data.parent.status, run.parent.status);
  });

  await t.test('handOffReplicateRun', async () => {
    const [gap, other] = (await read('test-roadmap')).data;
    const path = `replicate-runs/${gap.run_id}/handoff`;
    const raised = await write(path, { session: 'Studio <b>48</b>' }, 202);
    assert.equal(raised.status, 'awaiting_session');
    assert.deepEqual((await write(path, {}, 200)).handoff, { id: raised.handoff.id });
    await write('creative-tests/decisions', { profile_id: profileId, gap_id: gap.gap_id, decision: 'dismiss' }, 409);
    const page = new URL(raised.handoff.url).pathname;
    const { text } = await browserOf(app).get(page);
    assert.ok(text.includes(raised.code) && text.includes('Studio &lt;b>48&lt;/b>'), text);
    assert.equal((await (await signedIn(app)).submit(page, { decision: 'approved' })).status, 303);
    assert.equal((await read(`replicate-runs/${gap.run_id}`)).data.status, 'bound');
    assert.equal((await write(path, {}, 200)).status, 'bound');

    // One that is returned may be handed off again, unless its parent is gone.
    const { run_id } = await write('creative-tests/decisions', {
      profile_id: profileId,
      gap_id: other.gap_id,
      decision: 'draft',
    });
    const second = await write(`replicate-runs/${run_id}/handoff`, undefined, 202);
    await (await signedIn(app)).submit(new URL(second.handoff.url).pathname, { decision: 'rejected' });
    assert.equal((await read(`replicate-runs/${run_id}`)).data.status, 'returned');
    const market = (await ownMarket(app)).market();
    const gone = market.ads.findIndex(({ id }) => id === other.parent.ad_id);
    market.ads.splice(gone, 1);
    await w.readSpend();
    const { data } = await read(`replicate-runs/${run_id}`);
    assert.equal(data.parent.status, 'removed');
    const refused = await write(`replicate-runs/${run_id}/handoff`, {}, 409);
    assert.equal(refused.code, 'invalid_state');
  });

  await t.test('each figure of patterns and the roadmap has a receipt that gives it', async () => {
    for (const [list, least] of [
      ['creative-patterns', 50],
      ['creative-archetypes', 5],
      ['test-roadmap', 6],
    ] as const) {
      const answer = (await api.get(`/workspaces/${app.workspaceId}/${list}`, { include: 'receipt' })).body;
      assert.ok(answer.receipts.length >= least, `${list} ${answer.receipts.length}`);
      for (const { path, formula, terms, statement, version } of answer.receipts) {
        const printed = path
          .split('/')
          .slice(1)
          .reduce((found: Json, part: string) => found[part], answer);
        assert.ok(isPrinted(calculate(formula, terms), printed), `${list} ${path} ${printed}`);
        assert.ok(answer.statements.some(({ name, sql }: Json) => name === statement && sql.includes('spend_rows')));
        assert.deepEqual(version, answer.meta.profiles[0].version);
      }
      const of = new Set(answer.receipts.map(({ path }: Json) => path));
      for (const [at, row] of answer.data.entries())
        for (const name of ['spend', 'sales', 'worth', 'monthly_spend'].filter((each) => row[each] !== undefined))
          assert.ok(of.has(`/data/${at}/${name}`), `${list} ${at} ${name}`);
      const [{ path }] = answer.receipts;
      const one = (await api.get(`/workspaces/${app.workspaceId}/${list}`, { include: 'receipt', receipts_of: path })).body;
      assert.deepEqual(one.receipts, answer.receipts.slice(0, 1));
    }
  });

  await t.test('promoteToExperiment', async () => {
    const { data: ads } = (await api.get('/ads', { ...w.query, date_from: '2026-11-01', date_to: '2026-11-24', limit: 100 }))
      .body;
    const [one, two] = ads;
    const experiment = { kind: 'split', name: ' Herbst 漢字 ', first_day: '2026-10-01', evidence_url: 'https://ads.example/1' };
    const first = await write('experiment-promotions', { profile_id: profileId, ad_id: one.id, experiment });
    assert.deepEqual([first.kind, first.name, first.ads.length, first.result], ['split', 'Herbst 漢字', 1, null]);
    assert.match(first.caveat, /was delivered differ/);
    const result = { measure: 'purchases', ratio: 1.1, low: 0.9, high: 1.3 };
    const again = await write('experiment-promotions', {
      profile_id: profileId,
      ad_id: one.id,
      experiment: { ...experiment, result },
    });
    assert.deepEqual([again.experiment_id, again.ads.length, again.result], [first.experiment_id, 1, result]);
    const { ads: promoted } = await write('experiment-promotions', {
      profile_id: profileId,
      ad_id: two.id,
      experiment_id: first.experiment_id,
    });
    assert.deepEqual(promoted.map(({ ad_id }: Json) => ad_id).sort(), [one.id, two.id].sort());
    app.base.state.db.prepare('update creative_experiments set account_id = ?').run('another');
    await write('experiment-promotions', { profile_id: profileId, ad_id: two.id, experiment_id: first.experiment_id }, 422);
    app.base.state.db.prepare('update creative_experiments set account_id = ?').run(one.account_id);
    const bad: [Json, number][] = [
      [{ ad_id: 'nothing', experiment }, 404],
      [{ ad_id: one.id, experiment_id: STRANGER }, 404],
      [{ ad_id: one.id }, 422],
      [{ ad_id: one.id, experiment, experiment_id: first.experiment_id }, 422],
      [{ ad_id: one.id, experiment: { ...experiment, last_day: '2026-09-01' } }, 422],
      [{ ad_id: one.id, experiment: { ...experiment, result: { ...result, ratio: 2 } } }, 422],
      [{ ad_id: one.id, experiment: { ...experiment, evidence_url: 'javascript:alert(1)' } }, 422],
    ];
    for (const [body, status] of bad) await write('experiment-promotions', { profile_id: profileId, ...body }, status);
  });

  await t.test('listExperiments', async () => {
    const { data } = await read('experiments');
    const registered = data.filter(({ source }: Json) => source === 'registered');
    assert.deepEqual([registered.length, registered[0].ads.length, registered[0].result.ratio], [1, 2, 1.1]);
    assert.deepEqual((await read('experiments', { limit: 1 })).data, data.slice(0, 1));
    await read('experiments', { profile_id: STRANGER }, 404);
  });
});

test('a shop in which hooks do nothing shows no pattern', async (t) => {
  const w = await startPatternWorld(t, () => 15);
  const { data } = (await w.api.get(`/workspaces/${w.app.workspaceId}/creative-patterns`)).body;
  assert.ok(data.length > 5);
  const found = data.flatMap(({ on_sales, on_clicks }: Json) => [on_sales?.verdict, on_clicks?.verdict]);
  assert.deepEqual(
    found.filter((verdict: string) => verdict === 'higher' || verdict === 'lower'),
    [],
    JSON.stringify(data.map(({ text }: Json) => text)),
  );
});
