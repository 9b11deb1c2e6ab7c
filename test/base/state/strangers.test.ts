// A state whose rows do not belong together is told by the table, whichever it is: a backup of it is not restored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { ownedTables } from '../../../src/base/state/owned-tables.ts';
import { ownersOf, referencesOf } from '../../../src/base/state/references.ts';
import { createSchema } from '../../../src/base/state/schema.ts';
import { strangersIn } from '../../../src/base/state/strangers.ts';
import { insert, madeUp } from '../../doors/jobs/forged-move.ts';

const [mine, theirs] = [
  { profile_id: 'profile 1', workspace_id: 'workspace 1' },
  { profile_id: 'profile 2', workspace_id: 'workspace 2' },
];
const PLACES = new Set(['access_workspaces', 'access_profiles']);

/** Two workspaces with a profile each. */
function stateWith(t: { after: (work: () => void) => void }): Database.Database {
  const db = new Database(':memory:');
  t.after(() => db.close());
  createSchema(db, 0);
  db.pragma('foreign_keys = off');
  db.pragma('ignore_check_constraints = on');
  for (const place of [mine, theirs]) for (const table of PLACES) insert(db, table, madeUp(db, table, { ...place, is_demo: 0 }));
  return db;
}

/** The fault while these rows are there. */
function faultWith(db: Database.Database, rows: [table: string, row: Record<string, unknown>][]): string | undefined {
  db.exec('begin');
  for (const [table, row] of rows) insert(db, table, row);
  const found = strangersIn(db);
  db.exec('rollback');
  return found;
}

test('rows of a profile or workspace that does not exist, or of two that do not belong together', (t) => {
  const db = stateWith(t);
  assert.equal(strangersIn(db), undefined);
  let tried = 0;
  for (const { table } of ownedTables()) {
    const owners = ownersOf(db, table);
    if (owners.length === 0 || PLACES.has(table) || table === 'jobs') continue;
    const row = madeUp(db, table, mine);
    assert.equal(faultWith(db, [[table, row]]), undefined, table);
    for (const owner of owners)
      assert.match(
        String(faultWith(db, [[table, { ...row, [owner]: 'elsewhere' }]])),
        new RegExp(`^rows of ${table} name a `),
        table,
      );
    if (owners.length === 2)
      assert.match(String(faultWith(db, [[table, { ...row, workspace_id: theirs.workspace_id }]])), /another workspace/, table);
    tried += 1;
  }
  assert.ok(tried > 80, `${tried} tables`);
});

test('rows that lead to a row of another profile', (t) => {
  const db = stateWith(t);
  let tried = 0;
  for (const { table, column, parent, parentColumn } of referencesOf(db)) {
    const theirRow = madeUp(db, parent, { ...theirs, [parentColumn]: 'their row' });
    const myRow = { ...madeUp(db, table, mine), [column]: 'their row' };
    const isShared = ownersOf(db, table).some((owner) => ownersOf(db, parent).includes(owner));
    if (!isShared) continue;
    const fault = faultWith(db, [
      [parent, theirRow],
      [table, myRow],
    ]);
    assert.match(String(fault), /of another profile$/, `${table}.${column}, of ${parent}`);
    tried += 1;
  }
  assert.ok(tried > 20, `${tried} references`);
});
