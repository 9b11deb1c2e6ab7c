// The dictionary follows the schema: every table and column is in it, and the committed page is what the schema says.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { dictionary, schemaFiles } from '../../../src/base/warehouse/dictionary.ts';

test('warehouse/DICTIONARY.md', async (t) => {
  const text = await dictionary();
  await t.test('is what `node bin/dictionary.ts` writes', () => {
    assert.equal(readFileSync(projectFile('warehouse', 'DICTIONARY.md'), 'utf8'), text);
  });
  await t.test('names the flags that events get, and no others', () => {
    const [, words = ''] = /\| `flags` \|[^|]*\| ([^|]*) \|/.exec(text) ?? [];
    const named = [...words.matchAll(/[a-z]+_[a-z_]*|gpc/g)]
      .map(([name]) => name)
      .filter((name) => name !== 'received_at' && name !== 'refused_email');
    const sources = globSync('src/collect/events/**/*.ts', { cwd: projectFile() }).map((file) =>
      readFileSync(projectFile(file), 'utf8'),
    );
    const code = sources.join('\n').replace(/^\s*\/\/.*$/gm, '');
    const added = [...code.matchAll(/flags\.add\(['`](\w+)|\.wrong\([^;]*?'(\w+)'\)|\? \['(\w+)'\]/g)];
    const names = new Set(added.map(([, one, two, three]) => one ?? two ?? three ?? ''));
    assert.ok(names.size > 12);
    assert.deepEqual([...new Set(named)].sort(), [...names].sort());
  });
  await t.test('names every table and view of the schema in its order', () => {
    const schema = schemaFiles().map((name) => readFileSync(projectFile('warehouse', 'schema', name), 'utf8'));
    const wanted = [...schema.join('\n').matchAll(/^create (?:table|view) (\w+)/gm)].map((match) => match[1]);
    const found = [...text.matchAll(/^## (\w+)$/gm)].map((match) => match[1]);
    assert.deepEqual(found, wanted);
    assert.ok(wanted.length > 10);
  });
});
