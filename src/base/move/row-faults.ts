// Reads the rows of a file in which a profile arrives as what they may be, a stranger's: nothing of the file is believed, whoever signed it. Rows that
// pass are copied into a file of state of their own, whose tables have the types and checks of this version, and only that one is ever
// adopted.
import Database from 'better-sqlite3';
import { decisionDamage } from '../state/decision-sums.ts';
import { columnsOf, ownersOf, type Reference, referencesOf, type UniqueKey, uniqueKeysOf } from '../state/references.ts';
import { createSchema } from '../state/schema.ts';
import type { MoveManifest } from './move-file.ts';
import { digestOf, listed, type MovedTable, movedTables, OTHER_TABLES, SEARCH_NUMBERS, WAITING_COLUMNS } from './move-plan.ts';

export interface CheckWork {
  /** The file of the move, readable. */
  file: string;
  /** The file of state into which the rows are copied; new. */
  target: string;
  /** The state of this installation. */
  state: string;
  profileId: string;
  /** In which the profile arrives. */
  workspaceId: string;
  lastSeq: string;
  contents: MoveManifest['contents'];
}

/** Why rows are not taken in: another's, or not what such rows are. */
export interface RowFault {
  kind: 'foreign' | 'damaged';
  /** Names of tables. */
  table: string;
  text: string;
}

class Refused extends Error {
  readonly fault: RowFault;
  constructor(kind: RowFault['kind'], table: string, text: string) {
    super(text);
    this.fault = { kind, table, text };
  }
}

const damaged = (table: string, text: string): never => {
  throw new Refused('damaged', table, text);
};
const foreign = (tables: readonly string[], text: string): never => {
  throw new Refused('foreign', [...new Set(tables)].join(', '), text);
};

/** Tables and nothing else: a view or a trigger could answer otherwise each time it is read. */
function requirePlainTables(db: Database.Database, tables: readonly MovedTable[]): void {
  const expected = new Map<string, readonly string[]>(tables.map(({ table, columns }) => [`t_${table}`, columns]));
  for (const [table, columns] of Object.entries(OTHER_TABLES)) expected.set(table, columns);
  const found = db
    .prepare<[], { type: string; name: string; rootpage: number }>('select type, name, rootpage from moved.sqlite_schema')
    .all()
    .filter(({ name }) => !name.startsWith('sqlite_autoindex_'));
  for (const { type, name, rootpage } of found)
    if (type !== 'table' || rootpage === 0 || !expected.has(name)) damaged(name, `it contains ${type} ${name}`);
  const columns = db
    .prepare<[string], string>("select name || iif(hidden = 0, '', ' computed') from pragma_table_xinfo(?, 'moved')")
    .pluck();
  for (const [name, names] of expected)
    if (columns.all(name).join() !== names.join()) damaged(name, `its table ${name} is missing or has other columns`);
}

function requireDigests(db: Database.Database, { contents }: CheckWork, tables: readonly MovedTable[]): void {
  const selects = tables.map(({ table, columns }) => [table, `select ${listed(columns)} from moved."t_${table}" order by rowid`]);
  selects.push(['outcomes', 'select outcome_key, seq, content_hash from moved.t_outcomes order by rowid']);
  selects.push(['waiting', `select ${WAITING_COLUMNS} from moved.t_waiting order by rowid`]);
  for (const [table = '', select = ''] of selects)
    if (digestOf(db, select, []) !== contents[table])
      damaged(table, `its rows of ${table} do not have the digest of the manifest`);
}

function requireOwner(db: Database.Database, { profileId }: CheckWork, tables: readonly MovedTable[]): void {
  const foreignTables = tables
    .filter(({ hasOwner }) => hasOwner)
    .map(({ table }) => table)
    .filter((table) =>
      has(db, `select 1 from moved."t_${table}" where profile_id is not $profile limit 1`, { profile: profileId }),
    );
  if (foreignTables.length > 0)
    foreign(foreignTables, `rows of ${foreignTables.join(', ')} are not of the profile that the file is of`);
}

const has = (db: Database.Database, select: string, named: Record<string, string>): boolean =>
  db.prepare(select).get(named) !== undefined;

/** With the types, checks and keys of this version's tables. */
function copyRows(db: Database.Database, { workspaceId }: CheckWork, tables: readonly MovedTable[]): void {
  for (const { table, columns } of tables) {
    if (table === 'search_values') continue;
    const isPlaced = columnsOf(db, table).some(({ name }) => name === 'workspace_id');
    const names = listed([...columns, ...(isPlaced ? ['workspace_id'] : [])]);
    const statement = db.prepare(
      `insert into main."${table}" (${names}) select ${listed(columns)}${isPlaced ? ', $workspace' : ''} from moved."t_${table}" order by rowid`,
    );
    try {
      statement.run(isPlaced ? { workspace: workspaceId } : {});
    } catch (error) {
      if (isConstraint(error)) damaged(table, `its rows of ${table} are not those of such a table (${(error as Error).message})`);
      throw error;
    }
  }
  requireOneProfile(db);
  copySearchTexts(db);
}

const isConstraint = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT');

function requireOneProfile(db: Database.Database): void {
  const live = 'select 1 from access_profiles natural join profiles where archived_at is null and purged_at is null';
  if (!db.prepare(live).get()) damaged('profiles', 'it has no profile that is live');
}

/** Texts are numbered within the profile; a number beyond that range would be another profile's. */
function copySearchTexts(db: Database.Database): void {
  const range = `typeof(value_no) = 'integer' and value_no between 0 and ${SEARCH_NUMBERS - 1n}`;
  if (db.prepare(`select 1 from moved.t_search_values where not (${range}) limit 1`).get())
    foreign(['search_values'], 'its rows of search_values have numbers of another profile');
  try {
    db.prepare(
      `insert into main.search_values (value_no, profile_no, customer_no, kind, value)
      select (profile_no * ${SEARCH_NUMBERS}) + t.value_no, profile_no, t.customer_no, t.kind, t.value
      from moved.t_search_values as t, main.search_profiles order by t.value_no`,
    ).run();
  } catch (error) {
    if (isConstraint(error)) damaged('search_values', 'its rows of search_values are not those of such a table');
    throw error;
  }
}

interface Meeting {
  table: string;
  name: string;
}

/** A row may name rows of the same profile, in the file or here. What is of a whole workspace it may name if it did so before, in an earlier stay. */
function foreignReferences(db: Database.Database, { profileId }: CheckWork, tables: ReadonlySet<string>): Meeting[] {
  const isForeign = ({ table, column, parent, parentColumn }: Reference): boolean => {
    const other = ownersOf(db, parent).includes('profile_id')
      ? 'p.profile_id is not $profile'
      : `not exists (select 1 from here."${table}" as h where h."${column}" = c."${column}" and h.profile_id = $profile)`;
    const select = `select 1 from main."${table}" as c inner join here."${parent}" as p on p."${parentColumn}" = c."${column}"
      where ${other} limit 1`;
    return has(db, select, { profile: profileId });
  };
  return referencesOf(db)
    .filter((each) => tables.has(each.table) && isForeign(each))
    .map(({ table, column, parent }) => ({ table, name: `${table}.${column} (${parent})` }));
}

/** A key that is of another profile here would replace its row, or be refused half way. */
function metKeys(db: Database.Database, { profileId }: CheckWork, tables: readonly MovedTable[]): Meeting[] {
  const isMet = (table: string, { columns, where }: UniqueKey): boolean => {
    const rows = (schema: string): string =>
      `(select ${listed([...new Set([...columns, 'profile_id'])])} from ${schema}."${table}"${where === undefined ? '' : ` where ${where}`})`;
    const same = columns.map((name) => `s."${name}" = h."${name}"`).join(' and ');
    const select = `select 1 from ${rows('main')} as s inner join ${rows('here')} as h on ${same} where h.profile_id <> $profile limit 1`;
    return has(db, select, { profile: profileId });
  };
  return tables.flatMap(({ table, hasOwner, columns: moved }) =>
    (hasOwner ? uniqueKeysOf(db, table) : [])
      .filter(({ columns }) => !columns.includes('profile_id') && columns.every((name) => moved.includes(name)))
      .filter((key) => isMet(table, key))
      .map(({ columns }) => ({ table, name: `${table} (${columns.join(', ')})` })),
  );
}

function requireNoMeeting(db: Database.Database, work: CheckWork, tables: readonly MovedTable[]): void {
  const references = foreignReferences(db, work, new Set(tables.map(({ table }) => table)));
  const keys = metKeys(db, work, tables);
  const texts = [
    ...(references.length > 0 ? [`its rows name rows of another profile here: ${namesOf(references)}`] : []),
    ...(keys.length > 0 ? [`another profile here has rows with the same keys: ${namesOf(keys)}`] : []),
  ];
  if (texts.length > 0)
    foreign(
      [...references, ...keys].map(({ table }) => table),
      texts.join('; '),
    );
}

const namesOf = (meetings: readonly Meeting[]): string => meetings.map(({ name }) => name).join(', ');

/** Keys of apps that this installation does not know stay behind, and a key that was revoked here stays revoked. */
function settleKeys(db: Database.Database): void {
  db.exec(`update main.api_keys set revoked_at = (select h.revoked_at from here.api_keys as h where h.api_key_id = main.api_keys.api_key_id)
    where revoked_at is null;
    delete from main.api_keys where app_id is not null and app_id not in (select app_id from here.apps);
    update main.api_keys set replaced_by = null where replaced_by not in (select api_key_id from main.api_keys)`);
}

/** Rows that are always in the same file; what else a row names is looked up where it is adopted. */
function requireWhole(db: Database.Database, tables: ReadonlySet<string>): void {
  const broken = db.prepare<[], { table: string; parent: string }>('select "table", parent from pragma_foreign_key_check').all();
  for (const { table, parent } of broken)
    if (tables.has(parent)) damaged(table, `its rows of ${table} name rows of ${parent} that are not in it`);
}

/** What the whole installation would stumble over: cursors ahead of the journal, decisions that are not as they were written. */
function requireSound(db: Database.Database, { lastSeq }: CheckWork): void {
  const decision = decisionDamage(db);
  if (decision !== undefined) damaged('decisions', decision);
  const stitched = db.prepare("select value from cursors where name = 'stitched'").safeIntegers(true).pluck().get() ?? 0n;
  if (stitched !== BigInt(lastSeq)) damaged('cursors', `${stitched} of its ${lastSeq} facts are stitched`);
  if (db.prepare("select 1 from cursors where name in ('landed', 'landed_decision')").get())
    damaged('cursors', 'its cursors say that figures are computed');
}

const isOfType = (column: string, ...types: string[]): string =>
  `typeof(${column}) in (${types.map((type) => `'${type}'`).join(', ')})`;

function requireOtherRows(db: Database.Database, { lastSeq }: CheckWork): void {
  const outcomes = `${isOfType('outcome_key', 'blob')} and ${isOfType('content_hash', 'blob')} and ${isOfType('seq', 'integer')} and seq between 1 and $last`;
  if (db.prepare(`select 1 from moved.t_outcomes where not (${outcomes}) limit 1`).get({ last: BigInt(lastSeq) }))
    damaged('outcomes', 'its outcome keys name facts that it does not have');
  if (db.prepare('select 1 from moved.t_outcomes group by outcome_key having count(*) > 1 limit 1').get())
    damaged('outcomes', 'it has an outcome key twice');
  const texts = ['ledger', 'key', 'state', 'body'].map((column) => isOfType(column, 'text'));
  const numbers = ['at', 'updated_at', 'due_at'].map((column) => isOfType(column, 'integer'));
  const waiting = [...texts, ...numbers, isOfType('lane', 'text', 'null'), 'json_valid(body)'].join(' and ');
  if (db.prepare(`select 1 from moved.t_waiting where not (${waiting}) limit 1`).get())
    damaged('waiting', 'its rows of waiting are not those of such a table');
}

function check(db: Database.Database, work: CheckWork): void {
  // Nothing that the file itself defines runs.
  db.pragma('trusted_schema = off');
  db.pragma('journal_mode = off');
  db.pragma('synchronous = off');
  db.pragma('foreign_keys = off');
  createSchema(db, 0);
  const tables = movedTables(db);
  const names = new Set(tables.map(({ table }) => table));
  db.prepare('attach database ? as moved').run(work.file);
  db.prepare('attach database ? as here').run(work.state);
  requirePlainTables(db, tables);
  requireDigests(db, work, tables);
  requireOwner(db, work, tables);
  requireOtherRows(db, work);
  const copy = db.transaction(() => copyRows(db, work, tables));
  copy();
  requireNoMeeting(db, work, tables);
  settleKeys(db);
  requireWhole(db, names);
  requireSound(db, work);
}

/** Fills `target` with the rows of a file, or answers why it does not. */
export function faultIn(work: CheckWork): RowFault | undefined {
  const db = new Database(work.target);
  try {
    check(db, work);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.fault;
    if (error instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(String('code' in error ? error.code : '')))
      return { kind: 'damaged', table: '', text: `it cannot be read (${error.message})` };
    throw error;
  } finally {
    db.close();
  }
}
