// No outcome of a test depends on the speed of the machine: tests wait for states, and `npm run test:slow` shows it.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { findWaits } from './rules/waits.ts';

/** Files that need a clock, and why that is no outcome; what `npm test` does not run has clocks of its own. */
const NEED_A_CLOCK: Readonly<Record<string, string>> = {
  'test/until.ts': 'the one place that waits',
  'test/lane.ts': 'ends a file that hangs',
  'test/base/kit/backoff.test.ts': 'keeps the thread busy for a while',
  'test/base/kit/give-way.test.ts': 'keeps the thread busy for a while',
  'test/base/kit/poller.test.ts': 'shows that a timer keeps no process running',
  'test/faults/disk-full.test.ts': 'the time for which the disk is full',
  'test/faults/noisy-profile.test.ts': 'its figure is a time; no part of the short faults',
  'test/faults/tools/phase-hook.ts': 'the moment of a blow within its phase',
};
const APART = /^test\/(?:clickhouse|conformance)\//;

test('no test sleeps, sets a limit of time or compares with a clock', () => {
  const files = globSync('test/**/*.ts', { cwd: projectRoot, exclude: (name) => name === 'node_modules' });
  const found = files.map((file) => ({ file, faults: findWaits(file, readFileSync(projectFile(file), 'utf8')) }));
  const judged = found.filter(({ file }) => !Object.hasOwn(NEED_A_CLOCK, file) && !APART.test(file));
  assert.ok(judged.length > 200);
  assert.deepEqual(
    judged.flatMap(({ faults }) => faults),
    [],
  );
  const needless = found.filter(({ file, faults }) => Object.hasOwn(NEED_A_CLOCK, file) && faults.length === 0);
  assert.deepEqual(
    needless.map(({ file }) => file),
    [],
    'a file that needs no clock any more',
  );
});
