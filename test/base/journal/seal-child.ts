// Seals a profile's facts, and ends without warning at the named step, or when it is killed.
import { openArchive } from '../../../src/base/journal/open-archive.ts';
import { openJournal } from '../../../src/base/journal/open-journal.ts';
import { systemClock } from '../../../src/base/kit/clock.ts';
import { createLog } from '../../../src/base/kit/log.ts';
import { openWarehouse } from '../../../src/base/warehouse/warehouse.ts';
import { testConfig } from '../folder.ts';

const [dataDir = '', profileId = '', upTo = '', stopAt = ''] = process.argv.slice(2);
const config = testConfig(dataDir);
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
