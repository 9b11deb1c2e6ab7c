// The ledger: what is answered is on disk, a key counts once, pages do not shift, and a profile's or a person's part of it can be removed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import type { Ledger } from '../../../src/base/ledger/ledger.ts';
import { ledgerFile, openLedger } from '../../../src/base/ledger/open-ledger.ts';
import { temporaryFolder } from '../folder.ts';

const entry = (n: number, more: object = {}) => ({
  ...{ ledger: 'deliveries', profileId: 'shop', key: `d${n}`, state: 'waiting', at: n, body: { n } },
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

test('a file that is no ledger is moved aside, and a new one is begun', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(ledgerFile(folder), 'no database at all '.repeat(500));
  let movedTo = '';
  const ledger = await openLedger(folder, {
    onDamaged: (file) => {
      movedTo = file;
    },
  });
  t.after(() => ledger.close());
  assert.match(movedTo, /ledger\.sqlite\.damaged-/);
  assert.match(readFileSync(movedTo, 'utf8'), /no database at all/);
  assert.equal(await ledger.append([entry(1)]), 1);
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
    'drop index entries_of_lane; drop index entries_due; alter table entries drop column lane; alter table entries drop column due_at',
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
