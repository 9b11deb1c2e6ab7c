// The readings of data quality: computed for a version of the figures that nobody has asked about, and asked again.
import { acceptEvents } from '../../src/collect/events/index.ts';
import { settle } from '../../src/credit/pipeline/index.ts';
import { withServiceHere } from '../bench.ts';
import type { Figure, Result } from '../figure.ts';
import { median, timed } from '../numbers.ts';
import { getter } from './reading.ts';

const ROUNDS = 3;
const WARM_ROUNDS = 20;
const READINGS = {
  summary: '/quality',
  attribution: '/quality/attribution',
  'ad-ids': '/quality/ad-ids',
  utm: '/quality/utm',
  anomalies: '/quality/utm/anomalies',
  instrumentation: '/quality/instrumentation-health',
  itp: '/quality/itp',
  trust: '/trust',
} as const;

export const quality: Figure = {
  name: 'quality',
  about: 'each reading of data quality over 28 days, for a new version of the figures and asked again',
  baseline: 'none',
  run: async (bench) => {
    const { dataDir, profile } = await bench.ground();
    const { profileId } = profile;
    return withServiceHere(dataDir, async ({ base, address }) => {
      const get = getter(address, profile);
      const readAfterFact = async (path: string, round: number): Promise<number> => {
        const input = { event_type: 'bench_note', event_id: `quality ${path} ${round} ${Date.now()}`, anonymous_id: 'bench' };
        await acceptEvents(base, profileId, [{ input }], 'server');
        await settle(base, profileId);
        return (await timed(() => get(path))).ms;
      };
      const results: Result[] = [];
      for (const [name, path] of Object.entries(READINGS)) {
        const [cold, warm]: [number[], number[]] = [[], []];
        for (let round = 0; round < ROUNDS; round += 1) cold.push(await readAfterFact(path, round));
        for (let round = 0; round < WARM_ROUNDS; round += 1) warm.push((await timed(() => get(path))).ms);
        results.push({
          name: `quality.${name}`,
          measured: { value: median(cold), unit: 'ms' },
          targets: [
            { of: 'new version', found: median(cold), atMost: 1_000, unit: 'ms', toSize: '10m' },
            { of: 'again', found: median(warm), atMost: 50, unit: 'ms', toSize: '10m' },
          ],
          details: { again_ms: median(warm), slowest_ms: Math.max(...cold) },
        });
      }
      return results;
    });
  },
};
