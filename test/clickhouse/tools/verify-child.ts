// Verifies a profile of a data folder over and over, in a process of its own that is killed: node verify-child.ts <folder> <profile> <WAREHOUSE_URL>
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { openBase } from '../../../src/base/open.ts';
import { testConfig } from '../../base/folder.ts';
import { NOW, verify } from './shop.ts';

const [folder = '', profileId = '', warehouseUrl] = process.argv.slice(2);
const base = await openBase(testConfig(folder, { warehouseUrl }), { clock: fakeClock(NOW) });
console.log('opened');
for (;;) await verify(base, { profileId, workspaceId: '' });
