// A merge that is undone leaves no trace: not in a figure when nothing came between, and where something did, figures are those of a
// history without it. Random histories; the seed is printed.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Base } from '../../../src/base/base.ts';
import { readConfig } from '../../../src/base/config/config.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { personId } from '../../../src/base/kit/ids.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { stitch } from '../../../src/collect/identity/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { settle } from '../../../src/credit/pipeline/wait-until-computed.ts';
import { getAttribution } from '../../../src/report/analytics/attribution.ts';
import { getOverview } from '../../../src/report/analytics/overview.ts';
import { listCustomers, searchCustomers } from '../../../src/report/customers/customers.ts';
import { getCustomerJourney } from '../../../src/report/customers/journeys.ts';
import { blankFiles } from '../../base/blank-files.ts';
import { run as runOperation } from '../../operations.ts';
import { assertEqualsFull, contents, difference } from './contents.ts';
import { doings, history, Run, type Step } from './histories.ts';

const RUNS = Number(process.env['HISTORIES'] ?? 1);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);

const DAYS = { date_from: '2026-01-01', date_to: '2026-09-30' };
const text = (value: unknown): string => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part));

/** What users read of it all, as one digest. */
async function answers(run: Run): Promise<string> {
  const { base, profile } = run;
  const people = run.customers().map((customer) => personId(profile.profileId, customer));
  const page = { limit: 100, offset: 0 };
  const requests = [
    runOperation(getOverview, run.call(undefined, DAYS), base),
    runOperation(
      getAttribution,
      run.call(undefined, { ...DAYS, dimension: 'channel', models: ['last_touch', 'linear', 'position_based'] }),
      base,
    ),
    runOperation(
      listCustomers,
      run.call(undefined, { ...DAYS, goal: 'payment_received', limit: 100, sort: 'conversion_time', order: 'desc' }),
      base,
    ),
    runOperation(searchCustomers, run.call(undefined, { q: 'person', limit: 50 }), base),
    ...people.map((id) => runOperation(getCustomerJourney, run.call(undefined, { id, ...page }), base)),
  ];
  const messages = (await Promise.all(requests)).map((answer) => (answer as { data: unknown }).data);
  return createHash('sha256').update(text(messages)).digest('hex');
}

/** The same stores, as if these decisions had never been taken. */
const withoutDecisions = (base: Base, left: ReadonlySet<bigint>): Base => ({
  ...base,
  state: {
    ...base.state,
    decisions: (...request) => base.state.decisions(...request).filter(({ decisionNo }) => !left.has(decisionNo)),
  },
});

/** Who is who as the log tells it: merges left out, customers by the order in which they came. */
function told({ base, profile }: Run): string[] {
  const order = new Map<string, number>();
  const name = (customer: unknown): number | undefined => order.get(String(customer));
  return base.state.decisions(profile.profileId, 0n, 100_000).flatMap(({ kind, decisionNo, payload }) => {
    if (!['customer_created', 'identifier_added', 'identifier_left_off', 'browser_linked'].includes(kind)) return [];
    if (kind === 'customer_created') order.set(String(decisionNo), order.size);
    const { type, customer_no, reason } = payload as Record<string, unknown>;
    return [[kind, type, name(customer_no ?? decisionNo), reason].join(' ')];
  });
}

/** Steps that send nothing. */
const NO_FACTS: Step['do'][] = ['merge', 'undo', 'advance', 'replay', 'await', 'seal', 'lose', 'settle'];

const pairs = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { minLength: 1, maxLength: 4 });

interface Case {
  before: Step[];
  first: [number, number][];
  /** A replay builds while it is merged, computed, undone and computed again. */
  replays: boolean;
  second: [number, number][];
  replaysAgain: boolean;
  between: Step[];
  backwards: boolean;
}

/** In every history there is somebody to merge: who visited and paid, who only paid, and who visited and made a deal, which moves no cash. */
const FOUNDERS: Step[] = [
  { do: 'view', browser: 0, minute: 1_000, arrival: 1, seconds: 0 },
  { do: 'identify', browser: 0, email: 0, external: undefined, minute: 1_010, deal: undefined, trust: true },
  payment(0, 1_100, 0),
  payment(1, 3_000, 1),
  { do: 'view', browser: 1, minute: 2_000, arrival: 3, seconds: 0 },
  { do: 'identify', browser: 1, email: 2, external: undefined, minute: 2_010, deal: undefined, trust: true },
  { do: 'deal', deal: 5, minute: 2_500, cents: 7_000, email: 2, browser: undefined },
];

function payment(key: number, minute: number, email: number): Step {
  const unknown = { browser: undefined, external: undefined, click: undefined, campaign: undefined, deal: undefined };
  return { do: 'pay', key, minute, cents: 1_000 + minute, email, trust: true, ...unknown };
}

const cases: fc.Arbitrary<Case> = fc.record({
  // Robots have their place in the other property; here their thousands of events would only take time.
  before: history.map((steps) => [...FOUNDERS, ...steps.filter((step) => step.do !== 'robot')]),
  first: pairs,
  replays: fc.boolean(),
  second: pairs,
  replaysAgain: fc.boolean(),
  between: doings.map((steps) => steps.filter((step) => step.do !== 'robot')),
  backwards: fc.boolean(),
});

async function merged(run: Run, chosen: [number, number][]): Promise<bigint[]> {
  const names = new Set(run.merges());
  const people = run.customers();
  for (const [i, j] of people.length < 2 ? [] : chosen) {
    const at = i % people.length;
    const other = (at + 1 + (j % (people.length - 1))) % people.length;
    await run.merge(people[at] as bigint, people[other] as bigint);
  }
  return run.merges().filter((merge) => !names.has(merge));
}

async function undone(run: Run, merges: bigint[], backwards: boolean): Promise<void> {
  for (const merge of backwards ? [...merges].reverse() : merges) await run.undo(merge);
}

test(`a merge undone leaves no trace in ${RUNS} random histories (seed ${SEED})`, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
  const base = await openBase(readConfig({ dataDir, logLevel: 'silent', ballastMb: 0, sealRows: 1e9, sealSeconds: 1e9 }, {}), {
    blanks: blankFiles(),
    clock: fakeClock('2026-09-30T12:00:00Z'),
  });
  let installed = 0;
  const profile = (): Run => {
    installed += 1;
    const result = initInstallation(base, {
      email: `owner${installed}@shop.example`,
      workspace: `Workspace ${installed}`,
      profile: 'Main',
      currency: 'USD',
      timezone: 'America/Santiago',
      domain: 'shop.example',
    });
    return new Run(base, { profileId: result.profile_id, workspaceId: result.workspace_id });
  };
  let merges = 0;
  let meanwhile = 0;
  const computed = async (run: Run): Promise<void> => {
    const wasReplaying = run.isReplaying;
    await run.meanwhile([{ do: 'advance' }]);
    if (wasReplaying && run.isReplaying) meanwhile += 1;
  };
  try {
    await fc.assert(
      fc.asyncProperty(cases, async ({ before, first, replays, second, replaysAgain, between, backwards }) => {
        const run = profile();
        const { profileId } = run.profile;
        await run.all(before);
        await settle(base, profileId);
        const [stood, answered] = [await contents(base, { profileId }), await answers(run)];

        if (replays) await run.beginReplay();
        const results = await merged(run, first);
        await computed(run);
        if (!replays) await assertEqualsFull(base, profileId);
        await undone(run, results, backwards);
        await computed(run);
        await run.all([{ do: 'settle' }]);
        // A replay fits anew, which is no matter of the merge.
        if (!replays) {
          assert.equal(difference(await contents(base, { profileId }), stood), '');
          assert.equal(await answers(run), answered);
        }

        const lastBefore = base.state.lastDecision(profileId);
        if (replaysAgain) await run.beginReplay();
        const again = await merged(run, second);
        await computed(run);
        await run.meanwhile(between);
        await computed(run);
        await undone(run, again, backwards);
        await run.all([{ do: 'settle' }]);
        merges += results.length + again.length;
        const mergesOnly = base.state
          .decisions(profileId, replays ? 0n : lastBefore, 100_000)
          .filter(
            ({ decisionNo, kind }) => kind.startsWith('merge_edge') && (decisionNo > lastBefore || isOneOf(results, decisionNo)),
          );
        const left = new Set(mergesOnly.map(({ decisionNo }) => decisionNo));
        await assertEqualsFull(withoutDecisions(base, left), profileId);
        await base.warehouse.remove(profileId);

        // A link names a customer, and a repair a claim, that is known by then: that depends on how far stitching had come.
        const steps = [...before, ...between];
        if (steps.some((step) => step.do === 'link' || step.do === 'repair')) return;
        const twin = profile();
        await twin.all(steps.filter((step) => !NO_FACTS.includes(step.do)));
        await stitch(base, twin.profile.profileId);
        assert.deepEqual(told(run), told(twin), 'who is who does not depend on merges');
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['SHRINK'] === undefined },
    );
    assert.ok(merges >= RUNS, 'somebody was merged in each');
    t.diagnostic(`${merges} merges undone; ${meanwhile} increments computed while a replay was building`);
  } finally {
    await closeBase(base);
    rmSync(dataDir, { recursive: true, force: true });
  }
});

const isOneOf = (results: readonly bigint[], decisionNo: bigint): boolean => results.includes(decisionNo);
