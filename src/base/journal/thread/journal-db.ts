// The journal's file as its writer has it: the one connection that writes, its statements, and the counts of each profile.
import Database from 'better-sqlite3';
import { isDiskFull } from '../../files/disk.ts';
import { makePrivate } from '../../files/durable.ts';
import { sqlText } from '../../sql/sql-files.ts';
import { currentNumber, migrate } from '../../upgrade/migrations.ts';
import { firstFactId, type WorkerOptions } from '../group.ts';
import { addRowSum, COUNTS_CHANGED, JournalDamaged } from '../row-sums.ts';

/** Those of the versions up to the first release, by number. */
const SCHEMAS = ['journal/schema', 'journal/schema_2', 'journal/schema_3'];

/** A profile as the writer remembers it between two groups. */
export interface ProfileCounts {
  id: string;
  no: number;
  /** The id of its fact 0. */
  base: bigint;
  last: bigint;
}

interface StoredProfile {
  profile_no: number;
  last_seq: number;
  first_kept: number;
  is_sound: number;
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

export class JournalDb {
  readonly #options: WorkerOptions;
  #connection: Database.Database;
  #statements: Statements;
  /** Emptied whenever a transaction is rolled back. */
  readonly #profiles = new Map<string, ProfileCounts>();

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#connection = open(options);
    this.#statements = prepare(this.#connection);
  }

  get connection(): Database.Database {
    return this.#connection;
  }

  get statements(): Statements {
    return this.#statements;
  }

  /** After a failed write or sync the connection's idea of the file is not to be trusted. */
  reopen(): void {
    this.close();
    this.#connection = open(this.#options);
    this.#statements = prepare(this.#connection);
    this.#profiles.clear();
  }

  close(): void {
    this.#connection.close();
  }

  /** Runs `work` in one transaction that is on disk when it returns. */
  transaction<T>(work: () => T): T {
    this.#statements.begin.run();
    try {
      const result = work();
      this.#statements.commit.run();
      return result;
    } catch (error) {
      this.#profiles.clear();
      if (this.#connection.inTransaction) this.#statements.rollback.run();
      throw error;
    }
  }

  find(profileId: string): ProfileCounts | undefined {
    const cached = this.#profiles.get(profileId);
    if (cached) return cached;
    const stored = this.#stored(profileId);
    return stored && this.#remember(profileId, stored);
  }

  findOrAdd(profileId: string): ProfileCounts {
    const existing = this.find(profileId);
    if (existing) return existing;
    this.#statements.profileSumSet.run({ profile_no: this.#statements.profileAdd.run(profileId).lastInsertRowid });
    const stored = this.#stored(profileId);
    if (!stored) throw new Error('a profile that was just added is not in the journal');
    return this.#remember(profileId, stored);
  }

  forget(profileId: string): void {
    this.#profiles.delete(profileId);
  }

  firstKept({ id }: ProfileCounts): bigint {
    const stored = this.#stored(id);
    if (!stored) throw new Error(`profile ${id} is not in the journal`);
    return BigInt(stored.first_kept);
  }

  /** `set` changes nothing where the row is damaged: it must not get a checksum that says it is sound. */
  setCounts(set: Database.Statement, value: bigint, { id, no }: ProfileCounts): void {
    if (set.run({ value, profile_no: no }).changes === 0) throw countsChanged(id);
    this.#statements.profileSumSet.run({ profile_no: no });
  }

  /** From a damaged row seqs could be assigned twice. */
  #stored(profileId: string): StoredProfile | undefined {
    const stored = this.#statements.profileGet.get(profileId);
    if (stored?.is_sound === 0) throw countsChanged(profileId);
    return stored;
  }

  #remember(profileId: string, { profile_no: no, last_seq: last }: StoredProfile): ProfileCounts {
    const profile = { id: profileId, no, base: firstFactId(no), last: BigInt(last) };
    this.#profiles.set(profileId, profile);
    return profile;
  }
}

const countsChanged = (profileId: string): JournalDamaged => new JournalDamaged({ profileId, seq: 0n, reason: COUNTS_CHANGED });

type Statements = ReturnType<typeof prepare>;

function prepare(db: Database.Database) {
  const statement = <Row = unknown>(name: string) => db.prepare<unknown[], Row>(sqlText(`journal/${name}`));
  return {
    begin: db.prepare('begin immediate'),
    commit: db.prepare('commit'),
    rollback: db.prepare('rollback'),
    profileAdd: statement('profiles/profile_add'),
    profileGet: statement<StoredProfile>('profiles/profile_counts'),
    profileLast: statement('profiles/profile_last'),
    profileFirst: statement('profiles/profile_first'),
    profileRemove: statement('profiles/profile_remove'),
    profileSumSet: statement('profiles/profile_sum_set'),
    clearedSet: statement('profiles/cleared_set'),
    clearedRemove: statement('profiles/cleared_remove'),
    factAdd: statement('facts/fact_add'),
    factClearTraits: statement('facts/fact_clear_traits'),
    factTrim: statement('facts/fact_trim'),
    factDrop: statement('facts/fact_drop'),
    factRewrite: statement('facts/fact_rewrite'),
    factSumSet: statement('facts/fact_sum_set'),
    factIsKept: statement('facts/fact_is_kept'),
    outcomeAdd: statement('outcome_add'),
    outcomeGet: statement<{ seq: bigint; content_hash: Buffer; is_sound: bigint }>('outcome_get').safeIntegers(true),
    outcomePurge: statement('outcome_purge'),
    outcomeRewrite: statement('outcome_rewrite'),
    outcomeSumSet: statement('outcome_sum_set'),
    segmentSet: statement('segment_set'),
    segmentsPurge: statement('segments_purge'),
    installationRemove: statement('installation_remove'),
    installationAdd: statement('installation_add'),
  };
}

function open({ file, maxPages }: WorkerOptions): Database.Database {
  makePrivate(file);
  const db = new Database(file);
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
  if (typeof version !== 'number' || version > currentNumber('journal'))
    throw new Error(`the journal has version ${version}; this program knows versions up to ${currentNumber('journal')}`);
  const missing = SCHEMAS.slice(version);
  if (missing.length > 0) db.transaction(() => db.exec(missing.map((name) => sqlText(name)).join('\n'))).immediate();
  migrate(db, 'journal');
  refuseMiscounted(db);
  enableVacuum(db);
  if (maxPages) db.pragma(`max_page_count = ${maxPages}`);
  return db;
}

/** From counts that changed on the disk, acknowledged facts would be hidden or their seqs assigned again. */
function refuseMiscounted(db: Database.Database): void {
  const damaged = db.prepare<[], { profile_id: string }>(sqlText('journal/profiles/profile_damaged')).get();
  if (damaged === undefined) return;
  const { message } = countsChanged(damaged.profile_id);
  throw new Error(`${message} Restore the last backup into an empty folder with \`tributary restore\`.`);
}

/** Once, of a journal of an earlier version: its file is rewritten, which needs room for its content. */
function enableVacuum(db: Database.Database): void {
  if (db.pragma('auto_vacuum', { simple: true }) !== 0) return;
  try {
    db.exec('vacuum');
  } catch (error) {
    // Without room, or beside a reader, the next start tries again.
    if (!isDiskFull(error) && !codeOf(error).startsWith('SQLITE_BUSY')) throw error;
  }
}
