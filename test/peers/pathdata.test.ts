// 88,387 journeys of a published table of paths, loaded from a file and asked for over HTTP as a user would, against first,
// last, linear, position and Markov figures that others computed from the same table.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { folder, type Json, json, running } from '../doors/cli/cli.ts';
import { assertNear, assertSums, earned, type Figures } from './credit.ts';
import { publicText, toolOutput } from './public-data.ts';

const ROWS = { all: 397_994, people: 88_387, touches: 378_209, payments: 19_785 };
const MODELS = ['first_touch', 'last_touch', 'linear', 'position_based'] as const;
/** The longest journey lasts 89 hours, so the windows of 30 days reach all touches; days are those of the payments. */
const RANGE = 'date_from=2026-07-01&date_to=2026-07-31&goal=payment_received';

const truth: Json = JSON.parse(publicText('attribution', 'pathdata', 'ground_truth.json'));
const TRUTH_OF: Record<(typeof MODELS)[number], { conversions: Figures; revenue?: Figures }> = {
  first_touch: { conversions: truth.first, revenue: truth.first_value },
  last_touch: { conversions: truth.last, revenue: truth.last_value },
  linear: { conversions: truth.linear, revenue: truth.linear_value },
  position_based: { conversions: truth.position_40_20_40 },
};

function fileOf(t: TestContext, name: string, text: string): string {
  const dir = folder(t, 'files');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, name), text);
  return join(dir, name);
}

/** The published figures under the names that a dimension has for them. */
const renamed = (figures: Figures, names: Record<string, string>): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [names[name] ?? name, value]));

function assertCredit(data: Json, names: Record<string, string>): void {
  for (const model of MODELS) {
    const { conversions, revenue } = TRUTH_OF[model];
    assertNear(earned(data, model, 'conversions'), renamed(conversions, names), 0.01, `${model} conversions`);
    if (revenue) assertNear(earned(data, model, 'revenue'), renamed(revenue, names), { share: 0.0001 }, `${model} revenue`);
    assert.equal(Number(data.totals.models[model].conversions), truth.conversions);
    assert.equal(Number(data.unattributed.models[model].conversions), 0, 'every payment follows a touch');
    assert.ok(Math.abs(Number(data.totals.models[model].revenue) - truth.value) <= truth.value * 0.0001);
  }
  assertSums(data);
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

test('the published table of paths', async (t) => {
  const began = performance.now();
  const events = await toolOutput('pathdata-events.mjs', []);
  const file = fileOf(t, 'events.csv', events);
  const channels: Record<string, string> = JSON.parse(await toolOutput('pathdata-events.mjs', ['--channels']));
  const data = folder(t);
  const result = await json(
    `init --data ${data} --email ada@example.com --workspace Mill --profile Shop --currency USD --timezone UTC`.split(' '),
  );
  const backfill = (path: string, ...more: string[]): Promise<Json> =>
    json(['backfill', 'events', path, '--data', data, '--profile', result.profile_id, ...more]);

  await t.test('is loaded to its last row', async (s) => {
    const lines = events.trim().split('\n').slice(1);
    const found = {
      all: lines.length,
      people: new Set(lines.map((line) => line.split(',')[1])).size,
      touches: lines.filter((line) => line.split(',')[3] === 'page_view').length,
      payments: lines.filter((line) => line.split(',')[3] === 'payment_received').length,
    };
    assert.deepEqual(found, ROWS, 'what the tool printed');
    const start = performance.now();
    const report = await backfill(file);
    s.diagnostic(`the backfill took ${seconds(start)}, to the last figure`);
    const { rows, accepted, duplicates, rejected, unknown_columns, computed } = report;
    assert.deepEqual(
      { rows, accepted, duplicates, rejected, unknown_columns, computed },
      { rows: ROWS.all, accepted: ROWS.all, duplicates: 0, rejected: 0, unknown_columns: [], computed: true },
    );
  });

  const service = await running(t, ['serve', '--data', data]);
  const attribution = async (dimension: string, models: string = MODELS.join(',')): Promise<Json> => {
    const url = `${service.address}/api/v1/attribution?${RANGE}&dimension=${dimension}&models=${models}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${result.api_key}` } });
    assert.equal(answer.status, 200, await answer.clone().text());
    return answer.json();
  };
  const byCampaign = await attribution('campaign');

  await t.test('gives the published credit by campaign', () => {
    assertCredit(byCampaign.data, {});
    assert.equal(byCampaign.data.totals.conversions_touched, ROWS.payments);
  });

  await t.test('gives the published credit by channel', async () => {
    assert.equal(new Set(Object.values(channels)).size, Object.keys(truth.first).length, 'one channel for each name');
    assertCredit((await attribution('channel')).data, channels);
  });

  await t.test('gives the published Markov figures', async () => {
    const { base_conversion_probability, removal_effect, conversions } = truth.markov_order1_with_null;
    const { base_probability, removal_effects, channel_conversions } = byCampaign.meta.data_driven;
    assert.ok(Math.abs(base_probability - base_conversion_probability) <= 1e-6, `base probability ${base_probability}`);
    assertNear(removal_effects, renamed(removal_effect, channels), 1e-6, 'removal effects');
    assertNear(channel_conversions, renamed(conversions, channels), 0.01, 'conversions of channels');
    assertSums((await attribution('channel', 'data_driven')).data);
  });

  await t.test('adds nothing when it is loaded again, whole or in part', async () => {
    const again = await backfill(file);
    assert.deepEqual([again.already_loaded, again.accepted, again.duplicates], [true, 0, ROWS.all]);
    const part = await toolOutput('pathdata-events.mjs', ['--limit', '2000']);
    const partly = await backfill(fileOf(t, 'part.csv', part));
    assert.deepEqual([partly.already_loaded, partly.rejected, partly.computed], [false, 0, true]);
    const { data: now, meta } = await attribution('campaign');
    assert.deepEqual(now, byCampaign.data);
    assert.deepEqual(meta.data_driven, byCampaign.meta.data_driven);
    assert.ok(meta.version.through_seq > byCampaign.meta.version.through_seq, 'the part was looked at');
  });

  assert.equal(await service.stop(), 0);
  t.diagnostic(`the whole took ${seconds(began)}`);
});
