// The statements of state: one file per table, each statement under its name, no name twice in a slice.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readStatements, statementText } from '../../../src/base/state/statements.ts';
import { temporaryFolder } from '../folder.ts';

test('a file of a table holds several statements, each known by its slice and name', (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'shop', 'orders'), { recursive: true });
  const write = (table: string, text: string) => writeFileSync(join(folder, 'shop', 'orders', `${table}.sql`), text);
  write('orders', '-- name: order_get\n-- One row.\nselect 1 as n;\n\n-- name: order_drop\ndelete from orders;\n');
  const read = () => readStatements('**/*.sql', folder);
  assert.deepEqual(
    [...read().values()].map(({ name, place, text }) => [name, place, text]),
    [
      ['shop/orders/order_get', 'sql/state/shop/orders/orders.sql:1', '-- One row.\nselect 1 as n'],
      ['shop/orders/order_drop', 'sql/state/shop/orders/orders.sql:5', 'delete from orders'],
    ],
  );
  write('items', '-- name: order_get\nselect 2;\n');
  assert.throws(read, /shop\/orders\/order_get is in .*items\.sql:1 and again in .*orders\.sql:1/);
  write('items', 'select 2;\n');
  assert.throws(read, /items\.sql must begin with a line "-- name: …"/);
});

test('a statement that no file has is refused with the slice and the name', () => {
  assert.throws(() => statementText('base/job_dance'), /sql\/state\/base has no statement named job_dance/);
});
