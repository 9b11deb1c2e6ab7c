// One profile sends at twenty times its rate: the others' posts take at most twice as long as before.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { letPass } from '../until.ts';
import { settled } from './tools/figures.ts';
import { range } from './tools/load.ts';
import { rounds, tell } from './tools/results.ts';
import { command, type Installed, install, type Running, startService } from './tools/service.ts';

const ROUNDS = rounds(8);
const RATE = 10;
const TIMES = 20;
const WINDOW_MS = 8_000;
/** Below it a p99 says more about the machine's scheduler than about the service. */
const FLOOR_MS = 5;

async function noise(service: Running, apiKey: string, perSecond: number): Promise<() => Promise<Record<string, number>>> {
  const workerData = { address: service.address, apiKey, perSecond, day: range.date_from };
  const worker = new Worker(new URL('./tools/noise.ts', import.meta.url), { workerData });
  await once(worker, 'online');
  return async () => {
    const messages = once(worker, 'message');
    worker.postMessage('stop');
    const [statuses] = await messages;
    return statuses;
  };
}

/** How long a quiet profile's posts took, sent at its rate whatever the answers take. */
async function posts(service: Running, { apiKey }: Installed, label: string): Promise<number[]> {
  const took: number[] = [];
  const open: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; performance.now() - began < WINDOW_MS; n += 1) {
    open.push(
      (async () => {
        const sent = performance.now();
        const response = await fetch(`${service.address}/api/v1/events`, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            event_type: 'lead_created',
            idempotency_key: `${label}-${n}`,
            occurred_at: `${range.date_from}T10:00:00Z`,
          }),
        });
        await response.arrayBuffer();
        assert.equal(response.status, 201);
        took.push(performance.now() - sent);
      })(),
    );
    await letPass(Math.max(0, began + ((n + 1) * 1000) / RATE - performance.now()));
  }
  await Promise.all(open);
  return took;
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

const pooled = (rounds: number[][]): string => percentile(rounds.flat(), 0.99).toFixed(1);

/** The middle one of the rounds' percentiles: a moment in which the disk or the machine stood still is in one round, what the loud profile does in all. */
const typical = (rounds: number[][], share: number): number =>
  percentile(
    rounds.map((took) => percentile(took, share)),
    0.5,
  );

test('one profile at twenty times its rate', async (t) => {
  const noisy = await install(t);
  const quiet = [await install(t, noisy.dataDir, 'Second'), await install(t, noisy.dataDir, 'Third')];
  const key = async ({ dataDir, profileId }: Installed): Promise<string> =>
    (await command(t, ['keys', 'create', '--name', 'fast', '--rate-limit', '100000', '--profile', profileId, '--data', dataDir]))
      .api_key;
  noisy.apiKey = await key(noisy);
  for (const each of quiet) each.apiKey = await key(each);
  const service = await startService(t, noisy.dataDir, { TRIBUTARY_CHECK_RESPONSES: 'false' });
  const took = { calm: [] as number[][], loud: [] as number[][] };
  const answered: Record<string, number> = {};
  for (let n = -1; n < ROUNDS; n += 1) {
    for (const kind of ['calm', 'loud'] as const) {
      const stop = await noise(service, noisy.apiKey, kind === 'loud' ? RATE * TIMES : RATE);
      const measured = (await Promise.all(quiet.map((each, i) => posts(service, each, `${kind}-${n}-${i}`)))).flat();
      const statuses = await stop();
      // The first round warms up.
      if (n >= 0) took[kind].push(measured);
      if (n >= 0 && kind === 'loud')
        for (const [status, times] of Object.entries(statuses)) answered[status] = (answered[status] ?? 0) + times;
      await settled(service, noisy);
    }
  }
  assert.equal((await service.terminate()).code, 0);
  const [calm, loud] = [typical(took.calm, 0.99), typical(took.loud, 0.99)];
  const ratio = loud / Math.max(calm, FLOOR_MS);
  tell(t, {
    name: 'one profile at 20 × its rate',
    figure: `others' posts p50 ${typical(took.calm, 0.5).toFixed(1)} → ${typical(took.loud, 0.5).toFixed(1)} ms, p99 ${calm.toFixed(1)} → ${loud.toFixed(1)} ms (× ${ratio.toFixed(2)}; all runs together ${pooled(took.calm)} → ${pooled(took.loud)}; ${took.loud.flat().length} posts; answers to the loud profile: ${JSON.stringify(answered)})`,
    target: 'p99 of the middle run ≤ 2 ×',
    rounds: ROUNDS,
    holds: ratio <= 2,
  });
});
