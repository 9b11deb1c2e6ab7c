// The project stays readable in small pieces: no folder with more than 25 files, no source file with more than 300 lines, no function with
// more than 60. Generated files (*.gen.ts) do not count. Tests keep to the folders alone: a test file is a list of cases that mirrors a source.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';

const MAX_FILES = 25;
const MAX_LINES = 300;
const MAX_FUNCTION_LINES = 60;

/** What is over a limit still, by file. None may be added, and a file within the limits leaves the list. */
const LEFT: readonly string[] = [
  'seeds/demo/world.ts',
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

const isSource = (file: string): boolean => /^(?:src|bin|bench|seeds)\/.*\.tsx?$/.test(file) && !file.endsWith('.gen.ts');

export function findLargeFolders(files: string[]): string[] {
  const counts = Map.groupBy(files, dirname);
  return [...counts]
    .filter(([folder, inside]) => /^(?:src|bin|bench|seeds|sql|test|warehouse)\b/.test(folder) && inside.length > MAX_FILES)
    .map(
      ([folder, inside]) =>
        `${folder}: ${inside.length} files, at most ${MAX_FILES}. Split it by what a reader looks for: a slice into two, or a folder of its own for one part.`,
    );
}

export function findLongFile(file: string, text: string): string[] {
  const lines = text.trimEnd().split('\n').length;
  if (lines <= MAX_LINES) return [];
  return [`${file}: ${lines} lines, at most ${MAX_LINES}. Move one of its responsibilities into a file that is named after it.`];
}

/** The functions whose body, from its first line to its last, is too long. */
export function findLongFunctions(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      const lines = last - first + 1;
      if (lines > MAX_FUNCTION_LINES)
        found.push(
          `${file}:${first + 1}: a function of ${lines} lines, at most ${MAX_FUNCTION_LINES}. Give each of its steps a name and a function.`,
        );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

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

test('a larger folder, file or function is refused', () => {
  const many = Array.from({ length: MAX_FILES + 1 }, (_, at) => `src/base/kit/file-${at}.ts`);
  assert.match(findLargeFolders(many).join(), /src\/base\/kit: 26 files, at most 25/);
  assert.deepEqual(findLargeFolders(many.slice(1)), []);
  assert.match(findLongFile('src/a.ts', 'x;\n'.repeat(MAX_LINES + 1)).join(), /src\/a\.ts: 301 lines, at most 300/);
  assert.deepEqual(findLongFile('src/a.ts', 'x;\n'.repeat(MAX_LINES)), []);
  const long = `export function tooLong(): void {\n${'  x();\n'.repeat(MAX_FUNCTION_LINES - 1)}}\n`;
  assert.match(findLongFunctions('src/a.ts', long).join(), /src\/a\.ts:1: a function of 61 lines, at most 60/);
  assert.deepEqual(findLongFunctions('src/a.ts', long.replace('  x();\n', '')), []);
});
