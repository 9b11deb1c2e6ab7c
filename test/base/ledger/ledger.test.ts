// The ledger: what is answered is on disk, a key counts once, pages do not shift, and a profile's or a person's part of it can be removed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { ledgerFile, removeAsides } from '../../../src/base/ledger/file.ts';
import type { Ledger, LedgerIdentity, LedgerLoss } from '../../../src/base/ledger/ledger.ts';
import { openLedger } from '../../../src/base/ledger/open-ledger.ts';
import { temporaryFolder } from '../folder.ts';

const entry = (n: number, more: object = {}) => ({
  ledger: 'deliveries',
  profileId: 'shop',
  key: `d${n}`,
  state: 'waiting',
  at: n,
  body: { n },
  ...more,
});

async function opened(t: TestContext, folder = temporaryFolder(t)): Promise<{ ledger: Ledger; folder: string }> {
  const ledger = await openLedger(folder);
  t.after(() => ledger.close());
  return { ledger, folder };
}

test('entries are added once by their key, change their state, and are paged from the newest, those of one profile alone', async (t) => {
  const { ledger } = await opened(t);
  const added = ledger.append(Array.from({ length: 25 }, (_, n) => entry(n)));
  const changed = ledger.update([entry(3, { state: 'delivered', at: 900, body: undefined }), entry(99)]);
  assert.deepEqual([await added, await changed], [25, 1], 'writes are done in their order');
  assert.equal(await ledger.append([entry(3), entry(25), entry(3, { profileId: 'other' }), entry(3, { ledger: 'calls' })]), 3);
  const first = ledger.page('deliveries', 'shop', { limit: 10 });
  assert.deepEqual(
    first.map(({ key }) => key),
    Array.from({ length: 10 }, (_, n) => `d${25 - n}`),
  );
  await ledger.append([entry(26)]);
  const second = ledger.page('deliveries', 'shop', { limit: 10, before: first.at(-1)?.entryNo });
  assert.equal(second[0]?.key, 'd15');
  assert.deepEqual(
    ledger
      .page('deliveries', 'shop', { limit: 10, state: 'delivered' })
      .map(({ key, at, updatedAt, body }) => [key, at, updatedAt, body]),
    [['d3', 3, 900, { n: 3 }]],
  );
  assert.equal(ledger.byKey('deliveries', 'other', 'd3')?.state, 'waiting');
  assert.equal(ledger.byKey('deliveries', 'other', 'd4'), undefined);
});

test('a call is written whole or not at all, a full queue refuses, and others go on', async (t) => {
  const { ledger } = await opened(t);
  await assert.rejects(ledger.append([entry(1), entry(2, { at: 'never' })]), /could not be written/);
  assert.deepEqual(ledger.page('deliveries', 'shop', { limit: 5 }), []);
  const many = ledger.append(Array.from({ length: 150_000 }, (_, n) => entry(n)));
  await assert.rejects(ledger.append(Array.from({ length: 60_000 }, (_, n) => entry(n))), { reason: 'queue_full' });
  assert.equal(await many, 150_000);
  assert.equal(ledger.waiting, 0);
  await ledger.close();
  await assert.rejects(ledger.append([entry(1)]), { reason: 'closed' });
});

test('the first write starts the thread, and a close waits for writes that wait for it', async (t) => {
  const threads = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;
  const before = threads();
  const { ledger, folder } = await opened(t);
  assert.equal(ledger.byKey('deliveries', 'shop', 'd1'), undefined);
  assert.equal(threads(), before);
  const added = ledger.append([entry(1)]);
  await ledger.close();
  assert.equal(await added, 1);
  assert.equal(threads(), before);
  const { ledger: again } = await opened(t, folder);
  assert.equal(again.byKey('deliveries', 'shop', 'd1')?.state, 'waiting');
  await again.append([entry(2)]);
  assert.ok(threads() > before);
});

test('what was answered is there after the process is killed', async (t) => {
  const folder = temporaryFolder(t);
  const program = `
    const { openLedger } = await import(${JSON.stringify(new URL('../../../src/base/ledger/open-ledger.ts', import.meta.url).href)});
    const ledger = await openLedger(${JSON.stringify(folder)});
    for (let n = 0; ; n += 1) {
      await ledger.append([{ ledger: 'deliveries', profileId: 'shop', key: 'd' + n, state: 'waiting', at: n, body: null }]);
      process.stdout.write(n + '\\n');
    }`;
  const file = join(temporaryFolder(t), 'writer.mjs');
  writeFileSync(file, program);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  for await (const chunk of child.stdout) {
    out += chunk;
    if (out.split('\n').length > 50) break;
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const last = Number(out.trimEnd().split('\n').at(-2));
  const { ledger } = await opened(t, folder);
  assert.ok(last > 0, out);
  assert.ok(ledger.byKey('deliveries', 'shop', `d${last}`), `d${last} is missing`);
});

test('a purge and an erasure leave no byte of it in the files', async (t) => {
  const { ledger, folder } = await opened(t);
  const holds = (word: string): boolean => ['', '-wal'].some((end) => readFileSync(`${ledgerFile(folder)}${end}`).includes(word));
  await ledger.append([
    entry(1, { body: { to: 'Ana Sepulveda-Rojas', note: 'for Ana Sepulveda-Rojas, at once' } }),
    entry(2, { profileId: 'gone', body: { secretly: 'Zanzibar-only' } }),
    entry(3, { key: 'mail to ana@sepulveda.example', body: {} }),
  ]);
  assert.ok(holds('Sepulveda') && holds('Zanzibar'));
  await ledger.erase('shop', ['Ana Sepulveda-Rojas', 'ana@sepulveda.example']);
  assert.deepEqual(ledger.byKey('deliveries', 'shop', 'd1')?.body, { to: 'erased', note: 'for erased, at once' });
  await ledger.purge('gone');
  assert.deepEqual(ledger.page('deliveries', 'gone', { limit: 5 }), []);
  assert.ok(!holds('Sepulveda') && !holds('sepulveda') && !holds('Zanzibar'));
});

test('old entries of a ledger are deleted, those of another stay', async (t) => {
  const { ledger } = await opened(t);
  await ledger.append([1, 2, 3].flatMap((n) => [entry(n), entry(n, { ledger: 'calls' })]));
  assert.equal(await ledger.forget('deliveries', 3), 2);
  assert.equal(ledger.page('deliveries', 'shop', { limit: 5 }).length, 1);
  assert.equal(ledger.page('calls', 'shop', { limit: 5 }).length, 3);
});

interface Lost extends LedgerLoss {
  identity: LedgerIdentity;
}

/** Opened as state would have it opened. */
async function openedAs(t: TestContext, folder: string, expected: LedgerIdentity | undefined) {
  const lost: Lost[] = [];
  const ledger = await openLedger(folder, { expected, onLost: (loss, identity) => lost.push({ ...loss, identity }) });
  t.after(() => ledger.close());
  return { ledger, lost };
}

test('a file that is no ledger is moved aside, and a new one is begun', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(ledgerFile(folder), 'no database at all '.repeat(500));
  const { ledger, lost } = await openedAs(t, folder, undefined);
  assert.match(lost[0]?.what ?? '', /^was damaged/);
  assert.match(lost[0]?.movedTo ?? '', /ledger\.sqlite\.damaged-/);
  assert.match(readFileSync(lost[0]?.movedTo ?? '', 'utf8'), /no database at all/);
  assert.equal(await ledger.append([entry(1)]), 1);
});

test('a file that is not the one that state knows is moved aside', async (t) => {
  const folder = temporaryFolder(t);
  const first = await openLedger(folder);
  await first.append([entry(1)]);
  await first.close();
  copyFileSync(ledgerFile(folder), join(folder, 'older'));
  const second = await openedAs(t, folder, first.identity);
  assert.deepEqual([second.lost, second.ledger.identity], [[], { ...first.identity, opening: first.identity.opening + 1 }]);
  const known = second.ledger.identity;
  await second.ledger.close();
  const cases: [RegExp, () => void][] = [
    [/^was missing$/, () => rmSync(ledgerFile(folder))],
    [/^was empty$/, () => truncateSync(ledgerFile(folder))],
    [/^was replaced by an older copy$/, () => copyFileSync(join(folder, 'older'), ledgerFile(folder))],
    [/^was replaced by that of another time/, () => undefined],
  ];
  for (const [words, damage] of cases) {
    damage();
    const { ledger, lost } = await openedAs(t, folder, known);
    assert.match(lost[0]?.what ?? '', words);
    assert.notEqual(ledger.identity.id, known.id);
    assert.equal(ledger.byKey('deliveries', 'shop', 'd1'), undefined);
    await ledger.close();
  }
});

test('a file whose header or schema is damaged is replaced', async (t) => {
  const damages = [
    `update sqlite_schema set name = 'identitz', tbl_name = 'identitz', sql = replace(sql, 'identity', 'identitz') where name = 'identity'`,
    `update sqlite_schema set sql = replace(sql, 'checksum integer', 'checksun integer') where name = 'entries'`,
    'pragma user_version = 0',
    'pragma user_version = 1',
    'pragma user_version = 2',
  ];
  /** Versions of the format for writing and reading, and of the schema. */
  const bytes = [18, 19, 47];
  for (const damage of [...damages, ...bytes]) {
    const folder = temporaryFolder(t);
    const first = await openLedger(folder);
    await first.append([entry(1)]);
    await first.close();
    if (typeof damage === 'number') {
      const content = readFileSync(ledgerFile(folder));
      content[damage] = 77;
      writeFileSync(ledgerFile(folder), content);
    } else {
      const db = new Database(ledgerFile(folder));
      db.unsafeMode();
      db.pragma('writable_schema = on');
      db.exec(damage);
      db.close();
    }
    const { ledger, lost } = await openedAs(t, folder, first.identity);
    assert.match(lost[0]?.what ?? '', /^was damaged \(/, String(damage));
    assert.equal(await ledger.append([entry(1)]), 1);
  }
});

test('an entry that is not what was written is never read: the file is replaced while it is open', async (t) => {
  const folder = temporaryFolder(t);
  const { ledger, lost } = await openedAs(t, folder, undefined);
  await ledger.append([entry(1), entry(2, { lane: 'a', dueAt: 5 })]);
  await ledger.update([entry(1, { state: 'delivered', at: 9, body: { n: 3 } })]);
  await ledger.endLane({ ledger: 'deliveries', lane: 'a' }, { state: 'cancelled', reason: 'removed', at: 9 });
  assert.equal(ledger.byKey('deliveries', 'shop', 'd1')?.state, 'delivered', 'a change has the checksum of what it wrote');
  const other = new Database(ledgerFile(folder));
  other.exec(`update entries set body = '{"n":4}' where key = 'd1'`);
  other.close();
  assert.equal(ledger.byKey('deliveries', 'shop', 'd2')?.state, 'cancelled');
  assert.equal(ledger.byKey('deliveries', 'shop', 'd1'), undefined);
  assert.deepEqual([lost.length, lost[0]?.identity], [1, ledger.identity]);
  assert.equal(await ledger.append([entry(1)]), 1);
});

test('a file whose pages are damaged is replaced by the first read or write that finds it', async (t) => {
  const folder = temporaryFolder(t);
  const { ledger, lost } = await openedAs(t, folder, undefined);
  await ledger.append(Array.from({ length: 2_000 }, (_, n) => entry(n)));
  truncateSync(ledgerFile(folder), 8_192);
  for (const end of ['-wal']) truncateSync(`${ledgerFile(folder)}${end}`);
  await ledger.append([entry(5_000)]).catch(() => undefined);
  ledger.page('deliveries', 'shop', { limit: 5_000 });
  assert.equal(lost.length, 1);
  assert.equal(await ledger.append([entry(1)]), 1);
  removeAsides(folder);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('damaged')),
    [],
  );
});

test('a lane has its entries in the order in which they are due, by state, and ends as a whole', async (t) => {
  const { ledger } = await opened(t);
  const lane = { ledger: 'deliveries', lane: 'a' };
  const queued = (n: number, dueAt: number, name = 'a') => entry(n, { lane: name, dueAt });
  await ledger.append([queued(1, 50), queued(2, 40), queued(3, 90), queued(4, 10, 'b'), entry(5)]);
  const keys = (entries: { key: string }[]): string => entries.map(({ key }) => key).join(' ');
  assert.equal(keys(ledger.due(lane, { now: 60, limit: 5 })), 'd2 d1');
  assert.equal(keys(ledger.due(lane, { now: 60, limit: 1 })), 'd2');
  assert.equal(ledger.nextDue(lane), 40);
  await ledger.update([entry(2, { state: 'delivered', at: 61 }), entry(1, { at: 61, dueAt: 70 })]);
  assert.equal(keys(ledger.due(lane, { now: 75, limit: 5 })), 'd1');
  assert.equal(keys(ledger.lanePage(lane, { states: ['waiting', 'delivered'], limit: 5 })), 'd3 d2 d1');
  assert.equal(keys(ledger.lanePage(lane, { states: ['waiting', 'delivered'], limit: 1, before: 3 })), 'd2');
  await ledger.append([entry(6, { lane: 'a', dueAt: 99, state: 'sent' })]);
  assert.equal(await ledger.endLane(lane, { state: 'cancelled', kept: 'sent', reason: 'removed', at: 80 }), 3);
  const states = ['d3', 'd6'].map((key) => ledger.byKey('deliveries', 'shop', key)?.state);
  assert.deepEqual(states, ['cancelled', 'sent']);
  assert.equal(ledger.nextDue(lane), undefined);
  assert.deepEqual(ledger.byKey('deliveries', 'shop', 'd3')?.body, { n: 3, reason: 'removed' });
  assert.equal(ledger.nextDue({ ledger: 'deliveries', lane: 'b' }), 10);
});

test('a file without lanes gets them and keeps its entries', async (t) => {
  const folder = temporaryFolder(t);
  const first = await openLedger(folder);
  await first.append([entry(1)]);
  await first.close();
  const db = new Database(ledgerFile(folder));
  db.exec(
    'drop index entries_of_lane; drop index entries_due; drop index entries_without_sum; drop table identity; alter table entries drop column checksum; alter table entries drop column lane; alter table entries drop column due_at',
  );
  db.pragma('user_version = 1');
  db.close();
  const { ledger } = await opened(t, folder);
  await ledger.append([entry(2, { lane: 'a', dueAt: 5 })]);
  assert.deepEqual(
    ledger.page('deliveries', 'shop', { limit: 5 }).map(({ key, lane }) => [key, lane]),
    [
      ['d2', 'a'],
      ['d1', undefined],
    ],
  );
});
