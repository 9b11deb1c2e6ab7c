// BENCH.md is what the bench writes from the report of its last full run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readReport, renderDocument } from '../../bench/report.ts';
import { projectFile } from '../../src/base/kit/paths.ts';

test('BENCH.md is written from the last full run', () => {
  const report = readReport('1m') ?? assert.fail('there is no report of a run at a million events');
  assert.equal(readFileSync(projectFile('BENCH.md'), 'utf8'), renderDocument(report), 'run: npm run bench:document');
});
