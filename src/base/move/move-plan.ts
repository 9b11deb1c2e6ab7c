// Which rows of state go with a profile that moves, and how they are read: in one order on either side, so that their digests agree.
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { ownedTables } from '../state/owned-tables.ts';

/** Rows about calls, people and apps of the installation that is left, of work that was under way, of its second engine, or that are computed again. */
const STAYING = new Set([
  'handoffs',
  'app_authorizations',
  'intents',
  'connect_links',
  'seen_tabs',
  'removed_members',
  'profile_views',
  'snapshots',
  'quality_readings',
  'profile_engines',
]);
/** Purged by their slices, or by base itself. */
const MOVING = [
  'access_profiles',
  'api_keys',
  'profile_entitlements',
  'search_profiles',
  'search_values',
  'decisions',
  'cursors',
];
/** Assigned again by the installation that accepts the rows. */
const NUMBERS: Readonly<Record<string, string>> = { statement_imports: 'import_no', webhook_outbox: 'outbox_no' };
/** Positions of computed figures, which are computed again. */
const COMPUTED = "name not in ('landed', 'landed_decision')";

export const WAITING_COLUMNS = 'ledger, key, state, at, updated_at, body, lane, due_at';

/** The statements that read the rows of one table. */
export interface MovedTable {
  table: string;
  columns: string[];
  /** Reads them in order; `?` is the profile's id. */
  select: string;
}

/** A search text is numbered within its profile, whose own number is another one elsewhere. */
const SEARCH_VALUES: MovedTable = {
  table: 'search_values',
  columns: ['value_no', 'customer_no', 'kind', 'value'],
  select: `select value_no - (profile_no << 40) as value_no, customer_no, kind, value from state.search_values
    where profile_no = (select profile_no from state.search_profiles where profile_id = ?) order by value_no`,
};

interface Column {
  name: string;
  pk: number;
}

function movedTable(db: Database, table: string): MovedTable {
  if (table === 'search_values') return SEARCH_VALUES;
  const all = db.prepare<[string], Column>('select name, pk from pragma_table_xinfo(?) where hidden = 0').all(table);
  const isLeftOut = (name: string): boolean => name === NUMBERS[table] || (table === 'search_profiles' && name === 'profile_no');
  const columns = all.map(({ name }) => name).filter((name) => !isLeftOut(name));
  const order = all.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const by = order.length > 0 ? order.map(({ name }) => `"${name}"`).join(', ') : 'rowid';
  const where = table === 'cursors' ? `profile_id = ? and ${COMPUTED}` : 'profile_id = ?';
  const listed = columns.map((name) => `"${name}"`).join(', ');
  return { table, columns, select: `select ${listed} from state."${table}" where ${where} order by ${by}` };
}

/** @param db A connection on which a file of state is attached as `state`, or is one itself. */
export function movedTables(db: Database): MovedTable[] {
  const owned = ownedTables().filter(({ column, on_purge }) => column.includes('profile_id') && on_purge === 'delete');
  const names = owned.map(({ table }) => table).filter((table) => !STAYING.has(table));
  return [...names, ...MOVING].map((table) => movedTable(db, table));
}

const plain = (value: unknown): unknown =>
  typeof value === 'bigint' ? `${value}n` : Buffer.isBuffer(value) ? value.toString('base64') : value;

/** A digest of rows; the same for the same rows in the same order. */
export function digestOf(db: Database, select: string, parameters: readonly unknown[]): string {
  const hash = createHash('sha256');
  let rows = 0;
  for (const row of db
    .prepare<unknown[], unknown[]>(select)
    .safeIntegers(true)
    .raw(true)
    .iterate(...parameters)) {
    hash.update(JSON.stringify(row.map(plain)));
    hash.update('\n');
    rows += 1;
  }
  return `${rows} ${hash.digest('hex')}`;
}
