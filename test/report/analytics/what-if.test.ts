// Decisions that are tried: in a shop whose figures can be worked out by hand, and, over random histories, that a branch has the figures that the same decisions have
// once they are taken, and that its steps add up to the difference to the last digit.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { readConfig } from '../../../src/base/config/config.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { unitsOf } from '../../../src/base/kit/decimals.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { requireCustomer } from '../../../src/collect/identity/index.ts';
import { openProposal, pairOf, proposalId } from '../../../src/collect/identity/matching/pairs.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { computeAll } from '../../../src/credit/as-of/as-of.ts';
import { visitBranches } from '../../../src/credit/as-of/branch.ts';
import { settle } from '../../../src/credit/pipeline/index.ts';
import { getAttribution } from '../../../src/report/analytics/attribution.ts';
import { asOfPatience } from '../../../src/report/analytics/computations.ts';
import { decisionsOf, previewDecisions } from '../../../src/report/analytics/what-if/what-if.ts';
import { blankFiles } from '../../base/blank-files.ts';
import { contents, difference } from '../../credit/pipeline/contents.ts';
import { history, Run, type Step } from '../../credit/pipeline/histories.ts';
import { unlessBusy } from '../../harness.ts';
import { run as runOperation } from '../../operations.ts';
import { WAIT_MS } from '../../until.ts';
import { openShop, type Shop } from '../shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers as JSON
type Json = any;
const RUNS = Number(process.env['HISTORIES'] ?? 1);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
const MARCH = { date_from: '2026-03-01', date_to: '2026-03-31' };
const FIGURES = ['spend', 'revenue', 'outcomes', 'credited_revenue'] as const;

const units = (text: string | null): bigint => unitsOf(text ?? '0', 6);

function assertCloses(data: Json): void {
  for (const split of [data.totals, data.unattributed, ...data.channels])
    for (const name of FIGURES) {
      const steps = split.steps.reduce((sum: bigint, { movement }: Json) => sum + units(movement[name]), 0n);
      const what = `${split.channel ?? 'in total'} ${name}`;
      assert.equal(steps, units(split.movement[name]), what);
      assert.equal(units(split.to[name]) - units(split.from[name]), steps, what);
    }
}

/** The side of an answer is what the report says. */
function assertIs(data: Json, side: 'from' | 'to', { data: report, meta }: Json): void {
  const model = meta.models[0];
  const total = report.totals.models[model];
  assert.deepEqual(
    [data.totals[side].spend, data.totals[side].revenue, data.totals[side].outcomes],
    [report.totals.spend, total.revenue, total.conversions],
    side,
  );
  for (const { key, spend, models } of report.rows)
    assert.deepEqual(
      data.channels.find(({ channel }: Json) => channel === key)?.[side],
      { spend, revenue: null, outcomes: models[model].conversions, credited_revenue: models[model].revenue },
      `${side} ${key}`,
    );
}

const windows = fc.record({
  click: fc.integer({ min: 1, max: 90 }),
  cash: fc.constant(90),
  views: fc.integer({ min: 1, max: 90 }),
});
const goal = fc.record({
  lead: fc.constant(false),
  first: fc.boolean(),
  days: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
});
const rules = fc.record({
  source: fc.constantFrom('google', 'meta', 'news'),
  paid: fc.boolean(),
  alias: fc.constant(undefined),
  name: fc.constant(undefined),
});

test(`a branch is what its decisions come to, over ${RUNS} random histories (seed ${SEED})`, async () => {
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
      fc.asyncProperty(history, windows, goal, rules, async (steps, window, definition, rule) => {
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
        const run = new Run(base, profile);
        await run.all(steps);
        await settle(base, profileId);
        const ask = (): Promise<Json> =>
          runOperation(getAttribution, { params: { ...range, dimension: 'channel', models: ['linear'] }, profile } as Json, base);
        const body = {
          ...range,
          model: 'linear',
          classification_rules: {
            channels: [{ name: 'Own', is_paid: rule.paid }],
            rules: [{ rule_id: 'own', channel: 'Own', source: { contains: [rule.source] } }],
          },
          definitions: [
            {
              conversion_key: 'payment_received',
              counting: definition.first ? 'first_per_customer' : 'every',
              lookback_window_days: definition.days ?? null,
            },
          ],
          attribution_settings: {
            click_window_days: window.click,
            cash_window_days: window.cash,
            view_through_window_days: window.views,
          },
        };
        const call = { params: {}, profile, body } as Json;
        const { branches } = await decisionsOf(call, base);
        await visitBranches(base, profileId, branches, async (file, name) => {
          const touched = await contents(base, file);
          await computeAll(base, file);
          assert.equal(difference(touched, await contents(base, file)), '', name ?? 'in force');
        });
        const before = await ask();
        const { data } = (await runOperation(previewDecisions, call, base)) as Json;
        assertCloses(data);
        assertIs(data, 'from', before);
        assert.deepEqual((await ask()).data, before.data, 'nothing has changed');
        const taken: Step[] = [
          { do: 'rules', ...rule },
          { do: 'definition', ...definition },
          { do: 'windows', ...window },
        ];
        await run.all(taken);
        await settle(base, profileId);
        assertIs(data, 'to', await ask());
        await base.warehouse.remove(profileId);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['SHRINK'] === undefined },
    );
  } finally {
    await closeBase(base);
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('previewDecisions', async (t) => {
  const shop: Shop = await openShop();
  t.after(() => shop.close());
  shop.clock.set('2026-03-10T00:00:00Z');
  const attempt = (body: object) => shop.owner.post('/attribution/what-if', { ...MARCH, ...body });
  const attribution = async (more: object = {}) =>
    (await shop.owner.get('/attribution', { ...MARCH, dimension: 'channel', ...more })).body;
  const channel = ({ data }: Json, name: string) => data.channels.find((each: Json) => each.channel === name);

  await t.test('a window moves credit and no sale, and changes nothing', async () => {
    const before = await attribution();
    const { status, body } = await attempt({ attribution_settings: { cash_window_days: 1 } });
    assert.equal(status, 200, JSON.stringify(body));
    assertCloses(body.data);
    assertIs(body.data, 'from', before);
    assert.deepEqual(body.data.totals.movement.revenue, '0');
    assert.deepEqual(channel(body, 'Email').to.credited_revenue, '0', 'the newsletter is older than a day');
    assert.equal(units(body.data.unattributed.movement.credited_revenue), 125_000_000n);
    assert.deepEqual(body.meta.decisions, [{ decision: 'attribution_settings', count: 1 }]);
    assert.deepEqual(await attribution(), before);
  });
  await t.test('a rule, a goal and a window close by decision', async () => {
    const { status, body } = await attempt({
      classification_rules: { rules: [{ rule_id: 'letters', channel: 'Affiliates', medium: { is: ['email'] } }] },
      definitions: [{ conversion_key: 'payment_received', counting: 'first_per_customer' }],
      attribution_settings: { first_touch_window_days: 80, click_window_days: 30 },
    });
    assert.equal(status, 200, JSON.stringify(body));
    assertCloses(body.data);
    assert.deepEqual(
      body.data.totals.steps.map(({ decision, movement }: Json) => [decision, movement.outcomes]),
      [
        ['classification_rules', '0'],
        ['definitions', '-1'],
        ['attribution_settings', '0'],
      ],
    );
    assert.deepEqual(
      [channel(body, 'Email').steps[0].movement.credited_revenue, channel(body, 'Affiliates').steps[0].movement.credited_revenue],
      ['-125', '125'],
    );
    assert.equal(body.meta.decisions[2].count, 1, 'a window that is in force is no decision');
  });
  await t.test('a goal that is tried can be asked for', async () => {
    const { body } = await attempt({ goal: 'seen', definitions: [{ conversion_key: 'seen', event_types: ['page_view'] }] });
    assert.deepEqual([body.data.totals.from.outcomes, body.data.totals.to.outcomes], ['0', '4']);
  });
  await t.test('a merge is as it is once it is made', async () => {
    const { base, profileId } = shop;
    const firstOf = async (goal: string): Promise<string> =>
      (await shop.owner.get('/customers', { ...MARCH, goal })).body.data[0].customer_profile_id;
    const [one, two] = [await firstOf('payment_received'), await firstOf('lead_created')];
    const tried = await attempt({ goal: 'lead_created', merges: [{ customer_profile_id: one, other_customer_profile_id: two }] });
    assert.equal(tried.status, 200, JSON.stringify(tried.body));
    assertCloses(tried.body.data);
    const pair = pairOf(requireCustomer(base, profileId, one), requireCustomer(base, profileId, two));
    base.state.tx(() => openProposal(base, profileId, pair, { seq: 1n, openedAt: base.clock.now() }));
    const merged = await shop.owner.post(`/identity/merge-proposals/${proposalId(profileId, pair)}/decide`, { action: 'merge' });
    assert.equal(merged.status, 200, JSON.stringify(merged.body));
    await shop.settle();
    assert.equal(tried.body.data.unattributed.movement.outcomes, '-1', 'the lead has visits then');
    assertIs(tried.body.data, 'to', await attribution({ goal: 'lead_created' }));
  });
  await t.test('refuses nothing to try, what cannot be decided, and people without their scope', async () => {
    const key = shop.conversionsOnly;
    const codeOf = ({ status, body }: Json) => [status, body.error?.code];
    assert.deepEqual(codeOf(await attempt({})), [422, 'validation_error']);
    assert.deepEqual(codeOf(await attempt({ definitions: [{ conversion_key: 'payment_received', is_active: false }] })), [
      409,
      'invalid_state',
    ]);
    assert.deepEqual(
      codeOf(await attempt({ classification_rules: { rules: [{ rule_id: 'x', channel: 'Nowhere', medium: { is: ['a'] } }] } })),
      [422, 'validation_error'],
    );
    assert.deepEqual(codeOf(await attempt({ merges: [{ customer_profile_id: 'a', other_customer_profile_id: 'b' }] })), [
      422,
      'customer_not_in_profile',
    ]);
    assert.deepEqual(
      codeOf(await key.post('/attribution/what-if', { ...MARCH, attribution_settings: { click_window_days: 1 } })),
      [403, 'insufficient_scope'],
    );
  });
  await t.test('says how far it is when it takes longer than a request waits', async () => {
    const patience = asOfPatience(shop.base);
    const { ms } = patience;
    patience.ms = 0;
    const ask = () =>
      shop.request
        .post(`/api/v1/attribution/what-if`)
        .auth(shop.apiKey, { type: 'bearer' })
        .send({ ...MARCH, attribution_settings: { click_window_days: 2 } });
    const first = await ask();
    assert.deepEqual([first.status, first.body.error.busy.retry_after_seconds], [503, 1]);
    assert.equal((await unlessBusy(ask)).status, 200);
    patience.ms = ms;
  });
});
