// Once a release is listed in docs/releases.md, its schema changes by migrations alone: the baseline is frozen, and the schema of state is what the baseline
// and all migrations make. Before, both may change freely.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { baselineText, releases, startingText } from '../../bin/release/releases.ts';
import { addRowSum } from '../../src/base/journal/row-sums.ts';
import { createSchema } from '../../src/base/state/schema.ts';
import { schemaDifferences } from '../../src/base/state/schema-shape.ts';
import { BASELINE, migrate, readMigrations, STORES } from '../../src/base/upgrade/migrations.ts';

const memory = (sql: string): Database.Database => {
  const db = new Database(':memory:');
  addRowSum(db);
  db.exec(sql);
  return db;
};

test('the schema of state is the baseline and all migrations', (t) => {
  const [first] = releases();
  if (!first) {
    t.diagnostic('no release is listed in docs/releases.md: the schema may change freely, and has no migrations');
    for (const store of STORES) assert.deepEqual(readMigrations(`sql/migrations/${store}`, BASELINE[store]), [], store);
    return;
  }
  const old = memory(baselineText('state'));
  old.pragma(`user_version = ${BASELINE.state}`);
  migrate(old, 'state');
  const made = new Database(':memory:');
  createSchema(made, 0);
  assert.deepEqual(schemaDifferences(old, made), [], 'write a migration (sql/migrations/README.md)');
  for (const store of ['journal', 'ledger', 'short-lived'] as const)
    assert.deepEqual(schemaDifferences(memory(baselineText(store)), memory(startingText(store))), [], store);
});

test('a comparison of schemas', () => {
  const table = "create table a (x integer not null, y text check (y in ('a,b', 'c')), primary key (x)) strict;";
  const same =
    "create table \"a\" ( y text check (y in ('a,b', 'c')), -- a remark\n x integer not null,\n primary key (x) ) strict;";
  assert.deepEqual(schemaDifferences(memory(table), memory(same)), []);
  const changed = memory(
    "create table a (x integer not null, primary key (x)) strict; alter table a add column y text check (y in ('a,b', 'c'));",
  );
  assert.deepEqual(schemaDifferences(memory(table), changed), []);
  for (const other of [
    table.replace('not null', ''),
    table.replace(' strict', ''),
    table.replace("'a,b'", "'a, b'"),
    `${table} create index i on a (y);`,
    `${table} create trigger t before delete on a begin select raise(abort, 'no'); end;`,
  ])
    assert.equal(schemaDifferences(memory(table), memory(other)).length, 1, other);
});

test('a migration without its number is refused', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-migrations-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, '0002-a.sql'), 'select 1;');
  assert.equal(readMigrations(folder, 1)[0]?.name, 'a');
  writeFileSync(join(folder, '0004-b.sql'), 'select 1;');
  assert.throws(() => readMigrations(folder, 1), /0004-b\.sql has to be number 3/);
});
