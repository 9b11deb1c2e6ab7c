// Facts that were accepted after a backup: taken out of the journal and the archive of the folder, and put behind those of the backup's journal. They are
// of the same order and seqs as before; what browsers or servers had said of a person in clear is in them only until it was stitched.
import type { Database, Statement } from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { archiveFolder } from '../journal/archive.ts';
import { FACT_ID_SHIFT } from '../journal/group.ts';
import { addRowSum } from '../journal/row-sums.ts';
import { readSegments, type Segment } from '../journal/segments.ts';
import type { Warehouse } from '../warehouse/port.ts';
import { statement, typed, type WarehouseRow } from '../warehouse/statements.ts';

type ArchivedFact = WarehouseRow<'archive/facts_after'>;

export interface LaterFacts {
  profile_id: string;
  /** That were put behind those of the backup. */
  taken: number;
  /** That are in none, as what they belong to is not in the backup or a row is damaged. */
  left_out: number;
}

export interface LaterFactsOptions {
  dataDir: string;
  /** The journal of the folder, which is only read. */
  journal: string;
  /** The backup's, which gets the facts. */
  target: string;
  /** That the backup's state knows. */
  profiles: ReadonlySet<string>;
  warehouse: Pick<Warehouse, 'convert'>;
}

const PAGE = 20_000n;
const COLUMNS =
  'kind, schema_version, received_at, occurred_at, trust, dedupe_hash, event_type, anonymous_token, identifier_tokens, body, traits';

interface Counts {
  profile_id: string;
  profile_no: bigint;
  last_seq: bigint;
  first_kept: bigint;
}

/** All of them in one transaction. */
export async function takeLaterFacts(options: LaterFactsOptions): Promise<LaterFacts[]> {
  const db = new Sqlite(options.target);
  addRowSum(db);
  db.defaultSafeIntegers(true);
  db.prepare('attach database ? as later').run(options.journal);
  db.exec('begin immediate');
  try {
    const found: LaterFacts[] = [];
    for (const counts of countsOf(db, 'later')) found.push(await takeOf(db, counts, options));
    db.exec('commit');
    return found.filter(({ taken, left_out }) => taken + left_out > 0);
  } catch (error) {
    db.exec('rollback');
    throw error;
  } finally {
    db.close();
  }
}

const countsOf = (db: Database, schema: 'main' | 'later'): Counts[] =>
  db.prepare<[], Counts>(`select profile_id, profile_no, last_seq, first_kept from ${schema}.profiles order by profile_no`).all();

async function takeOf(db: Database, later: Counts, options: LaterFactsOptions): Promise<LaterFacts> {
  const { profile_id } = later;
  const last = countsOf(db, 'main').find((each) => each.profile_id === profile_id)?.last_seq ?? 0n;
  const isWhole = options.profiles.has(profile_id) && (await isComplete(db, later, last, options.dataDir));
  const count = Number(later.last_seq > last ? later.last_seq - last : 0n);
  if (!isWhole || count === 0) return { profile_id, taken: 0, left_out: count };
  const no = profileNoFor(db, profile_id);
  await copyArchived(db, { later, last, no }, options);
  copyRows(db, { later, last, no });
  return { profile_id, taken: count, left_out: 0 };
}

/** Every fact after the last one of the backup is in a segment or a sound row. */
async function isComplete(db: Database, later: Counts, last: bigint, dataDir: string): Promise<boolean> {
  const { segments, damages } = readSegments(archiveFolder(dataDir, later.profile_id), later.profile_id);
  if (later.first_kept > last + 1n && (damages.length > 0 || (segments.at(-1)?.lastSeq ?? 0n) < later.first_kept - 1n))
    return false;
  const from = later.first_kept > last ? later.first_kept - 1n : last;
  const base = later.profile_no << FACT_ID_SHIFT;
  const sound = db
    .prepare<[bigint, bigint], bigint>(
      'select count(*) from later.fact_contents where fact_id > ? and fact_id <= ? and row_sum(content) is checksum',
    )
    .pluck()
    .get(base + from, base + later.last_seq);
  return sound === (later.last_seq > from ? later.last_seq - from : 0n);
}

function profileNoFor(db: Database, profileId: string): bigint {
  db.prepare('insert into profiles (profile_id) values (?) on conflict (profile_id) do nothing').run(profileId);
  const no = db.prepare<[string], bigint>('select profile_no from profiles where profile_id = ?').pluck().get(profileId);
  if (no === undefined) throw new Error(`the journal of the backup takes no profile ${profileId}`);
  return no;
}

interface Range {
  later: Counts;
  /** Of the backup. */
  last: bigint;
  /** The profile's number in the backup's journal. */
  no: bigint;
}

async function copyArchived(db: Database, { later, last, no }: Range, { dataDir, warehouse }: LaterFactsOptions): Promise<void> {
  const before = later.first_kept;
  const { segments } = readSegments(archiveFolder(dataDir, later.profile_id), later.profile_id);
  const insert = db.prepare(
    `insert into facts (fact_id, ${COLUMNS}, checksum) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, 0)`,
  );
  for (const segment of segments.filter(({ firstSeq, lastSeq }) => lastSeq > last && firstSeq < before))
    await copySegment(insert, segment, { no, after: last, before }, warehouse);
}

async function copySegment(
  insert: Statement,
  segment: Segment,
  { no, after, before }: { no: bigint; after: bigint; before: bigint },
  warehouse: Pick<Warehouse, 'convert'>,
): Promise<void> {
  const end = segment.lastSeq < before ? segment.lastSeq : before - 1n;
  const start = segment.firstSeq - 1n > after ? segment.firstSeq - 1n : after;
  for (let from = start; from < end; from += PAGE) {
    const params = { source: segment.path, after: from, up_to: from + PAGE < end ? from + PAGE : end };
    const [rows] = await warehouse.convert(segment.profileId, [statement('archive/facts_after', params)]);
    for (const row of typed<ArchivedFact[]>(rows))
      insert.run(
        (no << FACT_ID_SHIFT) + row.seq,
        row.kind,
        row.schema_version,
        row.received_at,
        row.occurred_at,
        row.trust,
        row.dedupe_hash,
        row.event_type,
        row.anonymous_token,
        row.identifier_tokens,
        row.body,
      );
  }
}

/** Facts that are still in the journal, outcome keys and the profile's counts. */
function copyRows(db: Database, { later, last, no }: Range): void {
  const from = later.first_kept > last ? later.first_kept - 1n : last;
  const [old, now] = [later.profile_no << FACT_ID_SHIFT, no << FACT_ID_SHIFT];
  db.prepare(
    `insert into facts (fact_id, ${COLUMNS}, checksum)
     select fact_id - $old + $now, ${COLUMNS}, 0 from later.facts where fact_id > $old + $from and fact_id <= $old + $last`,
  ).run({ old, now, from, last: later.last_seq });
  db.prepare(
    'update facts set checksum = row_sum((select content from fact_contents as c where c.fact_id = facts.fact_id)) where fact_id > ? and fact_id <= ?',
  ).run(now + last, now + later.last_seq);
  db.prepare(
    `insert into outcomes (profile_no, outcome_key, seq, content_hash)
     select ?, outcome_key, seq, content_hash from later.outcomes where profile_no = ? and seq > ? on conflict do nothing`,
  ).run(no, later.profile_no, last);
  db.prepare(
    `update outcomes set checksum = row_sum((
       select content from outcome_contents as c where c.profile_no = outcomes.profile_no and c.outcome_key = outcomes.outcome_key
     )) where profile_no = ? and seq > ?`,
  ).run(no, last);
  db.prepare('update profiles set last_seq = ? where profile_no = ?').run(later.last_seq, no);
  db.prepare(
    'update profiles set checksum = row_sum((select content from profile_contents as c where c.profile_no = profiles.profile_no)) where profile_no = ?',
  ).run(no);
}
