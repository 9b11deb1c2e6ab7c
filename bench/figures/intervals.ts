// Intervals of chance: what they add to a report, and how often they contain the true value in three worlds of buyers.
import { chance } from '../../seeds/demo/random.ts';
import { sumInterval } from '../../src/report/analytics/intervals/intervals.ts';
import { withServiceHere } from '../bench.ts';
import type { Figure, Result } from '../figure.ts';
import { INTERVAL_WORLDS, type IntervalWorld, peopleComing } from '../interval-worlds.ts';
import { median, timed } from '../numbers.ts';
import { type Get, getter, lastDays, query } from './reading.ts';

const DAY_MS = 86_400_000;
const ROUNDS = 12;
const TRIALS = 4_000;
const PEOPLE = [40, 150, 1_000];
const MODELS = 'last_non_direct,linear,data_driven';

/** Another month each time, so that no answer was given before. */
function monthOf(round: number): { date_from: string; date_to: string } {
  const { date_from } = lastDays(30 + round);
  return { date_from, date_to: new Date(Date.parse(date_from) + 29 * DAY_MS).toISOString().slice(0, 10) };
}

async function costOf(get: Get, name: string, path: string): Promise<Result> {
  const plain: number[] = [];
  const withIntervals: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    const month = query(monthOf(round + 3));
    const calls = [() => get(`${path}${month}`), () => get(`${path}${month}&include=interval`)] as const;
    const first = await timed(round % 2 === 0 ? calls[0] : calls[1]);
    const second = await timed(round % 2 === 0 ? calls[1] : calls[0]);
    if (round < 0) continue;
    plain.push(round % 2 === 0 ? first.ms : second.ms);
    withIntervals.push(round % 2 === 0 ? second.ms : first.ms);
  }
  const [without, including] = [median(plain), median(withIntervals)];
  return {
    name: `intervals.${name}`,
    measured: { value: including, unit: 'ms' },
    baseline: { value: without, unit: 'ms', what: 'the same without' },
    ratio: including / without,
    targets: [{ of: 'ratio', found: including / without, atMost: 1.5 }],
  };
}

/** Share of the intervals of `TRIALS` trials that contain the true value; trials with too few people are not counted. */
function coverageOf(world: IntervalWorld, people: number): number {
  const luck = chance(people);
  const truth = people * world.meanPaid;
  let [shown, hits] = [0, 0];
  for (let trial = 0; trial < TRIALS; trial += 1) {
    let [sum, squares] = [0, 0];
    for (let person = peopleComing(luck, people); person > 0; person -= 1) {
      const paid = world.purchases(luck).reduce((all, cents) => all + cents, 0) / 100;
      sum += paid;
      squares += paid * paid;
    }
    const { low, high } = sumInterval('', sum, { sum, squares });
    if (low === null || high === null) continue;
    shown += 1;
    if (Number(low) <= truth && truth <= Number(high)) hits += 1;
  }
  return hits / shown;
}

function coverage(world: IntervalWorld): Result {
  const found = PEOPLE.map((people) => ({ people, share: coverageOf(world, people) }));
  const worst = Math.min(...found.map(({ share }) => share));
  const best = Math.max(...found.map(({ share }) => share));
  return {
    name: `intervals.${world.name}`,
    measured: { value: worst, unit: 'covered at least' },
    targets: [
      { of: 'covered', found: worst, atLeast: 0.93 },
      { of: 'covered', found: best, atMost: 0.99 },
    ],
    details: Object.fromEntries(found.map(({ people, share }) => [`of_${people}_people`, share])),
  };
}

export const intervals: Figure = {
  name: 'intervals',
  about: 'GET /overview and /attribution with include=interval, and how often intervals contain the true value in three worlds',
  baseline: 'the same request without',
  run: async (bench) => {
    const { dataDir, profile } = await bench.ground();
    const costs = await withServiceHere(dataDir, async ({ address }) => {
      const get = getter(address, profile);
      return [
        await costOf(get, 'overview', '/overview?'),
        await costOf(get, 'attribution', '/attribution?dimension=channel&'),
        await costOf(get, 'attribution-models', `/attribution?dimension=campaign&models=${MODELS}&`),
      ];
    });
    return [...costs, ...INTERVAL_WORLDS.map(coverage)];
  },
};
