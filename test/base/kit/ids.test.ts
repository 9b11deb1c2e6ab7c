import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { key62 } from '../../../src/base/kit/ids.ts';

test('key62 is the first 64 bits of SHA-256, shifted right by two', () => {
  assert.equal(key62('abc'), 0xba7816bf8f01cfean >> 2n);
  const expected = (text: string): bigint => createHash('sha256').update(text).digest().readBigUInt64BE(0) >> 2n;
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => key62(text) === expected(text)));
});
