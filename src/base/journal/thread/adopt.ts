// A profile that arrives from another installation: its outcome keys wait in a temporary table, and come into the journal with its counts in
// one transaction, so that the journal knows all of the profile or nothing.
import type { Chunk } from '../group.ts';
import type { JournalDb } from './journal-db.ts';

type Staged = Extract<Chunk, { task: 'adopt_outcomes' }>;
type Adopted = Extract<Chunk, { task: 'adopt' }>;

const STAGING = `create temp table if not exists adopted (
  profile_id text not null, outcome_key blob not null, seq integer not null, content_hash blob not null,
  primary key (profile_id, outcome_key)
) without rowid`;

/** The first portion forgets what an attempt before left. */
export function stageOutcomes({ connection }: JournalDb, { profileId, outcomes, isFirst }: Staged): void {
  connection.exec(STAGING);
  if (isFirst) connection.prepare('delete from temp.adopted where profile_id = ?').run(profileId);
  const add = connection.prepare('insert into temp.adopted (profile_id, outcome_key, seq, content_hash) values (?, ?, ?, ?)');
  const addAll = connection.transaction(() => {
    for (const { outcomeKey, seq, contentHash } of outcomes)
      add.run(profileId, Buffer.from(outcomeKey), seq, Buffer.from(contentHash));
  });
  addAll();
}

/** All facts up to `lastSeq` are in segments: none is kept in the journal. Inside a transaction. */
export function adopt(db: JournalDb, { profileId, lastSeq, segments }: Adopted): void {
  const profile = db.findOrAdd(profileId);
  if (profile.last !== 0n) throw new Error(`profile ${profileId} has facts in the journal already`);
  const { connection, statements } = db;
  connection.exec(STAGING);
  connection
    .prepare(
      'insert into outcomes (profile_no, outcome_key, seq, content_hash) select ?, outcome_key, seq, content_hash from temp.adopted where profile_id = ?',
    )
    .run(profile.no, profileId);
  connection
    .prepare(
      `update outcomes set checksum = row_sum(outcome_contents.content) from outcome_contents
      where outcomes.profile_no = ? and outcome_contents.profile_no = outcomes.profile_no and outcome_contents.outcome_key = outcomes.outcome_key`,
    )
    .run(profile.no);
  db.setCounts(statements.profileLast, lastSeq, profile);
  db.setCounts(statements.profileFirst, lastSeq + 1n, profile);
  for (const { firstSeq, lastSeq: last, sha256 } of segments) statements.segmentSet.run(profile.no, firstSeq, last, sha256, null);
  connection.prepare('delete from temp.adopted where profile_id = ?').run(profileId);
  db.forget(profileId);
}
