// A row has the types of its statement (`npm run sql`) or of its seed: nothing is read from it by a text, and nothing of it is cast.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { findRowFaults } from './rules/rows.ts';

test('no row is read by a text or cast', () => {
  const files = globSync('src/**/*.ts', { cwd: projectRoot }).filter((file) => !file.endsWith('.gen.ts'));
  const faults = files.flatMap((file) => findRowFaults(file, readFileSync(projectFile(file), 'utf8')));
  assert.deepEqual(faults, []);
});
