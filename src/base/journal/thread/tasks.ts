// The writer's other tasks, one bounded step at a time so that appends never wait long: trimming, erasing, purging, returning pages.
import { type Chunk, least, MAX_SEQ } from '../group.ts';
import { loadMaker, type Makers } from '../group-rows.ts';
import type { OutcomeContent, RewrittenFact } from '../journal.ts';
import { FACT_CHANGED, JournalDamaged } from '../row-sums.ts';
import { adopt, stageOutcomes } from './adopt.ts';
import { appendSealed } from './append-sealed.ts';
import type { JournalDb, ProfileCounts } from './journal-db.ts';
import { countFreePages, type Wipe } from './wipe.ts';

const CHUNK_ROWS = 5_000n;
/** Moving a page costs as much as writing one: a step takes a few milliseconds. */
const GIVE_BACK_PAGES = 256;
/** Remain free for the next facts. */
const MIN_FREE_PAGES = 1_024;

export interface Writer {
  db: JournalDb;
  makers: Makers;
  wipe: Wipe;
}

/** One step of a task; true = nothing is left of it. */
export function runStep({ db, makers, wipe }: Writer, chunk: Chunk): boolean {
  switch (chunk.task) {
    case 'wipe':
      return wipe.step(db);
    case 'wipe_anew':
      wipe.restart();
      return true;
    case 'load':
      loadMaker(chunk.module);
      return true;
    case 'forget':
      makers.forget(chunk.profileId);
      return true;
    case 'give_back':
      return giveBack(db);
    case 'set_installation': {
      const { id, opening } = chunk.installation;
      db.transaction(() => {
        db.statements.installationRemove.run();
        db.statements.installationAdd.run(id, opening);
      });
      return true;
    }
    case 'adopt_outcomes':
      stageOutcomes(db, chunk);
      return true;
    case 'adopt':
      db.transaction(() => adopt(db, chunk));
      return true;
    case 'append_sealed':
      db.transaction(() => appendSealed(db, chunk));
      return true;
    default:
      return db.transaction(() => {
        const profile = db.find(chunk.profileId);
        return profile === undefined || runProfileStep(db, profile, chunk);
      });
  }
}

type ProfileChunk = Extract<
  Chunk,
  { task: 'trim' | 'clear_traits' | 'forget_cleared' | 'record_segment' | 'rewrite' | 'rewrite_outcomes' | 'purge' }
>;

function runProfileStep(db: JournalDb, profile: ProfileCounts, chunk: ProfileChunk): boolean {
  switch (chunk.task) {
    case 'trim':
      return trim(db, profile, chunk.upTo);
    case 'clear_traits':
      return clearTraits(db, profile, chunk.upTo);
    case 'forget_cleared':
      db.statements.clearedRemove.run(profile.no);
      return true;
    case 'record_segment': {
      const { firstSeq, lastSeq, sha256, nextSha256 } = chunk.segment;
      db.statements.segmentSet.run(profile.no, firstSeq, lastSeq, sha256, nextSha256);
      return true;
    }
    case 'rewrite':
      return rewriteFacts(db, profile, chunk.facts);
    case 'rewrite_outcomes':
      return rewriteOutcomes(db, profile, chunk.outcomes);
    case 'purge':
      return purge(db, profile);
  }
}

function clearTraits(db: JournalDb, profile: ProfileCounts, upTo: bigint): boolean {
  const { statements } = db;
  statements.clearedSet.run({ profile_no: profile.no, seq: least(upTo, profile.last) });
  const [lastSealed, last] = [db.firstKept(profile) - 1n, least(upTo, MAX_SEQ)];
  const dropped = statements.factDrop.run(profile.base, profile.base + least(lastSealed, last), CHUNK_ROWS).changes;
  if (dropped === Number(CHUNK_ROWS)) return false;
  return statements.factClearTraits.run(profile.base, profile.base + last, CHUNK_ROWS).changes < CHUNK_ROWS;
}

function trim(db: JournalDb, profile: ProfileCounts, upTo: bigint): boolean {
  if (upTo > profile.last) throw new Error(`cannot trim to ${upTo}: the last fact is ${profile.last}`);
  const first = db.firstKept(profile);
  return first > upTo || trimFrom(db, profile, first, upTo) === upTo;
}

/** Deletes some facts from the first on; returns the last that it deleted. */
function trimFrom(db: JournalDb, profile: ProfileCounts, first: bigint, upTo: bigint): bigint {
  const last = least(first + CHUNK_ROWS - 1n, upTo);
  db.statements.factTrim.run(profile.base + first - 1n, profile.base + last);
  db.setCounts(db.statements.profileFirst, last + 1n, profile);
  return last;
}

function rewriteFacts({ statements }: JournalDb, profile: ProfileCounts, facts: readonly RewrittenFact[]): boolean {
  for (const { seq, dedupeHash, anonymousToken, identifierTokens, body } of facts) {
    const factId = profile.base + seq;
    const { changes } = statements.factRewrite.run(dedupeHash, anonymousToken, identifierTokens, body, factId);
    if (changes > 0) statements.factSumSet.run({ fact_id: factId });
    else if (statements.factIsKept.get(factId)) throw new JournalDamaged({ profileId: profile.id, seq, reason: FACT_CHANGED });
  }
  return true;
}

function rewriteOutcomes({ statements }: JournalDb, { no }: ProfileCounts, outcomes: readonly OutcomeContent[]): boolean {
  for (const { outcomeKey, contentHash } of outcomes) {
    const key = { profile_no: no, outcome_key: outcomeKey };
    if (statements.outcomeRewrite.run({ ...key, content_hash: contentHash }).changes > 0) statements.outcomeSumSet.run(key);
  }
  return true;
}

function purge(db: JournalDb, profile: ProfileCounts): boolean {
  const first = db.firstKept(profile);
  if (first <= profile.last) {
    trimFrom(db, profile, first, profile.last);
    return false;
  }
  if (db.statements.factDrop.run(profile.base, profile.base + MAX_SEQ, CHUNK_ROWS).changes > 0) return false;
  if (db.statements.outcomePurge.run(profile.no, CHUNK_ROWS).changes > 0) return false;
  db.statements.segmentsPurge.run(profile.no);
  db.statements.profileRemove.run(profile.no);
  db.forget(profile.id);
  return true;
}

/** The pages at the end of the file move into free ones, and the file becomes shorter. */
function giveBack({ connection }: JournalDb): boolean {
  const free = countFreePages(connection);
  if (free <= MIN_FREE_PAGES || connection.pragma('auto_vacuum', { simple: true }) === 0) return true;
  connection.pragma(`incremental_vacuum(${Math.min(GIVE_BACK_PAGES, free - MIN_FREE_PAGES)})`);
  if (countFreePages(connection) === free) return true;
  if (countFreePages(connection) > MIN_FREE_PAGES) return false;
  // The file itself becomes shorter when the log is copied into it.
  connection.pragma('wal_checkpoint(passive)');
  return true;
}
