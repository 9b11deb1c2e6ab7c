// npm run folder:keep: makes the folder that is kept of this version, on the day of its release.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptFile } from '../../../bin/release/releases.ts';
import { programVersion } from '../../../src/base/upgrade/version.ts';
import { keepFolder } from './kept.ts';

const MOST_BYTES = 2_000_000;

const file = process.argv[2] ?? keptFile(programVersion());
const scratch = mkdtempSync(join(tmpdir(), 'tributary-keep-'));
try {
  const answers = await keepFolder(scratch, file, { hasDemo: true, every: 1 });
  const { size } = statSync(file);
  console.log(`${file}: ${size} bytes, ${answers} answers`);
  if (size > MOST_BYTES) throw new Error(`It is larger than ${MOST_BYTES} bytes.`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
