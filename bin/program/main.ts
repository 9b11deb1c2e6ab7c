// Builds the service and its command line into a folder, beside it first: what breaks off leaves none.
// usage: bin/run node bin/program/main.ts FOLDER
import { renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { projectFile } from '../../src/base/kit/paths.ts';
import { buildProgram } from './build.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: bin/run node bin/program/main.ts FOLDER');
const unfinished = `${resolve(folder)}.${process.pid}`;
await buildProgram({ main: projectFile('src', 'main.ts'), root: projectFile('src'), folder: unfinished });
rmSync(folder, { recursive: true, force: true });
renameSync(unfinished, folder);
