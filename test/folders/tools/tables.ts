// The tables of a data folder's stores, without comments and layout, compared with the tables of a release or of another folder.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { baselineText, type Release } from '../../../bin/release/releases.ts';
import { addRowSum } from '../../../src/base/journal/row-sums.ts';
import { schemaDifferences } from '../../../src/base/state/schema-shape.ts';
import { storeFile } from '../../../src/base/upgrade/found-numbers.ts';
import { inCode } from '../../../src/base/upgrade/in-code.ts';
import { migrationsOf, numberOf, STORES, type Store } from '../../../src/base/upgrade/migrations.ts';

/** Of the baseline and the migrations up to a number. */
function releasedTables(store: Store, number: number): Database.Database {
  const db = new Database(':memory:');
  addRowSum(db);
  db.exec(baselineText(store));
  for (const migration of migrationsOf(store).filter((each) => each.number <= number)) {
    db.exec(migration.sql);
    inCode[`${store} ${migration.number}`]?.(db);
  }
  return db;
}

function eachStore(data: string, run: (store: Store, db: Database.Database) => void): void {
  for (const store of STORES.filter((each) => existsSync(storeFile(data, each)))) {
    const db = new Database(storeFile(data, store), { readonly: true });
    try {
      run(store, db);
    } finally {
      db.close();
    }
  }
}

/** A changed baseline, or a changed migration that a release had, would make other tables than its folders have. */
export function requireReleasedTables(data: string, release: Release): void {
  eachStore(data, (store, db) => {
    assert.equal(numberOf(db), release[store], store);
    const differ = schemaDifferences(db, releasedTables(store, release[store]));
    assert.deepEqual(differ, [], `${store} of ${release.version}: what a release has never changes (sql/migrations/README.md)`);
  });
}

/** Nobody may have either folder open. */
export function requireSameTables(data: string, other: string): void {
  eachStore(other, (store, db) => {
    if (!existsSync(storeFile(data, store))) return;
    const opened = new Database(storeFile(data, store), { readonly: true });
    try {
      assert.equal(numberOf(opened), numberOf(db), store);
      assert.deepEqual(schemaDifferences(opened, db), [], `${store}: write a migration (sql/migrations/README.md)`);
    } finally {
      opened.close();
    }
  });
}
