// Opens a data folder with the program in a folder and closes it, or takes it back to the version before (`return`); its process ends without warning before the
// n-th statement or change of a file, or not at all. Prints how many there were. Run as a process of its own: node open-child.ts <program> <data folder> <n> <what>
import { join } from 'node:path';
import { killBefore } from '../killed-steps.ts';

const [root = '', dataDir = '', last = '0', what = 'open'] = process.argv.slice(2);
const steps = killBefore(Number(last));

const { readConfig } = await import(join(root, 'src/base/config/config.ts'));
const config = readConfig({ dataDir, logLevel: 'silent', ballastMb: 0 }, {});
const lines: string[] = [];
const say = (line: string): number => lines.push(line);
if (what === 'return') {
  const { restorePrevious } = await import(join(root, 'src/base/upgrade/restore-previous.ts'));
  await restorePrevious({ config, now: Date.now(), say });
} else {
  const { closeBase, openBase } = await import(join(root, 'src/base/open.ts'));
  await closeBase(await openBase(config, { warehouseStarts: 'when asked', isOnlyLooking: true, onUpgrade: say }));
}
console.log(JSON.stringify({ steps: steps(), lines }));
