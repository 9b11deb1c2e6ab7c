// Random histories of a profile: the parts, rows and days of a difference add up at each level, to the figures of attribution.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { readConfig } from '../../../../src/base/config/config.ts';
import { fakeClock } from '../../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../../src/base/open.ts';
import { initInstallation } from '../../../../src/collect/tracking/index.ts';
import { settle } from '../../../../src/credit/pipeline/index.ts';
import { getAttribution } from '../../../../src/report/analytics/attribution.ts';
import { getWhy } from '../../../../src/report/analytics/why/why.ts';
import { blankFiles } from '../../../base/blank-files.ts';
import { history, Run } from '../../../credit/pipeline/histories.ts';
import { run as runOperation } from '../../../operations.ts';
import { assertAddsUp, type Json } from './sums.ts';

const RUNS = Number(process.env['HISTORIES'] ?? 1);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);

test(`parts, rows and days add up over ${RUNS} random histories, to the figures of attribution (seed ${SEED})`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
  const base = await openBase(readConfig({ dataDir, logLevel: 'silent', ballastMb: 0, sealRows: 1e9, sealSeconds: 1e9 }, {}), {
    blanks: blankFiles(),
    clock: fakeClock('2026-09-30T12:00:00Z'),
  });
  let count = 0;
  try {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(90), async (steps, day) => {
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
        const middle = new Date(Date.UTC(2026, 0, 20 + day)).toISOString().slice(0, 10);
        const after = { date_from: middle, date_to: '2026-06-30' };
        const before = { date_from: '2026-01-01', date_to: new Date(Date.parse(middle) - 86_400_000).toISOString().slice(0, 10) };
        await new Run(base, profile).all(steps);
        await settle(base, profileId);
        const asked = { limit: 100, compared_from: before.date_from, compared_to: before.date_to };
        const why = async (params: Json): Promise<Json> =>
          runOperation(
            getWhy,
            { params: { ...after, ...asked, dimension: 'channel', measure: 'revenue', ...params }, profile } as Json,
            base,
          );
        const attribution = async (params: Json): Promise<Json> =>
          runOperation(getAttribution, { params, profile } as Json, base);
        for (const dimension of ['channel', 'campaign', 'ad', 'landing_page', 'customer', 'country'])
          for (const measure of ['revenue', 'conversions']) {
            assertAddsUp(await why({ dimension, measure, limit: 2 }), `${dimension} ${measure}`);
            assertAddsUp(
              await why({ dimension, measure, channel: 'Direct', model: 'linear' }),
              `${dimension} ${measure} of Direct`,
            );
          }
        const found = await why({ measure: 'conversions', model: 'linear' });
        for (const [period, days] of [['before', before] as const, ['after', after] as const]) {
          const credit = await attribution({ ...days, dimension: 'channel', models: ['linear'] });
          assert.equal(found.data.totals[period].conversions, credit.data.totals.models.linear.conversions);
          for (const { key, models } of credit.data.rows)
            assert.equal(
              found.data.rows.find((row: Json) => row.key === key)?.[period].conversions ?? '0',
              models.linear?.conversions ?? '0',
              key,
            );
          const money = await why({ model: 'linear' });
          assert.equal(money.data.totals[period].revenue, credit.data.totals.models.linear.revenue ?? '0');
        }
      }),
      { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: 600_000, endOnFailure: true },
    );
  } finally {
    await closeBase(base);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
