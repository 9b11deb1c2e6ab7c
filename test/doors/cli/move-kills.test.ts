// A move whose process is killed at its steps: the same command again finishes it, the profile is here or there and never half, and both
// folders open. KILLS=1 kills at each step; by default some of them are chosen.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { stateFile } from '../../../src/base/state/open-state.ts';
import { type CommandName, commands } from '../../../src/doors/jobs/commands.ts';
import { startChild } from '../../base/children.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { openShop } from '../../report/shop.ts';
import { tributary } from './cli.ts';

const CHILD = new URL('./move-child.ts', import.meta.url);
const STRIDE = Number(process.env['KILLS'] ?? 8);

/** Kills the command at one step after the other, until it comes to its end or its work is done; says how often. */
async function runKilled(dataDir: string, name: CommandName, args: object, isDone = () => false): Promise<number> {
  for (let step = 1, kills = 0; ; step += STRIDE) {
    const child = startChild(CHILD, [dataDir, name, JSON.stringify(args), String(step)]);
    const signal = await child.ended();
    if (signal === 'SIGKILL' && isDone()) return kills + 1;
    if (signal !== 'SIGKILL') {
      assert.equal(child.process.exitCode, 0, `${name}, not killed at step ${step}`);
      return kills;
    }
    kills += 1;
  }
}

const installationOf = (app: TestApp): string => String(app.base.state.statement('base/installation_get').get()?.id);

async function figuresOf(app: TestApp, apiKey: string): Promise<unknown[]> {
  const range = { date_from: '2026-03-01', date_to: '2026-03-31' };
  const answers = await Promise.all([
    app.api(apiKey).get('/overview', range),
    app.api(apiKey).get('/attribution', { ...range, dimension: 'channel' }),
    app.api(apiKey).get('/customers', { ...range, goal: 'payment_received' }),
  ]);
  return answers.map(({ status, body }) => [status, body.data]);
}

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a move that is killed at its steps', async (t) => {
  const folder = folderOf(t);
  const [old, other] = [join(folder, 'old'), join(folder, 'other')];
  const shop = await openShop({ dataDir: old });
  const { profileId, apiKey } = shop;
  const figures = await figuresOf(shop, apiKey);
  await shop.close();
  const empty = await startTestApp({ dataDir: other, installation: { email: 'else@other.example' } });
  const installation = installationOf(empty);
  await empty.close();
  const [file, key_file] = [join(folder, 'profile.move'), join(folder, 'profile.key')];
  let kills = 0;

  kills += await runKilled(old, 'profiles-leave', { profile_id: profileId, file, installation });
  kills += await runKilled(old, 'profiles-release', { profile_id: profileId, key_file });
  assert.match(readFileSync(key_file, 'utf8'), /^AGE-SECRET-KEY-1[0-9A-Z]{58}\n$/);

  const asked = await tributary(['profiles', 'move', '--data', other, '--from', file, '--key-file', key_file]);
  assert.equal(asked.code, 2, asked.stderr);
  assert.match(asked.stdout, /api key/);
  assert.match(asked.stderr, /nothing was accepted; repeat the command with --yes/);

  kills += await runKilled(other, 'profiles-arrive', { file, key_file, accepts: 'all' }, () => {
    const state = new Database(stateFile(other), { readonly: true });
    const [isHere, isMoving] = ['profiles', 'profile_moves'].map(
      (table) => state.prepare(`select 1 from ${table} where profile_id = ?`).get(profileId) !== undefined,
    );
    state.close();
    assert.ok(!(isHere && isMoving), 'its rows are here in the transaction that ends the move');
    return Boolean(isHere);
  });
  assert.ok(kills >= 4, `${kills} kills`);

  const arrived = await startTestApp({ dataDir: other, installation: { email: 'else@other.example', workspace: 'Again' } });
  t.after(() => arrived.close());
  assert.deepEqual(await figuresOf(arrived, apiKey), figures);
  const status = await commands.status(arrived.base, {}, () => undefined);
  assert.deepEqual(status['problems'], []);
});
