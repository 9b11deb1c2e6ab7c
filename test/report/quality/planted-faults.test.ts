// Planted faults are found and nothing else is: each world has at most one fault of each group, at some strength, or none. To play more and
// to write the confusion table (CLEAN=1: worlds without any fault): WORLDS=200 SEED=1 bin/run node --test test/report/quality/planted-faults.test.ts
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance } from '../../../seeds/demo/random.ts';
import { startTestApp } from '../../harness.ts';
import { openWorld, sendAtOnce } from './open-world.ts';
import type { Faults } from './worlds.ts';

const WORLDS = Number(process.env['WORLDS'] ?? 3);
/** A short run has each fault in turn, so that the check sees many of them. */
const IS_SHORT = process.env['WORLDS'] === undefined;
/** Worlds without any fault. */
const IS_CLEAN = process.env['CLEAN'] === '1';
const SEED = Number(process.env['SEED'] ?? 12);

interface Planted {
  fault: string;
  /** From what is certain at the sizes of these worlds to nearly everything. */
  strengths: readonly number[];
  /** The finding that has to be there. */
  finds: string;
  /** What else follows from it. */
  also?: readonly string[];
}

const GROUPS: readonly (readonly Planted[])[] = [
  [
    { fault: 'nobody', strengths: [0.14, 0.3, 0.6], finds: 'nobody_known', also: ['coverage', 'page_behind_sale'] },
    {
      fault: 'unlinked',
      strengths: [0.4, 0.6, 0.9],
      finds: 'person_without_visit',
      also: ['coverage', 'page_behind_sale', 'match_keys'],
    },
    { fault: 'old_visit', strengths: [0.14, 0.3, 0.6], finds: 'outside_window', also: ['coverage'] },
    { fault: 'backlog', strengths: [0.1, 0.3, 0.6], finds: 'identity_backlog' },
    // Two hours after each visit is a shifted clock, too.
    { fault: 'pages_behind', strengths: [0.75, 1], finds: 'page_behind_sale', also: ['clock_shift'] },
    { fault: 'synthetic', strengths: [0.35, 0.6, 0.9], finds: 'synthetic_share', also: ['page_behind_sale'] },
  ],
  [
    { fault: 'macro', strengths: [0.2, 0.5, 1], finds: 'macro_unexpanded', also: ['ad_ids_seen', 'click_to_visit'] },
    { fault: 'variants', strengths: [0.2, 0.4], finds: 'variants' },
    { fault: 'no_medium', strengths: [0.2, 0.5, 1], finds: 'paid_without_medium' },
    { fault: 'disagree', strengths: [0.2, 0.5], finds: 'id_and_name_disagree' },
  ],
  [
    { fault: 'placeholder', strengths: [0.5, 1], finds: 'placeholder' },
    { fault: 'personal', strengths: [0.05, 0.3, 1], finds: 'personal_data' },
    { fault: 'medium', strengths: [0.5, 1], finds: 'medium_unknown' },
    { fault: 'truncated', strengths: [0.6, 1], finds: 'truncated' },
  ],
  [
    { fault: 'autotag', strengths: [0.65, 0.8, 1], finds: 'autotag_lost' },
    { fault: 'inner_links', strengths: [0.05, 0.2, 0.6], finds: 'internal_utm' },
    { fault: 'payment', strengths: [0.03, 0.1, 0.2], finds: 'payment_referral', also: ['coverage', 'direct_jump'] },
    { fault: 'own_links', strengths: [0.03, 0.1, 0.2], finds: 'self_referral', also: ['coverage', 'direct_jump'] },
    { fault: 'robots', strengths: [0.4, 1], finds: 'sudden_source' },
  ],
  [
    { fault: 'ids_lost', strengths: [0.25, 0.5, 1], finds: 'ad_ids_seen' },
    { fault: 'unknown_ids', strengths: [0.1, 0.2, 0.6], finds: 'unknown_ad_id', also: ['click_to_visit'] },
    { fault: 'slow_pages', strengths: [0.5, 0.8], finds: 'click_to_visit' },
  ],
  [
    { fault: 'dead_hours', strengths: [1], finds: 'silence' },
    { fault: 'spend_times', strengths: [0.5, 1], finds: 'spend_outlier' },
    { fault: 'two_ids', strengths: [0.5, 1], finds: 'spend_outlier', also: ['click_to_visit'] },
    { fault: 'dead_days', strengths: [1], finds: 'silence' },
    { fault: 'silence', strengths: [0.75, 1], finds: 'silence' },
    { fault: 'late', strengths: [0.3, 0.6], finds: 'late' },
    { fault: 'restated', strengths: [0.06, 0.2], finds: 'spend_restated' },
    { fault: 'stale', strengths: [0.5, 1], finds: 'spend_stale', also: ['click_to_visit'] },
  ],
  [
    {
      fault: 'double_tag',
      strengths: [0.1, 0.3, 0.5],
      finds: 'double_sale',
      also: ['person_without_visit', 'coverage', 'page_behind_sale', 'match_keys'],
    },
    { fault: 'cents', strengths: [0.02, 0.05, 0.3], finds: 'value_outlier' },
    { fault: 'clock', strengths: [0.3, 1], finds: 'clock_shift', also: ['coverage', 'page_behind_sale', 'outside_window'] },
    { fault: 'orphans', strengths: [0.05, 0.2], finds: 'refund_without_sale' },
    { fault: 'used_keys', strengths: [0.05, 0.2], finds: 'outcomes_refused' },
    { fault: 'wrong_amounts', strengths: [0.05, 0.2], finds: 'outcomes_refused' },
    { fault: 'tests', strengths: [0.03, 0.1], finds: 'test_orders' },
    { fault: 'double', strengths: [0.05, 0.2], finds: 'double_sale' },
    {
      fault: 'shop_missing',
      strengths: [0.15, 0.3],
      finds: 'shop_reconciliation',
      also: ['coverage', 'page_behind_sale', 'match_keys', 'person_without_visit'],
    },
    { fault: 'shop_surplus', strengths: [0.1, 0.25], finds: 'shop_reconciliation' },
    { fault: 'no_value', strengths: [0.1, 0.3], finds: 'value_missing' },
    { fault: 'outlier', strengths: [0.02, 0.05], finds: 'value_outlier' },
    { fault: 'no_rate', strengths: [0.05, 0.2], finds: 'currency_without_rate' },
    { fault: 'no_email', strengths: [0.5, 1], finds: 'match_keys' },
  ],
  [
    { fault: 'tag_twice', strengths: [0.3, 1], finds: 'tag_installed_twice' },
    {
      fault: 'one_browser',
      strengths: [0.12, 0.4],
      finds: 'browser_share',
      also: ['identity_backlog', 'page_behind_sale', 'internal_utm'],
    },
  ],
  [{ fault: 'direct', strengths: [0.25, 0.4, 0.7], finds: 'direct_jump', also: ['coverage'] }],
];

const READINGS = ['/quality/attribution', '/quality/utm/anomalies', '/quality/ad-ids', '/quality/instrumentation-health'];

test(`planted faults are found, and no others (${WORLDS} worlds from seed ${SEED})`, async (t) => {
  const app = await startTestApp({ at: '2026-04-01T00:30:00Z' });
  t.after(() => app.close());
  const tally = new Map<string, { planted: number; found: number }>();
  const falseFindings = new Map<string, number>();
  let falseCount = 0;
  for (let world = 0; world < WORLDS; world += 1) {
    const luck = chance(SEED * 1000 + world);
    const planted =
      world === 0 ? [] : GROUPS.map((group) => group[(world - 1) % group.length]).filter((one) => one !== undefined);
    const drawn = GROUPS.filter(() => luck.happens(0.6)).map((group) => luck.pick(group));
    const chosen = IS_CLEAN ? [] : IS_SHORT ? planted : drawn;
    const faults: Faults = Object.fromEntries(chosen.map(({ fault, strengths }) => [fault, luck.pick(strengths)]));
    const opened = await openWorld(app, SEED * 1000 + world, faults, sendAtOnce);
    const loud = new Set<string>();
    for (const path of READINGS) {
      const { status, body } = await opened.api.get(path);
      assert.equal(status, 200);
      for (const { name, kind, status: how } of body.data.findings ?? body.data) if (how !== 'ok') loud.add(name ?? kind);
    }
    for (const { fault, finds } of chosen) {
      const label = `${fault} ${faults[fault]}`;
      const line = tally.get(label) ?? { planted: 0, found: 0 };
      tally.set(label, { planted: line.planted + 1, found: line.found + Number(loud.has(finds)) });
      if (!loud.has(finds)) t.diagnostic(`world ${world}: ${label} is not found`);
    }
    const expected = new Set(chosen.flatMap(({ finds, also = [] }) => [finds, ...also]));
    for (const name of loud)
      if (!expected.has(name)) {
        falseCount += 1;
        falseFindings.set(name, (falseFindings.get(name) ?? 0) + 1);
        t.diagnostic(`world ${world} ${JSON.stringify(faults)}: ${name} is false`);
      }
    await app.base.warehouse.remove(opened.profileId);
  }
  for (const [label, { planted, found }] of [...tally].sort()) t.diagnostic(`| ${label} | ${planted} | ${found} |`);
  for (const [name, count] of falseFindings) t.diagnostic(`false: ${name} in ${count} worlds`);
  const all = [...tally.values()].reduce(
    (sum, line) => ({ planted: sum.planted + line.planted, found: sum.found + line.found }),
    {
      planted: 0,
      found: 0,
    },
  );
  t.diagnostic(`found ${all.found} of ${all.planted}; ${falseCount} false findings in ${WORLDS} worlds`);
  // Of a short run's few faults 95 % is no whole number.
  assert.ok(all.found >= Math.floor(0.95 * all.planted), 'fewer than 95 % are found');
  assert.ok(falseCount <= WORLDS, 'more than one false finding a world');
});
