// State that lives as long as an open data folder is in its memory (base/work/memo.ts), not in modules.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { findModuleMemory } from './rules/memory.ts';

test('no module keeps a WeakMap', () => {
  const files = globSync('src/**/*.ts', { cwd: projectRoot });
  assert.deepEqual(
    files.flatMap((file) => findModuleMemory(file, readFileSync(projectFile(file), 'utf8'))),
    [],
  );
});

test('a name of memory is used by one file', () => {
  const names = new Map<string, string[]>();
  for (const file of globSync('src/**/*.ts', { cwd: projectRoot })) {
    const text = readFileSync(projectFile(file), 'utf8');
    for (const [, name = ''] of text.matchAll(/\bmemo\(\s*'([^']+)'/g)) names.set(name, [...(names.get(name) ?? []), file]);
  }
  assert.ok(names.size > 10, `${names.size} names`);
  const shared = [...names].filter(([, files]) => new Set(files).size > 1);
  assert.deepEqual(shared, [], 'one name, one `make`: export the function that asks for it');
});
