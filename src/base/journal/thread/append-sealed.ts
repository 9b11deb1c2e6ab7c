// The facts of a segment that was written without the journal. It counts them as its own, records the keys of their outcomes, and keeps of them only
// what stitching has to read; all in one transaction, so that the journal knows all of the segment or nothing.
import { type Chunk, COLUMNS, MAX_SEQ, unpackBytes } from '../group.ts';
import { addFact, claimOutcome } from './append.ts';
import type { JournalDb } from './journal-db.ts';

/** Places among a fact's columns. */
const TRAITS = 11;
const OUTCOME_KEY = 12;
const CONTENT_HASH = 13;

/** Inside a transaction. @throws Error when facts came in between, are not trimmed yet, or have the key of an outcome of the segment. */
export function appendSealed(
  db: JournalDb,
  { profileId, segment, seqs, values }: Extract<Chunk, { task: 'append_sealed' }>,
): void {
  const { firstSeq, lastSeq, sha256 } = segment;
  const profile = db.findOrAdd(profileId);
  if (profile.last !== firstSeq - 1n || db.firstKept(profile) !== firstSeq)
    throw new Error(`the facts of profile ${profileId} before ${firstSeq} are not all sealed`);
  if (lastSeq > MAX_SEQ) throw new Error('a profile can have at most 2^40 - 1 facts');
  for (const [row, seq] of seqs.entries()) {
    const at = row * COLUMNS;
    const [key, hash] = [unpackBytes(values[at + OUTCOME_KEY]), unpackBytes(values[at + CONTENT_HASH])];
    if (claimOutcome(db, profile, seq, key, hash)) throw new Error(`the key of fact ${seq} of profile ${profileId} is taken`);
    if (values[at + TRAITS] !== null) addFact(db, profile, seq, values, at);
  }
  db.statements.segmentSet.run(profile.no, firstSeq, lastSeq, sha256, null);
  db.setCounts(db.statements.profileLast, lastSeq, profile);
  db.setCounts(db.statements.profileFirst, lastSeq + 1n, profile);
  profile.last = lastSeq;
}
