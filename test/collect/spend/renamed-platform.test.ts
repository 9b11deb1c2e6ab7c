// Spend that was reported before the service knew the name of its platform: a version that knows it replaces those days, under whichever name they come.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileHash } from '../../../src/base/rows/row-file.ts';
import { contentHashOf } from '../../../src/collect/spend/accept-spend.ts';
import { readSpendDay } from '../../../src/collect/spend/index.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { uploadsOf } from '../../act/uploads/uploads.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2026-03-31T12:00:00Z' });
  // As a version accepted it to which Amazon was no platform.
  const rows = [{ campaign_id: 'c', campaign_name: 'C', campaign_key: 'c', spend: '10' }];
  const days = ['2026-03-10', '2026-03-11', '2026-03-12'].map((day) => ({
    platform: 'amazon ads',
    account_id: 'a-1',
    currency: 'EUR',
    day,
    rows,
  }));
  app.base.state.tx(() => {
    for (const { platform, account_id, day } of days)
      app.base.state
        .statement('collect/spend/report_put')
        .run({ profile_id: app.profileId, platform, account_id, spend_day: day, content_hash: Buffer.alloc(32) });
  });
  await app.base.journal.append(
    days.map((day) => ({
      profileId: app.profileId,
      kind: 'spend_day' as const,
      schemaVersion: 1,
      receivedAt: app.base.clock.now(),
      occurredAt: Date.parse(day.day) * 1000,
      trust: 'server' as const,
      body: JSON.stringify(day),
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

const OLD = 'amazon ads';

test('what a file added under the old name is not added again', async (t) => {
  const file = join(temporaryFolder(t), 'more.csv');
  writeFileSync(file, 'platform,account_id,day,currency,spend,campaign_id\namazon,a-1,2026-03-14,EUR,5,new\n');
  const load = async () =>
    commands.backfill(
      app.base,
      { kind: 'spend', file, profile: app.profileId, on_conflict: 'add', force: true, wait: true },
      () => undefined,
    );
  assert.equal(await post('amazon', '2026-03-14', '10'), 'created');
  assert.equal((await load())['accepted'], 1);
  const sum = await totals();
  // As that version kept what it had added.
  const { db } = app.base.state;
  const rows = [
    { campaign_id: 'c', spend: '10' },
    { campaign_id: 'new', spend: '5' },
  ];
  const day = readSpendDay(
    { platform: 'amazon', account_id: 'a-1', currency: 'EUR', day: '2026-03-14', rows },
    app.base.clock.now(),
  );
  const changed = db
    .prepare('update spend_additions set platform = ?, content_hash = ? where content = ? and content_hash = ?')
    .run(OLD, contentHashOf({ ...day, platform: OLD }), await fileHash(file), contentHashOf(day));
  assert.equal(changed.changes, 1);
  assert.equal((await load())['accepted'], 0);
  await app.settle();
  assert.deepEqual(await totals(), sum);
});

test('an import of days under the old name is undone', async () => {
  const before = await totals();
  const files = uploadsOf(app);
  const { import_id } = await files.upload('platform,account_id,day,currency,spend,campaign_id\namazon,a-1,2026-03-15,EUR,7,c\n');
  await files.commit(import_id);
  assert.notDeepEqual(await totals(), before);
  const { db } = app.base.state;
  const day = readSpendDay(
    { platform: 'amazon', account_id: 'a-1', currency: 'EUR', day: '2026-03-15', rows: [{ campaign_id: 'c', spend: '7' }] },
    app.base.clock.now(),
  );
  const renamed = db
    .prepare('update file_import_days set platform = ?, after = replace(after, \'"amazon"\', ?) where import_id = ?')
    .run(OLD, JSON.stringify(OLD), import_id);
  const reported = db
    .prepare('update spend_reports set content_hash = ? where content_hash = ?')
    .run(contentHashOf({ ...day, platform: OLD }), contentHashOf(day));
  assert.deepEqual([renamed.changes, reported.changes], [1, 1]);
  await files.undo(import_id);
  assert.deepEqual(await totals(), before);
});
