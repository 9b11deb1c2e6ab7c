// Runs the tests where they have a third of the processors: what they find must not depend on the speed of the machine.
// usage: npm run test:slow [-- FILE…]     Beside a load of two thirds. Without files: all tests, and the short faults.
//        npm run test:slow -- --thrice [FILE…]     Three runs at once, each of which is the load of the other two.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFile, projectRoot } from '../src/base/kit/paths.ts';
import { processorSeconds } from './testing/processor-time.ts';

/** A file of the tests that takes longer hangs: on a slower machine all take longer. */
const FILE_MINUTES = 90;

const isThrice = process.argv[2] === '--thrice';
const files = process.argv.slice(isThrice ? 3 : 2);
const command = files.length > 0 ? ['bin/tests.ts', ...files] : ['bin/check.ts', 'unit', 'faults'];

const began = performance.now();
const started: ChildProcess[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const each of started) each.kill(signal);
  });

/** @param log A file for what the run prints; none: printed here. */
async function runTests(log?: string): Promise<number> {
  const tests = spawn(process.execPath, command, {
    cwd: projectRoot,
    stdio: log === undefined ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: { TEST_FILE_MINUTES: String(FILE_MINUTES), TURN: 'all', ...process.env },
  });
  started.push(tests);
  if (log !== undefined) {
    const file = createWriteStream(log);
    tests.stdout?.pipe(file, { end: false });
    tests.stderr?.pipe(file, { end: false });
  }
  const [code] = (await once(tests, 'close')) as [number | null];
  return code ?? 1;
}

async function runBesideLoad(): Promise<number[]> {
  const load = spawn(process.execPath, [projectFile('bin', 'testing', 'load.ts')], { stdio: ['pipe', 'inherit', 'inherit'] });
  const loadEnded = once(load, 'exit');
  const code = await runTests();
  load.stdin.end();
  await loadEnded;
  return [code];
}

const runThrice = (): Promise<number[]> =>
  Promise.all(
    [1, 2, 3].map(async (run) => {
      const log = join(tmpdir(), `tributary-slow-${process.pid}-${run}.log`);
      const code = await runTests(log);
      console.log(`Run ${run} ${code === 0 ? 'passed' : 'failed'} after ${minutes()} minutes: ${log}`);
      return code;
    }),
  );

const minutes = (): string => ((performance.now() - began) / 60_000).toFixed(1);

const codes = isThrice ? await runThrice() : await runBesideLoad();
const seconds = (performance.now() - began) / 1_000;
const share = (100 * processorSeconds()) / (seconds * availableParallelism() * codes.length);
console.log(`Each run of the tests had ${share.toFixed(1)} % of the processors in ${minutes()} minutes.`);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
