// An upgrade and the way back as an operator does them, with the commands of this version and of a planted newer one.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testConfig } from '../../base/folder.ts';
import { NEWER, plantNewer } from '../../base/upgrade/newer-version.ts';
import { until } from '../../until.ts';
import { folder, type Json, json, owner, type Ran, running, tributary } from './cli.ts';

const EVENTS = ['event_type,occurred_at,external_id,value_amount,currency,idempotency_key'];
const sale = (n: number): string =>
  `payment_received,2026-03-${String(n).padStart(2, '0')}T12:00:00Z,c-${n},${n}0,EUR,order-${n}`;

test('an upgrade, and the way back', async (t) => {
  const data = folder(t);
  const newer = await plantNewer(t);
  const file = (name: string, lines: string[]): string => {
    const path = join(dirname(data), name);
    writeFileSync(path, `${[...EVENTS, ...lines].join('\n')}\n`);
    return path;
  };
  const { api_key, profile_id } = await json(owner(data));
  await json(['backfill', 'events', file('before.csv', [sale(1), sale(2)]), '--data', data]);
  const overview = async (command: (args: string[]) => Promise<{ address: string; stop(): Promise<unknown> }>): Promise<Json> => {
    const service = await command(['serve', '--data', data]);
    const ask = (): Promise<Response> =>
      fetch(`${service.address}/api/v1/overview?date_from=2026-03-01&date_to=2026-03-31`, {
        headers: { authorization: `Bearer ${api_key}` },
      });
    // 503 while the figures are built again.
    await until(async () => (await ask()).status !== 503, 'the figures are there', 200);
    const answer = await ask();
    assert.equal(answer.status, 200);
    const { data: found } = (await answer.json()) as Json;
    await service.stop();
    return found.current.revenue;
  };
  const current = (args: string[]) => running(t, args);
  const withNewer = (args: string[]): Promise<Ran> => runProgram(newer.program, args);
  const newerJson = async (args: string[]): Promise<Json> => {
    const ran = await withNewer([...args, '--json']);
    assert.equal(ran.code, 0, ran.stderr);
    return JSON.parse(ran.stdout);
  };
  assert.equal(await overview(current), 30);

  await t.test('version names the program and its stores', async () => {
    const own = await json(['version']);
    assert.equal(own.version, JSON.parse(readFileSync('package.json', 'utf8')).version);
    assert.match(own.figures, /^[0-9a-f]{16}$/);
    const { version, stores, figures } = await newerJson(['version']);
    assert.equal(version, NEWER);
    assert.equal(stores.state, own.stores.state + 3);
    assert.notEqual(figures, own.figures);
    const lines = (await tributary(['version'])).stdout.split('\n');
    assert.match(lines[1] ?? '', /^commit: [0-9a-f]{40}$/);
    assert.deepEqual(lines.slice(2, 4), [`folder: ${own.stores.folder}`, `state: ${own.stores.state}`]);
  });
  await t.test('the first command of the newer version upgrades the folder and says so', async () => {
    // It can be done without, and says nothing of the folder's version.
    rmSync(join(data, 'short-lived.sqlite'));
    const ran = await withNewer(['status', '--data', data, '--json']);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(
      ran.stderr,
      /it is backed up \(\d+ MB\) before it is upgraded\.\n.*is upgraded from .* to 1\.0\.0-planted\.2\.\ntributary: state \d+ of \d+: planted 1\n/,
    );
    assert.deepEqual(JSON.parse(ran.stdout).problems, []);
    assert.equal(JSON.parse(ran.stdout).version, NEWER);
    const [kept] = JSON.parse(ran.stdout).upgrade_backups;
    assert.deepEqual([kept.name, kept.use], ['previous', 'way_back']);
    const text = (await withNewer(['status', '--data', data])).stdout;
    assert.match(
      text,
      /Note: {4}previous\/ \(\d+ MB, made .*\): .* `tributary restore --previous` puts back\. It is kept until \d{4}-\d\d-\d\d\./,
    );
  });
  await t.test('this version refuses it in one sentence', async () => {
    for (const command of [['serve', '--port', '0'], ['status'], ['restore', '--previous']]) {
      const ran = await tributary([...command, '--data', data]);
      assert.equal(ran.code, 1, command[0]);
      assert.match(ran.stderr, /was made by a newer version of Tributary \(1\.0\.0-planted\.2; this one is/);
      assert.equal(ran.stderr.trim().split('\n').length, 1);
    }
    const { findings } = JSON.parse((await tributary(['doctor', '--data', data, '--json'])).stdout);
    const finding = findings.find(({ check }: Json) => check === 'status');
    assert.match(finding.what, /was made by a newer version/);
    assert.doesNotMatch(finding.next, /status/);
  });
  await t.test('version says what the folder is without opening it', async () => {
    const { version, data_folder } = await json(['version', '--data', data]);
    const { stores } = await newerJson(['version']);
    assert.notEqual(version, NEWER);
    assert.deepEqual(data_folder, { data_dir: data, version: NEWER, stores, interrupted: null });
    const text = (await tributary(['version', '--data', data])).stdout;
    assert.match(text, /^data folder: version 1\.0\.0-planted\.2 \(folder \d+, state \d+, /m);
    const none = await tributary(['version', '--data', join(dirname(data), 'nobody')]);
    assert.deepEqual([none.code, none.stdout], [2, '']);
    assert.match(none.stderr, /has no installation/);
  });
  await t.test('a backup that this version made is restored by the newer one, and not the other way round', async () => {
    const [again, copy] = [join(dirname(data), 'again'), join(dirname(data), 'copy')];
    const key = readFileSync(join(data, 'master.key'), 'utf8').trim();
    cpSync(join(data, 'previous'), copy, { recursive: true });
    const ran = await runProgram(newer.program, ['restore', copy, '--data', again], { MASTER_KEY: key });
    assert.equal(ran.code, 0, ran.stderr);
    await newerJson(['backup', join(dirname(data), 'of-newer'), '--data', again]);
    const refused = await tributary(['restore', join(dirname(data), 'of-newer'), '--data', join(dirname(data), 'none')], {
      MASTER_KEY: key,
    });
    assert.match(refused.stderr, /The backup was made by a newer version of Tributary/);
  });
  await t.test('what was written since is taken along or named', async () => {
    await newerJson(['backfill', 'events', file('since.csv', [sale(3), sale(4)]), '--data', data]);
    await seal(newer.root, data, profile_id);
    await newerJson(['backfill', 'events', file('later.csv', [sale(5)]), '--data', data]);
    await newerJson(['keys', 'create', '--name', 'Made since', '--data', data]);
    assert.ok(readdirSync(join(data, 'profiles', profile_id, 'archive'), { recursive: true }).length > 0);

    const back = await newerJson(['restore', '--previous', '--data', data]);
    assert.deepEqual([back.from, back.facts], [NEWER, [{ profile_id, taken: 3, left_out: 0 }]]);
    const rows = (table: string): Json => back.lost.find((each: Json) => each.table === table);
    assert.deepEqual(rows('api_keys').names, ['Made since']);
    assert.equal(rows('planted_notes').added, 1);
    assert.equal(rows('profiles'), undefined);
    assert.ok(existsSync(join(data, 'replaced', 'backup.json')));
  });
  await t.test('afterwards this version has every fact, and the figures of all', async () => {
    const status = await json(['status', '--data', data]);
    assert.equal(status.is_well, true);
    assert.deepEqual(
      status.upgrade_backups.map(({ name, use }: Json) => [name, use]),
      [
        ['previous', 'put_back'],
        ['replaced', 'replaced'],
      ],
    );
    assert.doesNotMatch(status.notes.join(), /--previous/);
    assert.equal(await overview(current), 150);
    const again = await tributary(['restore', '--previous', '--data', data]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /was not upgraded since its backup was put back/);
  });
  await t.test('what it was is in the sealed backup', async () => {
    const verified = await newerJson(['backup', join(data, 'replaced'), '--verify', '--data', data]);
    assert.equal(verified.profiles[0].last_seq, '5');
  });
});

function runProgram(program: string, args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const all = { ...process.env, TRIBUTARY_BALLAST_MB: '0', TRIBUTARY_DATA: '', NODE_OPTIONS: '', ...env };
  const child = spawn(program, args, { env: all, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((done) => child.on('close', (code) => done({ code, stdout, stderr })));
}

/** Facts go into the archive once a profile has many; here some do at once. */
async function seal(root: string, data: string, profileId: string): Promise<void> {
  const { closeBase, openBase } = await import(join(root, 'src/base/open.ts'));
  const base = await openBase(testConfig(data), { warehouseStarts: 'when asked' });
  await base.archive.seal(profileId, base.state.cursor('stitched', profileId));
  await closeBase(base);
}
