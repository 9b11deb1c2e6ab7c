// Stored JSON is read and written through its shape; what is stored otherwise is an error that names the column and shows no value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { StoredJsonInvalid, storedJson } from '../../../src/base/kit/stored-json.ts';

const scopes = storedJson(['keys.scopes', 'apps.scopes'], z.array(z.string()));

test('stored JSON of its shape is read and written', () => {
  assert.deepEqual(scopes.read(scopes.write(['a', 'b'])), ['a', 'b']);
  assert.equal(scopes.readOrNull(null), null);
});

test('stored JSON of another shape is a named error without the value', () => {
  for (const text of ['["a", {"secret": "ada@example.com"}]', '{"ada@example.com": 1}', '["ada@example.com"', 'null']) {
    assert.throws(
      () => scopes.read(text),
      (error) =>
        error instanceof StoredJsonInvalid && /^keys\.scopes, apps\.scopes /.test(error.message) && !/ada/.test(error.message),
      text,
    );
    assert.equal(scopes.readIfValid(text), undefined);
  }
  // @ts-expect-error a caller in JavaScript, or a cast
  assert.throws(() => scopes.write([1]), StoredJsonInvalid);
});
