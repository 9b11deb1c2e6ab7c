// The program as bin/run builds it, made once by the processes of a run. That bin/run builds it when a source has changed is the matter of
// test/packaging.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram } from '../../../bin/program/build.ts';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { filledOnce } from '../../run-folder.ts';

async function build(folder: string): Promise<void> {
  await buildProgram({ main: projectFile('src', 'main.ts'), root: projectFile('src'), folder });
  symlinkSync(projectFile('node_modules'), join(folder, 'node_modules'));
}

/** What Node runs. */
export const bundledProgram = async (): Promise<string> => join(await filledOnce('bundles', 'command-line', build), 'main.mjs');
