// A checksum beside each row of the journal, since SQLite's pages have none: a byte that changes on the disk would become a figure. It covers
// the columns on which figures and seqs depend (`content` of the views in `schema_3`); traits are encrypted, which reveals a change.
import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { StoresDisagree } from '../folder/stores-disagree.ts';
import { sqlText } from '../sql/sql-files.ts';
import type { Packed } from './group.ts';

/** A row of the journal that is not as it was written, or is missing. */
export interface RowDamage {
  profileId: string;
  /** The fact; 0 for the row that counts the profile's facts. */
  seq: bigint;
  reason: string;
}

export class JournalDamaged extends StoresDisagree {
  readonly damage: RowDamage;
  constructor(damage: RowDamage) {
    super(`The journal is damaged at ${nameOf(damage)}.`);
    this.damage = damage;
  }
}

export const nameOf = ({ profileId, seq, reason }: RowDamage): string =>
  seq === 0n ? `profile ${profileId}: ${reason}` : `profile ${profileId}, fact ${seq}: ${reason}`;

export const FACT_CHANGED = 'the row is not as it was written';
export const COUNTS_CHANGED = 'the row that counts its facts is not as it was written';

/** Statements call it `row_sum`. */
export const addRowSum = (db: Database): unknown =>
  db.function('row_sum', { deterministic: true, directOnly: true }, (content) => crc32(content as string));

/** The checksum of an id and the values between two places, in the order of `content`. */
export function sumOf(id: bigint | number, values: readonly Packed[], from: number, to: number): number {
  let content = `${id}`;
  for (let at = from; at < to; at += 1) content += ` ${values[at] ?? ''}`;
  return crc32(content);
}

interface DamagedRow {
  profile_id: string | null;
  seq: bigint;
  reason: string;
}

/** Reads every row; answers the damaged ones, up to a limit. */
export function damagedRows(db: Database, most: number): RowDamage[] {
  // One of an earlier version, as in a backup, gets its checksums when it is opened.
  if ((db.pragma('user_version', { simple: true }) as number) < 3) return [];
  addRowSum(db);
  const rows = db.prepare(sqlText('journal/damaged_rows')).safeIntegers(true).all(most) as DamagedRow[];
  return rows.map(({ profile_id, seq, reason }) => ({ profileId: profile_id ?? 'unknown', seq, reason }));
}
