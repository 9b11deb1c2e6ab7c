// Which rows of state go with a profile that moves, and how they are read: in one order on either side, so that their digests agree.
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { ownedTables } from '../state/owned-tables.ts';
import { columnsOf } from '../state/references.ts';

/** Rows about calls, people and apps of the installation that is left, of work that was under way, of its second engine, or that are computed again. */
const STAYING = new Set([
  'handoffs',
  'app_authorizations',
  'intents',
  'connect_links',
  'seen_tabs',
  'removed_members',
  'profile_views',
  'boards',
  'snapshots',
  'quality_readings',
  'profile_engines',
  'sender_days',
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
/** By the name of a column, or of a table and its column: assigned again by the installation that accepts the rows. */
const ASSIGNED_THERE = new Set([
  'workspace_id',
  'access_profiles.provisioned_by',
  'statement_imports.import_no',
  'webhook_outbox.outbox_no',
  'search_profiles.profile_no',
  'knowledge_passages.passage_no',
  'file_imports.import_no',
  'shop_orders.order_no',
  'shop_products.product_no',
  'managed_calendars.calendar_no',
  'messages.message_no',
  'whatsapp_registrations.attempt_no',
]);
/** Positions of computed figures, which are computed again. */
const COMPUTED = "name not in ('landed', 'landed_decision')";
/** The column of owners that is in the file. */
const OWNER = 'profile_id';

export const WAITING_COLUMNS = 'ledger, key, state, at, updated_at, body, lane, due_at';
/** Tables of the file that are not rows of state, with their columns. */
export const OTHER_TABLES: Readonly<Record<string, readonly string[]>> = {
  t_outcomes: ['outcome_key', 'seq', 'content_hash'],
  t_waiting: WAITING_COLUMNS.split(', '),
  files: ['path', 'part', 'bytes'],
  move_manifest: ['manifest', 'signature'],
};
/** So many search texts are numbered within a profile. */
export const SEARCH_NUMBERS = 1n << 40n;

/** The statements that read the rows of one table. */
export interface MovedTable {
  table: string;
  columns: string[];
  /** Each row says whose it is. */
  hasOwner: boolean;
  /** Reads them in order; `?` is the profile's id. */
  select: string;
}

/** A search text is numbered within its profile, whose own number is another one elsewhere. */
const SEARCH_VALUES: MovedTable = {
  table: 'search_values',
  columns: ['value_no', 'customer_no', 'kind', 'value'],
  hasOwner: false,
  select: `select value_no - (profile_no << 40) as value_no, customer_no, kind, value from state.search_values
    where profile_no = (select profile_no from state.search_profiles where profile_id = ?) order by value_no`,
};

function movedTable(db: Database, table: string, schema: string): MovedTable {
  if (table === 'search_values') return SEARCH_VALUES;
  const all = columnsOf(db, table, schema);
  const columns = all
    .map(({ name }) => name)
    .filter((name) => !ASSIGNED_THERE.has(name) && !ASSIGNED_THERE.has(`${table}.${name}`));
  const order = all.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const by = order.length > 0 ? order.map(({ name }) => `"${name}"`).join(', ') : 'rowid';
  const where = table === 'cursors' ? `${OWNER} = ? and ${COMPUTED}` : `${OWNER} = ?`;
  const hasOwner = columns.includes(OWNER);
  return { table, columns, hasOwner, select: `select ${listed(columns)} from state."${table}" where ${where} order by ${by}` };
}

/** Names of columns as SQL. */
export const listed = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(', ');

/** @param schema Where the tables of state are: of a connection to a file of state, or of one on which it is attached. */
export function movedTables(db: Database, schema: 'main' | 'state' = 'main'): MovedTable[] {
  const owned = ownedTables().filter(({ column, on_purge }) => column.includes(OWNER) && on_purge === 'delete');
  const names = owned.map(({ table }) => table).filter((table) => !STAYING.has(table));
  return [...names, ...MOVING].map((table) => movedTable(db, table, schema));
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
