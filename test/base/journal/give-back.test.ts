// What is trimmed leaves the journal's file, also of a journal that an earlier version made; what is kept is what it was, and the wipe still
// overwrites what was deleted.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { journalFile, openJournal } from '../../../src/base/journal/open-journal.ts';
import { sqlText } from '../../../src/base/sql/sql-files.ts';
import { temporaryFolder } from '../folder.ts';
import { fact } from './facts.ts';

const FACTS = 40_000;
const LONG = 'x'.repeat(300);
/** 4 MB of free pages stay, and the pages of what is kept. */
const MAX_BYTES = 8 * 1024 * 1024;

async function holds(t: TestContext, dataDir: string): Promise<void> {
  const file = journalFile(dataDir);
  const journal = await openJournal(dataDir);
  try {
    for (let from = 1; from <= FACTS; from += 5_000)
      await journal.append(Array.from({ length: 5_000 }, (_, i) => fact('p', `secret-${from + i}-${LONG}`)));
    const kept = journal.read('p', BigInt(FACTS - 10), 100);
    assert.equal(kept.length, 10);
    await journal.trim('p', BigInt(FACTS - 10));
    const free = journal.reclaimableBytes();
    assert.ok(free > 15 * 1024 * 1024, `${free} bytes are free`);
    let hasAppended = false;
    const appending = journal.append([fact('p', 'meanwhile')]).then(() => {
      hasAppended = true;
    });
    const giving = journal.giveBack().then(() => hasAppended);
    assert.equal(await giving, true, 'an append does not wait until all is refunded');
    await appending;
    assert.ok(journal.reclaimableBytes() < 5 * 1024 * 1024);
    assert.deepEqual(journal.read('p', BigInt(FACTS - 10), 10), kept);
    await journal.wipe();
    assert.deepEqual(journal.read('p', BigInt(FACTS - 10), 10), kept);
  } finally {
    await journal.close();
  }
  t.diagnostic(`${statSync(file).size} bytes`);
  assert.ok(statSync(file).size < MAX_BYTES, `${statSync(file).size} bytes`);
  const bytes = readFileSync(file).toString('latin1');
  assert.equal(bytes.includes('secret-1-'), false, 'what was trimmed is overwritten');
  const db = new Database(file, { readonly: true });
  assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
  db.close();
}

test('the room of what is trimmed', async (t) => {
  await t.test('is refunded to the disk', (t) => holds(t, temporaryFolder(t)));
  await t.test('also by the journal of an earlier version', async (t) => {
    const dataDir = temporaryFolder(t);
    const old = new Database(journalFile(dataDir));
    old.pragma('journal_mode = wal');
    old.exec(sqlText('journal/schema'));
    assert.equal(old.pragma('user_version', { simple: true }), 1);
    old.close();
    await holds(t, dataDir);
  });
});
