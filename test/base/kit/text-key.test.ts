// The spelling under which texts are compared, and which of them are stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameKey, storedKey, textKey } from '../../../src/base/kit/text-key.ts';

const SPACES = [
  '\u00a0',
  '\u1680',
  ...Array.from({ length: 11 }, (_, i) => String.fromCodePoint(0x2000 + i)),
  '\u202f',
  '\u205f',
  '\u3000',
];

test('the key of a text', async (t) => {
  await t.test('has no space at its ends, whichever of the 17 it is, and keeps those inside', () => {
    assert.equal(SPACES.length, 16);
    for (const space of [' ', ...SPACES]) assert.equal(textKey(`${space}${space}A${space}B${space}`), `a${space}b`);
  });

  await t.test('has each letter in lower case by itself', () => {
    const pairs = { Google: 'google', ISTANBUL: 'istanbul', İSTANBUL: 'istanbul', ΟΔΟΣ: 'οδοσ', ÄÖÜẞ: 'äöüß', Ǆ: 'ǆ', 𐐀: '𐐨' };
    for (const [text, key] of Object.entries(pairs)) assert.equal(textKey(text), key);
  });

  await t.test('is its own key', () => {
    for (let code = 1; code < 0x11_0000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const key = textKey(`x${String.fromCodePoint(code)}x`);
      if (textKey(key) !== key) assert.fail(`${code.toString(16)} has a key that has another`);
    }
  });

  await t.test('is stored where letters outside of ASCII make engines differ', () => {
    assert.deepEqual([storedKey('Google'), storedKey(undefined), storedKey('Müller ')], [undefined, undefined, 'müller']);
  });
});

test('the key of a name has runs of separators as one blank, and none at its ends', () => {
  for (const name of ['Spring Sale', 'spring_sale', 'SPRING+Sale', 'spring%20sale', ' _spring-  sale_ '])
    assert.equal(nameKey(name), 'spring sale', name);
  assert.equal(nameKey('_'), '_', 'a name of separators alone stays');
});
