// The doors under load: as many posts as are answered over 64 connections, each answer meaning that its events are on disk,
// against a server of the same run that stores nothing.
import type { Bench, Profile } from '../bench.ts';
import { withService } from '../bench.ts';
import { cpuMs, Helper, quiet, type Service } from '../children.ts';
import { beyondDisk, type Figure, type Result } from '../figure.ts';
import type { Load, LoadAnswer } from '../load.ts';
import { median, quantile } from '../numbers.ts';

const CONNECTIONS = 64;
/** Many and short: what a machine gives changes within seconds, and both sides of a round are to have the same of it. */
const ROUNDS = 9;
const ROUND_MS = 1_500;
/** The engine compiles what runs often, and has settled after some 30,000 posts. */
const WARM_MS = 6_000;
const REPLAY_WARM_MS = 3_000;
type Kind = { kind: 'collect'; perPost: number } | { kind: 'events' };

interface Door {
  name: string;
  kind: Kind;
  baseline: 'http' | 'express';
  what: string;
  /** Among how many profiles the posts are dealt. */
  profiles: number;
  /** Where it is a target. */
  atLeast?: number;
}

let nextSeed = 1;

function loadOf({ kind }: Door, port: number, profiles: Profile[], ms: number): Load {
  const common = { port, connections: CONNECTIONS, ms, seed: nextSeed++ };
  if (kind.kind === 'events') return { ...common, kind: 'events', apiKey: profiles[0]?.apiKey ?? '' };
  return { ...common, ...kind, trackingKeys: profiles.map(({ trackingKey }) => trackingKey) };
}

export function mustSucceed(answer: LoadAnswer): LoadAnswer {
  const failed = Object.entries(answer.failures);
  if (failed.length > 0) throw new Error(`answers that are no success: ${JSON.stringify(answer.failures)}`);
  return answer;
}

interface Round {
  plainly: number;
  posts: number;
  p99: number;
  /** Milliseconds of processors for each post: of the baseline, of the service meanwhile, and until all was computed. */
  plainCpu: number;
  cpu: number;
  cpuInAll: number;
}

const rate = ({ requests, seconds }: LoadAnswer): number => requests / seconds;

async function measure(bench: Bench, door: Door): Promise<Result[]> {
  const plain = new Helper('plain-server.ts', [door.baseline]);
  const { port } = await plain.next<{ port: number }>();
  const { dataDir, profiles } = await bench.place(door.profiles);
  try {
    return await withService(dataDir, async (service) => {
      const ask = async (to: number, ms: number): Promise<LoadAnswer> =>
        mustSucceed(await bench.load(loadOf(door, to, profiles, ms)));
      const rounds: Round[] = [];
      await ask(port, WARM_MS);
      await ask(service.port, WARM_MS);
      await quiet(service);
      for (let round = 0; round < ROUNDS; round += 1) {
        const began = [cpuMs(plain.pid), cpuMs(service.pid)] as const;
        const plainly = await ask(port, ROUND_MS);
        const answer = await ask(service.port, ROUND_MS);
        const ended = [cpuMs(plain.pid), cpuMs(service.pid)] as const;
        await quiet(service);
        rounds.push({
          plainly: rate(plainly),
          posts: rate(answer),
          p99: quantile(answer.latencies, 0.99),
          plainCpu: (ended[0] - began[0]) / plainly.requests,
          cpu: (ended[1] - began[1]) / answer.requests,
          cpuInAll: (cpuMs(service.pid) - began[1]) / answer.requests,
        });
      }
      return [resultOf(door, rounds)];
    });
  } finally {
    await plain.end();
  }
}

function resultOf(door: Door, rounds: Round[]): Result {
  const middle = (name: keyof Round): number => median(rounds.map((round) => round[name]));
  const perPost = door.kind.kind === 'collect' ? door.kind.perPost : 1;
  const ratio = median(rounds.map(({ posts, plainly }) => posts / plainly));
  const isCollect = door.kind.kind === 'collect';
  const p99 = middle('p99');
  return {
    name: door.name,
    measured: { value: middle('posts') * perPost, unit: 'events/s' },
    baseline: { value: middle('plainly') * perPost, unit: 'events/s', what: door.what },
    ratio,
    targets: [
      ...(door.atLeast === undefined ? [] : [{ of: 'ratio', found: ratio, atLeast: door.atLeast }]),
      ...(isCollect && door.atLeast !== undefined ? [{ of: 'p99', found: p99, atMost: 25, unit: 'ms' }] : []),
    ],
    details: {
      p99_ms: p99,
      plain_cpu_us: middle('plainCpu') * 1000,
      cpu_us: middle('cpu') * 1000,
      cpu_us_with_pipeline: middle('cpuInAll') * 1000,
    },
  };
}

const collecting = { baseline: 'http', what: 'plain node:http server' } as const;
const doors: Door[] = [
  { name: 'collect', kind: { kind: 'collect', perPost: 1 }, ...collecting, profiles: 1, atLeast: 0.4 },
  { name: 'collect-tens', kind: { kind: 'collect', perPost: 10 }, ...collecting, profiles: 1, atLeast: 0.4 },
  { name: 'collect-shops', kind: { kind: 'collect', perPost: 1 }, ...collecting, profiles: 12 },
  { name: 'events', kind: { kind: 'events' }, baseline: 'express', what: 'bare Express', profiles: 1, atLeast: 0.35 },
];

const abouts: Record<string, string> = {
  collect: 'durable single-event posts to /t/collect, 64 connections, enrichment and pipeline on',
  'collect-tens': 'durable events to /t/collect, ten a post, 64 connections',
  'collect-shops': 'as collect, dealt among twelve profiles, each with rounds of its own',
  events: 'POST /events through the whole REST pipeline, 64 connections',
};

export const doorFigures: Figure[] = doors.map((door) => ({
  name: door.name,
  about: abouts[door.name] ?? '',
  baseline: door.what,
  run: (bench) => measure(bench, door),
}));

const REPLAY_POSTS = 900;
const REPLAYS = 5;
/** About as long as a replay of a million events. */
const DISK_MS = 5_000;

/** Collecting while a full replay of the ground runs in the same service. */
export const collectInReplay: Figure = {
  name: 'collect-in-replay',
  about: 'single-event posts to /t/collect while a full replay runs',
  baseline: 'syncs to the same disk and nothing else, at the same pace',
  run: async (bench) => {
    const { dataDir, profile } = await bench.ground();
    return withService(dataDir, async (service) => {
      // A service that has taken nothing in yet is another figure's.
      await postAtPace(bench, service, profile, REPLAY_WARM_MS);
      await quiet(service);
      const rounds: ReplayRound[] = [];
      for (let round = 0; round < REPLAYS; round += 1) {
        const disk = await bench.diskP99(REPLAY_POSTS, DISK_MS);
        rounds.push({ ...(await collectingInReplay(bench, service, profile)), disk });
        await quiet(service);
      }
      return [inReplayOf(rounds)];
    });
  },
};

interface ReplayRound {
  p50: number;
  p99: number;
  perSecond: number;
  /** The p99 of the disk alone. */
  disk: number;
}

const postAtPace = async (bench: Bench, { port }: Service, { trackingKey }: Profile, ms: number): Promise<LoadAnswer> =>
  mustSucceed(
    await bench.load({
      kind: 'collect',
      perPost: 1,
      trackingKeys: [trackingKey],
      seed: nextSeed++,
      port,
      connections: CONNECTIONS,
      ms,
      perSecond: REPLAY_POSTS,
    }),
  );

async function collectingInReplay(bench: Bench, service: Service, profile: Profile) {
  const headers = { authorization: `Bearer ${profile.apiKey}` };
  const request = await fetch(`${service.address}/api/v1/profile/recompute`, { method: 'POST', headers });
  if (request.status !== 202) throw new Error(`the replay was not queued: ${request.status} ${await request.text()}`);
  const latencies: number[] = [];
  let seconds = 0;
  do {
    const answer = await postAtPace(bench, service, profile, 1_000);
    latencies.push(...answer.latencies);
    seconds += answer.seconds;
  } while (await isReplaying(service, profile));
  return { p50: median(latencies), p99: quantile(latencies, 0.99), perSecond: latencies.length / seconds };
}

function inReplayOf(rounds: ReplayRound[]): Result {
  const middle = (name: keyof ReplayRound): number => median(rounds.map((round) => round[name]));
  return {
    name: 'collect-in-replay',
    measured: { value: middle('p99'), unit: 'ms p99' },
    baseline: { value: middle('disk'), unit: 'ms p99', what: 'the disk alone' },
    ratio: middle('p99') / middle('disk'),
    targets: [beyondDisk(middle('p99'), middle('disk'), 50)],
    details: {
      events_per_second: middle('perSecond'),
      p50_ms: middle('p50'),
      best_p99_ms: Math.min(...rounds.map(({ p99 }) => p99)),
      worst_p99_ms: Math.max(...rounds.map(({ p99 }) => p99)),
    },
  };
}

async function isReplaying({ address }: Service, { apiKey }: Profile): Promise<boolean> {
  const response = await fetch(`${address}/api/v1/tracking/replay-status`, { headers: { authorization: `Bearer ${apiKey}` } });
  const { data } = (await response.json()) as { data: { status: string } };
  return data.status === 'running' || data.status === 'waiting';
}
