// A data folder of which something was lost, damaged or put back from another time while nothing ran: each command says so in one sentence,
// with the one next thing to do, and makes nothing new in its place.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { folder, json, owner, tributary } from './cli.ts';

const EVENTS = Array.from({ length: 30 }, (_, i) => `e${i},b${i},2026-11-02T10:00:00Z,page_view,https://shop.example/`);
const csv = (rows: string[]): string => `event_id,anonymous_id,occurred_at,event_type,url\n${rows.join('\n')}\n`;

test('a data folder with a part lost', async (t) => {
  const data = folder(t);
  await json(owner(data));
  const load = async (name: string, rows: string[]): Promise<void> => {
    const file = join(dirname(data), name);
    writeFileSync(file, csv(rows));
    await json(['backfill', 'events', file, '--data', data]);
  };
  await load('first.csv', EVENTS.slice(0, 20));
  const earlier = `${data}-earlier`;
  cpSync(data, earlier, { recursive: true });
  await load('second.csv', EVENTS.slice(20));
  const right = `${data}-right`;
  cpSync(data, right, { recursive: true });
  const again = (): void => {
    rmSync(data, { recursive: true });
    cpSync(right, data, { recursive: true });
  };
  const from = (place: string, name: string): void => cpSync(join(place, name), join(data, name));

  const refuses = async (words: RegExp): Promise<void> => {
    const before = readdirSync(data).filter((name) => /^(state|journal)\.sqlite$/.test(name));
    for (const command of [
      ['serve', '--port', '0', '--data', data],
      ['status', '--data', data],
      ['backup', join(dirname(data), 'copy'), '--data', data],
    ]) {
      const ran = await tributary(command);
      assert.equal(ran.code, 1, `${command[0]}: ${ran.stdout}${ran.stderr}`);
      assert.match(ran.stderr, words);
      assert.match(ran.stderr, /put it back|Put the right one back|restore the last backup|move it away/i);
      assert.equal(ran.stderr.trim().split('\n').length, 1);
    }
    const after = readdirSync(data).filter((name) => /^(state|journal)\.sqlite$/.test(name));
    assert.deepEqual(after, before, 'nothing new was made in its place');
    again();
  };

  await t.test('sound, all is well', async () => {
    assert.equal((await json(['status', '--data', data])).is_well, true);
    again();
  });
  await t.test('no state beside a journal', async () => {
    rmSync(join(data, 'state.sqlite'));
    await refuses(/state\.sqlite is missing beside a journal/);
    rmSync(join(data, 'state.sqlite'));
    const ran = await tributary(owner(data));
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /state\.sqlite is missing/);
    again();
  });
  await t.test('no journal beside state', async () => {
    rmSync(join(data, 'journal.sqlite'));
    await refuses(/journal\.sqlite is missing/);
    for (const name of ['journal.sqlite', 'closed.json']) rmSync(join(data, name));
    await refuses(/journal\.sqlite is missing/);
  });
  await t.test('an older journal, and an older state, with the marks of the last close and without them', async () => {
    for (const hasMarks of [true, false]) {
      from(earlier, 'journal.sqlite');
      if (!hasMarks) rmSync(join(data, 'closed.json'));
      await refuses(hasMarks ? /not what it was when it was closed/ : /journal is older than the state/);
      from(earlier, 'state.sqlite');
      if (!hasMarks) rmSync(join(data, 'closed.json'));
      await refuses(hasMarks ? /not what it was when it was closed/ : /state is older than the journal/);
    }
  });
  await t.test('both older beside newer figures', async () => {
    from(earlier, 'journal.sqlite');
    from(earlier, 'state.sqlite');
    rmSync(join(data, 'closed.json'));
    const ran = await tributary(['publish', '--data', data]);
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /older than the figures/);
    again();
  });
  await t.test('a journal of another installation', async () => {
    const other = `${data}-other`;
    await json(owner(other));
    from(other, 'journal.sqlite');
    rmSync(join(data, 'closed.json'));
    await refuses(/another installation/);
  });
  await t.test('an empty folder is told from an installation: only init makes one', async () => {
    const empty = `${data}-empty`;
    const ran = await tributary(['serve', '--port', '0', '--data', empty]);
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /There is no installation in .*tributary init/);
    assert.equal(existsSync(empty), false);
  });
  await t.test('figures that are behind what state knows of them are built anew', async () => {
    const profile = readdirSync(join(data, 'profiles'))[0] as string;
    from(earlier, join('profiles', profile, 'live.duckdb'));
    const { tables } = await json(['publish', '--data', data]);
    assert.equal(tables.find(({ name }: { name: string }) => name === 'sessions').rows, 30);
    again();
  });
  await t.test('status of a folder of an earlier version changes nothing', async () => {
    const state = new Database(join(data, 'state.sqlite'));
    state.exec("update schema_version set hash = ''; drop table installation");
    state.close();
    rmSync(join(data, 'closed.json'));
    const ran = await tributary(['status', '--data', data]);
    assert.equal(ran.code, 1);
    assert.match(
      ran.stderr,
      /was made by another version of Tributary and was not changed: back it up .*`tributary restore <folder>`/,
    );
    const after = new Database(join(data, 'state.sqlite'), { readonly: true });
    assert.equal(after.prepare("select count(*) from sqlite_schema where name = 'installation'").pluck().get(), 0);
    after.close();
    again();
  });
  await t.test('a lock file and a service.json that are no such files do no harm', async () => {
    writeFileSync(join(data, 'lock.sqlite'), Buffer.alloc(8_192, 7));
    writeFileSync(join(data, 'service.json'), '{');
    assert.equal((await json(['status', '--data', data])).is_well, true);
    truncateSync(join(data, 'lock.sqlite'), 10);
    assert.equal((await json(['status', '--data', data])).is_well, true);
    assert.ok(statSync(join(data, 'lock.sqlite')).size > 10);
  });
});
