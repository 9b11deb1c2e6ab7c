// What state has that a backup of it lacks, table by table: what is lost when the backup takes its place.
import Sqlite, { type Database } from 'better-sqlite3';

export interface LostRows {
  table: string;
  added: number;
  changed: number;
  removed: number;
  /** Of some that were added, as people call them. */
  names: string[];
}

/** Made again by themselves, or of no meaning to a person. */
const NOT_LISTED =
  /^(sqlite_|search_|schema_version$|installation$|cursors$|kept_files$|idempotent_calls$|journey_summaries$|credential_usage$)/;
/** Columns by which people know a row. */
const CALLED = ['name', 'title', 'label', 'email', 'kind'];
const NAMED = 5;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

type Column = { name: string; pk: number };
const columnsOf = (db: Database, schema: 'main' | 'later', table: string): Column[] =>
  db.prepare<[string, string], Column>('select name, pk from pragma_table_xinfo(?, ?) where hidden = 0').all(table, schema);

/** @param before State of the backup. @param now That of the folder. */
export function lostRows(before: string, now: string): LostRows[] {
  const db = new Sqlite(before, { readonly: true });
  try {
    db.prepare('attach database ? as later').run(now);
    const tables = db
      .prepare<[], string>(
        "select name from later.sqlite_schema where type = 'table' and sql not like 'create virtual%' order by name",
      )
      .pluck()
      .all();
    const found = tables.filter((table) => !NOT_LISTED.test(table)).map((table) => lostOf(db, table));
    return found.filter(({ added, changed, removed }) => added + changed + removed > 0);
  } finally {
    db.close();
  }
}

function lostOf(db: Database, table: string): LostRows {
  const [before, now] = [columnsOf(db, 'main', table), columnsOf(db, 'later', table)];
  const count = (sql: string): number => Number(db.prepare(sql).pluck().get());
  const [later, main] = [`later.${quoted(table)}`, `main.${quoted(table)}`];
  // What only this version keeps.
  if (before.length === 0) return { table, added: count(`select count(*) from ${later}`), changed: 0, removed: 0, names: [] };
  const shared = before.filter(({ name }) => now.some((column) => column.name === name));
  const keys = shared.filter(({ pk }) => pk > 0);
  const by = (columns: Column[], join: string): string =>
    columns.map(({ name }) => `a.${quoted(name)} is b.${quoted(name)}`).join(join) || 'true';
  const same = by(keys.length > 0 ? keys : shared, ' and ');
  const missing = (a: string, b: string): string => `from ${a} as a where not exists (select 1 from ${b} as b where ${same})`;
  const called = CALLED.find((name) => shared.some((column) => column.name === name));
  const names = called
    ? db
        .prepare<[], unknown>(`select distinct a.${called} ${missing(later, main)} and a.${called} is not null limit ${NAMED}`)
        .pluck()
        .all()
        .map(String)
    : [];
  return {
    table,
    added: count(`select count(*) ${missing(later, main)}`),
    changed:
      keys.length > 0
        ? count(`select count(*) from ${later} as a inner join ${main} as b on ${same} where not (${by(shared, ' and ')})`)
        : 0,
    removed: count(`select count(*) ${missing(main, later)}`),
    names,
  };
}
