// Computing all history again, and after one person's change, and rebuilding a deleted warehouse; against one pass of DuckDB that
// orders all events by browser and time.
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Base } from '../../src/base/base.ts';
import { acceptEvents, type EventInput } from '../../src/collect/events/index.ts';
import { type AdvanceProgress, rebuild, replay, settle } from '../../src/credit/pipeline/index.ts';
import { type Bench, type Ground, withBase } from '../bench.ts';
import { cpuMs, peakMbOfChildren } from '../children.ts';
import { withEngine } from '../engine.ts';
import type { Figure } from '../figure.ts';
import { median, timed } from '../numbers.ts';
import { AGENTS, browserName, customerName, emailOf, SITE } from '../world.ts';

export const LAG =
  'select max(x) from (select lag(occurred_at) over (partition by visitor_key order by occurred_at, seq) x from events)';
export const liveFile = ({ dataDir, profile }: Ground): string => join(dataDir, 'profiles', profile.profileId, 'live.duckdb');

const ownCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

interface Lag {
  ms: number;
  cpu: number;
}

/** The baseline on the closed live file, after a run that warms it. */
const lagOf = (bench: Bench, ground: Ground): Promise<Lag> =>
  withEngine({ file: liveFile(ground), spill: join(bench.folder, 'spill') }, async (connection) => {
    await connection.run(LAG);
    const rounds: Lag[] = [];
    for (let i = 0; i < 3; i += 1) {
      const began = ownCpuMs();
      const { ms } = await timed(() => connection.run(LAG));
      rounds.push({ ms, cpu: ownCpuMs() - began });
    }
    return { ms: median(rounds.map(({ ms }) => ms)), cpu: median(rounds.map(({ cpu }) => cpu)) };
  });

/** When each phase of a build began. */
function phaseClock(): { onProgress: (progress: AdvanceProgress) => void; phases: () => Record<string, number> } {
  const spent = new Map<string, number>();
  let phase = 'start';
  let since = performance.now();
  const turn = (next: string): void => {
    const now = performance.now();
    spent.set(phase, (spent.get(phase) ?? 0) + now - since);
    phase = next;
    since = now;
  };
  return {
    // A progress of `archive`, `journal` and `decisions` is told at the end of a chunk, of the others at their beginning.
    onProgress: ({ phase: message }) => {
      if (message === 'archive' || message === 'journal' || message === 'decisions') phase = message;
      turn(message);
    },
    phases: () => {
      turn('end');
      return Object.fromEntries([...spent].filter(([, ms]) => ms >= 1).map(([name, ms]) => [`${name}_ms`, ms]));
    },
  };
}

/** Milliseconds of a full replay, measured once in a run; later figures are compared with it. */
async function replayMs(bench: Bench): Promise<number> {
  if (!bench.notes.has('replay_ms')) await replayFigure.run(bench);
  return bench.notes.get('replay_ms') as number;
}

/** Of the process that computes it. */
const MAX_PEAK_MB = 8_192;

export const replayFigure: Figure = {
  name: 'replay',
  about: 'full replay: archive and journal to the swapped file, fit included',
  baseline: 'lag() over (partition by visitor_key order by occurred_at, seq)',
  run: async (bench) => {
    const ground = await bench.ground();
    const rounds = bench.events > 20_000_000 ? 1 : bench.events > 2_000_000 ? 2 : 3;
    const baselines: Lag[] = [];
    const times: number[] = [];
    const processors: number[] = [];
    let phases: Record<string, number> = {};
    let peak = 0;
    for (let round = 0; round < rounds; round += 1) {
      baselines.push(await lagOf(bench, ground));
      await withBase(ground.dataDir, async (base) => {
        const clock = phaseClock();
        const began = cpuMs(process.pid);
        times.push((await timed(() => replay(base, ground.profile.profileId, clock.onProgress))).ms);
        processors.push(cpuMs(process.pid) - began);
        phases = clock.phases();
        peak = Math.max(peak, peakMbOfChildren());
      });
    }
    baselines.push(await lagOf(bench, ground));
    const ms = median(times);
    const lag = median(baselines.map((each) => each.ms));
    const cpuRatio = median(processors) / median(baselines.map((each) => each.cpu));
    bench.notes.set('replay_ms', ms);
    return [
      {
        name: 'replay',
        measured: { value: ms / 1000, unit: 's' },
        baseline: { value: lag / 1000, unit: 's', what: 'lag() over all events' },
        ratio: ms / lag,
        targets: [
          { of: 'ratio', found: ms / lag, atMost: 10, fromSize: '10m', toSize: '10m' },
          { of: 'peak', found: peak, atMost: MAX_PEAK_MB, unit: 'MB', fromSize: '100m' },
        ],
        details: { ...phases, cpu_ratio: cpuRatio, cpu_s: median(processors) / 1000, peak_mb: peak, events: bench.events },
      },
    ];
  },
};

export const rebuildFigure: Figure = {
  name: 'rebuild',
  about: 'a deleted warehouse, rebuilt from the archive; its figures compared with those before',
  baseline: 'none',
  run: async (bench) => {
    const ground = await bench.ground();
    return withBase(ground.dataDir, async (base) => {
      const { profileId } = ground.profile;
      await settle(base, profileId);
      const last = base.journal.lastSeq(profileId);
      const sealing = await timed(() => (base.archive.sealedUpTo(profileId) < last ? base.archive.seal(profileId, last) : []));
      const sealed = sealing.value.reduce((sum, { rows }) => sum + rows, 0);
      const before = await checksum(base, profileId);
      const clock = phaseClock();
      const began = cpuMs(process.pid);
      const { ms } = await timed(() => rebuild(base, profileId, clock.onProgress));
      const processors = cpuMs(process.pid) - began;
      const after = await checksum(base, profileId);
      const checks = await checkedRatio(base, profileId, bench.events > 2_000_000 ? 1 : 3);
      const rate = Number(last) / (ms / 1000);
      return [
        {
          name: 'rebuild',
          measured: { value: rate, unit: 'facts/s' },
          targets: [
            { of: 'facts/s', found: rate, atLeast: 200_000 },
            { of: 'identical', found: before === after ? 1 : 0, atLeast: 1 },
          ],
          details: {
            ...clock.phases(),
            facts: Number(last),
            cpu_s: processors / 1000,
            checked_ratio: checks,
            ...(sealed > 0 ? { sealed_facts_per_second: sealed / (sealing.ms / 1000) } : {}),
          },
        },
      ];
    });
  },
};

/** How much longer a rebuild takes that reads each segment through for its checksum first, in turns with one that has read them before. */
async function checkedRatio(base: Base, profileId: string, rounds: number): Promise<number> {
  const [checked, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const now = new Date();
    // Of another time, a file is another version, and is read again.
    for (const { path } of base.archive.segments(profileId)) utimesSync(path, now, now);
    checked.push((await timed(() => rebuild(base, profileId))).ms);
    plain.push((await timed(() => rebuild(base, profileId))).ms);
  }
  return median(checked) / median(plain);
}

const COMPUTED = ['sessions', 'touches', 'outcomes', 'conversions', 'credit', 'cash_flows', 'origins', 'spend_rows'];

/** One text for all rows of the computed tables, whatever their order. */
async function checksum(base: Base, profileId: string): Promise<string> {
  const sums: string[] = [];
  for (const table of COMPUTED) {
    const sql = `select count(*) as n, coalesce(sum(hash(t)::hugeint), 0)::varchar as h from ${table} as t`;
    const [row] = await base.warehouse.query({ profileId }, { sql }, { deadlineMs: 600_000 });
    sums.push(`${table} ${row?.['n']} ${row?.['h']}`);
  }
  return sums.join('; ');
}

/** Numbers what a run makes; a ground that is kept knows those of earlier runs. */
let result = Date.now() * 1000;

/** Something new about a person of the world: a visit, or a payment. */
export function changeOf(person: number, kind: 'visit' | 'payment'): EventInput {
  result += 1;
  if (kind === 'visit')
    return {
      event_id: `change-${result}`,
      event_type: 'page_view',
      anonymous_id: browserName(person),
      user_agent: AGENTS[0],
      url: `https://${SITE}/l/1?utm_source=newsletter&utm_medium=email&utm_campaign=letter-1`,
    };
  return {
    event_type: 'payment_received',
    idempotency_key: `change-${result}`,
    value: { amount: '12.50', currency: 'EUR' },
    anonymous_id: browserName(person),
    user_traits: { external_id: customerName(person), email: emailOf(person) },
  };
}

export async function changeMs(base: Base, profileId: string, inputs: EventInput[]): Promise<number> {
  const rows = inputs.map((input) => ({ input }));
  const { ms } = await timed(async () => {
    const accepted = await acceptEvents(base, profileId, rows, 'server');
    if (accepted.some(({ status }) => status !== 'created'))
      throw new Error(`a change was not taken: ${JSON.stringify(accepted[0])}`);
    await settle(base, profileId);
  });
  return ms;
}

const spread = (i: number, people: number): number => (i * 7919 + 13) % people;

async function changes(bench: Bench, people: number, rounds: number): Promise<number[]> {
  const ground = await bench.ground();
  return withBase(ground.dataDir, async (base) => {
    const { profileId } = ground.profile;
    await settle(base, profileId);
    await changeMs(base, profileId, [changeOf(1, 'visit')]);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const inputs = Array.from({ length: people }, (_, i) =>
        changeOf(spread(round * people + i, ground.people), (round + i) % 2 === 0 ? 'visit' : 'payment'),
      );
      times.push(await changeMs(base, profileId, inputs));
    }
    return times;
  });
}

function increment(name: string, about: string, people: number, rounds: number, most: number): Figure {
  return {
    name,
    about,
    baseline: 'the full replay',
    run: async (bench) => {
      const whole = await replayMs(bench);
      const ms = median(await changes(bench, people, rounds));
      return [
        {
          name,
          measured: { value: ms, unit: 'ms' },
          baseline: { value: whole, unit: 'ms', what: 'full replay' },
          ratio: ms / whole,
          targets: [{ of: 'ratio', found: ms / whole, atMost: most, fromSize: '10m', toSize: '10m' }],
        },
      ];
    },
  };
}

export const onePerson = increment('one-person', "one person's change, from its acceptance to the last mart", 1, 15, 1 / 100);
export const hundredPeople = increment('hundred-people', "a hundred people's changes at once", 100, 9, 1 / 20);
