// Which columns of state name a row of another table, and the owners of both: read from the schema, by foreign keys and by names, so that a table
// that is added is covered. What comes from outside, a moved profile or a backup, is compared by it: nobody's row may lead to a row of somebody else.
import type { Database } from 'better-sqlite3';
import { ownedTables } from './owned-tables.ts';

export interface Column {
  name: string;
  /** The place in the primary key; 0 for none. */
  pk: number;
  type: string;
}

/** A column with ids of rows of another table. */
export interface Reference {
  table: string;
  column: string;
  parent: string;
  parentColumn: string;
}

/** Columns that say whose a row is. */
export const OWNERS = ['profile_id', 'workspace_id'] as const;
/** Keys that belong to no profile and no workspace. */
const OF_NOBODY = new Set<string>([...OWNERS, 'place_id', 'person_id', 'app_id']);
/** References whose column has another name than the key. */
const NAMED_OTHERWISE: readonly Reference[] = [
  { table: 'recommendations', column: 'superseded_by', parent: 'recommendations', parentColumn: 'recommendation_id' },
  { table: 'ad_writes', column: 'undoes', parent: 'ad_writes', parentColumn: 'write_id' },
];

/** Stored columns of a table, without those that are computed from others. */
export const columnsOf = (db: Database, table: string, schema = 'main'): Column[] =>
  db.prepare<[string, string], Column>('select name, pk, type from pragma_table_xinfo(?, ?) where hidden = 0').all(table, schema);

/** The owners that a row of the table names. */
export const ownersOf = (db: Database, table: string): (typeof OWNERS)[number][] => {
  const names = new Set(columnsOf(db, table).map(({ name }) => name));
  return OWNERS.filter((owner) => names.has(owner));
};

export interface UniqueKey {
  columns: string[];
  /** SQL of the rows that it applies to; undefined for all. */
  where: string | undefined;
}

const PRIMARY = 'pk';

/** The primary key and the unique indexes of a table. */
export function uniqueKeysOf(db: Database, table: string): UniqueKey[] {
  const indexes = db
    .prepare<[string], { name: string; origin: string; partial: number }>(
      `select name, origin, partial from pragma_index_list(?, 'main') where "unique"`,
    )
    .all(table);
  const sql = db.prepare<[string], string>("select sql from main.sqlite_schema where type = 'index' and name = ?").pluck();
  const names = db.prepare<[string], string | null>("select name from pragma_index_info(?, 'main') order by seqno").pluck();
  const keys = indexes
    .map(({ name, partial }) => ({
      columns: names.all(name).filter((column) => column !== null),
      isOfColumns: !names.all(name).includes(null),
      where: partial === 1 ? /\bwhere\b([\s\S]+)$/i.exec(sql.get(name) ?? '')?.[1] : undefined,
    }))
    // One over expressions is left to the engine.
    .filter(({ isOfColumns }) => isOfColumns);
  if (indexes.some(({ origin }) => origin === PRIMARY)) return keys;
  const primary = columnsOf(db, table)
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ name }) => name);
  return primary.length === 0 ? keys : [{ columns: primary, where: undefined }, ...keys];
}

/** By the name of a column: the tables in which it alone identifies a row that has an owner. */
function keyTables(db: Database): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { table } of ownedTables()) {
    if (ownersOf(db, table).length === 0) continue;
    for (const { columns, where } of uniqueKeysOf(db, table)) {
      const [only, ...others] = columns;
      if (only === undefined || others.length > 0 || where !== undefined) continue;
      if (only.endsWith('_id') && !OF_NOBODY.has(only)) found.set(only, [...(found.get(only) ?? []), table]);
    }
  }
  return found;
}

interface ForeignKey {
  from: string;
  table: string;
  to: string | null;
}

/** All references between tables whose rows have owners. */
export function referencesOf(db: Database): Reference[] {
  const keys = keyTables(db);
  const references = new Map<string, Reference>();
  const note = (each: Reference): void => {
    references.set(`${each.table}.${each.column} ${each.parent}`, each);
  };
  for (const { table } of ownedTables()) {
    if (ownersOf(db, table).length === 0) continue;
    for (const { name } of columnsOf(db, table))
      for (const parent of keys.get(name) ?? []) if (parent !== table) note({ table, column: name, parent, parentColumn: name });
    const foreign = db.prepare<[string], ForeignKey>('select "from", "table", "to" from pragma_foreign_key_list(?)').all(table);
    for (const { from, table: parent, to } of foreign)
      if (!OF_NOBODY.has(from) && ownersOf(db, parent).length > 0)
        note({ table, column: from, parent, parentColumn: to ?? from });
  }
  for (const each of NAMED_OTHERWISE) note(each);
  return [...references.values()];
}
