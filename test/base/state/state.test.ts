// State keeps what it is told: one schema per version, decisions in order for ever, keys behind the right master key.
import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, cpSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import type { NewDecision } from '../../../src/base/state/decisions.ts';
import { MasterKeyError } from '../../../src/base/state/master-key.ts';
import { openState } from '../../../src/base/state/open-state.ts';
import { SchemaDiffers, schemaFolder, schemaOf } from '../../../src/base/state/schema.ts';
import { temporaryFolder, testConfig } from '../folder.ts';

const clock = fakeClock('2026-03-01T10:00:00Z');
const decision = (profileId: string, more: Partial<NewDecision> = {}): NewDecision => ({
  profileId,
  kind: 'setting',
  afterSeq: 0n,
  subject: 'currency',
  payload: { name: 'currency', value: 'EUR' },
  actor: 'system',
  decidedAt: clock.now(),
  ...more,
});

test('the schema', async (t) => {
  const dir = temporaryFolder(t);
  const folder = join(dir, 'schema');
  cpSync(schemaFolder(), folder, { recursive: true });
  const open = () => openState(testConfig(join(dir, 'data')), clock, { schemaFolder: folder });
  const file = join(dir, 'data', 'state.sqlite');
  const add = (text: string): void =>
    writeFileSync(join(folder, 'base.sql'), `${readFileSync(join(folder, 'base.sql'), 'utf8')}\n${text}`);
  open().close();

  await t.test('is made once', () => {
    const state = open();
    assert.equal(state.db.prepare('select count(*) from schema_version').pluck().get(), 1);
    assert.equal(state.db.prepare('select count(*) from installation').pluck().get(), 1);
    state.close();
  });
  await t.test('is the same whatever its comments and white space say', () => {
    add('-- A remark.\n\n');
    open().close();
  });
  await t.test('is refused when it is another, and nothing is changed', () => {
    const before = readFileSync(file);
    add('create table a (x integer) strict;');
    assert.throws(open, SchemaDiffers);
    assert.deepEqual(readFileSync(file), before);
  });
  await t.test('is made whole or not at all', () => {
    rmSync(join(dir, 'data'), { recursive: true });
    add('create table b (x nonsense) strict;');
    assert.throws(open, /unknown datatype/);
    const db = new Database(file, { readonly: true });
    assert.equal(schemaOf(db, folder), 'none');
    db.close();
  });
});

test('decisions', async (t) => {
  const state = openState(testConfig(temporaryFolder(t)), clock);
  t.after(() => state.close());

  await t.test('are numbered densely per profile', () => {
    assert.equal(state.decide(decision('p1')), 1n);
    assert.equal(state.decide(decision('p2')), 1n);
    assert.equal(state.decide(decision('p1', { causedBySeq: 9n, afterSeq: (1n << 60n) + 1n })), 2n);
    assert.equal(state.lastDecision('p1'), 2n);
    assert.equal(state.lastDecision('nobody'), 0n);
  });
  await t.test('come back as they were written, large numbers exact', () => {
    const [second] = state.decisions('p1', 1n, 10);
    assert.deepEqual(second, { ...decision('p1'), causedBySeq: 9n, afterSeq: (1n << 60n) + 1n, decisionNo: 2n });
  });
  await t.test('leave no gap after a transaction that was taken back', () => {
    assert.throws(() =>
      state.tx(() => {
        state.decide(decision('p1'));
        throw new Error('no');
      }),
    );
    assert.equal(state.decide(decision('p1')), 3n);
  });
  await t.test('can be neither changed nor deleted while their profile lives', () => {
    for (const profileId of ['p1', 'p2']) state.keys.create(profileId);
    assert.throws(() => state.db.exec(`update decisions set actor = 'x'`), /append-only/);
    assert.throws(() => state.db.exec('delete from decisions'), /append-only/);
    assert.throws(
      () => state.db.exec(`insert or replace into decisions select * from decisions where profile_id = 'p1' and decision_no = 1`),
      /append-only/,
    );
  });
  await t.test('can be deleted once the key of their profile is gone', () => {
    state.db.exec(`delete from profile_keys where profile_id = 'p2'`);
    state.db.exec(`delete from decisions where profile_id = 'p2'`);
    assert.equal(state.lastDecision('p2'), 0n);
    assert.throws(() => state.db.exec(`delete from decisions where profile_id = 'p1'`), /append-only/);
  });
});

test('statements', async (t) => {
  const state = openState(testConfig(temporaryFolder(t)), clock);
  t.after(() => state.close());
  await t.test('refuse a missing and an extra parameter by name', () => {
    const get = state.statement('base/cursor_get');
    // @ts-expect-error a parameter is missing
    assert.throws(() => get.get({ name: 'x' }), /base\/cursor_get: parameter profile_id is missing/);
    // @ts-expect-error a parameter is not in the statement
    assert.throws(() => get.get({ name: 'x', profile_id: 'p', more: 1 }), /parameter more is not in the statement/);
    // @ts-expect-error a parameter is undefined
    assert.throws(() => get.get({ name: undefined, profile_id: 'p' }), /parameter name is missing/);
  });
  await t.test('cursors begin at 0 and hold 62 bits', () => {
    assert.equal(state.cursor('stitched', 'p'), 0n);
    state.setCursor('stitched', 'p', (1n << 61n) + 3n);
    assert.equal(state.cursor('stitched', 'p'), (1n << 61n) + 3n);
  });
  await t.test('deleted rows are overwritten and every commit is on disk', () => {
    assert.equal(state.db.pragma('secure_delete', { simple: true }), 1);
    assert.equal(state.db.pragma('synchronous', { simple: true }), 2);
    assert.equal(state.db.pragma('foreign_keys', { simple: true }), 1);
    assert.equal(state.db.pragma('journal_mode', { simple: true }), 'wal');
  });
  await t.test('a commit that does not wait for the disk owes it a sync of the log, and the next one waits again', async () => {
    const level = (): unknown => state.db.pragma('synchronous', { simple: true });
    const [log, elsewhere] = [`${state.db.name}-wal`, `${state.db.name}-elsewhere`];
    const whileGone = async (work: () => Promise<void>): Promise<void> => {
      renameSync(log, elsewhere);
      await work().finally(() => renameSync(elsewhere, log));
    };
    state.tx(() => state.setCursor('stitched', 'p', 1n));
    await whileGone(() => state.synced());
    state.txUnsynced(() => {
      assert.equal(level(), 1);
      state.setCursor('stitched', 'p', 2n);
    });
    assert.equal(level(), 2);
    await state.synced();
    await whileGone(() => state.synced());
    assert.throws(() => state.txUnsynced(() => assert.fail('no')));
    assert.equal(level(), 2);
  });
  await t.test('a sync that failed is not made again and believed: what the log holds is brought into the database', async () => {
    const said: string[] = [];
    const config = testConfig(temporaryFolder(t));
    const state = openState(config, clock, { warn: (message) => said.push(message) });
    const log = `${state.db.name}-wal`;
    /** As it is without its log. */
    const onDisk = (): unknown => {
      const copy = join(temporaryFolder(t), 'copy.sqlite');
      copyFileSync(state.db.name, copy);
      const db = new Database(copy);
      const value = db.prepare(`select value from cursors where name = 'stitched'`).pluck().get();
      db.close();
      return value;
    };
    const set = (value: bigint) => state.txUnsynced(() => state.setCursor('stitched', 'p', value));
    state.db.pragma('wal_checkpoint(restart)');
    set(1n);
    await state.synced();
    assert.equal(onDisk(), undefined);
    const whileGone = async (work: () => Promise<void>): Promise<void> => {
      renameSync(log, `${log}-elsewhere`);
      await work().finally(() => renameSync(`${log}-elsewhere`, log));
    };
    set(2n);
    await whileGone(() => state.synced());
    assert.equal(onDisk(), 2);
    assert.match(said.join(), /ENOENT.*written into the database/);

    set(3n);
    const reader = new Database(state.db.name);
    reader.exec('begin; select * from cursors');
    set(4n);
    const isRefused = { code: 'SQLITE_IOERR_FSYNC', message: /still being read/ };
    await assert.rejects(
      whileGone(() => state.synced()),
      isRefused,
    );
    assert.throws(() => set(5n), isRefused);
    await assert.rejects(state.synced(), isRefused);
    reader.close();
    set(6n);
    await state.synced();
    assert.equal(state.cursor('stitched', 'p'), 6n);

    set(7n);
    assert.notEqual(onDisk(), 7);
    assert.throws(() =>
      state.tx(() => {
        throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
      }),
    );
    set(8n);
    assert.equal(onDisk(), 7, 'a commit that the disk refused is such a sync');
    state.close();
  });
  await t.test('within another transaction it is part of that one', () => {
    const cursor = state.cursor('stitched', 'p');
    const fail = (): void => {
      state.txUnsynced(() => state.setCursor('stitched', 'p', 99n));
      assert.equal(state.db.pragma('synchronous', { simple: true }), 2);
      throw new Error('taken back');
    };
    assert.throws(() => state.tx(fail), /taken back/);
    assert.equal(state.cursor('stitched', 'p'), cursor);
  });
});

test('profile keys', async (t) => {
  const dir = temporaryFolder(t);
  const config = testConfig(dir);
  const state = openState(config, clock);
  state.tx(() => state.keys.create('p1'));
  state.tx(() => state.keys.create('p2'));
  const token = state.keys.token('p1', 'email', 'a@example.com');

  await t.test('a token is the same each time, another for other types, values and profiles', () => {
    assert.equal(Buffer.from(token, 'base64url').length, 32);
    assert.equal(state.keys.token('p1', 'email', 'a@example.com'), token);
    const others = [
      state.keys.token('p1', 'phone', 'a@example.com'),
      state.keys.token('p1', 'email', 'b@example.com'),
      state.keys.token('p2', 'email', 'a@example.com'),
    ];
    assert.equal(new Set([token, ...others]).size, 4);
    assert.deepEqual(state.keys.tokenBytes('p1', 'email', 'a@example.com'), Buffer.from(token, 'base64url').subarray(0, 16));
  });
  await t.test('what is sealed opens only in its profile and context, and not after one changed bit', () => {
    const sealed = state.keys.encrypt('p1', 'traits', 'Zoë \ud83d\ude00');
    assert.equal(state.keys.decrypt('p1', 'traits', sealed), 'Zoë \ud83d\ude00');
    assert.throws(() => state.keys.decrypt('p1', 'other', sealed));
    assert.throws(() => state.keys.decrypt('p2', 'traits', sealed));
    for (let at = 0; at < sealed.length; at += 1) {
      const bent = Buffer.from(sealed);
      bent[at] = (bent[at] as number) ^ 1;
      assert.throws(() => state.keys.decrypt('p1', 'traits', bent), `byte ${at}`);
    }
  });
  await t.test('an unknown profile has none; a removed one neither', () => {
    assert.throws(() => state.keys.token('p3', 'email', 'x'), /profile p3 has no key/);
    state.keys.remove('p2');
    assert.throws(() => state.keys.token('p2', 'email', 'x'), /profile p2 has no key/);
  });
  await t.test('the master key file is for its owner only, and the clear key is nowhere in state', () => {
    assert.equal(statSync(join(dir, 'master.key')).mode & 0o777, 0o600);
    const master = Buffer.from(readFileSync(join(dir, 'master.key'), 'utf8'), 'base64');
    state.db.pragma('wal_checkpoint(truncate)');
    assert.equal(readFileSync(join(dir, 'state.sqlite')).includes(master), false);
  });
  state.close();

  await t.test('they survive a new start', () => {
    const again = openState(config, clock);
    assert.equal(again.keys.token('p1', 'email', 'a@example.com'), token);
    again.close();
  });
  await t.test('a key file that others can read is closed to them, with a warning', () => {
    chmodSync(join(dir, 'master.key'), 0o644);
    const warnings: string[] = [];
    openState(config, clock, { warn: (message) => warnings.push(message) }).close();
    assert.match(warnings.join(), /could be read by others/);
    assert.equal(statSync(join(dir, 'master.key')).mode & 0o777, 0o600);
  });
  await t.test('a wrong, short or missing master key is refused clearly', () => {
    const wrong = Buffer.alloc(32, 7).toString('base64');
    assert.throws(() => openState({ ...config, masterKey: wrong }, clock), { message: /not the master key of this data folder/ });
    assert.throws(() => openState({ ...config, masterKey: 'c2hvcnQ=' }, clock), MasterKeyError);
    const text = readFileSync(join(dir, 'master.key'), 'utf8');
    unlinkSync(join(dir, 'master.key'));
    assert.throws(() => openState(config, clock), /master key is missing/);
    openState({ ...config, masterKey: text }, clock).close();
  });
});
