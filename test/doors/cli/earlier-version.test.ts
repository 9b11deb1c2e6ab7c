// A data folder of an earlier version is refused with the way to move it, and that way works: its backup, restored with this version, has
// the same people, settings and figures. The backup was made by the last version with migrations, of the files in samples/.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { schemaOf } from '../../../src/base/state/schema.ts';
import { until } from '../../until.ts';
import { folder, json, running, tributary } from './cli.ts';

function earlierBackup(t: TestContext): { backup: string; data: string } {
  const data = folder(t);
  const backup = join(dirname(data), 'backup');
  mkdirSync(backup);
  execFileSync('tar', ['-xzf', projectFile('test', 'base', 'state', 'earlier', 'backup.tar.gz'), '-C', backup]);
  return { backup, data };
}

/** Changes the state of a backup, and its manifest with it. */
async function changeState(backup: string, sql: string): Promise<void> {
  const file = join(backup, 'state.sqlite');
  const db = new Database(file);
  db.exec(sql);
  db.close();
  const bytes = readFileSync(file);
  const manifest = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8'));
  const entry = manifest.files.find(({ path }: { path: string }) => path === 'state.sqlite');
  Object.assign(entry, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  writeFileSync(join(backup, 'backup.json'), JSON.stringify(manifest));
}

test('a data folder of an earlier version is refused as it is, with the way to move it', async (t) => {
  const { backup, data } = earlierBackup(t);
  cpSync(backup, data, { recursive: true });
  const before = readFileSync(join(data, 'state.sqlite'));
  for (const command of [['serve', '--port', '0'], ['status'], ['backup', join(dirname(data), 'copy')]]) {
    const ran = await tributary([...command, '--data', data]);
    assert.equal(ran.code, 1, command[0]);
    assert.match(ran.stderr, /was made by another version of Tributary and was not changed/);
    assert.match(ran.stderr, /back it up with that version .*`tributary backup <folder>`.*`tributary restore <folder>`/);
    assert.equal(ran.stderr.trim().split('\n').length, 1);
    assert.deepEqual(readFileSync(join(data, 'state.sqlite')), before);
  }
});

test('a backup of an earlier version is restored with its figures, people and jobs', async (t) => {
  const { backup, data } = earlierBackup(t);
  await json(['restore', backup, '--data', data]);
  const state = new Database(join(data, 'state.sqlite'));
  assert.equal(schemaOf(state), 'current');
  const old = new Database(join(backup, 'state.sqlite'), { readonly: true });
  for (const table of [
    'decisions',
    'people',
    'customers',
    'identifiers',
    'profiles',

    'search_values',
    'profile_keys',
  ]) {
    // What this version has besides is not compared.
    const columns = old.prepare('select name from pragma_table_info(?)').pluck().all(table).join(', ');
    const rows = (db: Database.Database): string[] =>
      db
        .prepare(`select ${columns} from ${table}`)
        .all()
        .map((row) => JSON.stringify(row))
        .sort();
    assert.ok(rows(old).length > 0, table);
    assert.deepEqual(rows(state), rows(old), table);
  }
  assert.equal(
    state.prepare('select id from installation').pluck().get(),
    old.prepare('select id from installation').pluck().get(),
  );
  const jobs = state.prepare('select job_id, failure, is_mandatory from jobs order by job_id').all();
  const planted = (jobs as { job_id: string }[]).filter(({ job_id }) => /^(failed-1|waiting-1|done-9)$/.test(job_id));
  assert.deepEqual(planted, [
    { job_id: 'done-9', failure: null, is_mandatory: 0 },
    { job_id: 'failed-1', failure: 'attempts_used', is_mandatory: 0 },
    { job_id: 'waiting-1', failure: null, is_mandatory: 1 },
  ]);
  old.close();
  state.close();
  const { api_key } = await json(['keys', 'create', '--name', 'test', '--data', data]);
  const service = await running(t, ['serve', '--data', data]);
  const get = async (path: string) => {
    const ask = () => fetch(`${service.address}/api/v1/${path}`, { headers: { authorization: `Bearer ${api_key}` } });
    // 503 while the figures are being computed.
    const answer = await until(async () => {
      const each = await ask();
      return each.status !== 503 && each;
    }, `figures of ${path}`);
    assert.equal(answer.status, 200, path);
    return (await answer.json()).data;
  };
  const month = 'date_from=2026-03-01&date_to=2026-03-31';
  const { current } = await get(`overview?${month}`);
  assert.deepEqual([current.spend, current.revenue, current.outcomes, current.pageviews], [61.5, 145, 2, 2]);
  const { totals } = await get(`attribution?${month}`);
  assert.equal(totals.models.last_non_direct.revenue, '145');
});

test('a backup of an earlier version is sealed in its place, and verified without restoring it', async (t) => {
  const { backup, data } = earlierBackup(t);
  const run = (option: string[], env: Record<string, string> = {}) =>
    tributary(['backup', backup, ...option, '--data', data, '--json'], env);
  const phrase = { BACKUP_PASSPHRASE: 'five quiet words at dawn' };
  assert.equal(JSON.parse((await run(['--verify'])).stdout).is_sealed, false);
  assert.equal((await run(['--seal', '--with-key'])).code, 2, 'no pass phrase, and nobody to ask');
  const sealed = await run(['--seal', '--with-key'], phrase);
  assert.equal(sealed.code, 0, sealed.stderr);
  assert.ok(!existsSync(join(backup, 'master.key')) && !existsSync(join(backup, 'state.sqlite')));
  const unread = await run(['--verify']);
  assert.equal(unread.code, 1);
  assert.match(unread.stdout, /set BACKUP_PASSPHRASE, or specify the key with MASTER_KEY/);
  const verified = await run(['--verify'], phrase);
  assert.equal(verified.code, 0, verified.stderr);
  assert.deepEqual([JSON.parse(verified.stdout).is_sealed, JSON.parse(verified.stdout).with_key], [true, true]);
  assert.equal(existsSync(data), false, 'nothing is restored');
});

test('what this version has no place for is refused by its name, and nothing stays behind', async (t) => {
  for (const [sql, words] of [
    [
      'create table notes (text text); insert into notes values (1)',
      /1 rows in the table notes, which this version does not have/,
    ],
    ["alter table people add column nickname text; update people set nickname = 'ada'", /the column people\.nickname/],
    ['delete from migrations where number = 530', /older than 1\.0\.0-alpha\.1/],
  ] as const) {
    const { backup, data } = earlierBackup(t);
    await changeState(backup, sql);
    const ran = await tributary(['restore', backup, '--data', data]);
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, words);
    assert.equal(existsSync(join(data, 'state.sqlite')), false);
    rmSync(dirname(data), { recursive: true });
  }
});
