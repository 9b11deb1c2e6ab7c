// Runs the tests beside a load that leaves them a third of the processors: what they find must not depend on the speed of the machine.
// usage: npm run test:slow [-- FILE…]     Without files: all tests, and the short faults.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { projectFile, projectRoot } from '../src/base/kit/paths.ts';
import { processorSeconds } from './testing/processor-time.ts';

/** A file of the tests that takes longer hangs: on a slower machine all take longer. */
const FILE_MINUTES = 90;

const files = process.argv.slice(2);
const command = files.length > 0 ? ['bin/tests.ts', ...files] : ['bin/check.ts', 'unit', 'faults'];

const load = spawn(process.execPath, [projectFile('bin', 'testing', 'load.ts')], { stdio: ['pipe', 'inherit', 'inherit'] });
const loadEnded = once(load, 'exit');
const began = performance.now();
const tests = spawn(process.execPath, command, {
  cwd: projectRoot,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { TEST_FILE_MINUTES: String(FILE_MINUTES), ...process.env },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal));
const [code] = (await once(tests, 'exit')) as [number | null];
const seconds = (performance.now() - began) / 1_000;
const share = (100 * processorSeconds()) / (seconds * availableParallelism());
load.stdin.end();
await loadEnded;
console.log(`The tests had ${share.toFixed(1)} % of them in ${(seconds / 60).toFixed(1)} minutes.`);
process.exitCode = code ?? 1;
