// Why figures changed between two moments: how long the first request takes against a rebuild of the same profile, and how other reads fare
// while it is computed.
import { setTimeout as pause } from 'node:timers/promises';
import { rebuild, settle } from '../../src/credit/pipeline/index.ts';
import { type Ground, withBase, withService } from '../bench.ts';
import { Helper, quiet, type Service } from '../children.ts';
import type { Figure } from '../figure.ts';
import type { Load, LoadAnswer } from '../load.ts';
import { median, quantile, timed } from '../numbers.ts';
import { mustSucceed } from './doors.ts';
import { getter, journeyPaths, lastDays, query } from './reading.ts';

const ROUNDS = 3;
/** So much of all facts was not known at the earlier moment. */
const LATER = 0.06;
/** Some 120 reads, of which a p99 is not the slowest. */
const IDLE_MS = 30_000;
/** A third of what a slow machine can answer while it computes: more would measure how long a queue grows. */
const READS_PER_SECOND = 4;
/** Answered within this time everywhere but on a machine that hangs. */
const HANG_MS = 1_800_000;

/** Of each round another question, so that each is computed. */
const pathOf = (version: string, round: number): string =>
  `/attribution/changes?${query({ ...lastDays(60 + round), known_from: version })}`;

/** Asks again for as long as the service says that it is computing. */
async function computed(service: Service, ground: Ground, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${ground.profile.apiKey}` };
  for (const began = performance.now(); performance.now() - began < HANG_MS; ) {
    const response = await fetch(`${service.address}/api/v1${path}`, { headers });
    const text = await response.text();
    if (response.status === 200) return;
    if (response.status !== 503) throw new Error(`${path} answered ${response.status} ${text.slice(0, 300)}`);
    await pause(Number(response.headers.get('retry-after') ?? 1) * 1_000);
  }
  throw new Error(`${path} was not computed`);
}

/** Rebuilds, and the version at which a share of the facts was not known. */
function rebuilt(ground: Ground): Promise<{ ms: number; version: string }> {
  const { profileId } = ground.profile;
  return withBase(ground.dataDir, async (base) => {
    await settle(base, profileId);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push((await timed(() => rebuild(base, profileId))).ms);
    const seq = Math.floor(Number(base.journal.lastSeq(profileId)) * (1 - LATER));
    return { ms: median(times), version: `${seq}.${base.state.lastDecision(profileId)}` };
  });
}

export const changes: Figure = {
  name: 'changes',
  about: 'why figures changed since 6 % of the facts came, computed for the first time; and other reads meanwhile',
  baseline: 'a rebuild; the idle service',
  run: async (bench) => {
    const ground = await bench.ground();
    const whole = await rebuilt(ground);
    const client = new Helper('load-client.ts');
    try {
      return await withService(ground.dataDir, async (service) => {
        await quiet(service);
        const journeys = await journeyPaths(getter(service.address, ground.profile));
        const reads = (ms: number): Load => ({
          kind: 'get',
          paths: ['/api/v1/profile/freshness', ...journeys],
          bearers: [ground.profile.apiKey],
          port: service.port,
          connections: 2,
          perSecond: READS_PER_SECOND,
          ms,
        });
        const latencies = async (ms: number): Promise<number[]> => [
          ...mustSucceed(await client.ask<LoadAnswer>(reads(ms))).latencies,
        ];
        const idle = quantile(await latencies(IDLE_MS), 0.99);
        const alone: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          alone.push((await timed(() => computed(service, ground, pathOf(whole.version, round)))).ms);
        const ms = median(alone);
        const [busy] = await Promise.all([
          latencies(Math.max(IDLE_MS, ms * ROUNDS)),
          (async () => {
            for (let round = 0; round < ROUNDS; round += 1)
              await computed(service, ground, pathOf(whole.version, ROUNDS + round));
          })(),
        ]);
        const p99 = quantile(busy, 0.99);
        return [
          {
            name: 'changes',
            measured: { value: ms / 1000, unit: 's' },
            baseline: { value: whole.ms / 1000, unit: 's', what: 'rebuild' },
            ratio: ms / whole.ms,
            targets: [{ of: 'ratio', found: ms / whole.ms, atMost: 1.5, fromSize: '1m' }],
          },
          {
            name: 'changes.other-reads',
            measured: { value: p99, unit: 'ms p99' },
            baseline: { value: idle, unit: 'ms p99', what: 'idle service' },
            ratio: p99 / idle,
            targets: [{ of: 'ratio', found: p99 / idle, atMost: 2 }],
          },
        ];
      });
    } finally {
      await client.end();
    }
  },
};
