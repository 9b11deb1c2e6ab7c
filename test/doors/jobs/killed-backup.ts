// Makes a backup, and ends without warning when its n-th file is to be sealed, or not at all. Run as a process of its own:
// node killed-backup.ts <folder> <backup> <n>
import { backup } from '../../../src/base/backup/backup.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { SealThread } from '../../../src/base/sealing/sealed-files.ts';
import { testConfig } from '../../base/folder.ts';

const [folder = '', dest = '', step = '0'] = process.argv.slice(2);
const seal = SealThread.prototype.seal;
let files = 0;
SealThread.prototype.seal = function (...call) {
  files += 1;
  if (files === Number(step)) process.kill(process.pid, 'SIGKILL');
  return seal.apply(this, call);
};
const base = await openBase(testConfig(folder), { warehouseStarts: 'when asked' });
await backup(base, dest);
await closeBase(base);
