// A closed data folder with a value in every column that the list of sealed columns has for the master key, and one that a profile's key seals.
import { createSecretKey } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Base } from '../../../src/base/base.ts';
import type { Config } from '../../../src/base/config/config.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { open } from '../../../src/base/state/keyed-work.ts';
import type { MasterKey } from '../../../src/base/state/master-key.ts';
import { stateFile } from '../../../src/base/state/open-state.ts';
import { vaultOf } from '../../../src/base/state/profile-keys.ts';
import { contextOf, type SealedColumn, sealedColumns } from '../../../src/base/state/sealed-columns.ts';
import { testConfig } from '../folder.ts';

export const PROFILE = '018f0000-0000-7000-8000-000000000001';
export const clock = fakeClock('2026-03-01T10:00:00Z');
const PLACES = [PROFILE, '018f0000-0000-7000-8000-000000000002', '018f0000-0000-7000-8000-000000000003'];

/** What the master key itself seals, but the key of the profile, which is a real one, and earlier keys, which a rotation makes. */
export const ofMaster = sealedColumns().filter(({ key, table }) => key === 'vault' && table !== 'earlier_master_keys');

type Row = Record<string, unknown>;
const NOT_SEALED = 'in clear';

const clearOf = ({ table, column }: SealedColumn, n: number): string => `${table} ${column} ${n}`;

/** Makes the folder; answers the config. */
export async function fillFolder(dataDir: string, overrides: Partial<Config> = {}): Promise<Config> {
  const config = testConfig(dataDir, overrides);
  const base = await openBase(config, { clock, warehouseStarts: 'when asked' });
  try {
    fill(base);
  } finally {
    await closeBase(base);
  }
  return config;
}

function fill({ state }: Base): void {
  const { db } = state;
  for (const [n, profileId] of PLACES.entries()) {
    db.prepare('insert into access_workspaces (workspace_id, created_at) values (?, 0)').run(`w${n}`);
    db.prepare('insert into access_profiles (profile_id, workspace_id, created_at) values (?, ?, 0)').run(profileId, `w${n}`);
  }
  state.tx(() => state.keys.create(PROFILE));
  db.pragma('foreign_keys = off');
  db.pragma('ignore_check_constraints = on');
  for (const column of ofMaster) for (const n of PLACES.keys()) addRow(db, column, n, state.vault.seal);
  const sealed = state.keys.encrypt(PROFILE, 'customer_details', 'Ana');
  db.prepare('insert into customer_details values (?, 1, ?)').run(PROFILE, sealed);
}

/** Columns that must have a value get one of their type. */
function addRow(
  db: Database.Database,
  column: SealedColumn,
  n: number,
  sealFor: (context: string, clear: string) => Buffer,
): void {
  const columns = db
    .prepare<[string], { name: string; type: string; notnull: number; pk: number }>('select * from pragma_table_info(?)')
    .all(column.table)
    .filter(({ name, notnull, pk }) => notnull === 1 || pk > 0 || name === column.column);
  const label = `${column.column} ${n}`;
  const isSealed = (name: string): boolean => ofMaster.some((each) => each.table === column.table && each.column === name);
  const valueFor = (name: string, type: string): unknown => {
    if (isSealed(name)) return /blob/i.test(type) ? Buffer.alloc(0) : '{}';
    if (name === 'workspace_id') return `w${n}`;
    if (name === 'profile_id') return PLACES[n];
    return /int/i.test(type) ? n : /blob/i.test(type) ? Buffer.from(label) : `${name} ${label}`;
  };
  const row: Row = Object.fromEntries(columns.map(({ name, type }) => [name, valueFor(name, type)]));
  const sealed = sealFor(contextOf(column, row), clearOf(column, n));
  const text = n === 0 ? JSON.stringify({ [column.form]: NOT_SEALED, more: 1 }) : undefined;
  row[column.column] =
    column.form === 'bytes' ? sealed : (text ?? JSON.stringify({ [column.form]: sealed.toString('base64'), more: 1 }));
  const names = Object.keys(row);
  db.prepare(`insert into ${column.table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`).run(
    ...Object.values(row),
  );
}

/** How many values each column has that this key opens, and how many it does not; what was sealed must read as before. */
export function openedBy(dataDir: string, key: MasterKey): { opened: number; notOpened: number; wrong: string[] } {
  const db = new Database(stateFile(dataDir), { readonly: true });
  const result = { opened: 0, notOpened: 0, wrong: [] as string[] };
  const vault = vaultOf(key);
  for (const column of ofMaster)
    for (const row of db.prepare(`select * from ${column.table} where ${column.column} is not null`).all() as Row[]) {
      const value = sealedValue(column, row);
      if (value === undefined) continue;
      try {
        const clear = vault.open(contextOf(column, row), value);
        if (!clear.startsWith(`${column.table} ${column.column} `)) result.wrong.push(clear);
        result.opened += 1;
      } catch {
        result.notOpened += 1;
      }
    }
  const master = createSecretKey(key.bytes);
  for (const { profile_id, sealed_key } of db.prepare('select * from profile_keys').all() as {
    profile_id: string;
    sealed_key: Buffer;
  }[])
    try {
      open(master, `profile:${profile_id}`, sealed_key);
      result.opened += 1;
    } catch {
      result.notOpened += 1;
    }
  db.close();
  return result;
}

function sealedValue({ column, form }: SealedColumn, row: Row): Buffer | undefined {
  const value = row[column];
  if (form === 'bytes') return Buffer.isBuffer(value) && value.length > 0 ? value : undefined;
  if (value === '{}') return undefined;
  const fields = JSON.parse(String(value)) as Record<string, unknown>;
  if (fields['more'] !== 1) throw new Error(`${column} lost a field`);
  return fields[form] === NOT_SEALED ? undefined : Buffer.from(String(fields[form]), 'base64');
}
