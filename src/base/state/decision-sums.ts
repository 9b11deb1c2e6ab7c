// A checksum beside each decision, since SQLite's pages have none: a byte that changes on the disk would become a figure. Decisions that were
// restored from an earlier version have none.
import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { StoresDisagree } from '../folder/stores-disagree.ts';

interface Summed {
  profile_id: string;
  decision_no: bigint;
  after_seq: bigint;
  caused_by_seq: bigint | null;
  kind: string;
  subject: string;
  payload: string;
  actor: string;
  decided_at: bigint;
}

/** A decision that is not as it was written. */
export class StateDamaged extends StoresDisagree {}

export const decisionSum = (row: Summed): bigint =>
  BigInt(
    crc32(
      `${row.profile_id} ${row.decision_no} ${row.after_seq} ${row.caused_by_seq ?? ''} ${row.kind} ${row.subject} ${row.payload} ${row.actor} ${row.decided_at}`,
    ),
  );

const isSound = (row: Summed & { checksum: bigint | null }): boolean =>
  row.checksum === null || row.checksum === decisionSum(row);
const nameOf = ({ profile_id, decision_no }: Pick<Summed, 'profile_id' | 'decision_no'>): string =>
  `decision ${decision_no} of profile ${profile_id} is not as it was written`;

export function requireSound(row: Summed & { checksum: bigint | null }): void {
  if (!isSound(row)) throw new StateDamaged(`State is damaged: ${nameOf(row)}.`);
}

/** Reads every decision; names the first that is damaged or missing. */
export function decisionDamage(db: Database): string | undefined {
  const columns = db.prepare("select name from pragma_table_info('decisions')").pluck().all();
  // An earlier version has none, as in a backup.
  if (!columns.includes('checksum')) return undefined;
  const all = db.prepare<[], Summed & { checksum: bigint | null }>('select * from decisions order by profile_id, decision_no');
  let before = { profile_id: '', decision_no: 0n };
  for (const row of all.safeIntegers(true).iterate()) {
    const next = row.profile_id === before.profile_id ? before.decision_no + 1n : 1n;
    if (row.decision_no !== next) return nameOf({ profile_id: row.profile_id, decision_no: next });
    if (!isSound(row)) return nameOf(row);
    before = row;
  }
  return undefined;
}
