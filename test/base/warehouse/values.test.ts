// What goes in as a parameter and what comes back, for every type of the port.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { column, fixture, refusedAs } from './fixture.ts';

test('parameters', async (t) => {
  const { warehouse, profileId } = await fixture(t);
  const target = { profileId };
  await warehouse.write(target, [
    { sql: 'create table facts (seq bigint, day date, instant timestamp, amount decimal(18, 6), name varchar, share double)' },
    {
      sql: 'insert into facts values ($seq, $day, $instant, $amount, $name, $share)',
      params: {
        seq: 7,
        day: '2026-02-03',
        instant: '2026-02-03T04:05:06.000007Z',
        amount: '12.345678',
        name: "O'Hara",
        share: 0.25,
      },
    },
  ]);

  await t.test('a missing name is refused and nothing runs', async () => {
    const message = await refusedAs(
      'parameters',
      warehouse.write(target, [
        { sql: "insert into facts (name) values ('first')" },
        { sql: '-- One row.\ninsert into facts (seq, name) values ($seq, $name)', params: { seq: 1 } },
      ]),
    );
    assert.match(message, /One row\..*\$name is missing/);
    assert.equal((await warehouse.query(target, { sql: "select * from facts where name = 'first'" })).length, 0);
  });
  await t.test('an extra name is refused', async () => {
    const message = await refusedAs('parameters', warehouse.query(target, { sql: 'select 1', params: { seq: 1 } }));
    assert.match(message, /no parameter \$seq/);
  });
  await t.test('what cannot be bound exactly is refused', async () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1n << 127n, [1n, 'a'] as unknown as string[]]) {
      await refusedAs('parameters', warehouse.query(target, { sql: 'select $x as x', params: { x: value } }));
    }
  });
  await t.test('a dollar name inside quotes or comments is no parameter', async () => {
    const rows = await warehouse.query(target, {
      sql: "-- costs $money\nselect '$text' as x, $real as y",
      params: { real: 'r' },
    });
    assert.deepEqual(rows, [{ x: '$text', y: 'r' }]);
  });
  await t.test('text is compared as the type of the column it meets', async () => {
    const sql = 'select seq from facts where day = $day and instant >= $instant and amount = $amount';
    const rows = await warehouse.query(target, {
      sql,
      params: { day: '2026-02-03', instant: '2026-02-03T00:00:00Z', amount: '12.345678' },
    });
    assert.deepEqual(rows, [{ seq: 7n }]);
  });
  await t.test('whole numbers are bound as integers, others as doubles', async () => {
    const rows = await warehouse.query(target, {
      sql: 'select typeof($a) as a, typeof($b) as b, typeof($c) as c, typeof($d) as d',
      params: { a: 3, b: 0.5, c: 3n, d: 1n << 64n },
    });
    assert.deepEqual(rows, [{ a: 'BIGINT', b: 'DOUBLE', c: 'BIGINT', d: 'HUGEINT' }]);
  });
  await t.test('lists bind, empty ones against any type', async () => {
    const seqs = async (list: bigint[]) =>
      column(await warehouse.query(target, { sql: 'select seq from facts where seq = any($list)', params: { list } }), 'seq');
    assert.deepEqual(await seqs([5n, 7n]), [7n]);
    assert.deepEqual(await seqs([]), []);
    const names = await warehouse.query(target, {
      sql: 'select name from facts where name in (select unnest($n))',
      params: { n: ["O'Hara"] },
    });
    assert.deepEqual(names, [{ name: "O'Hara" }]);
  });
});

test('values come back exactly', async (t) => {
  const { warehouse, profileId } = await fixture(t);
  await warehouse.write({ profileId }, [{ sql: 'create table one (n bigint)' }]);
  const value = async (expression: string): Promise<unknown> =>
    (await warehouse.query({ profileId }, { sql: `select ${expression} as v` }))[0]?.['v'];

  const expected: [string, unknown][] = [
    ['9223372036854775807::bigint', 9223372036854775807n],
    ['(-9223372036854775808)::bigint', -9223372036854775808n],
    ['170141183460469231731687303715884105727::hugeint', 170141183460469231731687303715884105727n],
    ['(-1)::hugeint', -1n],
    ['18446744073709551615::ubigint', 18446744073709551615n],
    ['(-5)::integer', -5],
    ['200::utinyint', 200],
    ['0.1::double', 0.1],
    ['true', true],
    ['null::bigint', null],
    ['null::timestamp', null],
    ['null::integer[]', null],
    ['1.5::decimal(18, 6)', '1.500000'],
    ['(-0.000001)::decimal(18, 6)', '-0.000001'],
    ['123456789012.123456::decimal(18, 6)', '123456789012.123456'],
    ['(-12345678901234567890123456789012.345678)::decimal(38, 6)', '-12345678901234567890123456789012.345678'],
    ['42::decimal(4, 0)', '42'],
    ['0.07::decimal(4, 2)', '0.07'],
    ["timestamp '2026-01-02 03:04:05'", '2026-01-02T03:04:05.000Z'],
    ["timestamp '2026-01-02 03:04:05.120'", '2026-01-02T03:04:05.120Z'],
    ["timestamp '2026-01-02 03:04:05.000001'", '2026-01-02T03:04:05.000001Z'],
    ["timestamp '1969-12-31 23:59:59.999999'", '1969-12-31T23:59:59.999999Z'],
    ["timestamp '0001-01-01 00:00:00'", '0001-01-01T00:00:00.000Z'],
    ["timestamp '9999-12-31 23:59:59.999999'", '9999-12-31T23:59:59.999999Z'],
    ["timestamp 'infinity'", 'infinity'],
    ["'2026-06-01 12:00:00+02'::timestamptz", '2026-06-01T10:00:00.000Z'],
    ["'2026-06-01 12:00:00.5'::timestamp_ms", '2026-06-01T12:00:00.500Z'],
    ["'2026-06-01 12:00:00.000001'::timestamp_ns", '2026-06-01T12:00:00.000001Z'],
    ["'2026-06-01 12:00:00'::timestamp_s", '2026-06-01T12:00:00.000Z'],
    ["date '2026-02-28'", '2026-02-28'],
    ["date '1900-01-01'", '1900-01-01'],
    ["['a', null, 'b']", ['a', null, 'b']],
    ['[1.5::decimal(3, 1)]', ['1.5']],
    ['[[1::bigint], []]', [[1n], []]],
    ["{'a': 1::bigint, 'b': {'day': date '2026-01-01'}}", { a: 1n, b: { day: '2026-01-01' } }],
    ["map {'search': 0.25::double, 'email': null}", { search: 0.25, email: null }],
    ['map {7::bigint: 1}', { '7': 1 }],
    ['\'{"a": 1}\'::json', '{"a": 1}'],
    ["'0b8f1f7e-9a0e-4f6c-8a51-5a3b0a6c0001'::uuid", '0b8f1f7e-9a0e-4f6c-8a51-5a3b0a6c0001'],
    ["'naïve ☃ 🎈'", 'naïve ☃ 🎈'],
    ["'\\x01\\xFF'::blob", Uint8Array.of(1, 255)],
    ["current_setting('TimeZone')", 'UTC'],
    ["current_setting('allocator_background_threads')", true],
  ];
  for (const [expression, want] of expected) {
    await t.test(`${expression} is ${inspect(want)}`, async () => {
      assert.deepEqual(await value(expression), want);
    });
  }
});

test('large results', async (t) => {
  const { warehouse, profileId } = await fixture(t);
  await warehouse.write({ profileId }, [{ sql: 'create table numbers as select range::bigint as n from range(120000)' }]);

  await t.test('all rows arrive, in order', async () => {
    const rows = await warehouse.query({ profileId }, { sql: 'select n, n::varchar as text from numbers order by n' });
    assert.equal(rows.length, 120_000);
    assert.ok(rows.every((row, i) => row['n'] === BigInt(i) && row['text'] === String(i)));
  });
  await t.test('more than a million rows are refused, and the file serves on', async () => {
    const sql = 'select a.n from numbers a, range(10)';
    const message = await refusedAs('query', warehouse.query({ profileId }, { sql }));
    assert.match(message, /more than 1000000 rows/);
    const rows = await warehouse.query({ profileId }, { sql: 'select count(*) as n from numbers' });
    assert.deepEqual(rows, [{ n: 120_000n }]);
  });
});
