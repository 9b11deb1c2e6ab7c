// Spend that was reported before the service knew the name of its platform: a version that knows it replaces those days, under whichever name they come.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2026-03-31T12:00:00Z' });
  // As a version accepted it to which Amazon was no platform.
  const rows = [{ campaign_id: 'c', campaign_name: 'C', campaign_key: 'c', spend: '10' }];
  const days = ['2026-03-10', '2026-03-11', '2026-03-12'].map((day) => ({
    ...{ platform: 'amazon ads', account_id: 'a-1', currency: 'EUR', day, rows },
  }));
  app.base.state.tx(() => {
    for (const { platform, account_id, day } of days)
      app.base.state
        .statement('collect/spend/report_put')
        .run({ profile_id: app.profileId, platform, account_id, spend_day: day, content_hash: Buffer.alloc(32) });
  });
  await app.base.journal.append(
    days.map((day) => ({
      ...{ profileId: app.profileId, kind: 'spend_day' as const, schemaVersion: 1, receivedAt: app.base.clock.now() },
      ...{ occurredAt: Date.parse(day.day) * 1000, trust: 'server' as const, body: JSON.stringify(day) },
    })),
  );
  app.base.signals.emit('facts', app.profileId);
  await app.settle();
});
after(() => app.close());

const post = async (platform: string, day: string, spend: string) => {
  const body = { platform, account_id: 'a-1', currency: 'EUR', days: [{ day, rows: [{ campaign_id: 'c', spend }] }] };
  const answer = await app.api(app.apiKey).post('/spend', body);
  assert.equal(answer.status, 200);
  await app.settle();
  return answer.body.data.days[0].status;
};
const totals = async () =>
  (await app.api(app.apiKey).get('/spend', { date_from: '2026-03-01', date_to: '2026-03-31' })).body.meta.totals;

test('a day under an old name of a platform is replaced under either name, and not doubled', async () => {
  assert.deepEqual(
    (await totals()).map(({ platform, spend }: Record<string, string>) => `${platform} ${spend}`),
    ['amazon 30'],
  );
  assert.equal(await post('Amazon Ads', '2026-03-10', '12'), 'replaced');
  assert.equal(await post('amazon', '2026-03-11', '13'), 'replaced');
  assert.equal(await post('amazon_ads', '2026-03-11', '13'), 'unchanged');
  assert.equal(await post('amazon', '2026-03-13', '1'), 'created');
  assert.deepEqual(
    (await totals()).map(({ platform, spend }: Record<string, string>) => `${platform} ${spend}`),
    ['amazon 36'],
  );
});

test('a file asks about a day that was reported under the old name', async (t) => {
  const file = join(temporaryFolder(t), 'spend.csv');
  writeFileSync(file, 'platform,account_id,day,currency,spend,campaign_id\namazon,a-1,2026-03-12,EUR,11,c\n');
  const load = async () =>
    commands.backfill(app.base, { kind: 'spend', file, profile: app.profileId, wait: false }, () => undefined);
  await assert.rejects(load, /Spend of these days came before: 2026-03-12/);
});
