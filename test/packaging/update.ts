// npm run test:install, second part: an update and the way back of an installed package, as README.md and docs/operating.md say. The newer version is the packed
// one with a migration more.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { currentNumber } from '../../src/base/upgrade/migrations.ts';
import { until } from '../until.ts';
import { emptyHome, pack } from './home.ts';

const NEWER = '1.0.0-planted.1';
const TABLE = 'create table planted_notes (\n  profile_id text primary key,\n  text text not null\n) strict, without rowid;\n';

/** A package of a newer version, of the files of this one. */
function packNewer(root: string, file: string): string {
  execFileSync('tar', ['-xzf', file, '-C', root]);
  const dist = join(root, 'package', 'dist');
  for (const manifest of [join(root, 'package', 'package.json'), join(dist, 'package.json')])
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version: NEWER }));
  const migrations = join(dist, 'sql', 'migrations', 'state');
  mkdirSync(migrations, { recursive: true });
  const number = String(currentNumber('state') + 1).padStart(4, '0');
  writeFileSync(join(migrations, `${number}-planted-notes.sql`), TABLE);
  writeFileSync(join(dist, 'sql', 'state', 'schema', 'planted.sql'), TABLE);
  const tables = join(dist, 'sql', 'state', 'tables.csv');
  writeFileSync(tables, `${readFileSync(tables, 'utf8')}planted_notes,base,profile_id,delete,none,\n`);
  const newer = join(root, 'newer.tgz');
  execFileSync('tar', ['-czf', newer, '-C', root, 'package']);
  return newer;
}

const OWNER = '--email ada@example.com --workspace Mill --profile Shop --currency EUR --timezone UTC'.split(' ');

test('an update and the way back', async (t) => {
  const home = emptyHome(t);
  const old = pack(home.root);
  const newer = packNewer(home.root, old);
  home.install(old);
  const made = home.run('init', ...OWNER);
  const [, apiKey = ''] = /api_key: (svc_live_\S+)/.exec(made) ?? [];
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const order = async (address: string, key: string): Promise<number> => {
    const body = JSON.stringify({
      event_type: 'payment_received',
      idempotency_key: key,
      value: { amount: '20.00', currency: 'EUR' },
      user_traits: { external_id: key },
    });
    return (await fetch(`${address}/api/v1/events`, { method: 'POST', headers, body })).status;
  };
  const note = async (address: string, text: string): Promise<number> => {
    const body = JSON.stringify({ day: '2026-11-28', text });
    return (await fetch(`${address}/api/v1/profile/notes`, { method: 'POST', headers, body })).status;
  };
  /** The overview, once it is of so many facts. */
  const figures = async (address: string, facts: number): Promise<unknown> => {
    await until(() => {
      const { profiles } = JSON.parse(home.run('status', '--json')) as {
        profiles: { accepted_seq: number; behind_facts: number }[];
      };
      return profiles[0]?.accepted_seq === facts && profiles[0].behind_facts === 0;
    }, `${facts} facts are computed`);
    const day = new Date().toISOString().slice(0, 10);
    const answer = await fetch(`${address}/api/v1/overview?date_from=${day}&date_to=${day}`, { headers });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text).data;
  };

  await home.serve(async (address) => {
    assert.equal(await order(address, 'order-1'), 201);
    await figures(address, 1);
  });
  const before = JSON.parse(home.run('version', '--json')) as { version: string };

  let updated: unknown;
  await t.test('the first start of the new version makes a backup, upgrades and says so', async () => {
    home.install(newer);
    const log = await home.serve(async (address) => {
      assert.equal(await order(address, 'order-2'), 201);
      assert.equal(await note(address, 'Written after the update'), 201);
      updated = await figures(address, 2);
    });
    assert.match(log, /previous/);
    assert.match(log, /state \d+ of \d+: planted notes/);
    assert.match(home.run('status'), new RegExp(NEWER));
  });
  await t.test('the way back says what was written since', () => {
    const text = home.run('restore', '--previous');
    assert.ok(text.includes(`of version ${before.version} again`), text);
    assert.match(text, /Facts accepted since the upgrade: 1 were taken along/);
    assert.match(text, /Written after the update|notes/);
  });
  await t.test('the old version starts on the folder', async () => {
    home.install(old);
    await home.serve(async (address) => {
      assert.equal(await order(address, 'order-1'), 200);
      assert.equal(await order(address, 'order-2'), 200);
      assert.deepEqual(await figures(address, 2), updated);
    });
    assert.ok(home.run('status').includes(before.version));
  });
  await t.test('and the update can be made again', async () => {
    home.install(newer);
    await home.serve(async (address) => assert.deepEqual(await figures(address, 2), updated));
  });
});
