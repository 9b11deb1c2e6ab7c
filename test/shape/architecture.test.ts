// The walk in ARCHITECTURE.md, from a page view to `GET /overview`, opens few files, and each of them exists.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
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
