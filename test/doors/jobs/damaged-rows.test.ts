// A byte that changes on the disk in the journal, or in a decision: its row is named, and becomes no figure, no segment and no backup.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { openJournal } from '../../../src/base/journal/open-journal.ts';
import { damagedRows, nameOf } from '../../../src/base/journal/row-sums.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { sqlText } from '../../../src/base/sql/sql-files.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import type { Status } from '../../../src/doors/jobs/status.ts';
import { temporaryFolder, testConfig } from '../../base/folder.ts';
import { outcome } from '../../base/journal/facts.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

const RIGHT = '4321.98';
const WRONG = '9321.98';

/** A service with payments that are in the journal alone. */
async function withPayments(t: TestContext): Promise<TestApp> {
  const app = await startTestApp({ warehouseStarts: 'now' });
  t.after(() => app.close());
  for (let i = 1; i <= 3; i += 1)
    await app.api(app.apiKey).post('/events', {
      event_type: 'payment_received',
      idempotency_key: `p${i}`,
      occurred_at: '2026-03-10T00:00:00Z',
      value: { amount: i === 2 ? RIGHT : '10.00', currency: 'USD' },
      user_traits: { external_id: `c${i}` },
    });
  await app.settle();
  return app;
}

/** The folder as `kill -9` leaves it, with its log in the file: no `closed.json` says what it was. */
function crashed(t: TestContext, app: TestApp): string {
  const dataDir = join(temporaryFolder(t), 'data');
  cpSync(app.dataDir, dataDir, { recursive: true });
  const copy = `${dataDir}-copy`;
  const open = ['state.sqlite', 'journal.sqlite'].map((name) => new Database(join(dataDir, name)));
  for (const db of open) db.pragma('wal_checkpoint(truncate)');
  cpSync(dataDir, copy, { recursive: true });
  for (const db of open) db.close();
  return copy;
}

/** Overwrites a text of the file wherever it is, as a disk does. */
function overwrite(file: string, from: string, to: string): void {
  const bytes = readFileSync(file);
  let found = 0;
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1), found += 1) bytes.write(to, at);
  assert.ok(found > 0, 'the text is in the file');
  writeFileSync(file, bytes);
}

function rowsDamagedIn(file: string): string[] {
  const db = new Database(file, { readonly: true });
  try {
    return damagedRows(db, 10).map(nameOf);
  } finally {
    db.close();
  }
}

const statusOf = async (base: TestApp['base']): Promise<Status> =>
  (await commands.status(base, {}, () => undefined)) as unknown as Status;

test('a digit overwritten in a fact that is not sealed, after kill -9', async (t) => {
  const app = await withPayments(t);
  const dataDir = crashed(t, app);
  overwrite(join(dataDir, 'journal.sqlite'), RIGHT, WRONG);
  const base = await openBase(testConfig(dataDir), { warehouseStarts: 'when asked' });
  t.after(() => closeBase(base));
  const named = new RegExp(`profile ${app.profileId}, fact 2: the row is not as it was written`);

  await t.test('status names the profile and the seq', async () => {
    const found = await statusOf(base);
    assert.equal(found.is_well, false);
    assert.match(found.problems[0]?.what ?? '', named);
    assert.match(found.problems[0]?.next ?? '', /restore .*backup/);
  });
  await t.test('it becomes no figure', async () => {
    await assert.rejects(async () => commands.rebuild(base, {}, () => undefined), named);
  });
  await t.test('it is not sealed', () => assert.rejects(base.archive.seal(app.profileId, 3n), named));
  await t.test('it is not backed up', (t) =>
    assert.rejects(async () => commands.backup(base, { dest: join(temporaryFolder(t), 'copy') }, () => undefined), named),
  );
  await t.test('it is not rewritten, which would give it a checksum that is right', async () => {
    const fact = { seq: 2n, dedupeHash: null, anonymousToken: null, identifierTokens: null, body: '{}' };
    await assert.rejects(base.journal.rewrite(app.profileId, [fact]), named);
  });
});

test('a digit overwritten in the file of a service that runs', async (t) => {
  const app = await withPayments(t);
  const db = new Database(join(app.dataDir, 'journal.sqlite'));
  db.pragma('wal_checkpoint(truncate)');
  db.close();
  overwrite(join(app.dataDir, 'journal.sqlite'), RIGHT, WRONG);
  const found = await statusOf(app.base);
  assert.equal(found.is_well, false);
  assert.match(found.problems[0]?.what ?? '', /fact 2: the row/);
  const { body } = await app.request.get('/readyz').expect(503);
  assert.equal(body.checks.journal, 'unavailable');
  assert.match((await app.request.get('/metrics')).text, /tributary_store_problems\{store="journal"\} 1/);
});

test('a decision overwritten after kill -9', async (t) => {
  const app = await withPayments(t);
  const dataDir = crashed(t, app);
  overwrite(join(dataDir, 'state.sqlite'), '"timezone","value":"UTC"', '"timezone","value":"CET"');
  const base = await openBase(testConfig(dataDir), { warehouseStarts: 'when asked' });
  t.after(() => closeBase(base));
  const named = new RegExp(`decision \\d+ of profile ${app.profileId} is not as it was written`);
  const found = await statusOf(base);
  assert.equal(found.is_well, false);
  assert.match(found.problems[0]?.what ?? '', named);
  await assert.rejects(async () => commands.rebuild(base, {}, () => undefined), named);
  await assert.rejects(async () => commands.backup(base, { dest: join(temporaryFolder(t), 'copy') }, () => undefined), named);
});

test('rows that are changed or missing', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'journal.sqlite');
  const change = (sql: string): void => {
    const db = new Database(file);
    db.exec(sql);
    db.close();
  };
  const journal = await openJournal(folder);
  await journal.append([1, 2, 3, 4].map((i) => outcome('p1', `k${i}`)));

  await t.test('an outcome key: who sends it again is refused, and a reading names it', async () => {
    change('update outcomes set content_hash = zeroblob(16) where seq = 3');
    await assert.rejects(journal.append([outcome('p1', 'k3')]), /row of its outcome key is not as it was written/);
    assert.deepEqual(rowsDamagedIn(file), ['profile p1, fact 3: the key of the outcome is not as it was written']);
  });
  await t.test('a fact is missing', () => {
    change('delete from facts where fact_id & 1023 = 2');
    assert.throws(() => journal.linesToLand('p1', 0n, 4n, 10, []), /1 facts from here on are missing/);
    assert.throws(() => journal.linesToSeal('p1', 0n, 4n, 10), /1 facts from here on are missing/);
    assert.deepEqual(
      journal.damages().map(({ seq }) => seq),
      [1n],
    );
  });
  await t.test('the row that counts the facts: no seq is given out again, and nothing is opened', async () => {
    await journal.close();
    change('update profiles set last_seq = 3');
    await assert.rejects(openJournal(folder), /row that counts its facts is not as it was written.* Restore the last backup/);
    assert.match(rowsDamagedIn(file)[0] ?? '', /row that counts its facts/);
  });
});

test('a journal of an earlier version gets its checksums when it is opened', async (t) => {
  const folder = temporaryFolder(t);
  const old = new Database(join(folder, 'journal.sqlite'));
  old.exec(sqlText('journal/schema'));
  old.exec(sqlText('journal/schema_2'));
  old.exec(`
    insert into profiles (profile_id, last_seq) values ('p1', 1);
    insert into facts values ((1 << 40) + 1, 'event', 1, 5, 6, 'server', null, 'a', null, null, '{}', null);
    insert into outcomes values (1, zeroblob(16), 1, zeroblob(16));
  `);
  old.close();
  const journal = await openJournal(folder);
  t.after(() => journal.close());
  assert.equal(journal.read('p1', 0n, 10).length, 1);
  assert.equal(journal.linesToLand('p1', 0n, 1n, 10, [])?.count, 1);
  assert.deepEqual(rowsDamagedIn(join(folder, 'journal.sqlite')), []);
});
