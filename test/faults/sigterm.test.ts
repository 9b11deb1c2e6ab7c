// SIGTERM under load: what was acknowledged stays, the process ends by itself, with code 0, within ten seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { letPass } from '../until.ts';
import { call, checkSums, compare, figures, settled, stored } from './tools/figures.ts';
import { Load } from './tools/load.ts';
import { rounds, tell } from './tools/results.ts';
import { install, startService } from './tools/service.ts';

const ROUNDS = rounds(3);
/** Not judged by the short faults, which share the processors with the tests (`npm test`). */
const MAX_MS = process.env['FAULT_SHORT'] === undefined ? 10_000 : undefined;

test('a service that is told to stop under load loses nothing and ends in time', async (t) => {
  const random = seededRandom(t);
  const installed = await install(t);
  const load = new Load(t, installed, random);
  let service = await startService(t, installed.dataDir);
  load.address = service.address;
  load.start(8);
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await letPass(300 + random(700));
    await call(service, installed, '/profile/recompute', 'POST');
    await letPass(random(120));
    const { code, signal, ms } = await service.terminate();
    assert.deepEqual({ code, signal }, { code: 0, signal: null }, service.log().slice(-2_000));
    took.push(Math.round(ms));
    service = await startService(t, installed.dataDir);
    load.address = service.address;
  }
  await load.stop();
  await load.flush();
  await settled(service, installed);
  checkSums(await figures(service, installed), load.acknowledged);
  assert.equal((await service.terminate()).code, 0);
  const { lost, doubled, strange } = compare(load.acknowledged, await stored(installed));
  tell(t, {
    name: 'SIGTERM under load',
    figure: `${load.acknowledged.length} events acknowledged: ${lost.length} lost; exits with code 0 after ${took.join(', ')} ms`,
    target: `0 lost${MAX_MS === undefined ? '' : `, exit ≤ ${MAX_MS / 1000} s`}`,
    rounds: ROUNDS,
    holds: lost.length === 0 && took.every((ms) => MAX_MS === undefined || ms <= MAX_MS),
  });
  assert.deepEqual({ lost, doubled, strange }, { lost: [], doubled: [], strange: [] });
});
