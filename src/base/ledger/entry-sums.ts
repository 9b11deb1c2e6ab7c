// The checksum of each entry of a ledger: SQLite has none for its pages, and a changed byte of a body would be sent to a receiver.
import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { sqlText } from '../sql/sql-files.ts';
import type { LedgerRow } from './ledger.ts';

type Summed = Omit<LedgerRow, 'entry_no' | 'checksum'>;

const sumOf = ({ ledger, profile_id, key, state, at, updated_at, body, lane, due_at }: Summed): number =>
  crc32(JSON.stringify([ledger, profile_id, key, state, at, updated_at, body, lane, due_at]));

/** A row of an earlier version has no checksum. */
export const isSound = (row: LedgerRow): boolean => row.checksum === null || row.checksum === sumOf(row);

/** Statements that write entries call it. */
export function addSumFunction(db: Database): void {
  db.function('entry_sum', { deterministic: true }, (ledger, profile_id, key, state, at, updated_at, body, lane, due_at) =>
    crc32(JSON.stringify([ledger, profile_id, key, state, at, updated_at, body, lane, due_at])),
  );
}

/** What is wrong with the entries of a file; undefined where nothing is. */
export function ledgerDamage(db: Database): string | undefined {
  for (const row of db.prepare<[], LedgerRow>(sqlText('ledger/entries_all')).iterate())
    if (!isSound(row)) return `entry ${row.entry_no} is not what was written`;
  return undefined;
}
