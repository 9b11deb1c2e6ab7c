// The disk runs full in the midst of each phase and is freed some seconds later: what cannot be stored is refused, what was
// acknowledged stays, reports are answered meanwhile, and afterwards all goes on without help.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { letPass, until } from '../until.ts';
import { Aiming, LONGEST_MS, PHASES } from './tools/aim.ts';
import { call, checkSums, compare, figures, REPORTS, report, settled, stored } from './tools/figures.ts';
import { Load } from './tools/load.ts';
import { rounds, tell } from './tools/results.ts';
import { damagedFiles, install, startService, warehousePid } from './tools/service.ts';
import { smallDisk } from './tools/small-disk.ts';

/** Times through all phases. */
const ROUNDS = rounds(1);
const SIZE_MB = 192;
const FULL_MS = 3_000;

test('a disk that runs full in each phase and is freed', async (t) => {
  const random = seededRandom(t);
  const disk = smallDisk(t, SIZE_MB);
  const installed = await install(t, join(disk.folder, 'data'));
  const aiming = new Aiming(t);
  const service = await startService(t, installed.dataDir, { ...aiming.env, TRIBUTARY_BALLAST_MB: '4' });
  const load = new Load(t, installed, random);
  load.address = service.address;
  await load.fill(4);
  await settled(service, installed);
  await figures(service, installed);
  load.start();
  const pids = (): number[] => [service.pid, warehousePid(service)].filter((pid) => pid !== undefined);
  const tally = { full: 0, refused: 0, acknowledged: 0, reads: 0 };
  const missed: string[] = [];
  for (let n = 0; n < ROUNDS * PHASES.length; n += 1) {
    const phase = PHASES[n % PHASES.length] as (typeof PHASES)[number];
    const before = aiming.hits;
    aiming.at({
      phase,
      deed: 'fill disk',
      delayMs: random(LONGEST_MS[phase] + 1),
      ...(disk.how === 'tmpfs' ? { filler: disk.filler } : {}),
    });
    const nudge = async (): Promise<void> => {
      if (phase === 'replay' || phase === 'swap') await call(service, installed, '/profile/recompute', 'POST');
    };
    if (!(await aiming.struck(before, { nudge }))) {
      missed.push(phase);
      continue;
    }
    disk.limit(pids());
    const refused = load.counts.refused;
    const acknowledged = load.acknowledged.length;
    // A busy service says so, and answers in the end: while the disk is full as well.
    const read = async (): Promise<void> => {
      await report(service, installed, REPORTS[tally.reads % REPORTS.length] as string);
      tally.reads += 1;
    };
    for (const began = performance.now(); performance.now() - began < FULL_MS; await letPass(50)) await read();
    tally.full += 1;
    tally.refused += load.counts.refused - refused;
    tally.acknowledged += load.acknowledged.length - acknowledged;
    disk.free(pids());
    assert.ok(service.isRunning(), service.log().slice(-2_000));
    await settledUnderLoad(service, installed);
  }
  await load.stop();
  await load.flush();
  await settled(service, installed);
  const found = await figures(service, installed);
  assert.deepEqual(damagedFiles(installed), [], 'a full disk is no damage');
  assert.equal((await service.terminate()).code, 0);
  const { lost, doubled, strange } = compare(load.acknowledged, await stored(installed));
  tell(t, {
    name: 'disk full in each phase',
    figure: `${disk.how}, full ${tally.full} times (${missed.length === 0 ? 'every phase' : `not hit: ${missed.join(', ')}`}), ${tally.refused} posts refused, ${tally.acknowledged} events acknowledged meanwhile: ${lost.length} lost, ${strange.length + doubled.length} stored otherwise; ${tally.reads} reads served, none refused for good`,
    target: '0 lost, wrong 2xx 0, every read served',
    rounds: ROUNDS,
    holds: lost.length + doubled.length + strange.length + missed.length === 0,
  });
  checkSums(found, load.acknowledged);
});

/** Until the figures have moved past what was accepted when it was asked first. */
async function settledUnderLoad(...[service, installed]: Parameters<typeof settled>): Promise<void> {
  const first = (await call(service, installed, '/profile/freshness')).body.data;
  await until(async () => {
    const { data } = (await call(service, installed, '/profile/freshness')).body;
    return data && data.through_seq >= first.accepted_seq;
  }, 'the figures move once there is room again');
}
