// Reads the journal on the caller's thread, by a read-only connection: what was acknowledged is seen at once.
import type { Database } from 'better-sqlite3';
import { sqlText } from '../kit/sql-files.ts';
import { firstFactId, least, MAX_SEQ } from './group.ts';
import type { Fact, FactKind, Installation, Journal, Trust } from './journal.ts';

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
];

type LandRow = [
  first: bigint | null,
  last: bigint,
  written: bigint,
  firstWritten: bigint | null,
  kinds: string | null,
  lines: Buffer | null,
];

type SealRow = [
  first: bigint | null,
  last: bigint,
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
  | 'outcomesOf'
  | 'profiles'
  | 'installation'
  | 'knownSegments'
  | 'reclaimableBytes'
>;

interface SegmentRow {
  first_seq: bigint;
  last_seq: bigint;
  sha256: string;
  next_sha256: string | null;
}

export function journalReader(db: Database): Reader {
  const statement = (name: string) => db.prepare(sqlText(`journal/${name}`)).safeIntegers(true);
  const list = statement('fact_list').raw(true);
  const toLand = statement('fact_lines_to_land').raw(true);
  const toSeal = statement('fact_lines_to_seal').raw(true);
  const identified = statement('fact_identified').raw(true);
  const profileGet = statement('profile_get');
  const profileList = statement('profile_list');
  const outcomeGet = statement('outcome_get');
  const installationGet = statement('installation_get');
  const segmentList = statement('segment_list');
  const outcomesOfFacts = statement('outcomes_of_facts');

  const profileOf = (profileId: string) => profileGet.get(profileId) as { profile_no: bigint; last_seq: bigint } | undefined;

  function facts(from: typeof list, profileId: string, after: bigint, upTo: bigint, limit: number): Fact[] {
    const profile = profileOf(profileId);
    if (!profile) return [];
    const base = firstFactId(profile.profile_no);
    const rows = from.all(base + after, base + least(upTo, MAX_SEQ), BigInt(limit)) as FactRow[];
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
      const [first, last, written, firstWritten, kinds, lines] = toLand.get(`[${left}]`, base, ...range) as LandRow;
      if (first === null) return undefined;
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
      const row = toSeal.get(base, base, profileId, ...range) as SealRow;
      const [first, last, written, seqSum, occurredAtSum, longestLine, lines] = row;
      if (first === null) return undefined;
      return {
        ...{ firstSeq: first - base, lastSeq: last - base, count: Number(written), lines },
        ...{ seqSum, occurredAtSum, longestLine: Number(longestLine) },
      };
    },
    read: (profileId, after, limit) => facts(list, profileId, after, MAX_SEQ, limit),
    readIdentified: (profileId, after, upTo, limit) => facts(identified, profileId, after, upTo, limit),
    lastSeq: (profileId) => profileOf(profileId)?.last_seq ?? 0n,
    seqOfOutcome: (profileId, outcomeKey) => {
      const profile = profileOf(profileId);
      if (!profile) return undefined;
      const found = outcomeGet.get(profile.profile_no, Buffer.from(outcomeKey)) as { seq: bigint } | undefined;
      return found?.seq;
    },
    outcomesOf: (profileId, seqs) => {
      const profile = profileOf(profileId);
      if (!profile || seqs.length === 0) return [];
      const rows = outcomesOfFacts.all(profile.profile_no, `[${seqs.join(',')}]`);
      return (rows as { outcome_key: Buffer; content_hash: Buffer; seq: bigint }[]).map((row) => ({
        seq: row.seq,
        outcomeKey: row.outcome_key,
        contentHash: row.content_hash,
      }));
    },
    installation: () => installationGet.get() as Installation | undefined,
    knownSegments: (profileId) => {
      const profile = profileOf(profileId);
      if (!profile) return [];
      return (segmentList.all(profile.profile_no) as SegmentRow[]).map(({ first_seq, last_seq, sha256, next_sha256 }) => ({
        ...{ firstSeq: first_seq, lastSeq: last_seq, sha256, nextSha256: next_sha256 },
      }));
    },
    reclaimableBytes: () =>
      Number(db.pragma('freelist_count', { simple: true })) * Number(db.pragma('page_size', { simple: true })),
    profiles: () =>
      (profileList.all() as { profile_id: string; last_seq: bigint; first_kept: bigint }[]).map((row) => ({
        profileId: row.profile_id,
        lastSeq: row.last_seq,
        firstKept: row.first_kept,
      })),
  };
}
