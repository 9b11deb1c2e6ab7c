// The journal's writer, alone in its thread: one transaction and one sync to disk per group of appends. Seqs are given here,
// inside the transaction, and outcome keys are compared here, so that no two callers can both be first.
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { isDiskFull } from '../files/disk.ts';
import { makePrivate } from '../files/durable.ts';
import { sqlText } from '../sql/sql-files.ts';
import { SlackWiper } from '../sql/sqlite-slack.ts';
import type { Chunk, FromWorker, Group, GroupResult, ToWorker, WorkerOptions } from './group.ts';
import { COLUMNS, firstFactId, least, MAX_SEQ, unpackBytes } from './group.ts';
import type { RewrittenFact } from './journal.ts';
import { loadMaker, Makers, type Rows } from './made-rows.ts';
import { addRowSum, COUNTS_CHANGED, FACT_CHANGED, JournalDamaged, sumOf } from './row-sums.ts';

const CHUNK_ROWS = 5_000n;
const WIPE_PAGES = 2_000;
/** Moving a page costs as much as writing one: a step takes a few milliseconds. */
const GIVE_BACK_PAGES = 256;
/** Stay for what comes next. */
const FREE_PAGES_KEPT = 1_024;
/** For readers of what is older; appends wait as long. */
const WIPE_PATIENCE_MS = 20;
const SCHEMAS = ['journal/schema', 'journal/schema_2', 'journal/schema_3'];
const CREATED = 0;
const DUPLICATE = 1;
const CONFLICT = 2;

interface ProfileRow {
  id: string;
  no: number;
  base: bigint;
  last: bigint;
}

const options = workerData as WorkerOptions;
const port = parentPort as NonNullable<typeof parentPort>;
const send = (message: FromWorker): void => port.postMessage(message);
const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

let db: Database.Database;
let statements: ReturnType<typeof prepare>;
let wiper: SlackWiper | undefined;
/** The page that a wipe has come to, once the free ones are overwritten. */
let wiping: number | undefined;
const makers = new Makers();
/** Forgotten whenever a transaction is taken back. */
const profiles = new Map<string, ProfileRow>();

function prepare() {
  const statement = (name: string) => db.prepare(sqlText(`journal/${name}`));
  return {
    begin: db.prepare('begin immediate'),
    commit: db.prepare('commit'),
    rollback: db.prepare('rollback'),
    profileAdd: statement('profiles/profile_add'),
    profileGet: statement('profiles/profile_counts'),
    profileLast: statement('profiles/profile_last'),
    profileFirst: statement('profiles/profile_first'),
    profileRemove: statement('profiles/profile_remove'),
    profileSumSet: statement('profiles/profile_sum_set'),
    factAdd: statement('facts/fact_add'),
    factClearTraits: statement('facts/fact_clear_traits'),
    factTrim: statement('facts/fact_trim'),
    factRewrite: statement('facts/fact_rewrite'),
    factSumSet: statement('facts/fact_sum_set'),
    factIsKept: statement('facts/fact_is_kept'),
    outcomeAdd: statement('outcome_add'),
    outcomeGet: statement('outcome_get').safeIntegers(true),
    outcomePurge: statement('outcome_purge'),
    outcomeRewrite: statement('outcome_rewrite'),
    outcomeSumSet: statement('outcome_sum_set'),
    segmentSet: statement('segment_set'),
    segmentsPurge: statement('segments_purge'),
    installationRemove: statement('installation_remove'),
    installationAdd: statement('installation_add'),
  };
}

function open(): void {
  makePrivate(options.file);
  db = new Database(options.file);
  // TRICKY: before anything is written, the mode of the log too: later it takes a rewriting of the file.
  db.pragma('auto_vacuum = incremental');
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = full');
  db.pragma('secure_delete = fast');
  db.pragma('busy_timeout = 5000');
  db.pragma('wal_autocheckpoint = 4000');
  db.pragma('journal_size_limit = 67108864');
  addRowSum(db);
  const version = db.pragma('user_version', { simple: true });
  if (typeof version !== 'number' || version > SCHEMAS.length)
    throw new Error(`the journal has version ${version}; this program knows versions up to ${SCHEMAS.length}`);
  const missing = SCHEMAS.slice(version);
  if (missing.length > 0) db.transaction(() => db.exec(missing.map((name) => sqlText(name)).join('\n'))).immediate();
  refuseMiscounted();
  allowGivingBack();
  if (options.maxPages) db.pragma(`max_page_count = ${options.maxPages}`);
  statements = prepare();
  profiles.clear();
}

/** From counts that changed on the disk, acknowledged facts would be hidden or their seqs given out again. */
function refuseMiscounted(): void {
  const found = db.prepare(sqlText('journal/profiles/profile_damaged')).pluck().get() as string | undefined;
  if (found === undefined) return;
  const { message } = new JournalDamaged({ profileId: found, seq: 0n, reason: COUNTS_CHANGED });
  throw new Error(`${message} Restore the last backup into an empty folder with \`tributary restore\`.`);
}

/** Once, of a journal that an earlier version made: its file is rewritten, which takes room for what it holds. */
function allowGivingBack(): void {
  if (db.pragma('auto_vacuum', { simple: true }) !== 0) return;
  try {
    db.exec('vacuum');
  } catch (error) {
    // No room, or somebody reads: the next start tries again.
    if (!isDiskFull(error) && !codeOf(error).startsWith('SQLITE_BUSY')) throw error;
  }
}

interface StoredProfile {
  profile_no: number;
  last_seq: number;
  first_kept: number;
  is_sound: number;
}

/** From a damaged row seqs could be given out twice. */
function storedProfile(profileId: string): StoredProfile | undefined {
  const found = statements.profileGet.get(profileId) as StoredProfile | undefined;
  if (found && found.is_sound === 0) throw new JournalDamaged({ profileId, seq: 0n, reason: COUNTS_CHANGED });
  return found;
}

function addProfile(profileId: string): StoredProfile | undefined {
  statements.profileSumSet.run({ profile_no: statements.profileAdd.run(profileId).lastInsertRowid });
  return storedProfile(profileId);
}

/** `set` changes nothing where the row is damaged: it must not get a checksum that says it is sound. */
function setCounts(set: Database.Statement, value: bigint, profileId: string, no: number): void {
  if (set.run({ value, profile_no: no }).changes === 0) throw new JournalDamaged({ profileId, seq: 0n, reason: COUNTS_CHANGED });
  statements.profileSumSet.run({ profile_no: no });
}

function profileOf(profileId: string, add: boolean): ProfileRow | undefined {
  const known = profiles.get(profileId);
  if (known) return known;
  const found = storedProfile(profileId) ?? (add ? addProfile(profileId) : undefined);
  if (!found) return undefined;
  const { profile_no: no, last_seq: last } = found;
  const profile = { id: profileId, no, base: firstFactId(no), last: BigInt(last) };
  profiles.set(profileId, profile);
  return profile;
}

/** Runs `work` in one transaction that is on disk when it returns. */
function transaction<T>(work: () => T): T {
  statements.begin.run();
  try {
    const result = work();
    statements.commit.run();
    return result;
  } catch (error) {
    profiles.clear();
    if (db.inTransaction) statements.rollback.run();
    throw error;
  }
}

const outcomeSum = ({ no }: ProfileRow, key: Buffer, seq: bigint, hash: Buffer): number =>
  sumOf(no, [key.toString('hex'), seq, hash.toString('hex')], 0, 3);

function writeRow({ values }: Rows, row: number, result: GroupResult, touched: Set<ProfileRow>): void {
  const at = row * COLUMNS;
  if (values[at] === null) return;
  const profile = profileOf(values[at] as string, true) as ProfileRow;
  const seq = profile.last + 1n;
  if (seq > MAX_SEQ) throw new Error('a profile can have at most 2^40 - 1 facts');
  const key = unpackBytes(values[at + 12]);
  const hash = unpackBytes(values[at + 13]);
  if (key && hash && statements.outcomeAdd.run(profile.no, key, seq, hash, outcomeSum(profile, key, seq, hash)).changes === 0) {
    const earlier = statements.outcomeGet.get(profile.no, key) as { seq: bigint; content_hash: Buffer; is_sound: bigint };
    if (earlier.is_sound === 0n) throw new Error('the row of its outcome key is not as it was written');
    result.status[row] = earlier.content_hash.equals(hash) ? DUPLICATE : CONFLICT;
    result.seq[row] = earlier.seq;
    return;
  }
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
  profile.last = seq;
  touched.add(profile);
  result.status[row] = CREATED;
  result.seq[row] = seq;
}

/** Writes so many rows from `first` on in one transaction. */
function writeRows(group: Rows, first: number, count: number, result: GroupResult): void {
  transaction(() => {
    const touched = new Set<ProfileRow>();
    for (let row = first; row < first + count; row += 1) writeRow(group, row, result, touched);
    for (const profile of touched) setCounts(statements.profileLast, profile.last, profile.id, profile.no);
  });
}

function append(group: Group): GroupResult {
  const { sizes } = group;
  const made = makers.rowsOf(group);
  const rows = made.values.length / COLUMNS;
  const { refused, failures } = made;
  const result: GroupResult = { status: new Array(rows).fill(CREATED), seq: new Array(rows).fill(0n), refused, failures };
  try {
    writeRows(made, 0, rows, result);
    return result;
  } catch (error) {
    if (sizes.length === 1 || isDiskFull(error)) throw error;
  }
  // One append spoils its own transaction only.
  let first = 0;
  for (const [i, size] of sizes.entries()) {
    try {
      writeRows(made, first, size, result);
    } catch (error) {
      if (isDiskFull(error)) throw error;
      result.failures[i] = (error as Error).message;
    }
    first += size;
  }
  return result;
}

/** One step of a task that must not keep appends waiting; true = it is finished. */
function step(chunk: Chunk): boolean {
  if (chunk.task === 'wipe') return wipeStep();
  if (chunk.task === 'wipe_anew') {
    wiping = undefined;
    return true;
  }
  if (chunk.task === 'load') {
    loadMaker(chunk.module);
    return true;
  }
  if (chunk.task === 'forget') {
    makers.forget(chunk.profileId);
    return true;
  }
  if (chunk.task === 'give_back') return giveBackStep();
  if (chunk.task === 'set_installation') {
    const { id, opening } = chunk.installation;
    transaction(() => {
      statements.installationRemove.run();
      statements.installationAdd.run(id, opening);
    });
    return true;
  }
  return transaction(() => {
    const profile = profileOf(chunk.profileId, false);
    if (!profile) return true;
    if (chunk.task === 'trim') return trimStep(profile, chunk);
    if (chunk.task === 'clear_traits') {
      const upTo = profile.base + least(chunk.upTo, MAX_SEQ);
      return statements.factClearTraits.run(profile.base, upTo, CHUNK_ROWS).changes < CHUNK_ROWS;
    }
    if (chunk.task === 'record_segment') {
      const { firstSeq, lastSeq, sha256, nextSha256 } = chunk.segment;
      statements.segmentSet.run(profile.no, firstSeq, lastSeq, sha256, nextSha256);
      return true;
    }
    if (chunk.task === 'rewrite') return rewriteStep(profile, chunk.facts);
    if (chunk.task === 'rewrite_outcomes') {
      for (const { outcomeKey, contentHash } of chunk.outcomes) {
        const key = { profile_no: profile.no, outcome_key: outcomeKey };
        if (statements.outcomeRewrite.run({ ...key, content_hash: contentHash }).changes > 0) statements.outcomeSumSet.run(key);
      }
      return true;
    }
    return purgeStep(profile, chunk.profileId);
  });
}

const firstKept = (profileId: string): bigint => BigInt((storedProfile(profileId) as StoredProfile).first_kept);

function trimStep(profile: ProfileRow, chunk: { profileId: string; upTo: bigint }): boolean {
  if (chunk.upTo > profile.last) throw new Error(`cannot trim to ${chunk.upTo}: the last fact is ${profile.last}`);
  const first = firstKept(chunk.profileId);
  if (first > chunk.upTo) return true;
  const last = least(first + CHUNK_ROWS - 1n, chunk.upTo);
  statements.factTrim.run(profile.base + first - 1n, profile.base + last);
  setCounts(statements.profileFirst, last + 1n, profile.id, profile.no);
  return last === chunk.upTo;
}

function rewriteStep(profile: ProfileRow, facts: readonly RewrittenFact[]): boolean {
  for (const { seq, dedupeHash, anonymousToken, identifierTokens, body } of facts) {
    const factId = profile.base + seq;
    const { changes } = statements.factRewrite.run(dedupeHash, anonymousToken, identifierTokens, body, factId);
    if (changes > 0) statements.factSumSet.run({ fact_id: factId });
    else if (statements.factIsKept.get(factId)) throw new JournalDamaged({ profileId: profile.id, seq, reason: FACT_CHANGED });
  }
  return true;
}

function purgeStep(profile: ProfileRow, profileId: string): boolean {
  const first = firstKept(profileId);
  if (first <= profile.last) {
    const last = least(first + CHUNK_ROWS - 1n, profile.last);
    statements.factTrim.run(profile.base + first - 1n, profile.base + last);
    setCounts(statements.profileFirst, last + 1n, profile.id, profile.no);
    return false;
  }
  if (statements.outcomePurge.run(profile.no, CHUNK_ROWS).changes > 0) return false;
  statements.segmentsPurge.run(profile.no);
  statements.profileRemove.run(profile.no);
  profiles.delete(profileId);
  return true;
}

const freePages = (): number => db.pragma('freelist_count', { simple: true }) as number;

/** The pages at the end of the file move into free ones, and the file ends earlier. */
function giveBackStep(): boolean {
  const free = freePages();
  if (free <= FREE_PAGES_KEPT || db.pragma('auto_vacuum', { simple: true }) === 0) return true;
  db.pragma(`incremental_vacuum(${Math.min(GIVE_BACK_PAGES, free - FREE_PAGES_KEPT)})`);
  if (freePages() === free) return true;
  if (freePages() > FREE_PAGES_KEPT) return false;
  // The file itself ends earlier once the log is in it.
  db.pragma('wal_checkpoint(passive)');
  return true;
}

/**
 * What was deleted lies on in pages that are free, in the log, and in old copies beside the cells of pages. So the free pages are taken
 * for zeros, a few megabytes at a time, and refunded as such; then the log is emptied and the pages are gone through.
 */
function wipeStep(): boolean {
  if (wiping === undefined) {
    const pages = Math.min(freePages(), WIPE_PAGES);
    if (pages > 0) {
      const bytes = pages * (db.pragma('page_size', { simple: true }) as number);
      transaction(() => {
        db.exec(sqlText('journal/wipe_begin'));
        db.prepare(sqlText('journal/wipe_fill')).run(bytes);
      });
      return false;
    }
    transaction(() => db.exec(sqlText('journal/wipe_end')));
    wiping = 1;
  }
  wiper ??= new SlackWiper(options.file);
  wiping = wiper.step(db, wiping, WIPE_PATIENCE_MS);
  return wiping === undefined;
}

function answer(message: Exclude<ToWorker, { task: 'close' }>): void {
  try {
    if (message.task !== 'append') {
      send({ type: 'step', id: message.id, finished: step(message) });
      return;
    }
    send({ type: 'appended', id: message.id, result: append(message.group) });
  } catch (error) {
    const reason = isDiskFull(error) ? 'disk_full' : 'failed';
    send({ type: 'refused', id: message.id, reason, message: `${codeOf(error)} ${(error as Error).message}`.trim() });
    // After a failed write or sync the connection's idea of the file is not to be trusted.
    if (/^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(codeOf(error))) {
      db.close();
      open();
    }
  }
}

port.on('message', (message: ToWorker) => {
  if (message.task !== 'close') return answer(message);
  db.close();
  wiper?.close();
  port.close();
});

try {
  open();
  send({ type: 'ready' });
} catch (error) {
  send({ type: 'cannot_open', message: (error as Error).message });
  port.close();
}
