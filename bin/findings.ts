// Runs the scripts of findings/, one after the other, and says at the end which behaviours have changed.
// usage: bin/run node bin/findings.ts [PART…]     Those whose names contain one of the parts; all without any.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '../src/base/kit/paths.ts';

const folder = projectFile('findings');
const parts = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.sh'))
  .filter((name) => parts.length === 0 || parts.some((part) => name.includes(part)));

const changed = names.filter((name) => {
  process.stdout.write(`\n# ${name}\n`);
  return spawnSync('bash', [join(folder, name)], { stdio: 'inherit' }).status !== 0;
});
process.stdout.write(
  `\n${names.length} findings${changed.length > 0 ? `; changed or not run: ${changed.join(', ')}` : ', each as described'}\n`,
);
process.exitCode = changed.length > 0 || names.length === 0 ? 1 : 0;
