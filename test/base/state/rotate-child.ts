// Rotates the master key of a data folder; its process ends without warning before the n-th statement or change of a file, or not at all. Prints how many there
// were. Run as a process of its own: node rotate-child.ts <data folder> <n>
import { systemClock } from '../../../src/base/kit/clock.ts';
import { rotateMasterKey } from '../../../src/base/state/rotate-master-key.ts';
import { killBefore } from '../killed-steps.ts';

const [dataDir = '', last = '0'] = process.argv.slice(2);
const steps = killBefore(Number(last));
const { readConfig } = await import('../../../src/base/config/config.ts');
const { key_id } = await rotateMasterKey({
  config: readConfig({ dataDir, logLevel: 'silent', ballastMb: 0 }, {}),
  clock: systemClock,
  warn: () => undefined,
});
console.log(JSON.stringify({ steps: steps(), key_id }));
