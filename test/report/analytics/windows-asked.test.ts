// Windows by request and windows by setting are one: whatever happened, `GET /attribution?…_window_days=N` answers what it answers after the
// settings say N and all history is computed anew.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { MODELS } from '../../../src/credit/goals/index.ts';
import { settle } from '../../../src/credit/pipeline/index.ts';
import { history, Run } from '../../credit/pipeline/histories.ts';
import { type Api, startTestApp } from '../../harness.ts';
import { startShop } from '../shop.ts';

const RUNS = Number(process.env['HISTORIES'] ?? 2);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);

/** A replay fits the data-driven model anew, which no request does. */
const COMPARED = MODELS.filter((model) => model !== 'data_driven').join(',');

const days = fc.integer({ min: 1, max: 90 });
const windows = fc.record({
  click_window_days: days,
  cash_window_days: days,
  first_touch_window_days: days,
  view_through_window_days: days,
});

async function figures(api: Api, query: Record<string, unknown>): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const goal of ['payment_received', 'lead_created', 'closed_won'])
    for (const dimension of ['channel', 'campaign']) {
      const range = { date_from: '2026-01-01', date_to: '2026-10-01' };
      const { status, body } = await api.get('/attribution', { ...range, goal, dimension, models: COMPARED, ...query });
      assert.equal(status, 200, JSON.stringify(body));
      answers.push(body.data);
    }
  return answers;
}

test(`getAttribution answers windows of a request as those of the settings, over ${RUNS} random histories (seed ${SEED})`, async (t) => {
  const app = await startTestApp({ at: '2026-09-30T12:00:00Z', config: { sealRows: 1e9, sealSeconds: 1e9 } });
  t.after(() => app.close());
  const { base } = app;
  let count = 0;
  await fc.assert(
    fc.asyncProperty(history, windows, async (steps, request) => {
      count += 1;
      const installed = initInstallation(base, {
        email: `windows${count}@shop.example`,
        workspace: `Workspace ${count}`,
        profile: 'Main',
        currency: 'USD',
        timezone: 'America/Santiago',
        domain: 'shop.example',
      });
      const profileId = installed.profile_id;
      const api = app.api(installed.api_key);
      await new Run(base, { profileId, workspaceId: installed.workspace_id }).all(steps);
      await settle(base, profileId);
      const byRequest = await figures(api, request);
      assert.equal((await api.patch('/profile/attribution-settings', request)).status, 200);
      await settle(base, profileId);
      assert.deepEqual(await figures(api, {}), byRequest, JSON.stringify(request));
      await base.warehouse.remove(profileId);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: process.env['SHRINK'] === undefined },
  );
});

test('getAttribution answers a named click older than its window as nobody’s, by request as by setting', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  const api = shop.owner;
  await shop.visit({ at: '2026-05-01T10:00:00Z', browser: 'b1', url: 'https://shop.example/?gclid=K1' });
  shop.clock.set('2026-06-30T12:00:00Z');
  await shop.outcome({
    event_type: 'payment_received',
    idempotency_key: 'p1',
    occurred_at: '2026-06-01T10:00:00Z',
    value: { amount: '100', currency: 'USD' },
    user_traits: { email: 'ann@mail.example' },
    click_ids: { gclid: 'K1' },
  });
  await shop.settle();
  const credited = async (query: Record<string, unknown>) => {
    const range = { date_from: '2026-06-01', date_to: '2026-06-30', models: 'linear' };
    const { data } = (await api.get('/attribution', { ...range, ...query })).body;
    return [data.totals.touches, data.unattributed.models.linear.conversions];
  };
  assert.deepEqual(await credited({}), [1, '0']);
  assert.deepEqual(await credited({ cash_window_days: 20 }), [0, '1']);
  await api.patch('/profile/attribution-settings', { cash_window_days: 20 });
  await shop.settle();
  assert.deepEqual(await credited({}), [0, '1'], 'no click is invented in its place');
  assert.deepEqual(await credited({ cash_window_days: 60 }), [1, '0'], 'nor counted twice under a longer window');
});
