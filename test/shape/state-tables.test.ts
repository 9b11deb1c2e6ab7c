// The list of state's tables, sql/state/tables.csv, agrees with the schema, and no statement touches a table of a slice that its own
// slice may not import.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { movedTables } from '../../src/base/move/move-plan.ts';
import { personTables, tablesOfPeople } from '../../src/base/rows/person-rows.ts';
import { ownedTables } from '../../src/base/state/owned-tables.ts';
import { columnsOf, referencesOf, uniqueKeysOf } from '../../src/base/state/references.ts';
import { createSchema } from '../../src/base/state/schema.ts';
import { readStatements } from '../../src/base/state/statements.ts';
import { findForeignTables, order } from './rules/tables.ts';

/** Tables by name with their columns; those of the full-text index are its own. */
function schema(): Map<string, string[]> {
  const db = new Database(':memory:');
  createSchema(db, 0);
  const names = db.prepare<[], { name: string }>("select name from sqlite_master where type = 'table'").all();
  const tables = names.filter(({ name }) => !/^(sqlite_|search_index_|knowledge_index_)/.test(name));
  const columnsOf = (table: string) => db.prepare<[string], { name: string }>('select name from pragma_table_info(?)').all(table);
  const found = new Map(tables.map(({ name }) => [name, columnsOf(name).map((column) => column.name)]));
  db.close();
  return found;
}

test('the order of slices is read from the import rule', () => {
  assert.equal(order[0], 'account/audit');
  assert.equal(order.at(-1), 'act/partner');
});

test('every table of the schema is in the list, and every entry has its table and columns', () => {
  const tables = schema();
  const listed = ownedTables();
  assert.deepEqual(listed.map(({ table }) => table).sort(), [...tables.keys()].sort());
  for (const { table, column, on_purge, reason } of listed) {
    for (const name of column) assert.ok(tables.get(table)?.includes(name) || table === 'search_values', `${table}.${name}`);
    assert.ok(on_purge === 'delete' ? column.length > 0 : reason !== '', `${table}: why are its rows kept?`);
  }
});

test('the file of a person and an erasure have the same places: each table is shown, or the list says why not', () => {
  const tables = schema();
  assert.deepEqual(
    personTables()
      .map(({ table }) => table)
      .sort(),
    tablesOfPeople().sort(),
  );
  for (const { table, by, columns, shown, reason } of personTables()) {
    assert.equal(by === 'none', reason !== '', `${table}: why is nothing of it shown?`);
    const found = [...columns.map((column) => column.split('=')[0] ?? ''), ...shown];
    for (const name of found) assert.ok(tables.get(table)?.includes(name), `${table}.${name}`);
  }
});

test('tables with rows of a profile or a workspace are purged, or the list says why not', () => {
  const tables = schema();
  for (const { table, column } of ownedTables()) {
    const cached = (tables.get(table) ?? []).filter((name) => name === 'profile_id' || name === 'workspace_id');
    assert.ok(cached.length === 0 || column.length > 0, `${table} holds ${cached.join(', ')} and names no column`);
  }
});

/** Ids that others assign, or of users and apps, who belong to no profile; mails stay behind, and rows that arrive name none. */
const ASSIGNED_ELSEWHERE =
  /^(account|ad|adset|campaign|creative|object|record|list|hook|login_account|target|copy|clean_dataset|customer_profile|public|app|anonymous|thread|provider_message|mail)_id$/;

test('each id in a row that moves with its profile is an owner, a key, or named as a reference to another row', () => {
  const db = new Database(':memory:');
  createSchema(db, 0);
  const references = new Set(referencesOf(db).map(({ table, column }) => `${table}.${column}`));
  for (const { table } of movedTables(db)) {
    const keys = new Set(uniqueKeysOf(db, table).flatMap(({ columns }) => columns));
    for (const { name, type } of columnsOf(db, table)) {
      if (!name.endsWith('_id') || type.toLowerCase() !== 'text') continue;
      const isKnown = ['profile_id', 'workspace_id'].includes(name) || keys.has(name) || references.has(`${table}.${name}`);
      assert.ok(isKnown || ASSIGNED_ELSEWHERE.test(name), `${table}.${name}: whose row does it name? (base/state/references.ts)`);
    }
  }
  db.close();
});

test('rows of a customer are erased by the list, which finds them by an index, or by their slice', () => {
  const db = new Database(':memory:');
  createSchema(db, 0);
  const tables = schema();
  for (const { table, slice, on_erasure } of ownedTables()) {
    const isOfCustomer = (tables.get(table) ?? []).includes('customer_no');
    if (isOfCustomer) assert.notEqual(on_erasure, 'none', `${table} has rows of customers: what does an erasure do with them?`);
    if (on_erasure !== 'delete') continue;
    assert.ok(isOfCustomer, table);
    const indexes = db.prepare<[string], string>('select name from pragma_index_list(?)').pluck().all(table);
    const columnsOf = db.prepare<[string], string>('select name from pragma_index_info(?) order by seqno').pluck();
    const isFound = indexes.some((index) => columnsOf.all(index).slice(0, 2).join() === 'profile_id,customer_no');
    assert.ok(isFound, `${slice}: ${table} has no index on profile_id and customer_no`);
  }
  db.close();
});

test('a statement touches no table of a slice that it may not import', () => {
  assert.deepEqual([...readStatements().values()].flatMap(findForeignTables), []);
});
