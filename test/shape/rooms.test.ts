// The project stays readable in small pieces: no folder with more than 25 files, no source file with more than 400 lines, no function with
// more than 80, no statement of a report with more than 150. Generated files (*.gen.ts) do not count. Tests keep to the folders alone: a
// test file is a list of cases that mirrors a source.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { findLargeFolders, findLongFile, findLongFunctions, findLongStatement } from './rules/rooms.ts';

/** The files of the project, those not committed yet among them. */
function listFiles(): string[] {
  const run = (...args: string[]): string[] =>
    execFileSync('git', ['ls-files', '-z', ...args], { cwd: projectRoot, encoding: 'utf8' })
      .split('\0')
      .filter((file) => file !== '');
  const deleted = new Set(run('--deleted'));
  return run('--cached', '--others', '--exclude-standard').filter((file) => !deleted.has(file));
}

const isSource = (file: string): boolean => /^(?:src|console|bin|bench|seeds)\/.*\.tsx?$/.test(file) && !file.endsWith('.gen.ts');

/** Numbered in the order in which they run, which is how a reader looks for one. */
const isMigration = (file: string): boolean => file.startsWith('sql/migrations/');

test('no folder has more than 25 files', () => {
  assert.deepEqual(findLargeFolders(listFiles().filter((file) => !isMigration(file))), []);
});

const sources = listFiles()
  .filter(isSource)
  .map((file) => ({ file, text: readFileSync(projectFile(file), 'utf8') }));

test('no source file has more than 400 lines', () => {
  assert.deepEqual(
    sources.flatMap(({ file, text }) => findLongFile(file, text)),
    [],
  );
});

test('no statement of a report has more than 150 lines', () => {
  const statements = listFiles().filter((file) => /^sql\/(?:clickhouse\/)?warehouse\/report\/.*\.sql$/.test(file));
  assert.ok(statements.length > 0);
  assert.deepEqual(
    statements.flatMap((file) => findLongStatement(file, readFileSync(projectFile(file), 'utf8'))),
    [],
  );
});

test('no function has more than 80 lines', () => {
  assert.deepEqual(
    sources.flatMap(({ file, text }) => findLongFunctions(file, text)),
    [],
  );
});
