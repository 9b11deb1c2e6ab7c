// The ledger as a part of the data folder, through the door: backed up and restored, cleaned of an erased person, gone with its profile.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ledgerFile } from '../../../src/base/ledger/file.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { restoreAndErase } from '../../../src/doors/jobs/restore.ts';
import type { Status } from '../../../src/doors/jobs/status.ts';
import { startTestApp } from '../../harness.ts';
import { keyText, temporaryFolder, testConfig } from '../folder.ts';

const NAME = 'ana@sepulveda-only.example';

test('the ledger is backed up, cleaned of who is erased, and purged with its profile', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const { base, profileId, workspaceId } = app;
  const entry = { ledger: 'calls', profileId, state: 'done', at: base.clock.now() };
  await base.ledger.append([
    { ...entry, key: 'a', body: { to: NAME } },
    { ...entry, key: 'b', body: { to: 'ben@other.example' } },
  ]);
  const event = { event_type: 'signup', idempotency_key: 's1', occurred_at: '2026-03-10T00:00:00Z' };
  assert.equal((await app.api(app.apiKey).post('/events', { ...event, user_traits: { email: NAME } })).status, 201);
  await app.settle();

  const copy = join(temporaryFolder(t), 'copy');
  await commands.backup(base, { dest: copy }, () => undefined);
  const restored = join(temporaryFolder(t), 'restored');
  await restoreAndErase(copy, testConfig(restored), { masterKey: keyText(base) });
  const beside = await openBase(testConfig(restored), { warehouseStarts: 'when asked' });
  assert.deepEqual(beside.ledger.byKey('calls', profileId, 'a')?.body, { to: NAME });
  await closeBase(beside);
  const status = (await commands.status(base, {}, () => undefined)) as unknown as Status;
  assert.ok(status.disk.bytes.ledger > 0);

  const erased = await app
    .api(app.session)
    .post(`/workspaces/${workspaceId}/customer-erasures`, { profile_id: profileId, email: NAME });
  assert.ok(erased.status < 300, JSON.stringify(erased.body));
  assert.deepEqual(base.ledger.byKey('calls', profileId, 'a')?.body, { to: 'erased' });
  assert.deepEqual(base.ledger.byKey('calls', profileId, 'b')?.body, { to: 'ben@other.example' });
  for (const end of ['', '-wal']) assert.ok(!readFileSync(`${ledgerFile(app.dataDir)}${end}`).includes('sepulveda-only'));

  const gone = await app.api(app.session).delete(`/workspaces/${workspaceId}`);
  assert.ok(gone.status < 300, JSON.stringify(gone.body));
  assert.deepEqual(base.ledger.page('calls', profileId, { limit: 5 }), []);
});
