// Reads the journal on the caller's thread, by a read-only connection: what was acknowledged is seen at once.
import type { Database, Statement } from 'better-sqlite3';
import { sqlText } from '../sql/sql-files.ts';
import { firstFactId, least, MAX_SEQ } from './group.ts';
import type { Fact, FactKind, Installation, Journal, Trust } from './journal.ts';
import { addRowSum, FACT_CHANGED, JournalDamaged, nameOf, type RowDamage } from './row-sums.ts';

type FactRow = [
  factId: bigint,
  kind: FactKind,
  schemaVersion: bigint,
  receivedAt: bigint,
  occurredAt: bigint,
  trust: Trust,
  dedupeHash: bigint | null,
  eventType: string | null,
  anonymousToken: string | null,
  identifierTokens: string | null,
  body: string,
  traits: Buffer | null,
  isSound: bigint,
];

/** The facts that a statement read: from the first to the last none may be missing. */
interface Range {
  first: bigint;
  last: bigint;
  count: bigint;
  firstDamaged: bigint | null;
}
type RangeColumns = [first: bigint | null, last: bigint, count: bigint, firstDamaged: bigint | null];

type LandRow = [
  ...range: RangeColumns,
  written: bigint,
  firstWritten: bigint | null,
  kinds: string | null,
  longestLine: bigint | null,
  lines: Buffer | null,
];

type SealRow = [
  ...range: RangeColumns,
  written: bigint,
  seqSum: bigint,
  occurredAtSum: bigint,
  longestLine: bigint,
  lines: Buffer,
];

type Reader = Pick<
  Journal,
  | 'read'
  | 'linesToLand'
  | 'linesToSeal'
  | 'readIdentified'
  | 'lastSeq'
  | 'seqOfOutcome'
  | 'outcomeOf'
  | 'outcomesOf'
  | 'profiles'
  | 'clearedTraits'
  | 'installation'
  | 'knownSegments'
  | 'reclaimableBytes'
  | 'receivedAt'
  | 'damages'
  | 'noteDamages'
>;

interface ProfileRow {
  profile_no: bigint;
  last_seq: bigint;
  first_kept: bigint;
}

interface SegmentRow {
  first_seq: bigint;
  last_seq: bigint;
  sha256: string;
  next_sha256: string | null;
}

interface OutcomeRow {
  outcome_key: Buffer;
  content_hash: Buffer;
  seq: bigint;
}

/** The number of a journal that knows how far traits were emptied. */
const FIRST_WITH_CLEARED = 4;
/** The most bytes of bodies in a page of lines: a fact of 20,000 parts has 5 MB, and SQLite makes no text of more than 1 GB. */
const PAGE_BYTES = 2_097_152n;

export function journalReader(db: Database): Reader {
  addRowSum(db);
  const damages = new DamageLog();
  const findProfile = profileFinder(db);
  return {
    ...factReader(db, damages, findProfile),
    ...lineReader(db, damages, findProfile),
    ...outcomeReader(db, damages, findProfile),
    ...countsReader(db, findProfile),
    damages: () => damages.list(),
    noteDamages: (found) => damages.note(found),
  };
}

/** Prepared at its first use: a journal of an earlier version, as in a backup, does not have every column. */
function lazily<Row>(db: Database, name: string): () => Statement<unknown[], Row> {
  let prepared: Statement<unknown[], Row> | undefined;
  return () => (prepared ??= db.prepare<unknown[], Row>(sqlText(`journal/${name}`)).safeIntegers(true));
}

/** The same with rows as lists: for statements of many rows. */
function lazilyRaw<Row>(db: Database, name: string): () => Statement<unknown[], Row> {
  let prepared: Statement<unknown[], Row> | undefined;
  return () =>
    (prepared ??= db
      .prepare<unknown[], Row>(sqlText(`journal/${name}`))
      .safeIntegers(true)
      .raw(true));
}

type FindProfile = (profileId: string) => { base: bigint; no: bigint; last: bigint; firstKept: bigint } | undefined;

function profileFinder(db: Database): FindProfile {
  const get = lazily<ProfileRow>(db, 'profiles/profile_get');
  return (profileId) => {
    const row = get().get(profileId);
    return row && { base: firstFactId(row.profile_no), no: row.profile_no, last: row.last_seq, firstKept: row.first_kept };
  };
}

/** The rows that were found damaged since the journal was opened. */
class DamageLog {
  readonly #byName = new Map<string, RowDamage>();

  list(): RowDamage[] {
    return [...this.#byName.values()];
  }

  note(damages: readonly RowDamage[]): void {
    for (const damage of damages) this.#byName.set(nameOf(damage), damage);
  }

  fail(damage: RowDamage): never {
    this.note([damage]);
    throw new JournalDamaged(damage);
  }

  requireSound(profileId: string, base: bigint, { first, last, count, firstDamaged }: Range): void {
    if (firstDamaged !== null) this.fail({ profileId, seq: firstDamaged - base, reason: FACT_CHANGED });
    if (last - first + 1n !== count)
      this.fail({ profileId, seq: first - base, reason: `${last - first + 1n - count} facts from here on are missing` });
  }
}

function factReader(db: Database, damages: DamageLog, findProfile: FindProfile): Pick<Reader, 'read' | 'readIdentified'> {
  const list = lazilyRaw<FactRow>(db, 'facts/fact_list');
  const identified = lazilyRaw<FactRow>(db, 'facts/fact_identified');

  function facts(from: typeof list, profileId: string, after: bigint, upTo: bigint, limit: number): Fact[] {
    const profile = findProfile(profileId);
    if (!profile) return [];
    const { base } = profile;
    const rows = from().all(base + after, base + least(upTo, MAX_SEQ), BigInt(limit));
    const changed = rows.find((row) => row[12] === 0n);
    if (changed) damages.fail({ profileId, seq: changed[0] - base, reason: FACT_CHANGED });
    return rows.map((row) => factOf(profileId, base, row));
  }

  return {
    read: (profileId, after, limit) => facts(list, profileId, after, MAX_SEQ, limit),
    readIdentified: (profileId, after, upTo, limit) => facts(identified, profileId, after, upTo, limit),
  };
}

const factOf = (profileId: string, base: bigint, row: FactRow): Fact => ({
  profileId,
  seq: row[0] - base,
  kind: row[1],
  schemaVersion: Number(row[2]),
  receivedAt: Number(row[3]),
  occurredAt: Number(row[4]),
  trust: row[5],
  dedupeHash: row[6],
  eventType: row[7],
  anonymousToken: row[8],
  identifierTokens: row[9],
  body: row[10],
  traits: row[11],
});

function lineReader(db: Database, damages: DamageLog, findProfile: FindProfile): Pick<Reader, 'linesToLand' | 'linesToSeal'> {
  const toLand = lazilyRaw<LandRow>(db, 'facts/fact_lines_to_land');
  const toSeal = lazilyRaw<SealRow>(db, 'facts/fact_lines_to_seal');
  const pageEnd = lazilyRaw<[bigint | null]>(db, 'facts/fact_page_end');
  /** The range of a page, in ids of facts. */
  const pageOf = (after: bigint, upTo: bigint, limit: number): [after: bigint, upTo: bigint] => {
    const last = pageEnd().get(after, upTo, BigInt(limit), PAGE_BYTES)?.[0];
    return [after, last ?? after];
  };
  return {
    linesToLand: (profileId, after, upTo, limit, leaveOut) => {
      const profile = findProfile(profileId);
      // Of facts that are sealed at most some wait for stitching.
      if (!profile || after + 1n < profile.firstKept) return undefined;
      const { base } = profile;
      const excluded = leaveOut.filter((seq) => seq > after && seq <= upTo).map((seq) => base + seq);
      const row = toLand().get(`[${excluded}]`, base, ...pageOf(base + after, base + least(upTo, MAX_SEQ), limit));
      if (!row || row[0] === null) return undefined;
      const [first, last, count, firstDamaged, written, firstWritten, kinds, longestLine, lines] = row;
      damages.requireSound(profileId, base, { first, last, count, firstDamaged });
      return {
        firstSeq: first - base,
        lastSeq: last - base,
        count: Number(written),
        lines: lines ?? Buffer.alloc(0),
        firstWritten: firstWritten === null ? undefined : firstWritten - base,
        kinds: new Set(kinds?.split(',')),
        longestLine: Number(longestLine ?? 0),
      };
    },
    linesToSeal: (profileId, after, upTo, limit) => {
      const profile = findProfile(profileId);
      if (!profile) return undefined;
      const { base } = profile;
      const row = toSeal().get(base, base, profileId, ...pageOf(base + after, base + least(upTo, MAX_SEQ), limit));
      if (!row || row[0] === null) return undefined;
      const [first, last, count, firstDamaged, written, seqSum, occurredAtSum, longestLine, lines] = row;
      damages.requireSound(profileId, base, { first, last, count, firstDamaged });
      return {
        firstSeq: first - base,
        lastSeq: last - base,
        count: Number(written),
        lines,
        seqSum,
        occurredAtSum,
        longestLine: Number(longestLine),
      };
    },
  };
}

function outcomeReader(
  db: Database,
  damages: DamageLog,
  findProfile: FindProfile,
): Pick<Reader, 'seqOfOutcome' | 'outcomeOf' | 'outcomesOf'> {
  const outcomeGet = lazily<{ seq: bigint; content_hash: Buffer; is_sound: bigint }>(db, 'outcome_get');
  const outcomesOfFacts = lazily<OutcomeRow>(db, 'outcomes_of_facts');
  return {
    seqOfOutcome: (profileId, outcomeKey) => {
      const profile = findProfile(profileId);
      return profile && outcomeGet().get(profile.no, Buffer.from(outcomeKey))?.seq;
    },
    outcomeOf: (profileId, outcomeKey) => {
      const profile = findProfile(profileId);
      const row = profile && outcomeGet().get(profile.no, Buffer.from(outcomeKey));
      if (profile && row?.is_sound === 0n)
        damages.fail({ profileId, seq: row.seq, reason: 'the key of the outcome is not as it was written' });
      return row && { seq: row.seq, contentHash: row.content_hash };
    },
    outcomesOf: (profileId, seqs) => {
      const profile = findProfile(profileId);
      if (!profile || seqs.length === 0) return [];
      const rows = outcomesOfFacts().all(profile.no, `[${seqs.join(',')}]`);
      return rows.map((row) => ({ seq: row.seq, outcomeKey: row.outcome_key, contentHash: row.content_hash }));
    },
  };
}

type CountsReader = Pick<
  Reader,
  'receivedAt' | 'lastSeq' | 'installation' | 'knownSegments' | 'reclaimableBytes' | 'profiles' | 'clearedTraits'
>;

function countsReader(db: Database, findProfile: FindProfile): CountsReader {
  const received = lazily<{ received_at: bigint }>(db, 'facts/fact_received');
  const profileList = lazily<{ profile_id: string; last_seq: bigint; first_kept: bigint }>(db, 'profiles/profile_list');
  const clearedList = lazily<{ profile_id: string; seq: bigint }>(db, 'profiles/cleared_list');
  const installationGet = lazily<Installation>(db, 'installation_get');
  const segmentList = lazily<SegmentRow>(db, 'segment_list');
  return {
    receivedAt: (profileId, seq) => {
      const profile = findProfile(profileId);
      const row = profile && received().get(profile.base + seq, profile.base + MAX_SEQ);
      return row && Number(row.received_at);
    },
    lastSeq: (profileId) => findProfile(profileId)?.last ?? 0n,
    installation: () => installationGet().get(),
    knownSegments: (profileId) => {
      const profile = findProfile(profileId);
      if (!profile) return [];
      return segmentList()
        .all(profile.no)
        .map(({ first_seq, last_seq, sha256, next_sha256 }) => ({
          firstSeq: first_seq,
          lastSeq: last_seq,
          sha256,
          nextSha256: next_sha256,
        }));
    },
    reclaimableBytes: () =>
      Number(db.pragma('freelist_count', { simple: true })) * Number(db.pragma('page_size', { simple: true })),
    clearedTraits: () => {
      if ((db.pragma('user_version', { simple: true }) as number) < FIRST_WITH_CLEARED) return [];
      return clearedList()
        .all()
        .map(({ profile_id: profileId, seq }) => ({ profileId, seq }));
    },
    profiles: () =>
      profileList()
        .all()
        .map((row) => ({ profileId: row.profile_id, lastSeq: row.last_seq, firstKept: row.first_kept })),
  };
}
