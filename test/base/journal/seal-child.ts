// Seals a profile's facts, and ends without warning at the named step, or when it is killed.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from '../../../src/base/journal/open-archive.ts';
import { openJournal } from '../../../src/base/journal/open-journal.ts';
import { systemClock } from '../../../src/base/kit/clock.ts';
import { createLog } from '../../../src/base/kit/log.ts';
import { openWarehouse } from '../../../src/base/warehouse/warehouse.ts';
import { testConfig } from '../folder.ts';

const [dataDir = '', profileId = '', upTo = '', stopAt = ''] = process.argv.slice(2);
const config = testConfig(dataDir);
// The folder was closed by a service; this process opens two of its stores alone.
rmSync(join(dataDir, 'closed.json'), { force: true });
const journal = await openJournal(dataDir);
const warehouse = await openWarehouse({ dataDir, config, log: createLog(config) });
const archive = await openArchive({
  dataDir,
  journal,
  warehouse,
  clock: systemClock,
  stitchedUpTo: () => BigInt(upTo),
  segmentRows: 3_000,
  onStep: (step) => {
    if (step === stopAt) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write('sealing\n');
await archive.seal(profileId, BigInt(upTo));
process.stdout.write('sealed\n');
await warehouse.close();
await journal.close();
