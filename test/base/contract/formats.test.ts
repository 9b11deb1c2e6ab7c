// Real days, instants and ids, hostile JSON, and the rule about ranges: the small checks every door relies on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDateRange, isRealDay, isUuid, MAX_SPAN_DAYS } from '../../../src/base/contract/formats.ts';
import { hostileFault, MAX_DEPTH } from '../../../src/base/contract/hostile.ts';
import { readSchema } from '../../../src/base/contract/schemas.ts';
import { isInstant, microsOf, millisOf, parseInstant } from '../../../src/base/kit/time/instants.ts';

test('a day is one that exists', () => {
  for (const day of ['2024-02-29', '2000-02-29', '2026-12-31', '0099-01-31']) assert.equal(isRealDay(day), true, day);
  for (const day of [
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '20260101',
    '0000-01-01',
    '',
  ]) {
    assert.equal(isRealDay(day), false, day);
  }
});

test('an instant has a real day, a real time and a zone', () => {
  for (const text of ['2026-03-01T00:00:00Z', '2026-03-01T23:59:59.999999+05:30', '2026-03-01t10:00:00z'])
    assert.equal(isInstant(text), true, text);
  const tenInUtc = [
    '2026-03-01T10:00Z',
    '2026-03-01T10:00:00+0000',
    '2026-03-01T07:00:00-03',
    '2026-03-01T07:00-0300',
    '2026-03-01 10:00:00+00',
    '2026-03-01t10:00z',
    '2026-03-01 10:00:00 UTC',
    '2026-03-01T10:00:00,000Z',
    '2026-03-01T15:30+05:30',
    '2026-03-01T10:00:00-00:00',
  ];
  for (const text of tenInUtc) {
    assert.equal(isInstant(text), true, text);
    assert.equal(millisOf(text), Date.parse('2026-03-01T10:00:00Z'), text);
    assert.equal(parseInstant(text), Date.parse('2026-03-01T10:00:00Z') * 1000, text);
  }
  assert.equal(microsOf('2026-03-01T10:00:00.1234567Z'), 1_772_359_200_123_456n);
  assert.equal(microsOf('1969-12-31T23:59:59.5Z'), -500_000n);
  for (const text of [
    '2026-03-01T00:00:00',
    '2026-02-30T00:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T10:60:00Z',
    '2026-03-01T10:00:00+24:00',
    '2026-03-01',
    '2026-03-01Z',
    '2026-03-01T10Z',
    '2026-03-01T10:00:00+3',
    '2026-03-01T10:00:00+00:0',
    '2026-03-01T10:00:00 EST',
    '2026-03-01T10:00:00+00:60',
    '1772359200',
  ]) {
    assert.equal(isInstant(text), false, text);
  }
});

test('a uuid has its dashes in place', () => {
  assert.equal(isUuid('6F0C2C0E-8d0e-4f5c-9a53-5f0b8f8c2a11'), true);
  assert.equal(isUuid('6f0c2c0e8d0e4f5c9a535f0b8f8c2a11'), false);
  assert.equal(isUuid('6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11 '), false);
});

test('hostile JSON is found with its place', async (t) => {
  await t.test('names that reach for prototypes', () => {
    assert.deepEqual(hostileFault(JSON.parse('{"a":[{"__proto__":1}]}')), {
      path: 'a[0].__proto__',
      message: 'is a reserved name',
    });
    assert.equal(hostileFault({ constructor: 1 })?.path, 'constructor');
  });
  await t.test('half a surrogate pair and NUL, in values and names', () => {
    assert.equal(hostileFault({ a: '\ud800' })?.path, 'a');
    assert.equal(hostileFault({ a: 'x\u0000' })?.path, 'a');
    assert.notEqual(hostileFault({ 'a\u0000': 1 }), undefined);
    assert.equal(hostileFault({ a: '\ud83d\ude00' }), undefined);
  });
  await t.test('numbers beyond double precision', () => {
    assert.equal(hostileFault(JSON.parse('{"a":1e999}'))?.path, 'a');
    assert.equal(hostileFault(JSON.parse('{"a":1e308}')), undefined);
  });
  await t.test('depth up to the limit and not beyond, without recursion', () => {
    const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    assert.equal(hostileFault(nested(MAX_DEPTH)), undefined);
    assert.match(hostileFault(nested(MAX_DEPTH + 1))?.message ?? '', /nested deeper/);
    assert.match(hostileFault(nested(200_000))?.message ?? '', /nested deeper/);
  });
  await t.test('a field that is checked row by row is passed over, its rows are not', () => {
    const body = { rows: [{ a: '\u0000' }] };
    assert.equal(hostileFault(body, 'rows'), undefined);
    assert.equal(hostileFault(body.rows[0])?.path, 'a');
  });
});

test('a schema of the contract checks a value by its name', () => {
  assert.deepEqual(readSchema('Warning', { code: 'a', message: 'b' }), { value: { code: 'a', message: 'b' } });
  assert.deepEqual(readSchema('Warning', { code: 'a' }).fault, { path: 'message', message: 'is required' });
  assert.deepEqual(readSchema('Warning', { code: 'a', message: 'b', c: 1 }).fault, {
    path: 'c',
    message: 'is not a known field; the fields are code, message',
  });
  assert.deepEqual(readSchema('Day', '2026-02-30').fault, { path: '', message: 'must be a valid date' });
  assert.equal(readSchema('DecimalString', '1.1234567').fault?.path, '');
});

test('a range of days is in order and within the limit', () => {
  const code = (from: string, to: string): string | undefined => {
    try {
      checkDateRange(from, to);
      return undefined;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  assert.equal(code('2026-03-01', '2026-03-01'), undefined);
  assert.equal(code('2026-03-02', '2026-03-01'), 'invalid_date_range');
  const last = (days: number): string => new Date(Date.parse('2024-01-01') + (days - 1) * 86_400_000).toISOString().slice(0, 10);
  assert.equal(code('2024-01-01', last(MAX_SPAN_DAYS)), undefined);
  assert.equal(code('2024-01-01', last(MAX_SPAN_DAYS + 1)), 'invalid_date_range');
});
