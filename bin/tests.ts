// Runs test files in a few processes that share them (test/lane.ts). Exits 1 when a test fails, and when a file did not run to its end.
// usage: bin/run node bin/tests.ts [--in-turn] FILE…     They begin in this order; in turn, one after the other, each test is printed as it ends,
// and a file may take hours.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { dot, spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { projectFile, projectRoot } from '../src/base/kit/paths.ts';
import { TestQueue } from './testing/queue.ts';
import { temporaryFolders } from './testing/temporary-folders.ts';
import { timeSummary } from './testing/times.ts';

const isInTurn = process.argv[2] === '--in-turn';
/** Two more than there are cores: a third of its time a test waits, for its browser, its warehouse process or the disk. */
const lanes = isInTurn ? 1 : availableParallelism() + 2;

/** The part of a failed test's output in the list at the end; all of it is above. */
const WHY_LINES = 8;

const files = process.argv.slice(isInTurn ? 3 : 2).map((file) => relative(projectRoot, resolve(file)));
const gone = files.filter((file) => !existsSync(projectFile(file)));
if (files.length === 0 || gone.length > 0) {
  console.error(files.length === 0 ? 'Which test files?' : `There is no ${gone.join(', ')}.`);
  process.exit(2);
}

const folder = mkdtempSync(join(temporaryFolders(), 'tributary-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const queue = TestQueue.make(folder, files);
// A file each: the runner does not start one twice.
const entries = Array.from({ length: Math.min(lanes, files.length) }, (_, i) => join(folder, `lane-${i + 1}.mjs`));
for (const entry of entries)
  writeFileSync(entry, `import ${JSON.stringify(pathToFileURL(projectFile('test', 'lane.ts')).href)};\n`);

process.env['TEST_QUEUE'] = folder;
process.env['TMPDIR'] = folder;
if (isInTurn) process.env['TEST_FILE_MINUTES'] = '1440';
const events = run({ files: entries, concurrency: lanes, cwd: projectRoot, execArgv: ['--test-force-exit'] });
const failures: string[] = [];
events.on('test:fail', ({ name, file, line, details }) => {
  process.exitCode = 1;
  // A failure in a suite is reported on its own.
  const error = details.error as NodeJS.ErrnoException & { failureType?: string };
  if (error.failureType === 'subtestsFailed') return;
  // What a hook threw is the cause of its failure.
  const { message } = error.failureType === 'hookFailed' && error.cause instanceof Error ? error.cause : error;
  const why = message.split('\n').filter(Boolean).slice(0, WHY_LINES).join('\n    ');
  failures.push(`FAILED ${relative(projectRoot, file ?? '')}:${line}, ${name}:\n    ${why}`);
  // At once as well: a run that is stopped has no end at which to say it.
  console.error(failures.at(-1));
});
if (isInTurn) events.compose(new spec()).pipe(process.stdout);
else events.compose(dot).pipe(process.stdout);
process.on('beforeExit', () => {
  process.stdout.write(timeSummary(queue.times()));
  process.stderr.write(queue.notes());
  const unfinished = queue.unfinished();
  if (unfinished.length > 0) {
    process.exitCode = 1;
    console.error(`Did not run to the end: ${unfinished.join(', ')}.`);
  }
  for (const failure of failures) console.error(failure);
});
