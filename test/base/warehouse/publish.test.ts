// Published versions: whole, checked, readable by anyone with DuckDB, the last three kept.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { publish } from '../../../src/base/warehouse/publish.ts';
import { fixture, refusedAs } from './fixture.ts';

test('publish', async (t) => {
  const { warehouse, profileId, live } = await fixture(t);
  const root = join(dirname(live()), 'published');
  const tables = [
    { name: 'sales', sql: '-- One row per sale.\nselect * from sales order by n' },
    { name: 'days', sql: "-- One row per day; it's short.\nselect count(*) as sales_count from sales;" },
  ];
  await warehouse.write({ profileId }, [
    {
      sql: "create table sales as select range as n, (range / 2)::decimal(18, 6) as amount from range(10); comment on column sales.amount is 'What it''s worth.';",
    },
  ]);

  await t.test('writes the files, their counts and checksums, and the current link', async () => {
    const manifest = await publish(warehouse, profileId, '7-3-1', tables);
    assert.deepEqual(
      manifest.tables.map(({ name, rows }) => ({ name, rows })),
      [
        { name: 'sales', rows: 10 },
        { name: 'days', rows: 1 },
      ],
    );
    assert.deepEqual(readdirSync(join(root, '7-3-1')).sort(), ['days.parquet', 'manifest.json', 'open.sql', 'sales.parquet']);
    assert.deepEqual(JSON.parse(readFileSync(join(root, 'current', 'manifest.json'), 'utf8')), manifest);
    for (const { name, sha256, bytes } of manifest.tables) {
      const content = readFileSync(join(root, 'current', `${name}.parquet`));
      assert.equal(createHash('sha256').update(content).digest('hex'), sha256);
      assert.equal(content.length, bytes);
    }
    assert.ok(lstatSync(join(root, 'current')).isSymbolicLink());
    assert.equal(readlinkSync(join(root, 'current')), '7-3-1');
  });
  await t.test('open.sql gives any DuckDB commented views, from inside the folder', async () => {
    const db = await DuckDBInstance.create(':memory:');
    const connection = await db.connect();
    const before = process.cwd();
    process.chdir(join(root, 'current'));
    try {
      await connection.run(readFileSync('open.sql', 'utf8'));
      const rows = await (
        await connection.run('select sum(amount)::varchar, (select sales_count from days) from sales')
      ).getRows();
      assert.deepEqual(rows, [['22.500000', 10n]]);
      const comments = await (
        await connection.run(
          "select comment from duckdb_views() where not internal union all select comment from duckdb_columns() where comment is not null and column_name = 'amount' order by 1",
        )
      ).getRows();
      assert.deepEqual(comments.flat(), ["One row per day; it's short.", 'One row per sale.', "What it's worth."]);
    } finally {
      process.chdir(before);
      connection.disconnectSync();
      db.closeSync();
    }
  });
  await t.test('a version that stands is not written again', async () => {
    const file = join(root, '7-3-1', 'sales.parquet');
    const written = lstatSync(file).ino;
    const manifest = await publish(warehouse, profileId, '7-3-1', tables);
    assert.equal(manifest.publication, 1);
    assert.equal(lstatSync(file).ino, written);
  });
  await t.test('a version that fails leaves the current one and no folder of its name', async () => {
    await refusedAs(
      'query',
      publish(warehouse, profileId, '8-3-1', [...tables, { name: 'broken', sql: 'select * from nowhere' }]),
    );
    assert.equal(existsSync(join(root, '8-3-1')), false);
    assert.equal(readlinkSync(join(root, 'current')), '7-3-1');
    await publish(warehouse, profileId, '8-3-1', tables);
    assert.equal(readlinkSync(join(root, 'current')), '8-3-1');
  });
  await t.test('the last three versions are kept', async () => {
    for (const version of ['9-3-1', '10-3-1']) await publish(warehouse, profileId, version, tables);
    assert.deepEqual(
      readdirSync(root)
        .filter((name) => !name.startsWith('.'))
        .sort(),
      ['10-3-1', '8-3-1', '9-3-1', 'current'],
    );
    assert.equal(readlinkSync(join(root, 'current')), '10-3-1');
  });
  await t.test('names that could leave the folder are refused', async () => {
    for (const version of ['../x', '', '.hidden', 'a/b'])
      await refusedAs('query', publish(warehouse, profileId, version, tables));
    await refusedAs('query', publish(warehouse, profileId, 'ok', [{ name: '../x', sql: 'select 1' }]));
  });
});
