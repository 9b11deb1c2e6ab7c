// The project stays readable in small pieces: no folder with more than 25 files, no source file with more than 300 lines, no function with
// more than 60. Generated files (*.gen.ts) do not count. Tests keep to the folders alone: a test file is a list of cases that mirrors a source.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { findLargeFolders, findLongFile, findLongFunctions } from './rules/rooms.ts';

/** What is over a limit still, by file. None may be added, and a file within the limits leaves the list. */
const LEFT: readonly string[] = [
  'src/base/journal/journal-reader.ts',
  'src/base/journal/journal-worker.ts',
  'src/base/journal/open-journal.ts',
  'src/base/open.ts',
  'src/base/state/open-state.ts',
  'src/base/warehouse/process-warehouse.ts',
  'src/providers/meta/insights.ts',
];

const placeOf = (fault: string): string => fault.split(':')[0] ?? fault;
const unlisted = (found: readonly string[]): string[] => found.filter((fault) => !LEFT.includes(placeOf(fault)));

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

test('no folder has more than 25 files', () => {
  assert.deepEqual(findLargeFolders(listFiles()), []);
});

const sources = listFiles()
  .filter(isSource)
  .map((file) => ({ file, text: readFileSync(projectFile(file), 'utf8') }));
const longFiles = sources.flatMap(({ file, text }) => findLongFile(file, text));
const longFunctions = sources.flatMap(({ file, text }) => findLongFunctions(file, text));

test('no source file has more than 300 lines', () => {
  assert.deepEqual(unlisted(longFiles), []);
});

test('no function has more than 60 lines', () => {
  assert.deepEqual(unlisted(longFunctions), []);
});

test('a file within the limits is not listed', () => {
  const long = [...longFiles, ...longFunctions].map(placeOf);
  assert.deepEqual(
    LEFT.filter((file) => !long.includes(file)),
    [],
  );
});
