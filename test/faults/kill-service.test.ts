// `kill -9` of the service, or of its warehouse process, at random points while events come in, are landed, replayed and
// sealed. ROUNDS says how many times (20), TEST_SEED which.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../base/random.ts';
import { call, checkSums, compare, figures, sameTables, settled, stored } from './figures.ts';
import { Load, type Random } from './load.ts';
import {
  beginService,
  damagedFiles,
  type Installed,
  install,
  liveFile,
  type Phase,
  phasesOf,
  profileFolder,
  type Running,
  startService,
  warehousePid,
} from './service.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 20);
/** Each is aimed at in turn; 'any' is a moment that nothing chose. */
const AIMS = ['any', 'landing', 'replay', 'sealing', 'any', 'warehouse', 'start', 'landing', 'replay', 'sealing'] as const;

interface Tally {
  kills: Record<string, number>;
  starts: number;
}

/** Waits until the service is about `phase` (not for ever), then a random moment longer. */
async function awaitPhase(installed: Installed, phase: Phase, random: Random): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 2_500; ) {
    if (phasesOf(installed).includes(phase)) break;
    await pause(1);
  }
  // A seal is short: a longer wait would miss it.
  await pause(random(phase === 'sealing' ? 3 : 12));
}

async function disturb(service: Running, installed: Installed, round: number): Promise<void> {
  const asked =
    round % 3 === 2
      ? call(service, installed, '/profile/attribution-settings', 'PATCH', { click_window_days: 20 + (round % 40) })
      : call(service, installed, '/profile/recompute', 'POST');
  const { status, body } = await asked;
  assert.ok([200, 202, 503].includes(status), JSON.stringify(body));
}

async function startAgain(
  t: TestContext,
  installed: Installed,
  random: Random,
  tally: Tally,
  isDisturbed: boolean,
): Promise<Running> {
  if (isDisturbed) {
    const starting = beginService(t, installed.dataDir);
    await pause(random(1_200));
    await starting.kill();
    tally.kills['start'] = (tally.kills['start'] ?? 0) + 1;
  }
  const service = await startService(t, installed.dataDir);
  tally.starts += 1;
  return service;
}

test(`whatever is acknowledged survives ${ROUNDS} rounds of kill -9, exactly once`, async (t) => {
  const random = seededRandom(t);
  const installed = await install(t);
  const load = new Load(t, installed, random);
  const tally: Tally = { kills: {}, starts: 1 };
  let service = await startService(t, installed.dataDir);
  load.address = service.address;
  load.start();
  for (let round = 0; round < ROUNDS; round += 1) {
    const aim = AIMS[round % AIMS.length] as (typeof AIMS)[number];
    await pause(random(150));
    // A replay would hide the shorter phases.
    if (aim !== 'landing' && aim !== 'sealing') await disturb(service, installed, round);
    if (aim === 'any' || aim === 'warehouse' || aim === 'start') await pause(random(700));
    else await awaitPhase(installed, aim, random);
    if (aim === 'warehouse') {
      const pid = warehousePid(service);
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      tally.kills['warehouse process'] = (tally.kills['warehouse process'] ?? 0) + 1;
      await pause(random(400));
      assert.ok(service.isRunning(), `the service outlives its warehouse process: ${service.log()}`);
      continue;
    }
    const [phase] = phasesOf(installed);
    await service.kill();
    tally.kills[phase as Phase] = (tally.kills[phase as Phase] ?? 0) + 1;
    service = await startAgain(t, installed, random, tally, aim === 'start');
    load.address = service.address;
  }
  await load.stop();
  await load.flush();
  await settled(service, installed);
  const before = await figures(service, installed);
  assert.deepEqual(damagedFiles(installed), [], 'no kill damages a file');
  assert.equal((await service.terminate()).code, 0);
  const kept = await stored(installed);
  const { lost, doubled, strange } = compare(load.acknowledged, kept);
  const { posts, unanswered, refused, repeats } = load.counts;
  t.diagnostic(`${ROUNDS} rounds; kills by phase: ${JSON.stringify(tally.kills)}; ${tally.starts} starts, 0 failed`);
  t.diagnostic(
    `${posts} posts, ${unanswered} without an answer, ${refused} refused for now, ${repeats} repeats; ${load.acknowledged.length} events acknowledged (${kept.sealed} sealed), ${lost.length} lost, ${doubled.length} doubled`,
  );
  assert.deepEqual({ lost, doubled, strange }, { lost: [], doubled: [], strange: [] });
  checkSums(before, load.acknowledged);
  assert.ok(kept.sealed > 0, 'the archive took part');
  assert.ok(repeats > 0 && unanswered > 0, 'so did repeats and posts without an answer');

  await t.test('and a warehouse rebuilt from nothing holds the same figures, row by row', async () => {
    for (const file of [liveFile(installed), `${liveFile(installed)}.wal`]) rmSync(file, { force: true });
    const again = await startService(t, installed.dataDir);
    const after = await figures(again, installed);
    assert.equal((await again.terminate()).code, 0);
    assert.deepEqual(after, before);
    sameTables(kept, await stored(installed));
  });
  await t.test('and nothing half made is left behind', () => {
    const files = readdirSync(profileFolder(installed), { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      files.filter((name) => /build-|\.tmp$/.test(name)),
      [],
    );
    const landing = join(installed.dataDir, 'landing', installed.profileId);
    assert.deepEqual(existsSync(landing) ? readdirSync(landing) : [], []);
  });
});
