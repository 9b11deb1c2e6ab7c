// Customers, operators and agents read messages, descriptions, settings, console pages and documents. None of them contains a word of the
// list below: each sentence names a thing by the word that docs/glossary.md and the field use.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFile } from '../../src/base/kit/paths.ts';
import { findWords } from './rules/glossary.ts';

/** Paths below a folder of the project, of the files with this ending. */
const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(projectFile(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path));

const readFile = (path: string): string => readFileSync(projectFile(path), 'utf8');

const GROUPS: Record<string, string[]> = {
  'descriptions of the contract': [...filesBelow('src', 'contract.yaml'), ...filesBelow('src/base/contract', '.yaml')],
  'messages, settings and command line': filesBelow('src', '.ts').filter((path) => !path.endsWith('.gen.ts')),
  console: [...filesBelow('console', '.tsx'), ...filesBelow('console', '.ts')].filter((path) => !path.startsWith('console/dist')),
  documents: [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SETTINGS.md',
    'BENCH.md',
    'CONFORMANCE.md',
    'FAULTS.md',
    'warehouse/DICTIONARY.md',
    'SECURITY.md',
    ...filesBelow('docs', '.md'),
    ...filesBelow('src', '.md'),
    ...filesBelow('sql', '.md'),
    ...filesBelow('findings', '.md'),
  ],
};

for (const [name, paths] of Object.entries(GROUPS))
  test(`${name} are in the words of the glossary`, () => {
    assert.ok(paths.length > 0);
    const refusals = [...new Set(paths)].flatMap((path) => findWords(path, readFile(path)));
    assert.deepEqual(refusals, []);
  });

test('the glossary has one line for each word, and no word of the list', () => {
  const rows = readFile('docs/glossary.md').match(/^\| (?!word\b|-)[^|]+\|[^|]+\|$/gm) ?? [];
  assert.ok(rows.length >= 40);
  const words = rows.map((row) => row.split('|')[1]?.trim());
  assert.equal(new Set(words).size, words.length, 'a word has two lines');
});

test('the changelog has each release with its day, and five classes', () => {
  const CLASSES = ['Added', 'Changed', 'Fixed', 'Deprecated', 'Breaking'];
  const parts = readFile('CHANGELOG.md').split(/^## /m).slice(1);
  const released = [...readFile('docs/releases.md').matchAll(/^\| (\d\S+) \| (\d{4}-\d{2}-\d{2}) \|/gm)];
  const headings = parts.map((part) => part.split('\n', 1)[0] ?? '');
  assert.ok(released.length > 0);
  assert.deepEqual(
    headings.filter((heading) => heading !== 'Unreleased'),
    released.map(([, version, day]) => `${version}, ${day}`).reverse(),
  );
  for (const part of parts) {
    const found = [...part.matchAll(/^\*\*([^*]+)\.\*\*/gm)].map(([, name = '']) => name);
    assert.deepEqual(
      found,
      CLASSES.filter((name) => found.includes(name)),
      'each class once, in this order',
    );
    assert.match(part.slice(part.indexOf('\n')).trim(), /^\*\*/, 'nothing is outside of a class');
  }
});
