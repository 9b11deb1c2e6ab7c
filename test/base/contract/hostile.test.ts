// What is hostile is found quickly and named exactly: the two ways of looking must agree, whatever they are shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hostileFault, isHostile, MAX_DEPTH } from '../../../src/base/contract/hostile.ts';

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

test('hostileFault', async (t) => {
  const cases: [string, string, string][] = [
    ['{"a":{"b":"x\\u0000"}}', 'a.b', 'contains the character NUL'],
    ['{"a":["fine","\\ud800"]}', 'a[1]', 'contains half a surrogate pair'],
    ['{"a":1e999}', 'a', 'is a number out of range'],
    ['{"__proto__":1}', '__proto__', 'is a reserved name'],
    ['{"a":{"constructor":1}}', 'a.constructor', 'is a reserved name'],
    ['{"a":{"\\ud800":1}}', 'a', 'has a field whose name is no valid text'],
  ];
  for (const [text, path, message] of cases)
    await t.test(`${text} ${message}`, () => {
      assert.deepEqual(hostileFault(JSON.parse(text)), { path, message });
      assert.deepEqual(hostileFault(JSON.parse(text)), { path, message }, 'the second time too');
    });
  await t.test('levels beyond the limit', () => {
    assert.equal(hostileFault(nested(MAX_DEPTH)), undefined);
    assert.equal(hostileFault(nested(MAX_DEPTH + 1))?.message, 'is nested deeper than 32 levels');
    assert.equal(isHostile(nested(100_000)), true);
  });
  await t.test('a field that is looked at elsewhere, but only at the top', () => {
    const rows = JSON.parse('{"rows":["\\u0000"],"b":{"rows":"\\u0000"}}');
    assert.equal(hostileFault(rows, 'rows')?.path, 'b.rows');
  });
  await t.test('sound values', () => {
    for (const value of [null, true, 0, -1.5, '', 'é 😀', [], {}, { a: [{ b: null }] }])
      assert.equal(hostileFault(value), undefined);
  });
});

test('the quick look agrees with the exact one', () => {
  const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
  fc.assert(fc.property(json, (value) => isHostile(value) === (hostileFault(value) !== undefined)));
});
