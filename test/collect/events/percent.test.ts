// Percent-decoding is that of the language, without its errors: what is ill encoded is known beforehand, and costs no more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodePercent } from '../../../src/collect/events/enrich/page-url.ts';

const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const runs = Number(process.env['TEST_RUNS'] ?? 20_000);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const hex = (digits: string) => fc.constantFrom(...digits);
const any = '0123456789abcdefABCDEF';
/** Leading bytes more often than others, so that whole signs come about, and nearly whole ones. */
const byte = fc.tuple(fc.oneof(hex(any), hex('89abAB'), hex('cdefEF')), hex(any)).map(([high, low]) => `%${high}${low}`);
const piece = fc.oneof(
  byte,
  fc.array(byte, { minLength: 2, maxLength: 4 }).map((bytes) => bytes.join('')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }).map(encodeURIComponent),
  fc.constantFrom(
    '%',
    '%4',
    'a',
    '\n',
    '\u2028',
    '𝒳',
    '%F4%90%80%80',
    '%ED%A0%80',
    '%C0%AF',
    '%E0%80%AF',
    '%F0%80%80%AF',
    '%e0%a0%80',
  ),
);

test('decodes what is well encoded, and leaves the rest as it is', (t) => {
  t.diagnostic(`TEST_SEED=${seed} TEST_RUNS=${runs}`);
  const texts = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(texts, (text) => assert.equal(decodePercent(text), decoded(text))),
    { seed, numRuns: runs },
  );
});
