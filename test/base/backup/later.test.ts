// A backup that is restored with the facts that its data folder accepted since, out of the archive and the journal; what state lost is listed.
import assert from 'node:assert/strict';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { backup } from '../../../src/base/backup/backup.ts';
import { restore } from '../../../src/base/backup/restore.ts';
import { requireWhole } from '../../../src/base/backup/restored.ts';
import { StoresDisagree } from '../../../src/base/folder/stores-disagree.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { addLater } from '../../../src/base/upgrade/later-folder.ts';
import { keyText, temporaryFolder, testConfig } from '../folder.ts';
import { fact, outcome } from '../journal/facts.ts';

const P = '018f0000-0000-7000-8000-000000000001';

test('facts after the backup are added, sealed ones too, and an outcome stays known', async (t) => {
  const folder = temporaryFolder(t);
  const [data, kept, restored] = ['data', 'kept', 'restored'].map((name) => join(folder, name)) as [string, string, string];
  const clock = fakeClock('2026-03-01T10:00:00Z');
  const base = await openBase(testConfig(data), { clock });
  base.state.tx(() => {
    base.state.db.exec(`insert into access_workspaces (workspace_id, created_at) values ('w', 0);
      insert into access_profiles (profile_id, workspace_id, created_at) values ('${P}', 'w', 0)`);
    base.state.keys.create(P);
  });
  await base.journal.append(Array.from({ length: 20 }, (_, i) => fact(P, `f${i + 1}`)));
  await backup(base, kept);
  await base.journal.append([...Array.from({ length: 10 }, (_, i) => fact(P, `g${i + 1}`)), outcome(P, 'order-1')]);
  base.state.setCursor('stitched', P, 31n);
  await base.archive.seal(P, 25n);
  const decision = { profileId: P, kind: 'setting' as const, afterSeq: 0n, subject: 'currency', payload: { value: 'EUR' } };
  base.state.decide({ ...decision, actor: 'system', decidedAt: clock.now() });
  const masterKey = keyText(base);
  const killed = join(folder, 'killed');
  cpSync(data, killed, { recursive: true });
  await closeBase(base);

  await restore(kept, restored, { masterKey });
  const { facts, lost } = await addLater(testConfig(restored), data);
  assert.deepEqual(facts, [{ profile_id: P, taken: 11, left_out: 0 }]);
  assert.deepEqual(
    lost?.filter(({ table }) => table === 'decisions').map(({ added }) => added),
    [1],
  );
  await requireWhole(testConfig(restored));
  const again = await openBase(testConfig(restored), { clock });
  t.after(() => closeBase(again));
  assert.equal(again.journal.lastSeq(P), 31n);
  const [repeated] = await again.journal.append([outcome(P, 'order-1')]);
  assert.equal(repeated?.seq, 31n, 'the outcome is the one that was added');

  await t.test('of a folder that was killed while open, which opens afterwards as before', async () => {
    const other = join(folder, 'other');
    await restore(kept, other, { masterKey });
    assert.ok(existsSync(join(killed, 'journal.sqlite-wal')));
    assert.deepEqual((await addLater(testConfig(other), killed)).facts, facts);
    const opened = await openBase(testConfig(killed), { clock });
    assert.equal(opened.journal.lastSeq(P), 31n);
    await closeBase(opened);
  });
  await t.test('of one that had lost its log, which stays refused', async () => {
    const lacking = join(folder, 'lacking');
    cpSync(data, lacking, { recursive: true });
    rmSync(join(lacking, 'closed.json'));
    writeFileSync(join(lacking, 'open.json'), '{}');
    const other = join(folder, 'another');
    await restore(kept, other, { masterKey });
    assert.deepEqual((await addLater(testConfig(other), lacking)).facts, facts);
    await assert.rejects(openBase(testConfig(lacking), { clock }), StoresDisagree);
  });
});

test('a damaged state hides what is lost, and takes no fact away; a folder without a journal is refused', async (t) => {
  const folder = temporaryFolder(t);
  const [data, kept, restored] = ['data', 'kept', 'restored'].map((name) => join(folder, name)) as [string, string, string];
  const base = await openBase(testConfig(data));
  base.state.tx(() => {
    base.state.db.exec(`insert into access_workspaces (workspace_id, created_at) values ('w', 0);
      insert into access_profiles (profile_id, workspace_id, created_at) values ('${P}', 'w', 0)`);
    base.state.keys.create(P);
  });
  await backup(base, kept);
  await base.journal.append([fact(P, 'late')]);
  const masterKey = keyText(base);
  await closeBase(base);
  writeFileSync(join(data, 'state.sqlite'), 'not a database');
  await restore(kept, restored, { masterKey });
  assert.deepEqual(await addLater(testConfig(restored), data), {
    facts: [{ profile_id: P, taken: 1, left_out: 0 }],
    lost: null,
  });
  rmSync(join(data, 'journal.sqlite'));
  await assert.rejects(addLater(testConfig(restored), data), /has no journal\.sqlite/);
});
