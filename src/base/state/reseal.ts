// Seals the values of all columns again that the master key seals (sql/state/sealed.csv), page by page and inside the caller's transaction.
import { createSecretKey } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { open, seal } from './keyed-work.ts';
import type { MasterKey } from './master-key.ts';
import { vaultOf } from './profile-keys.ts';
import { contextColumns, contextOf, type SealedColumn, sealedColumns } from './sealed-columns.ts';

const PAGE_ROWS = 1_000;

export interface Resealed {
  again: number;
  notOpened: number;
}

type Row = Record<string, unknown>;
/** Undefined for a value that the old key does not open. */
type Change = (context: string, value: Buffer) => Buffer | undefined;

export function resealColumns(db: Database, old: MasterKey, next: MasterKey): Resealed {
  const changes = { master: changeOfMaster(old, next), vault: changeOfVault(old, next) };
  const total = { again: 0, notOpened: 0 };
  for (const column of sealedColumns()) {
    if (column.store !== 'state' || (column.key !== 'master' && column.key !== 'vault')) continue;
    const { again, notOpened } = resealColumn(db, column, changes[column.key]);
    total.again += again;
    total.notOpened += notOpened;
  }
  return total;
}

function changeOfMaster(old: MasterKey, next: MasterKey): Change {
  const [from, to] = [createSecretKey(old.bytes), createSecretKey(next.bytes)];
  return tried((context, value) => seal(to, context, open(from, context, value)));
}

function changeOfVault(old: MasterKey, next: MasterKey): Change {
  const [from, to] = [vaultOf(old), vaultOf(next)];
  return tried((context, value) => to.seal(context, from.open(context, value)));
}

const tried =
  (change: (context: string, value: Buffer) => Buffer): Change =>
  (context, value) => {
    try {
      return change(context, value);
    } catch {
      return undefined;
    }
  };

function resealColumn(db: Database, column: SealedColumn, change: Change): Resealed {
  const { table, column: name } = column;
  const keys = keyColumns(db, table);
  const places = keys.map(() => '?').join(', ');
  const columns = [...new Set([...keys, ...contextColumns(column), name])].join(', ');
  const page = (where: string) =>
    db.prepare<unknown[], Row>(
      `select ${columns} from ${table} where ${name} is not null ${where} order by ${keys.join(', ')} limit ${PAGE_ROWS}`,
    );
  const [first, later] = [page(''), page(`and (${keys.join(', ')}) > (${places})`)];
  const update = db.prepare<unknown[]>(`update ${table} set ${name} = ? where (${keys.join(', ')}) = (${places})`);
  const counts = { again: 0, notOpened: 0 };
  for (let rows = first.all(); rows.length > 0; ) {
    for (const row of rows) {
      const value = changedValue(column, row, change);
      if (value === 'not opened') counts.notOpened += 1;
      else if (value !== undefined) counts.again += update.run(value, ...keys.map((key) => row[key])).changes;
    }
    const last = rows.at(-1) ?? {};
    rows = later.all(...keys.map((key) => last[key]));
  }
  return counts;
}

/** The primary key, by which a page ends and the next begins. */
function keyColumns(db: Database, table: string): string[] {
  const keys = db.prepare<[string], string>('select name from pragma_table_info(?) where pk > 0 order by pk').pluck().all(table);
  return keys.length === 0 ? ['rowid'] : keys;
}

const object = z.record(z.string(), z.unknown());

function changedValue(column: SealedColumn, row: Row, change: Change): Buffer | string | 'not opened' | undefined {
  const value = row[column.column];
  const context = contextOf(column, row);
  if (Buffer.isBuffer(value)) return value.length === 0 ? undefined : (change(context, value) ?? 'not opened');
  if (typeof value !== 'string' || column.form === 'bytes') return undefined;
  // JSON without the field, and a field of the same name that is not sealed, are left.
  const fields = object.safeParse(parsed(value)).data;
  const text = fields?.[column.form];
  if (typeof text !== 'string') return undefined;
  const changed = change(context, Buffer.from(text, 'base64'));
  return changed && JSON.stringify({ ...fields, [column.form]: changed.toString('base64') });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
