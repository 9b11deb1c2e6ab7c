// The service as a whole: how fresh its figures are under traffic, how small calls fare beside heavy reports, how soon it
// answers after a start, and what memory it takes.
import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, type Ground, type Profile, withService } from '../bench.ts';
import { Helper, memoryMb, quiet, type Service, serve } from '../children.ts';
import { beyondDisk, type Figure, type Result } from '../figure.ts';
import type { Load, LoadAnswer } from '../load.ts';
import { instantMs, median, quantile, timed } from '../numbers.ts';
import { mustSucceed } from './doors.ts';
import { getter, journeyPaths, lastDays, query } from './reading.ts';

const PER_SECOND = 500;
const TRAFFIC_MS = 20_000;
/** How often the overview is checked, after the answer before. */
const LOOK_MS = 100;

const today = (): string => new Date().toISOString().slice(0, 10);

export const freshness: Figure = {
  name: 'freshness',
  about: 'from the acknowledgement of a page view to the overview that counts it, under 500 events a second',
  baseline: 'none',
  run: async (bench) => {
    const { dataDir, profile } = await bench.ground();
    return withService(dataDir, async (service) => {
      const get = getter(service.address, profile);
      const path = `/overview?${query({ date_from: lastDays(29).date_from, date_to: today() })}`;
      const views = async (): Promise<number> =>
        ((await get(path)) as unknown as { data: { current: { pageviews: number } } }).data.current.pageviews;
      await quiet(service);
      const before = await views();
      const load: Load = {
        kind: 'collect',
        perPost: 1,
        trackingKeys: [profile.trackingKey],
        seed: 777_000 + (Date.now() % 1_000_000),
        port: service.port,
        connections: 16,
        ms: TRAFFIC_MS,
        perSecond: PER_SECOND,
        keepTimes: true,
      };
      let isOver = false;
      const sending = bench.load(load).finally(() => {
        isOver = true;
      });
      const looks: { at: number; seen: number }[] = [];
      const look = async (): Promise<void> => {
        looks.push({ seen: (await views()) - before, at: instantMs() });
        await pause(LOOK_MS);
      };
      while (!isOver) await look();
      const { times, requests } = mustSucceed(await sending);
      for (const began = performance.now(); (looks.at(-1)?.seen ?? 0) < requests && performance.now() - began < 60_000; )
        await look();
      return [freshnessOf(times.sort(), looks, requests)];
    });
  },
};

/** The n-th acknowledged event was seen by the first look that counts n. */
function freshnessOf(acknowledged: Float64Array, looks: { at: number; seen: number }[], requests: number): Result {
  const ages: number[] = [];
  let seen = 0;
  for (const look of looks)
    for (; seen < Math.min(look.seen, acknowledged.length); seen += 1) ages.push(look.at - (acknowledged[seen] as number));
  if (seen < requests) throw new Error(`only ${seen} of ${requests} events were ever seen`);
  const p95 = quantile(ages, 0.95) / 1000;
  return {
    name: 'freshness',
    measured: { value: p95, unit: 's p95' },
    targets: [{ of: 'p95', found: p95, atMost: 2, unit: 's' }],
    details: { p50_s: median(ages) / 1000, max_s: quantile(ages, 1) / 1000, events: requests, looks: looks.length },
  };
}

/** Of the middle one of several rounds, as a disk or processor that is shared spoils one of them now and then. */
const HEAVY_ROUNDS = 5;
const HEAVY_MS = 8_000;
const IDLE_ROUNDS = 3;
const IDLE_MS = 4_000;
const COLLECTED_PER_SECOND = 100;
/** Reports of nearly all days, under windows of the request's own. Each round requests other days, so that each is computed. */
const heavyPaths = (round = 0): string[] => {
  const all = lastDays(119 - (round % 40));
  return [
    `/attribution?${query({ ...all, goal: 'payment_received', dimension: 'campaign', click_window_days: 45 })}`,
    `/attribution?${query({ ...all, goal: 'lead_created', dimension: 'landing_page', click_window_days: 60 })}`,
    `/attribution/paths?${query({ ...all, goal: 'payment_received' })}`,
    `/overview/series?${query({ ...all, interval: 'day' })}`,
  ];
};

interface Probe {
  name: string;
  /** Its answers wait until something is on disk: the event, or that personal data was read. */
  waitsForDisk: boolean;
  load: (service: Service, ground: Ground, ms: number, journeys: string[]) => Load;
}

const probes: Probe[] = [
  {
    name: 'health',
    waitsForDisk: false,
    load: ({ port }, _, ms) => ({ kind: 'get', paths: ['/healthz'], port, connections: 2, perSecond: 50, ms }),
  },
  {
    name: 'collect',
    waitsForDisk: true,
    load: ({ port }, { profile }, ms) => ({
      kind: 'collect',
      perPost: 1,
      trackingKeys: [profile.trackingKey],
      seed: 888_000 + (Date.now() % 1_000_000),
      port,
      connections: 8,
      perSecond: COLLECTED_PER_SECOND,
      ms,
    }),
  },
  {
    name: 'small-read',
    waitsForDisk: true,
    load: ({ port }, { profile }, ms, journeys) => ({
      kind: 'get',
      paths: ['/api/v1/profile/freshness', ...journeys],
      bearers: [profile.apiKey],
      // Twenty a second, half of them journeys, are more than two processors can do on their own: they would only wait for one another.
      port,
      connections: 2,
      perSecond: 5,
      ms,
    }),
  },
];

/** The p99 of each of some rounds, in ms: what the disk makes posts wait that come as those of the probe. */
const diskAlone = async (bench: Bench): Promise<number[]> => {
  const found: number[] = [];
  for (let round = 0; round < IDLE_ROUNDS; round += 1) found.push(await bench.diskP99(COLLECTED_PER_SECOND, IDLE_MS));
  return found;
};

/** All probes at once, each from a client of its own, round after round: the p99 of each probe in its middle round. */
async function probing(rounds: number, loads: () => Load[], clients: Helper[]): Promise<Record<string, number>> {
  const found: number[][] = probes.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(loads().map((load, i) => (clients[i] as Helper).ask<LoadAnswer>(load)));
    for (const [i, answer] of answers.entries()) found[i]?.push(quantile(mustSucceed(answer).latencies, 0.99));
  }
  return Object.fromEntries(probes.map(({ name }, i) => [name, median(found[i] as number[])]));
}

export const heavyReports: Figure = {
  name: 'heavy-reports',
  about: 'health, collecting and small reads while four heavy reports run over and over',
  baseline: 'the idle service',
  run: async (bench) => {
    const ground = await bench.ground();
    const clients = probes.map(() => new Helper('load-client.ts'));
    try {
      return await withService(ground.dataDir, async (service) => {
        const headers = { authorization: `Bearer ${ground.profile.apiKey}` };
        const ask = async (path: string): Promise<number> => {
          const response = await fetch(`${service.address}/api/v1${path}`, { headers });
          const text = await response.text();
          // Refusing what there is no room for is part of staying responsive.
          if (response.status !== 200 && response.status !== 503)
            throw new Error(`${path} answered ${response.status} ${text.slice(0, 300)}`);
          return response.status;
        };
        const alone: Record<string, number> = {};
        for (const path of heavyPaths()) alone[path.slice(1, 40)] = (await timed(() => ask(path))).ms;
        await quiet(service);
        const journeys = await journeyPaths(getter(service.address, ground.profile));
        const before = await diskAlone(bench);
        const loads = (ms: number) => () => probes.map(({ load }) => load(service, ground, ms, journeys));
        const idle = await probing(IDLE_ROUNDS, loads(IDLE_MS), clients);
        let isOver = false;
        let answered = 0;
        let refused = 0;
        const heavy = heavyPaths().map(async (_, place) => {
          for (let round = 1; !isOver; round += 1) {
            if ((await ask(heavyPaths(round)[place] as string)) === 200) answered += 1;
            else refused += 1;
          }
        });
        const busy = await probing(HEAVY_ROUNDS, loads(HEAVY_MS), clients);
        isOver = true;
        await Promise.all(heavy);
        const disk = median([...before, ...(await diskAlone(bench))]);
        return probes.map(({ name, waitsForDisk }): Result => {
          const [found, baseline] = [busy[name] ?? Number.NaN, idle[name] ?? Number.NaN];
          return {
            name: `heavy-reports.${name}`,
            measured: { value: found, unit: 'ms p99' },
            baseline: { value: baseline, unit: 'ms p99', what: 'idle service' },
            ratio: found / baseline,
            targets: [waitsForDisk ? beyondDisk(found, disk, 50) : { of: 'p99', found, atMost: 50, unit: 'ms' }],
            details: {
              disk_p99_ms: disk,
              reports_answered: answered,
              reports_refused: refused,
              slowest_report_alone_ms: Math.max(...Object.values(alone)),
            },
          };
        });
      });
    } finally {
      for (const client of clients) await client.end();
    }
  },
};

export const start: Figure = {
  name: 'start',
  about: 'from the start of the process to the first overview answered',
  baseline: 'none',
  run: async (bench) => {
    const { dataDir, profile } = await bench.ground();
    const times: number[] = [];
    const listening: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const began = performance.now();
      const service = await serve(dataDir);
      try {
        await getter(service.address, profile)(`/overview?${query(lastDays(30))}`);
        times.push(performance.now() - began);
        listening.push(service.startMs);
      } finally {
        await service.stop();
      }
    }
    const seconds = median(times) / 1000;
    return [
      {
        name: 'start',
        measured: { value: seconds, unit: 's' },
        targets: [{ of: 'time', found: seconds, atMost: 3, unit: 's' }],
        details: { listening_s: median(listening) / 1000 },
      },
    ];
  },
};

const FURTHER = 15;
/** Files that nobody used for ten seconds are closed; who looks comes by every five. */
const REST_MS = 17_000;

/** Memory once nothing has happened for a moment. */
async function atRest(service: Service): Promise<number> {
  await quiet(service);
  await pause(REST_MS);
  return memoryMb(service.pid);
}

async function open(bench: Bench, service: Service, profile: Profile): Promise<void> {
  await bench.load({
    kind: 'collect',
    perPost: 10,
    trackingKeys: [profile.trackingKey],
    seed: 1,
    port: service.port,
    connections: 1,
    perSecond: 50,
    ms: 200,
  });
  await getter(service.address, profile)(`/overview?${query(lastDays(30))}`);
}

export const memory: Figure = {
  name: 'memory',
  about: 'memory of service and warehouse process at rest, with one profile of the ground open, and per further profile',
  baseline: 'none',
  run: async (bench) => {
    const ground = await bench.ground();
    const one = await withService(ground.dataDir, async (service) => {
      await getter(service.address, ground.profile)(`/overview?${query(lastDays(30))}`);
      return atRest(service);
    });
    const { dataDir, profiles } = await bench.place(FURTHER + 1);
    const further = await withService(dataDir, async (service) => {
      const [first, ...others] = profiles;
      await open(bench, service, first as Profile);
      const before = await atRest(service);
      for (const profile of others) await open(bench, service, profile);
      return ((await atRest(service)) - before) / FURTHER;
    });
    return [
      {
        name: 'memory',
        measured: { value: one, unit: 'MB' },
        targets: [{ of: 'at rest', found: one, atMost: 350, unit: 'MB' }],
      },
      {
        name: 'memory.further',
        measured: { value: further, unit: 'MB per profile' },
        targets: [{ of: 'each', found: further, atMost: 8, unit: 'MB' }],
      },
    ];
  },
};
