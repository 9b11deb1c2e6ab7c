import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSeed } from '../../../src/base/kit/seeds.ts';
import { nameKey } from '../../../src/base/kit/text-key.ts';

test('every alias of a source names a source that referrers have, once, as names are compared', () => {
  const sources = new Set(readSeed('sources').map(({ source }) => source));
  const aliases = readSeed('source_aliases');
  for (const { name, source } of aliases) {
    assert.ok(sources.has(source), `${name}: ${source}`);
    assert.equal(nameKey(name), name);
    assert.notEqual(nameKey(source), name, 'its own name need not be listed');
  }
  assert.equal(new Set(aliases.map(({ name }) => name)).size, aliases.length);
});
