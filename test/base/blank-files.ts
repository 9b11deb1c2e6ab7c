// New warehouse files, made once by the processes of a run (bin/tests.ts) or by the one of a single file, and copied into each data folder.
import { BlankFiles } from '../../src/base/warehouse/blank-files.ts';
import { runFolder } from '../run-folder.ts';

let files: BlankFiles | undefined;

export function blankFiles(): BlankFiles {
  files ??= new BlankFiles(runFolder('blank-files'));
  return files;
}
