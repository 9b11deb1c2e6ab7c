// `kill -9` of the service, and of its warehouse process, in the midst of intake, stitching, landing, sealing, replay and swap,
// at moments that nothing chose, and while it starts. ROUNDS says how many times, TEST_SEED which.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { letPass } from '../until.ts';
import { Aiming, LONGEST_MS, PHASES, type Phase } from './tools/aim.ts';
import { call, checkSums, compare, figures, sameTables, settled, stored } from './tools/figures.ts';
import { Load, type Random } from './tools/load.ts';
import { rounds, tell } from './tools/results.ts';
import {
  beginService,
  damagedFiles,
  type Installed,
  install,
  liveFile,
  profileFolder,
  type Running,
  startService,
  warehousePid,
} from './tools/service.ts';

const ROUNDS = rounds(20);

type Victim = 'service' | 'warehouse';
interface Round {
  victim: Victim;
  /** 'any' is a moment that nothing chose; 'start' is one before the service serves. */
  phase: Phase | 'any' | 'start';
}

/** Each phase of either victim in turn, and between them what has no phase. */
const CYCLE: Round[] = [
  ...PHASES.flatMap((phase): Round[] => [
    { victim: 'service', phase },
    { victim: 'warehouse', phase },
  ]),
  { victim: 'service', phase: 'any' },
  { victim: 'service', phase: 'start' },
  { victim: 'warehouse', phase: 'any' },
  { victim: 'service', phase: 'start' },
];

interface World {
  t: TestContext;
  installed: Installed;
  random: Random;
  aiming: Aiming;
  load: Load;
  service: Running;
  starts: number;
  failedStarts: number;
  /** By victim and phase. */
  hits: Map<string, number>;
}

/** A replay; now and then by a setting, which is a decision as well. */
async function askForReplay({ service, installed, random }: World): Promise<void> {
  const request =
    random(3) === 0
      ? call(service, installed, '/profile/attribution-settings', 'PATCH', { click_window_days: 20 + random(40) })
      : call(service, installed, '/profile/recompute', 'POST');
  const answer = await request.catch(() => undefined); // it was killed while it answered
  if (answer) assert.ok([200, 202, 503].includes(answer.status), JSON.stringify(answer.body));
}

async function start(world: World): Promise<void> {
  try {
    world.service = await startService(world.t, world.installed.dataDir, world.aiming.env);
  } catch (error) {
    world.failedStarts += 1;
    throw error;
  }
  world.starts += 1;
  world.load.address = world.service.address;
}

async function strikeWithin(world: World, phase: Phase, victim: Victim): Promise<boolean> {
  const { aiming, random } = world;
  const before = aiming.hits;
  aiming.at({ phase, deed: `kill ${victim}`, delayMs: random(LONGEST_MS[phase] + 1) });
  const nudge = phase === 'replay' || phase === 'swap' ? () => askForReplay(world) : undefined;
  return aiming.struck(before, nudge ? { nudge } : {});
}

async function strikeAnywhere({ service, random }: World, victim: Victim): Promise<boolean> {
  await letPass(random(900));
  if (victim === 'service') {
    await service.kill();
    return true;
  }
  const pid = warehousePid(service);
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  return pid !== undefined;
}

async function round(world: World, { victim, phase }: Round): Promise<void> {
  const { random, service, t, installed, aiming } = world;
  await letPass(random(150));
  if (phase === 'any' || phase === 'start') await askForReplay(world);
  const isAimed = phase !== 'any' && phase !== 'start';
  const isHit = await (isAimed ? strikeWithin(world, phase, victim) : strikeAnywhere(world, victim));
  const name = `${victim} ${phase}`;
  if (isHit) world.hits.set(name, (world.hits.get(name) ?? 0) + 1);
  if (victim === 'warehouse') {
    await letPass(random(400));
    assert.ok(service.isRunning(), `the service outlives its warehouse process: ${service.log().slice(-2_000)}`);
    return;
  }
  await service.kill();
  if (phase === 'start') {
    const starting = beginService(t, installed.dataDir, aiming.env);
    await letPass(random(1_200));
    await starting.kill();
  }
  await start(world);
}

test(`whatever is acknowledged survives ${ROUNDS} rounds of kill -9, exactly once`, async (t) => {
  const random = seededRandom(t);
  const installed = await install(t);
  const load = new Load(t, installed, random);
  const aiming = new Aiming(t);
  const service = await startService(t, installed.dataDir, aiming.env);
  const world: World = { t, installed, random, aiming, load, service, starts: 1, failedStarts: 0, hits: new Map() };
  load.address = service.address;
  load.start();
  for (let n = 0; n < ROUNDS; n += 1) await round(world, CYCLE[n % CYCLE.length] as Round);
  await load.stop();
  await load.flush();
  await settled(world.service, installed);
  const before = await figures(world.service, installed);
  assert.deepEqual(damagedFiles(installed), [], 'no kill damages a file');
  assert.equal((await world.service.terminate()).code, 0);
  const kept = await stored(installed);
  const { lost, doubled, strange } = compare(load.acknowledged, kept);
  const { posts, unanswered, refused, repeats } = load.counts;
  const requests = CYCLE.slice(0, ROUNDS).map(({ victim, phase }) => `${victim} ${phase}`);
  const missed = [...new Set(requests)].filter((name) => !world.hits.has(name));
  t.diagnostic(
    `${posts} posts, ${unanswered} without an answer, ${refused} refused for now, ${repeats} repeats; ${kept.sealed} facts sealed; ${world.starts} starts`,
  );
  t.diagnostic(`hit: ${[...world.hits].map(([name, times]) => `${name} ${times}`).join(', ')}`);
  const summary = (victim: Victim): string =>
    [...PHASES, 'any', 'start']
      .flatMap((phase) => (world.hits.get(`${victim} ${phase}`) ? `${phase} ${world.hits.get(`${victim} ${phase}`)}` : []))
      .join(', ');
  tell(t, {
    name: 'kill -9 at every phase',
    figure: `${load.acknowledged.length} acknowledged: ${lost.length} lost, ${doubled.length} doubled, ${strange.length} unknown; ${world.failedStarts} failed starts. Hit: service ${summary('service')}; warehouse ${summary('warehouse')}${missed.length > 0 ? `; not hit: ${missed.join(', ')}` : ''}`,
    target: '0 lost, 0 doubled, 0 failed starts, every phase hit',
    rounds: ROUNDS,
    holds: lost.length + doubled.length + strange.length + world.failedStarts + missed.length === 0,
  });
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
