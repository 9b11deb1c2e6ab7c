// An operation's name leads to its files (bin/where.ts) only while nothing else bears it.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { findParticiples } from './rules/participles.ts';

const textsOf = (pattern: string): { folder: string; text: string }[] =>
  globSync(pattern, { cwd: projectRoot }).map((file) => ({
    folder: dirname(file),
    text: readFileSync(projectFile(file), 'utf8'),
  }));

/** A slice may have folders of its own; its contract is at its top. */
const sliceOf = (folder: string): string => folder.split('/').slice(0, 3).join('/');

test('the name of an operation is exported once among the slices, in the slice of its contract', () => {
  const exported = textsOf('src/*/*/**/*.ts').flatMap(({ folder, text }) =>
    [...text.matchAll(/^export (?:const|async function|function) (\w+)/gm)].map((found) => ({
      name: found[1],
      slice: sliceOf(folder),
    })),
  );
  const operations = textsOf('src/*/*/contract.yaml').flatMap(({ folder, text }) =>
    [...text.matchAll(/operationId: (\w+)$/gm)].map((found) => ({ name: found[1], folder })),
  );
  assert.ok(operations.length > 20);
  for (const { name, folder } of operations) {
    const places = exported.filter((each) => each.name === name).map((each) => each.slice);
    // An operation of the door itself has no slice to export it.
    if (!folder.startsWith('src/doors')) assert.deepEqual(places, [folder], name);
  }
});

/** Folders whose variables are still to be renamed. None may be added. */
const LEFT = /^src\/(?:act|report\/quality|doors\/console)\//;

test('no variable is named by a participle', () => {
  const files = globSync('{src,bin,seeds,bench}/**/*.ts', { cwd: projectRoot }).filter((file) => !LEFT.test(file));
  const faults = files.flatMap((file) => findParticiples(file, readFileSync(projectFile(file), 'utf8')));
  assert.deepEqual(faults, []);
});
