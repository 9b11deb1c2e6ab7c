// Increments are committed to the live file while replays build the next one: no row is lost at the swap and none is doubled.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { letPass, until } from '../until.ts';
import { call, checkSums, compare, figures, sameTables, settled, stored } from './tools/figures.ts';
import { Load } from './tools/load.ts';
import { rounds, tell } from './tools/results.ts';
import { type Installed, install, liveFile, type Running, startService } from './tools/service.ts';

const REPLAYS = rounds(3);
/** On a fast machine a replay may end between two questions; then more follow, up to this many. */
const MAX_REPLAYS = 40;

/** Asks for a replay, waits for its end, and answers how often the live figures moved while it ran. */
async function replayed(service: Running, installed: Installed): Promise<number> {
  const request = await call(service, installed, '/profile/recompute', 'POST');
  assert.equal(request.status, 202);
  let increments = 0;
  let through = -1;
  const isDone = async (): Promise<boolean> => {
    const { status, body } = await call(service, installed, '/profile/freshness');
    assert.equal(status, 200, JSON.stringify(body));
    const { replay_status, through_seq } = body.data;
    assert.notEqual(replay_status, 'failed');
    if (replay_status === 'running') {
      if (through >= 0 && through_seq > through) increments += 1;
      through = through_seq;
    }
    return replay_status === 'done';
  };
  // A key may ask ten times a second.
  await until(isDone, 'the replay ends', 150);
  return increments;
}

test('increments that are committed while a replay runs', async (t) => {
  const random = seededRandom(t);
  const installed = await install(t);
  const service = await startService(t, installed.dataDir);
  const load = new Load(t, installed, random);
  load.address = service.address;
  // A past that takes a replay some rounds of the pipeline.
  await load.fill(60);
  await settled(service, installed);
  load.start();
  let increments = 0;
  let replays = 0;
  while (replays < REPLAYS || (increments === 0 && replays < MAX_REPLAYS)) {
    increments += await replayed(service, installed);
    replays += 1;
    await letPass(random(500));
  }
  await load.stop();
  await load.flush();
  await settled(service, installed);
  const before = await figures(service, installed);
  await service.terminate();
  const kept = await stored(installed);
  const { lost, doubled, strange } = compare(load.acknowledged, kept);
  tell(t, {
    name: 'increments during a replay',
    figure: `${load.acknowledged.length} events, ${increments} increments committed during ${replays} replays: ${lost.length} rows lost, ${doubled.length + strange.length} doubled`,
    target: '0 lost, 0 doubled, at least one increment',
    rounds: replays,
    holds: lost.length + doubled.length + strange.length === 0 && increments > 0,
  });
  checkSums(before, load.acknowledged);
  await t.test('and a build from nothing holds the same, row by row', async () => {
    for (const file of [liveFile(installed), `${liveFile(installed)}.wal`]) rmSync(file, { force: true });
    const again = await startService(t, installed.dataDir);
    assert.deepEqual(await figures(again, installed), before);
    await again.terminate();
    sameTables(kept, await stored(installed));
  });
});
