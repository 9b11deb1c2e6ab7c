// A disk without room, for a program that asks how much there is.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const statfs = fs.statfsSync;
fs.statfsSync = (...args) => ({ ...statfs(...args), bfree: 0, bavail: 0 });
syncBuiltinESMExports();
