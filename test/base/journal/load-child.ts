// Appends facts to a profile, loads others as a segment, and ends without warning at the named step.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from '../../../src/base/journal/open-archive.ts';
import { openJournal } from '../../../src/base/journal/open-journal.ts';
import { systemClock } from '../../../src/base/kit/clock.ts';
import { createLog } from '../../../src/base/kit/log.ts';
import { openWarehouse } from '../../../src/base/warehouse/warehouse.ts';
import { testConfig } from '../folder.ts';
import { loadOf } from './loads.ts';

const [dataDir = '', profileId = '', rows = '', key = '', stopAt = ''] = process.argv.slice(2);
const config = testConfig(dataDir);
// The folder was closed by a service; this process opens two of its stores alone.
rmSync(join(dataDir, 'closed.json'), { force: true });
const journal = await openJournal(dataDir);
const warehouse = await openWarehouse({ dataDir, config, log: createLog(config) });
let isLoading = false;
const archive = await openArchive({
  dataDir,
  journal,
  warehouse,
  clock: systemClock,
  stitchedUpTo: () => 0n,
  onStep: (step) => {
    if (isLoading && step === stopAt) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write('loading\n');
const load = loadOf(profileId, Number(rows), key);
await archive.load(profileId, async (firstSeq) => {
  isLoading = true;
  return load(firstSeq);
});
process.stdout.write('loaded\n');
await warehouse.close();
await journal.close();
