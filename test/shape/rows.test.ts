// A row has the types of its statement (`npm run sql`) or of its seed: nothing is read from it by a text, and nothing of it is cast.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { findRowFaults } from './rules/rows.ts';

/** Files in which rows of state, of seeds or of callers are still cast. None may be added, and a file without one leaves the list. */
const LEFT: readonly string[] = [
  ...['agreement', 'journal/journal-reader', 'state/decision-sums', 'state/open-state'].map((name) => `src/base/${name}.ts`),
  'src/base/warehouse/engine-process.ts',
  'src/collect/events/events.ts',
  'src/collect/identity/stitching/repair.ts',
];

test('no row is read by a text or cast', () => {
  const files = globSync('src/**/*.ts', { cwd: projectRoot }).filter((file) => !file.endsWith('.gen.ts'));
  const found = files.map((file) => ({ file, faults: findRowFaults(file, readFileSync(projectFile(file), 'utf8')) }));
  assert.deepEqual(
    found.flatMap(({ file, faults }) => (LEFT.includes(file) ? [] : faults)),
    [],
  );
  assert.deepEqual(
    found.flatMap(({ file, faults }) => (LEFT.includes(file) && faults.length === 0 ? [file] : [])),
    [],
    'these files have no cast any more: take them off the list',
  );
});
