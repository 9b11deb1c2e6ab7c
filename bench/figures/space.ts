// Room on disk of a loaded world, as the command that loaded it leaves it, against the file that it came from.
import { statSync } from 'node:fs';
import { bytesByStore } from '../../src/base/usage.ts';
import { withBase } from '../bench.ts';
import type { Figure } from '../figure.ts';

const MEGABYTE = 1e6;
const MAX_MB = 1_600;

export const space: Figure = {
  name: 'space',
  about: 'room on disk of the data folder, as a backfill leaves it',
  baseline: 'the CSV file',
  run: async (bench) => {
    const { dataDir, eventsFile } = await bench.ground();
    // Every file; `other` is the ballast but for some kilobytes.
    const stores = Object.entries(await bytesByStore(dataDir)).map(([store, bytes]) => [store, bytes / MEGABYTE] as const);
    const total = stores.reduce((sum, [, mb]) => sum + mb, 0);
    const reclaimable = await withBase(dataDir, (base) => base.journal.reclaimableBytes() / MEGABYTE);
    const file = statSync(eventsFile).size / MEGABYTE;
    return [
      {
        name: 'space',
        measured: { value: total, unit: 'MB' },
        baseline: { value: file, unit: 'MB', what: 'the CSV file' },
        ratio: total / file,
        targets: [{ of: 'room', found: total, atMost: MAX_MB, unit: 'MB', fromSize: '10m', toSize: '10m' }],
        details: { ...Object.fromEntries(stores.map(([store, mb]) => [`${store}_mb`, mb])), reclaimable_mb: reclaimable },
      },
    ];
  },
};
