// New warehouse files, made once by the processes of a run (bin/tests.ts) or by the one of a single file, and copied into each data folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlankFiles } from '../../src/base/warehouse/blank-files.ts';

function folder(): string {
  const ofRun = process.env['TEST_QUEUE'];
  if (ofRun !== undefined) return join(ofRun, 'blank-files');
  const own = mkdtempSync(join(tmpdir(), 'tributary-blank-'));
  process.on('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

let files: BlankFiles | undefined;

export function blankFiles(): BlankFiles {
  files ??= new BlankFiles(folder());
  return files;
}
