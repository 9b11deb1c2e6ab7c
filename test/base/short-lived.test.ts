// The store of short-lived values: what it keeps, and that nothing of it is left when it is over.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { openShortLived, shortLivedFile } from '../../src/base/short-lived/open-short-lived.ts';

/** In place of a profile's key: enough to see that the keys of days are not in clear. */
const keys = {
  encrypt: (profileId: string, context: string, clear: string) =>
    Buffer.from(`${profileId}|${context}|${clear}`).map((byte) => byte ^ 0x5a) as Buffer,
  decrypt: (_profileId: string, _context: string, sealed: Uint8Array) =>
    Buffer.from(sealed.map((byte) => byte ^ 0x5a))
      .toString()
      .split('|')[2] ?? '',
};

function openStore(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-short-lived-'));
  const clock = fakeClock('2026-03-31T23:30:00Z');
  const warnings: string[] = [];
  const open = () => openShortLived({ dataDir, clock, keys, warn: assert.fail, onReplaced: (what) => void warnings.push(what) });
  let store = open();
  t.after(() => {
    store.close();
    rmSync(dataDir, { recursive: true });
  });
  return {
    dataDir,
    clock,
    warnings,
    get store() {
      return store;
    },
    reopen: (between: () => void = () => undefined) => {
      store.close();
      between();
      store = open();
    },
    bytes: () => ['', '-wal'].map((end) => readFileSync(shortLivedFile(dataDir) + end, 'latin1')).join(''),
    sealed: (name: string): string => {
      const db = new Database(shortLivedFile(dataDir), { readonly: true });
      const row = db.prepare('select sealed from entries where name = ?').pluck().get(name) as Buffer;
      db.close();
      return row.toString('latin1');
    },
  };
}

const textsOf = (found: ReadonlyMap<string, { text: string }>): unknown =>
  Object.fromEntries([...found].map(([name, { text }]) => [name, text]));

test('values are sealed, on disk, of their profile alone, and the first of a name where it is to stay', async (t) => {
  const world = openStore(t);
  assert.deepEqual(
    await world.store.put(
      'p',
      new Map([
        ['a', 'planted-1'],
        ['b', 'planted-2'],
      ]),
    ),
    ['a', 'b'],
  );
  assert.deepEqual(await world.store.put('p', new Map([['a', 'other']]), { isKept: true }), []);
  assert.deepEqual(await world.store.put('p', new Map([['b', 'planted-3']])), ['b']);
  assert.equal((await world.store.put('q', new Map([['a', 'theirs']]), { isKept: true })).length, 1);
  assert.ok(!world.bytes().includes('planted'));
  world.reopen();
  assert.deepEqual(textsOf(world.store.get('p', ['a', 'b', 'c'])), { a: 'planted-1', b: 'planted-3' });
  assert.deepEqual(
    [world.store.names('p', '', 1), world.store.names('p', 'a', 9), world.store.profiles()],
    [['a'], ['b'], ['p', 'q']],
  );
  const sealed = world.sealed('a');
  await world.store.remove('p', ['a', 'c'], { isWiped: true });
  assert.ok(!world.bytes().includes(sealed.slice(5, 40)), 'overwritten');
  assert.deepEqual(textsOf(world.store.get('p', ['a', 'b'])), { b: 'planted-3' });
  await world.store.purge('p');
  assert.deepEqual([textsOf(world.store.get('p', ['b'])), textsOf(world.store.get('q', ['a']))], [{}, { a: 'theirs' }]);
});

test('a value and the key of its day are gone before they are seven days old, whether the service runs or not', async (t) => {
  const world = openStore(t);
  await world.store.put('p', new Map([['late', 'planted-1']]));
  world.clock.advance(3_600_000);
  await world.store.put('p', new Map([['early', 'planted-2']]));
  await world.store.put('p', new Map([['earlier', 'planted-3']]), { day: world.store.today - 1 });
  const [late, early] = [world.sealed('late'), world.sealed('early')];
  world.clock.set('2026-04-06T21:59:00Z');
  await world.store.expire();
  assert.deepEqual(textsOf(world.store.get('p', ['late', 'early', 'earlier'])), {
    late: 'planted-1',
    early: 'planted-2',
    earlier: 'planted-3',
  });
  world.clock.set('2026-04-06T22:00:00Z');
  assert.deepEqual(textsOf(world.store.get('p', ['late', 'early', 'earlier'])), { early: 'planted-2' }, 'before the upkeep');
  await world.store.expire();
  assert.ok(!world.bytes().includes(late.slice(5, 40)));
  assert.ok(world.bytes().includes(early.slice(5, 40)), 'the test sees what is there');
  world.reopen(() => world.clock.set('2026-04-07T22:00:00Z'));
  await world.store.expire();
  assert.ok(!world.bytes().includes(early.slice(5, 40)));
  const db = new Database(shortLivedFile(world.dataDir), { readonly: true });
  assert.equal(db.prepare('select count(*) from day_keys').pluck().get(), 0);
  db.close();
});

test('a damaged file is replaced by an empty one', async (t) => {
  const world = openStore(t);
  await world.store.put('p', new Map([['a', 'planted']]));
  world.reopen(() =>
    writeFileSync(shortLivedFile(world.dataDir), 'no database at all, and long enough to be read as one'.repeat(50)),
  );
  assert.equal(world.store.get('p', ['a']).size, 0);
  await world.store.put('p', new Map([['a', 'again']]));
  assert.deepEqual(textsOf(world.store.get('p', ['a'])), { a: 'again' });
  assert.match(world.warnings.join(), /was damaged and is replaced/);
});
