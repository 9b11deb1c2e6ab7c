// What the document of the data folder says is clear in state, against the places in which a person is found before an erasure (`erasures.test.ts`).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { personToPlant, plantsOf } from './planted.ts';

test('the document of the data folder names every table of state that has words of a person in clear', () => {
  const document = readFileSync(projectFile('docs', 'data-folder.md'), 'utf8');
  const [, shown = ''] = /\*\*What the folder shows[^*]*\*\*(.*?)\n\n/s.exec(document) ?? [];
  const [, clear = ''] = shown.split('Not sealed are');
  const named = new Set([...clear.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const tables = plantsOf(personToPlant(0)).flatMap(([, place]) => /^state\.sqlite (\w+)\.\w+$/.exec(place)?.[1] ?? []);
  assert.ok(tables.includes('identifiers'));
  assert.deepEqual(
    [...new Set(tables)].filter((table) => !named.has(table)),
    [],
  );
});
