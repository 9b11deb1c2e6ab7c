// The list of sealed columns, sql/state/sealed.csv, agrees with the schemas: what the rotation of the master key and the search for what is left of a person
// work from cannot lack a column.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { projectFile } from '../../src/base/kit/paths.ts';
import { createSchema } from '../../src/base/state/schema.ts';
import { contextColumns, sealedColumns } from '../../src/base/state/sealed-columns.ts';
import { sealedBytesIn } from '../collect/identity/whole-folder.ts';

test('the list of sealed columns has every column of sealed bytes of a new folder, and no other', () => {
  const db = new Database(':memory:');
  createSchema(db, 0);
  const names = (columns: readonly { table: string; column: string }[]): string[] =>
    columns.map(({ table, column }) => `${table}.${column}`).sort();
  const listed = sealedColumns().filter(({ store, form }) => store === 'state' && form === 'bytes');
  assert.deepEqual(names(sealedBytesIn(db, 'state')), names(listed));
  db.exec('create table planted (id text primary key, secret blob) strict');
  assert.throws(() => sealedBytesIn(db, 'state'), /planted.secret holds bytes that nobody looks into/);
});

test('each context names columns of its table, and each field of JSON is in a column of text', () => {
  const db = new Database(':memory:');
  createSchema(db, 0);
  const types = db.prepare<[string, string], string>('select type from pragma_table_info(?) where name = ?').pluck();
  for (const column of sealedColumns().filter(({ store }) => store === 'state')) {
    for (const name of contextColumns(column)) assert.ok(types.get(column.table, name), `${column.table}.${name}`);
    assert.equal(types.get(column.table, column.column), column.form === 'bytes' ? 'BLOB' : 'TEXT', column.column);
  }
});

/** Where the vault seals what leaves, or what is gone when it is read too late: a rotation ends it, but for links (`openSent`). */
const LEAVES = [
  'act/messaging/opt-out.ts',
  'act/messaging/whatsapp/code-relay.ts',
  'account/people/devices.ts',
  'account/people/passkeys/challenges.ts',
  'account/people/second-factor/pending.ts',
  'base/backup/backup.ts',
  'base/backup/seal-clear.ts',
  'doors/mcp/confirm-token.ts',
  'report/reports/outside/confirmation.ts',
  'report/reports/unsubscribe.ts',
];
/** What is sealed there is in a column of the list. */
const IN_COLUMNS = [
  'account/access/idempotency.ts',
  'account/people/mail-state.ts',
  'account/people/second-factor/codes.ts',
  'account/sso/attempts.ts',
  'account/sso/providers.ts',
  'account/workspaces/sender-domain.ts',
  'act/connections/apps/registrations.ts',
  'base/move/moves.ts',
  'base/state/earlier-keys.ts',
  'base/state/reseal.ts',
  'base/work/intents.ts',
  'base/work/job.ts',
  'collect/identity/erasure/erasure-work.ts',
];

test('whatever the vault seals is in a column of the list, or leaves', () => {
  const root = projectFile('src');
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') && /\bvaultOf\(.*\)\.seal\(|\b(?:vault|to)\.seal\(/.test(readFileSync(join(root, name), 'utf8')),
  );
  assert.deepEqual(found.sort(), [...LEAVES, ...IN_COLUMNS].sort());
});
