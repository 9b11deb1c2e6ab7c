// Results as a stream of Arrow: the same values as rows, however DuckDB's chunks fall, and nothing held up by a reader who is slow or leaves.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { RecordBatchReader, tableFromIPC } from 'apache-arrow';
import { WarehouseFailure } from '../../../src/base/warehouse/port.ts';
import { letPass, WAIT_MS } from '../../until.ts';
import { fixture } from './fixture.ts';

/** Chunks of odd sizes, with gaps in every column. */
const ODD = `
select
  i,
  if(i % 3 = 0, null, i::integer) as small,
  if(i % 5 = 0, null, repeat('ä', (i % 23)::bigint)) as words,
  if(i % 7 = 0, null, i % 2 = 0) as is_even,
  if(i % 11 = 0, null, ((i - 20000) * 1.000001)::decimal(18, 6)) as amount,
  if(i % 13 = 0, null, i / 7) as share,
  if(i % 17 = 0, null, make_timestamp(1700000000000000 + i)) as at
from range($rows::bigint) as numbers(i)
where i % 29 <> 3 and i % 4099 > 60`;

async function opened(t: TestContext) {
  const { warehouse, profileId } = await fixture(t);
  const target = { profileId };
  await warehouse.write(target, [{ sql: 'create table t as select 1 as n' }]);
  return { warehouse, target };
}

test('a stream holds what rows hold', async (t) => {
  const { warehouse, target } = await opened(t);
  const statement = { sql: ODD, params: { rows: 60_000 } };
  const rows = await warehouse.query(target, statement);
  const pieces: Uint8Array[] = [];
  for await (const piece of warehouse.stream(target, statement)) pieces.push(piece);
  const table = tableFromIPC(Buffer.concat(pieces));
  assert.equal(table.numRows, rows.length);
  const columns = Object.fromEntries(table.schema.fields.map(({ name }) => [name, table.getChild(name)]));
  for (const [at, row] of rows.entries()) {
    const found = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column?.get(at)]));
    const { amount, at: instant, ...same } = row;
    const { amount: foundAmount, at: foundInstant, ...foundSame } = found;
    assert.deepEqual(foundSame, same);
    assert.equal(foundAmount === null ? null : `${foundAmount}`, amount === null ? null : digitsOf(String(amount)));
    assert.equal(
      foundInstant === null ? null : Math.floor(foundInstant),
      instant === null ? null : Date.parse(`${String(instant).slice(0, 23)}Z`),
    );
  }
});

/** Of a decimal, without its point: what Arrow holds. */
const digitsOf = (decimal: string): string => `${BigInt(decimal.replace('.', ''))}`;

test('a stream is made as it is taken', async (t) => {
  const { warehouse, target } = await opened(t);
  const long = { sql: ODD, params: { rows: 3_000_000 } };

  await t.test('one that is left in the middle ends, and others follow', async () => {
    for (let n = 0; n < 3; n += 1)
      for await (const piece of warehouse.stream(target, long)) {
        assert.ok(piece.byteLength > 0);
        break;
      }
  });

  await t.test('a slow reader gets all of it; nothing piles up meanwhile', async () => {
    let pieces = 0;
    async function* slowly(): AsyncGenerator<Uint8Array> {
      for await (const piece of warehouse.stream(target, { ...long, params: { rows: 300_000 } })) {
        pieces += 1;
        if (pieces < 10) await letPass(20);
        yield piece;
      }
    }
    let rows = 0;
    let sum = 0n;
    for await (const batch of await RecordBatchReader.from(slowly())) {
      rows += batch.numRows;
      for (const value of batch.getChild('i') ?? []) sum += value as bigint;
    }
    const [whole] = await warehouse.query(target, {
      sql: `select count(*) as n, sum(i) as sum from (${ODD})`,
      params: { rows: 300_000 },
    });
    assert.deepEqual([BigInt(rows), sum], [whole?.['n'], whole?.['sum']]);
    assert.ok(pieces > 15);
  });

  await t.test('a deadline and a fault are refusals', async () => {
    const read = async (statement: { sql: string; params?: { rows: number } }, deadlineMs: number): Promise<void> => {
      for await (const _ of warehouse.stream(target, statement, { deadlineMs })) await letPass(30);
    };
    const isRefused = (reason: string) => (error: unknown) => error instanceof WarehouseFailure && error.reason === reason;
    await assert.rejects(read(long, 100), isRefused('cancelled'));
    await assert.rejects(read({ sql: 'select nothing' }, WAIT_MS), isRefused('query'));
    await assert.rejects(read({ sql: 'select [1] as list' }, WAIT_MS), isRefused('query'));
  });
});

test('a stream in portions is one stream, on one snapshot', async (t) => {
  const { warehouse, target } = await opened(t);
  const statement = { sql: 'select $from::bigint + i as i, n from range(20_000) as numbers(i), t', params: {} };
  const portions = Array.from({ length: 20 }, (_, at) => ({ from: 20_000 * at }));
  const pieces: Uint8Array[] = [];
  for await (const piece of warehouse.stream(target, statement, { portions })) {
    if (pieces.length === 0) await warehouse.write(target, [{ sql: 'update t set n = 2' }]);
    pieces.push(piece);
  }
  const table = tableFromIPC(Buffer.concat(pieces));
  assert.deepEqual(
    Array.from(table.getChild('i') ?? [], Number),
    Array.from({ length: 400_000 }, (_, i) => i),
  );
  assert.deepEqual(new Set(table.getChild('n')), new Set([1]));
  const wrong = async (): Promise<void> => {
    for await (const _ of warehouse.stream(target, statement, { portions: [{ to: 1 }] }));
  };
  await assert.rejects(wrong, (error) => error instanceof WarehouseFailure && error.reason === 'parameters');
});
