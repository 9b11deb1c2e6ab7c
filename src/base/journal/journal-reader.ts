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

/** What was looked at: from the first to the last no fact may be missing. */
type Looked = [first: bigint | null, last: bigint, lookedAt: bigint, firstDamaged: bigint | null];

type LandRow = [...looked: Looked, written: bigint, firstWritten: bigint | null, kinds: string | null, lines: Buffer | null];

type SealRow = [...looked: Looked, written: bigint, seqSum: bigint, occurredAtSum: bigint, longestLine: bigint, lines: Buffer];

type Reader = Pick<
  Journal,
  | 'read'
  | 'linesToLand'
  | 'linesToSeal'
  | 'readIdentified'
  | 'lastSeq'
  | 'seqOfOutcome'
  | 'outcomesOf'
  | 'profiles'
  | 'installation'
  | 'knownSegments'
  | 'reclaimableBytes'
  | 'receivedAt'
  | 'damages'
  | 'noteDamages'
>;

interface SegmentRow {
  first_seq: bigint;
  last_seq: bigint;
  sha256: string;
  next_sha256: string | null;
}

const prepare = (db: Database, name: string, isRaw: boolean): Statement =>
  isRaw
    ? db
        .prepare(sqlText(`journal/${name}`))
        .safeIntegers(true)
        .raw(true)
    : db.prepare(sqlText(`journal/${name}`)).safeIntegers(true);

export function journalReader(db: Database): Reader {
  addRowSum(db);
  const damages = new Map<string, RowDamage>();
  // Prepared when it is first asked: a journal of an earlier version, as in a backup, has not every column.
  const statement = (name: string, isRaw = false) => {
    let prepared: Statement | undefined;
    return (): Statement => (prepared ??= prepare(db, name, isRaw));
  };
  const list = statement('facts/fact_list', true);
  const toLand = statement('facts/fact_lines_to_land', true);
  const toSeal = statement('facts/fact_lines_to_seal', true);
  const identified = statement('facts/fact_identified', true);
  const received = statement('facts/fact_received');
  const profileGet = statement('profiles/profile_get');
  const profileList = statement('profiles/profile_list');
  const outcomeGet = statement('outcome_get');
  const installationGet = statement('installation_get');
  const segmentList = statement('segment_list');
  const outcomesOfFacts = statement('outcomes_of_facts');

  const noteDamages = (found: readonly RowDamage[]): void => {
    for (const damage of found) damages.set(nameOf(damage), damage);
  };
  function damaged(damage: RowDamage): never {
    noteDamages([damage]);
    throw new JournalDamaged(damage);
  }

  function requireSound(profileId: string, base: bigint, [first, last, lookedAt, firstDamaged]: Looked): void {
    if (firstDamaged !== null) damaged({ profileId, seq: firstDamaged - base, reason: FACT_CHANGED });
    if (first !== null && last - first + 1n !== lookedAt)
      damaged({ profileId, seq: first - base, reason: `${last - first + 1n - lookedAt} facts from here on are missing` });
  }

  const profileOf = (profileId: string) => profileGet().get(profileId) as { profile_no: bigint; last_seq: bigint } | undefined;

  function facts(from: typeof list, profileId: string, after: bigint, upTo: bigint, limit: number): Fact[] {
    const profile = profileOf(profileId);
    if (!profile) return [];
    const base = firstFactId(profile.profile_no);
    const rows = from().all(base + after, base + least(upTo, MAX_SEQ), BigInt(limit)) as FactRow[];
    const changed = rows.find((row) => row[12] === 0n);
    if (changed) damaged({ profileId, seq: changed[0] - base, reason: FACT_CHANGED });
    return rows.map((row) => ({
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
    }));
  }

  return {
    linesToLand: (profileId, after, upTo, limit, leaveOut) => {
      const profile = profileOf(profileId);
      if (!profile) return undefined;
      const base = firstFactId(profile.profile_no);
      const left = leaveOut.filter((seq) => seq > after && seq <= upTo).map((seq) => base + seq);
      const range = [base + after, base + least(upTo, MAX_SEQ), BigInt(limit)];
      const row = toLand().get(`[${left}]`, base, ...range) as LandRow;
      const [first, last, , , written, firstWritten, kinds, lines] = row;
      if (first === null) return undefined;
      requireSound(profileId, base, [first, last, row[2], row[3]]);
      return {
        ...{ firstSeq: first - base, lastSeq: last - base, count: Number(written), lines: lines ?? Buffer.alloc(0) },
        firstWritten: firstWritten === null ? undefined : firstWritten - base,
        kinds: new Set(kinds?.split(',')),
      };
    },
    linesToSeal: (profileId, after, upTo, limit) => {
      const profile = profileOf(profileId);
      if (!profile) return undefined;
      const base = firstFactId(profile.profile_no);
      const range = [base + after, base + least(upTo, MAX_SEQ), BigInt(limit)];
      const row = toSeal().get(base, base, profileId, ...range) as SealRow;
      const [first, last, , , written, seqSum, occurredAtSum, longestLine, lines] = row;
      if (first === null) return undefined;
      requireSound(profileId, base, [first, last, row[2], row[3]]);
      return {
        ...{ firstSeq: first - base, lastSeq: last - base, count: Number(written), lines },
        ...{ seqSum, occurredAtSum, longestLine: Number(longestLine) },
      };
    },
    read: (profileId, after, limit) => facts(list, profileId, after, MAX_SEQ, limit),
    readIdentified: (profileId, after, upTo, limit) => facts(identified, profileId, after, upTo, limit),
    receivedAt: (profileId, seq) => {
      const profile = profileOf(profileId);
      if (!profile) return undefined;
      const base = firstFactId(profile.profile_no);
      const found = received().get(base + seq, base + MAX_SEQ) as { received_at: bigint } | undefined;
      return found && Number(found.received_at);
    },
    damages: () => [...damages.values()],
    noteDamages,
    lastSeq: (profileId) => profileOf(profileId)?.last_seq ?? 0n,
    seqOfOutcome: (profileId, outcomeKey) => {
      const profile = profileOf(profileId);
      if (!profile) return undefined;
      const found = outcomeGet().get(profile.profile_no, Buffer.from(outcomeKey)) as { seq: bigint } | undefined;
      return found?.seq;
    },
    outcomesOf: (profileId, seqs) => {
      const profile = profileOf(profileId);
      if (!profile || seqs.length === 0) return [];
      const rows = outcomesOfFacts().all(profile.profile_no, `[${seqs.join(',')}]`);
      return (rows as { outcome_key: Buffer; content_hash: Buffer; seq: bigint }[]).map((row) => ({
        seq: row.seq,
        outcomeKey: row.outcome_key,
        contentHash: row.content_hash,
      }));
    },
    installation: () => installationGet().get() as Installation | undefined,
    knownSegments: (profileId) => {
      const profile = profileOf(profileId);
      if (!profile) return [];
      return (segmentList().all(profile.profile_no) as SegmentRow[]).map(({ first_seq, last_seq, sha256, next_sha256 }) => ({
        ...{ firstSeq: first_seq, lastSeq: last_seq, sha256, nextSha256: next_sha256 },
      }));
    },
    reclaimableBytes: () =>
      Number(db.pragma('freelist_count', { simple: true })) * Number(db.pragma('page_size', { simple: true })),
    profiles: () =>
      (profileList().all() as { profile_id: string; last_seq: bigint; first_kept: bigint }[]).map((row) => ({
        profileId: row.profile_id,
        lastSeq: row.last_seq,
        firstKept: row.first_kept,
      })),
  };
}
