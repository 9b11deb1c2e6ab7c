// Appends a group: each fact gets its seq here, inside the transaction, and outcome keys are compared here, so that no two callers can
// both be first.
import { isDiskFull } from '../../files/disk.ts';
import { COLUMNS, type Group, type GroupResult, MAX_SEQ, type Packed, unpackBytes } from '../group.ts';
import type { Makers, Rows } from '../group-rows.ts';
import { sumOf } from '../row-sums.ts';
import type { JournalDb, ProfileCounts } from './journal-db.ts';

const CREATED = 0;
const DUPLICATE = 1;
const CONFLICT = 2;

export function appendGroup(db: JournalDb, makers: Makers, group: Group): GroupResult {
  const { sizes } = group;
  const rows = makers.rowsOf(group);
  const count = rows.values.length / COLUMNS;
  const { refused, notes, failures } = rows;
  const result: GroupResult = {
    status: new Array(count).fill(CREATED),
    seq: new Array(count).fill(0n),
    refused,
    notes,
    failures,
  };
  try {
    writeRows(db, rows, { first: 0, count }, result);
    return result;
  } catch (error) {
    if (sizes.length === 1 || isDiskFull(error)) throw error;
  }
  // One append spoils its own transaction only.
  let first = 0;
  for (const [i, size] of sizes.entries()) {
    try {
      writeRows(db, rows, { first, count: size }, result);
    } catch (error) {
      if (isDiskFull(error)) throw error;
      result.failures[i] = error instanceof Error ? error.message : String(error);
    }
    first += size;
  }
  return result;
}

/** Writes a range of rows in one transaction. */
function writeRows(db: JournalDb, rows: Rows, { first, count }: { first: number; count: number }, result: GroupResult): void {
  db.transaction(() => {
    const touched = new Set<ProfileCounts>();
    for (let row = first; row < first + count; row += 1) writeRow(db, rows, row, result, touched);
    for (const profile of touched) db.setCounts(db.statements.profileLast, profile.last, profile);
  });
}

function writeRow(db: JournalDb, { values }: Rows, row: number, result: GroupResult, touched: Set<ProfileCounts>): void {
  const at = row * COLUMNS;
  const profileId = values[at];
  if (typeof profileId !== 'string') return;
  const profile = db.findOrAdd(profileId);
  const seq = profile.last + 1n;
  if (seq > MAX_SEQ) throw new Error('a profile can have at most 2^40 - 1 facts');
  const earlier = claimOutcome(db, profile, seq, unpackBytes(values[at + 12]), unpackBytes(values[at + 13]));
  if (earlier) {
    result.status[row] = earlier.status;
    result.seq[row] = earlier.seq;
    return;
  }
  addFact(db, profile, seq, values, at);
  profile.last = seq;
  touched.add(profile);
  result.status[row] = CREATED;
  result.seq[row] = seq;
}

/** Writes the fact whose columns begin at a place of the list. */
export function addFact(
  { statements }: JournalDb,
  profile: ProfileCounts,
  seq: bigint,
  values: readonly Packed[],
  at: number,
): void {
  const factId = profile.base + seq;
  statements.factAdd.run(
    factId,
    values[at + 1],
    values[at + 2],
    values[at + 3],
    values[at + 4],
    values[at + 5],
    values[at + 6],
    values[at + 7],
    values[at + 8],
    values[at + 9],
    values[at + 10],
    unpackBytes(values[at + 11]),
    sumOf(factId, values, at + 1, at + 11),
  );
}

/** Records the outcome key of a fact; returns the earlier fact of the same key if there is one. */
export function claimOutcome(
  { statements }: JournalDb,
  { no }: ProfileCounts,
  seq: bigint,
  key: Buffer | null,
  hash: Buffer | null,
): { status: number; seq: bigint } | undefined {
  if (!key || !hash) return undefined;
  const sum = sumOf(no, [key.toString('hex'), seq, hash.toString('hex')], 0, 3);
  if (statements.outcomeAdd.run(no, key, seq, hash, sum).changes > 0) return undefined;
  const earlier = statements.outcomeGet.get(no, key);
  if (!earlier || earlier.is_sound === 0n) throw new Error('the row of its outcome key is not as it was written');
  return { status: earlier.content_hash.equals(hash) ? DUPLICATE : CONFLICT, seq: earlier.seq };
}
