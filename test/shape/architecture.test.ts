// ARCHITECTURE.md is short, and its walk from a page view to `GET /overview` opens few files. Each path that it or a district's README names exists.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { projectFile } from '../../src/base/kit/paths.ts';

const MAX_FILES = 15;
const HEADING = '## From a page view to `GET /overview`';

test('the walk through the code opens at most fifteen files, which exist', () => {
  const text = readFileSync(projectFile('ARCHITECTURE.md'), 'utf8');
  const start = text.indexOf(HEADING);
  assert.ok(start > 0, `ARCHITECTURE.md has no section "${HEADING}"`);
  const walk = text.slice(start, text.indexOf('\n## ', start + 1));
  const files = new Set([...walk.matchAll(/`((?:src|sql)\/[^`]+\.(?:ts|sql))`/g)].map(([, path = '']) => path));
  assert.ok(files.size >= 10 && files.size <= MAX_FILES, `the walk has ${files.size} files, at most ${MAX_FILES} are allowed`);
  for (const path of files)
    assert.ok(existsSync(projectFile(path)), `${path} does not exist: correct the walk in ARCHITECTURE.md`);
});

test('the overview has at most 10 kB', () => {
  assert.ok(readFileSync(projectFile('ARCHITECTURE.md')).byteLength <= 10_000, 'move details to the README of their district');
});

/** `http/guard.ts` of a README is below its folder, src or the root; `{a,b}` and `<slice>` are no paths. */
const PATH = /`([\w./-]+\.(?:ts|tsx|sql|json|cjs|csv|md))`/g;

test('every district has a README, and the files that it names exist', () => {
  const districts = readdirSync(projectFile('src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const missing = districts.flatMap(({ name }) => {
    const readme = `src/${name}/README.md`;
    if (!existsSync(projectFile(readme))) return [`${readme} does not exist`];
    const text = readFileSync(projectFile(readme), 'utf8');
    return [...text.matchAll(PATH)]
      .map(([, path = '']) => path)
      .filter((path) => !isFound(path, dirname(readme)))
      .map((path) => `${readme} names ${path}`);
  });
  assert.deepEqual(missing, []);
});

/** Files of a data folder and generated files have no slash. */
const isFound = (path: string, folder: string): boolean =>
  !path.includes('/') || [folder, 'src', 'sql', '.'].some((root) => existsSync(projectFile(join(root, path))));
