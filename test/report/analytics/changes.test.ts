// Why a number changed: each cause in its place in a shop whose figures can be worked out by hand, and, over random histories, that the
// earlier figures come back as they were and that causes sum to the movement to the last digit.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Base } from '../../../src/base/base.ts';
import { readConfig } from '../../../src/base/config/config.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { unitsOf } from '../../../src/base/kit/decimals.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { computeAll, withFacts } from '../../../src/credit/as-of/as-of.ts';
import { visitChanges } from '../../../src/credit/as-of/changes.ts';
import { knowledgeOf } from '../../../src/credit/as-of/knowledge.ts';
import { stepsOf } from '../../../src/credit/as-of/progress.ts';
import { settle } from '../../../src/credit/pipeline/index.ts';
import { getAttribution } from '../../../src/report/analytics/attribution.ts';
import { getAttributionChanges } from '../../../src/report/analytics/changes.ts';
import { asOfPatience } from '../../../src/report/analytics/computations.ts';
import { blankFiles } from '../../base/blank-files.ts';
import { contents, difference } from '../../credit/pipeline/contents.ts';
import { history, Run } from '../../credit/pipeline/histories.ts';
import { unlessBusy } from '../../harness.ts';
import { run as runOperation } from '../../operations.ts';
import { until, WAIT_MS } from '../../until.ts';
import { openShop, type Shop } from '../shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers as JSON
type Json = any;
const RUNS = Number(process.env['HISTORIES'] ?? 1);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
const MARCH = { date_from: '2026-03-01', date_to: '2026-03-31' };

const units = (text: string | null): bigint => unitsOf(text ?? '0', 6);

function assertCloses(data: Json): void {
  for (const split of [data.totals, data.unattributed, ...data.channels])
    for (const name of ['spend', 'revenue', 'outcomes', 'credited_revenue']) {
      const parts = [split.movement, ...Object.values<Json>(split.causes)].map((part) => part[name] === null);
      assert.equal(new Set(parts).size, 1, `${split.channel ?? 'in total'} ${name} is known in a part only`);
      const causes = Object.values<Json>(split.causes).reduce((sum, cause) => sum + units(cause[name]), 0n);
      assert.equal(causes, units(split.movement[name]), `${split.channel ?? 'in total'} ${name}`);
      assert.equal(units(split.to[name]) - units(split.from[name]), causes, `${split.channel ?? 'in total'} ${name}`);
    }
}

/** After each cause, what was computed of the touched people alone is what computing everything makes. */
async function assertEachState(
  base: Base,
  profileId: string,
  { known_from, known_to }: Record<'known_from' | 'known_to', string>,
) {
  const from = await knowledgeOf(base, profileId, 'known_from', known_from);
  const to = await knowledgeOf(base, profileId, 'known_to', known_to);
  const options = { steps: stepsOf(), wholeShare: Number.POSITIVE_INFINITY };
  await withFacts(base, profileId, options.steps, (file) =>
    visitChanges(
      base,
      file,
      { from, to },
      async (cause) => {
        if (cause === undefined) return;
        const touched = await contents(base, file);
        await computeAll(base, file);
        assert.equal(difference(touched, await contents(base, file)), '', cause);
      },
      options,
    ),
  );
}

const versionOf = ({ through_seq, through_decision }: Json): string => `${through_seq}.${through_decision}`;

test(`causes sum to the movement over ${RUNS} random histories (seed ${SEED})`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
  const base = await openBase(readConfig({ dataDir, logLevel: 'silent', ballastMb: 0, sealRows: 1e9, sealSeconds: 1e9 }, {}), {
    blanks: blankFiles(),
    clock: fakeClock('2026-09-30T12:00:00Z'),
  });
  asOfPatience(base).ms = WAIT_MS;
  const range = { date_from: '2026-01-01', date_to: '2026-09-30' };
  let count = 0;
  try {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(100), async (steps, share) => {
        count += 1;
        const { profile_id: profileId, workspace_id: workspaceId } = initInstallation(base, {
          email: `owner${count}@shop.example`,
          workspace: `Workspace ${count}`,
          profile: 'Main',
          currency: 'USD',
          timezone: 'America/Santiago',
          domain: 'shop.example',
        });
        const profile = { profileId, workspaceId };
        const ask = async (params: Json): Promise<Json> =>
          runOperation(getAttribution, { params: { ...range, dimension: 'channel', ...params }, profile } as Json, base);
        const run = new Run(base, profile);
        const middle = Math.floor((steps.length * share) / 100);
        await run.all(steps.slice(0, middle));
        await settle(base, profileId);
        const before = await ask({});
        await run.all(steps.slice(middle));
        await settle(base, profileId);
        const after = await ask({});

        const [known_from, known_to] = [versionOf(before.meta.version), versionOf(after.meta.version)];
        assert.deepEqual(await ask({ as_of: known_from }), before);
        const { data } = (await runOperation(
          getAttributionChanges,
          { params: { ...range, known_from, known_to }, profile } as Json,
          base,
        )) as Json;
        assertCloses(data);
        for (const [side, { data: live, meta }] of [['from', before] as const, ['to', after] as const]) {
          const total = live.totals.models[meta.models[0]];
          assert.deepEqual(
            [data.totals[side].spend, data.totals[side].revenue, data.totals[side].outcomes],
            [live.totals.spend, total.revenue, total.conversions],
            side,
          );
          for (const row of live.rows) {
            const found = data.channels.find(({ channel }: Json) => channel === row.key)?.[side];
            const credited = row.models[meta.models[0]];
            assert.deepEqual(
              found,
              { spend: row.spend, revenue: null, outcomes: credited.conversions, credited_revenue: credited.revenue },
              `${side} ${row.key}`,
            );
          }
        }
        await assertEachState(base, profileId, { known_from, known_to });
        await base.warehouse.remove(profileId);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['SHRINK'] === undefined },
    );
  } finally {
    await closeBase(base);
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** The causes that moved a figure, and by how much. */
const movers = (split: Json, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries<Json>(split.causes)
      .filter(([, cause]) => units(cause[name]) !== 0n)
      .map(([cause, figures]) => [cause, figures[name]]),
  );

/** What each build of the warehouse begins with, from now on. */
function countBuilds({ base: { warehouse } }: Shop): string[] {
  const started: string[] = [];
  const startBuild = warehouse.startBuild.bind(warehouse);
  warehouse.startBuild = (profileId, options) => {
    started.push(options?.ofLive ? 'a copy' : 'an empty file');
    return startBuild(profileId, options);
  };
  return started;
}

test('getAttributionChanges', async (t) => {
  const shop: Shop = await openShop();
  t.after(() => shop.close());
  const changes = (query: object) => shop.owner.get('/attribution/changes', { ...MARCH, ...query });
  const payment = (key: string, at: string, amount: string, more: object = {}) =>
    shop.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      occurred_at: at,
      value: { amount, currency: 'USD' },
      ...more,
    });

  shop.clock.set('2026-03-10T00:00:00Z');
  const known_from = '2026-03-09T00:00:00Z';
  const before = (await shop.owner.get('/attribution', { ...MARCH, dimension: 'channel' })).body;
  const beforePaths = (await shop.owner.get('/attribution/paths', MARCH)).body;
  await payment('order-4', '2026-03-09T12:00:00Z', '40', { user_traits: { external_id: 'cust-1' } });
  await payment('order-5', '2026-03-04T12:00:00Z', '7', { user_traits: { external_id: 'cust-1' } });
  await payment('refund-2', '2026-03-09T18:00:00Z', '10', { refund_of: 'order-2' });
  // Ben's browser has a past; now it is known as Ana's.
  await shop.outcome({
    event_type: 'lead_created',
    idempotency_key: 'lead-2',
    occurred_at: '2026-03-09T20:00:00Z',
    anonymous_id: 'ben',
    user_traits: { external_id: 'cust-1' },
  });
  await shop.owner.put('/classification/rules', {
    rules: [{ rule_id: 'letters', channel: 'Affiliates', medium: { is: ['email'] } }],
  });
  await shop.owner.patch('/profile/attribution-settings', { model: 'linear' });
  await shop.settle();

  await t.test('puts each cause where it belongs, and closes', async () => {
    const { status, body } = await changes({ known_from });
    assert.equal(status, 200, JSON.stringify(body));
    assertCloses(body.data);
    assert.deepEqual(movers(body.data.totals, 'revenue'), { new_events: '40', late_events: '7', refunds: '-10' });
    const email = body.data.channels.find(({ channel }: Json) => channel === 'Email');
    assert.deepEqual([email.from.credited_revenue, email.to.credited_revenue], ['125', '0']);
    assert.equal(email.causes.rules.credited_revenue, '-162');
    const paid = body.data.channels.find(({ channel }: Json) => channel === 'Paid Search');
    assert.ok(units(paid.causes.settings.credited_revenue) > 0n, 'linear shares with the first touch');
    const direct = body.data.channels.find(({ channel }: Json) => channel === 'Direct');
    assert.equal(direct.causes.identity.credited_revenue, '-20', 'Ben is Ana, who came from an ad before');
    assert.deepEqual([body.meta.known_from.model, body.meta.known_to.model], ['last_non_direct', 'linear']);
  });
  await t.test('overview and attribution answer as of then, and name the version', async () => {
    const { body } = await shop.owner.get('/attribution', { ...MARCH, dimension: 'channel', as_of: known_from });
    assert.deepEqual(body.data, before.data);
    assert.equal(body.meta.version.through_seq, before.meta.version.through_seq);
    const overview = await shop.owner.get('/overview', { ...MARCH, as_of: versionOf(before.meta.version) });
    assert.equal(overview.body.data.current.revenue, 145);
    assert.deepEqual(overview.body.meta.version, before.meta.version);
    const paths = await shop.owner.get('/attribution/paths', { ...MARCH, as_of: known_from });
    assert.deepEqual([paths.body.data, paths.body.meta.version.through_seq], [beforePaths.data, before.meta.version.through_seq]);
    const series = await shop.owner.get('/overview/series', { ...MARCH, as_of: known_from });
    assert.equal(series.body.meta.version.through_seq, before.meta.version.through_seq);
    const earliest = await shop.owner.get('/overview', { ...MARCH, as_of: '2020-01-01T00:00:00Z' });
    assert.equal(earliest.body.error.code, 'invalid_parameter', 'there was no such profile');
  });
  await t.test('refuses versions that are not yet, moments that are none, and an order that is none', async () => {
    for (const query of [
      { known_from: '999999.1' },
      { known_from: 'yesterday' },
      { known_from: '2026-03-09T00:00:00' },
      { known_from: 'Mar 9 2026' },
      { known_from: '2026-02-30T00:00:00Z' },
      { known_from: '2026-03-10T00:00:00Z', known_to: known_from },
    ]) {
      const { status, body } = await changes(query);
      assert.equal(status, 400, JSON.stringify(query));
      assert.equal(body.error.code, 'invalid_parameter');
    }
  });
  const started = countBuilds(shop);
  await t.test('computes in a copy of the figures, and answers again from what is kept while they stay', async () => {
    const [one, two] = await Promise.all([changes({ known_from, model: 'linear' }), changes({ known_from, model: 'linear' })]);
    assert.deepEqual(one.body, two.body);
    shop.clock.advance(60_000);
    assert.deepEqual((await changes({ known_from, model: 'linear' })).body, one.body, 'a minute later nothing else is known');
    const { through_seq, through_decision } = one.body.meta.version;
    const named = await changes({ known_from, model: 'linear', known_to: `${through_seq}.${through_decision}` });
    assert.deepEqual([named.body.data, started], [one.body.data, ['a copy']]);
  });
  await t.test('where the figures move on meanwhile, the one that runs answers', async () => {
    const patience = asOfPatience(shop.base);
    const { ms } = patience;
    patience.ms = 0;
    started.length = 0;
    const query = new URLSearchParams({ ...MARCH, known_from, model: 'last_paid' });
    const ask = () => shop.request.get(`/api/v1/attribution/changes?${query}`).auth(shop.apiKey, { type: 'bearer' });
    assert.equal((await ask()).status, 503);
    await payment('order-6', '2026-03-09T13:00:00Z', '1');
    await shop.settle();
    const answer = await unlessBusy(ask);
    assert.equal(answer.status, 200);
    assert.deepEqual(started, ['a copy']);
    patience.ms = ms;
  });
  await t.test('a sale that another system had reported by then moves figures as the same sale', async () => {
    const ids = { payment_ids: ['pi_00000001'] };
    shop.clock.set('2026-03-11T00:00:00Z');
    await payment('ch_00000001', '2026-03-10T12:00:00Z', '99', { sale: { system: 'stripe', ...ids } });
    await shop.settle();
    shop.clock.set('2026-03-13T00:00:00Z');
    await payment('shop-1', '2026-03-10T11:59:00Z', '90', { sale: { system: 'shopify', ...ids } });
    await shop.settle();
    const { body } = await changes({ known_from: '2026-03-12T00:00:00Z' });
    assertCloses(body.data);
    assert.deepEqual(movers(body.data.totals, 'revenue'), { same_sale: '-9' });
    assert.deepEqual(movers(body.data.totals, 'outcomes'), {});
  });
});

test('getAttributionChangesProgress', async (t) => {
  const shop: Shop = await openShop();
  t.after(() => shop.close());
  shop.clock.set('2026-03-10T00:00:00Z');
  const query = { ...MARCH, known_from: '2026-03-08T12:00:00Z', model: 'first_touch' };
  const progress = async () => (await shop.owner.get('/attribution/changes/progress', query)).body.data;
  const started = countBuilds(shop);
  await t.test(
    'a computation that takes longer than a request continues, says how far it is, and is there afterwards',
    async () => {
      const patience = asOfPatience(shop.base);
      const { ms } = patience;
      patience.ms = 0;
      assert.deepEqual(await progress(), { status: 'none', step: null, progress: null, seconds: null });
      const search = new URLSearchParams(query);
      const first = await shop.request.get(`/api/v1/attribution/changes?${search}`).auth(shop.apiKey, { type: 'bearer' });
      assert.equal(first.status, 503);
      assert.deepEqual(first.body.error.busy, { retry_after_seconds: 1, progress: 0 });
      assert.match(first.body.error.message, /being computed, 0 % so far/);
      const shares: number[] = [];
      const ready = await until(async () => {
        const found = await progress();
        shares.push(found.progress);
        return found.status === 'ready' && found;
      }, 'it is computed');
      assert.deepEqual([ready.step, ready.progress, shares], [null, 1, shares.toSorted((a, b) => a - b)]);
      patience.ms = ms;
      assert.equal((await shop.owner.get('/attribution/changes', query)).status, 200);
      assert.deepEqual(started, ['a copy'], 'computed once');
    },
  );
  await t.test('refuses what the computation refuses', async () => {
    const { status, body } = await shop.owner.get('/attribution/changes/progress', { ...query, known_from: 'yesterday' });
    assert.deepEqual([status, body.error.code], [400, 'invalid_parameter']);
  });
});

test('a definition that was removed', async (t) => {
  const shop: Shop = await openShop();
  t.after(() => shop.close());
  const leads = { ...MARCH, goal: 'lead_created' };
  const ask = (query: object) => shop.owner.get('/attribution', { ...leads, dimension: 'channel', ...query });
  const changes = (query: object) => shop.owner.get('/attribution/changes', { ...leads, ...query });
  const put = (change: object) => shop.owner.post('/goals/definitions', change);
  const refused = ({ status, body }: Json) => [status, body.error?.message.split(';')[0]];
  const unknown = (goal: string) => [400, `goal: this profile has no definition "${goal}"`];

  const before = (await ask({})).body;
  const beforePaths = (await shop.owner.get('/attribution/paths', leads)).body;
  const stood = versionOf(before.meta.version);
  shop.clock.set('2026-03-09T00:00:00Z');
  await put({ conversion_key: 'lead_created', is_active: false });

  await t.test('is answered as of a version that still stands, and not without it', async () => {
    assert.deepEqual((await ask({ as_of: stood })).body, before);
    assert.deepEqual(refused(await ask({})), unknown('lead_created'));
  });
  await shop.settle();
  await t.test('is answered as of when it stood', async () => {
    assert.equal(before.data.totals.models.last_non_direct.conversions, '1');
    assert.deepEqual((await ask({ as_of: stood })).body, before);
    assert.deepEqual((await ask({ as_of: '2026-03-08T12:00:00Z' })).body.data, before.data);
    assert.deepEqual((await shop.owner.get('/attribution/paths', { ...leads, as_of: stood })).body, beforePaths);
  });
  await t.test('is explained by the rules', async () => {
    for (const known_from of [stood, '2026-03-08T12:00:00Z']) {
      const { status, body } = await changes({ known_from });
      assert.equal(status, 200, JSON.stringify(body));
      assertCloses(body.data);
      assert.deepEqual([body.data.totals.from.outcomes, body.data.totals.to.outcomes], ['1', '0']);
      assert.deepEqual(movers(body.data.totals, 'outcomes'), { rules: '-1' });
    }
  });
  await t.test('is refused as of when it stood no longer, and what never stood always', async () => {
    const gone = '2026-03-09T00:00:00Z';
    assert.deepEqual(refused(await ask({ as_of: gone })), unknown('lead_created'));
    assert.deepEqual(refused(await changes({ known_from: gone })), unknown('lead_created'));
    assert.deepEqual(refused(await ask({ as_of: stood, goal: 'nothing' })), unknown('nothing'));
    assert.deepEqual(refused(await changes({ known_from: stood, goal: 'nothing' })), unknown('nothing'));
  });
  await t.test('is explained where it came and was removed later', async () => {
    await put({ conversion_key: 'viewed', event_types: ['page_view'] });
    await shop.settle();
    const came = versionOf((await shop.owner.get('/attribution', { ...MARCH, dimension: 'channel' })).body.meta.version);
    await put({ conversion_key: 'viewed', is_active: false });
    await shop.settle();
    const { status, body } = await changes({ goal: 'viewed', known_from: stood, known_to: came });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(movers(body.data.totals, 'outcomes'), { rules: '4' });
    assert.deepEqual(refused(await ask({ goal: 'viewed', as_of: stood })), unknown('viewed'));
  });
});
