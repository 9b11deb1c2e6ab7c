// A world some times as large as one that was loaded: each segment of its archive so many times, with other browsers, outcomes and
// clicks, so that a hundred million events are there within minutes. The warehouse is not copied: a rebuild makes it.
import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { fileHash } from '../src/base/files/durable.ts';
import { archiveFolder } from '../src/base/journal/archive.ts';
import { journalFile } from '../src/base/journal/open-journal.ts';
import { addRowSum } from '../src/base/journal/row-sums.ts';
import { manifestPath, manifestText, readSegments, type Segment, segmentName } from '../src/base/journal/segments.ts';
import { sqlText } from '../src/base/sql/sql-files.ts';
import { masterKeyFile } from '../src/base/state/master-key.ts';
import { stateFile } from '../src/base/state/open-state.ts';
import { withEngine } from './engine.ts';

/** What is no event, such as spend, is in a last segment of its own, and stays once. */
const LEAST_ROWS = 100_000;
const ROW_GROUP = 30_720;
/** Keys have 62 bits; a copy's are the original's with some of them flipped: what was equal stays equal, and no two copies meet. */
const BITS = 1n << 62n;
const SPREAD = 2_862_933_555_777_941_757n;

const profileNumber = z.tuple([z.object({ profile_no: z.number() })]);

/** In a copy nobody is known but by a browser: who is a customer was decided for the original alone. */
function rowsSql(copy: number, shift: bigint): string {
  if (copy === 0) return `select * replace (seq + ${shift} as seq)`;
  const mask = (BigInt(copy) * SPREAD) % BITS;
  const flipped = (key: string): string => `xor(${key}, ${mask}::bigint)`;
  return `select * replace (
    seq + ${shift} as seq,
    ${flipped('dedupe_hash')} as dedupe_hash,
    null::varchar as identifier_tokens,
    struct_update(
      parsed,
      visitor_key := ${flipped('parsed.visitor_key')},
      outcome_key := ${flipped('parsed.outcome_key')},
      refund_of_key := ${flipped('parsed.refund_of_key')},
      click_hash := ${flipped('parsed.click_hash')},
      clicks := list_transform(parsed.clicks, lambda click: struct_update(click, click_key := ${flipped('click.click_key')})),
      identifiers := null::struct("type" varchar, priority tinyint, identifier_key bigint)[]
    ) as parsed
  )`;
}

/** Writes the rows of a segment so that they follow those that are there. */
async function writeCopy(
  engine: DuckDBConnection,
  of: Segment,
  folder: string,
  copy: number,
  firstSeq: bigint,
): Promise<Segment> {
  const shift = firstSeq - of.firstSeq;
  const lastSeq = of.lastSeq + shift;
  const path = join(folder, basename(dirname(of.path)), segmentName(firstSeq, lastSeq));
  mkdirSync(dirname(path), { recursive: true });
  await engine.run(
    `copy (${rowsSql(copy, shift)} from read_parquet('${of.path}')) to '${path}' (format parquet, compression zstd, row_group_size ${ROW_GROUP})`,
  );
  const seqSum = of.seqSum + shift * BigInt(of.rows);
  const segment = { ...of, firstSeq, lastSeq, path, seqSum, bytes: statSync(path).size, sha256: await fileHash(path) };
  writeFileSync(manifestPath(path), manifestText(segment));
  return segment;
}

/** A copy of a SQLite file without its free pages, in which something is then told otherwise. */
function copyDatabase(from: string, to: string, change: (db: Database.Database) => void): void {
  const source = new Database(from, { readonly: true });
  source.prepare('vacuum into ?').run(to);
  source.close();
  const db = new Database(to);
  change(db);
  db.close();
}

interface Multiplied {
  profileId: string;
  /** Where the engine may spill. */
  spill: string;
  times: number;
  /** Segments with fewer rows stay once. */
  leastRows?: number;
}

/** Lays out `to` as a data folder with the facts of `from` so many times, all of them sealed, and no warehouse. */
export async function multiply(
  from: string,
  to: string,
  { profileId, spill, times, leastRows = LEAST_ROWS }: Multiplied,
): Promise<bigint> {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const { segments } = readSegments(archiveFolder(from, profileId), profileId);
  let last = 0n;
  await withEngine({ spill }, async (engine) => {
    for (const segment of segments) {
      const copies = segment.rows < leastRows ? 1 : times;
      for (let copy = 0; copy < copies; copy += 1)
        last = (await writeCopy(engine, segment, archiveFolder(to, profileId), copy, last + 1n)).lastSeq;
    }
  });
  copyFileSync(masterKeyFile(from), masterKeyFile(to));
  copyDatabase(journalFile(from), journalFile(to), (db) => {
    addRowSum(db);
    const [{ profile_no }] = profileNumber.parse(
      db
        .prepare('update profiles set last_seq = ?, first_kept = ? where profile_id = ? returning profile_no')
        .all(last, last + 1n, profileId),
    );
    db.prepare(sqlText('journal/profiles/profile_sum_set')).run({ profile_no });
    // It knows the segments of the smaller world; the next opening applies these.
    db.prepare('delete from segments').run();
  });
  copyDatabase(stateFile(from), stateFile(to), (db) =>
    db.prepare("update cursors set value = ? where profile_id = ? and name = 'stitched'").run(last, profileId),
  );
  return last;
}
