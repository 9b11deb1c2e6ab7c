// The files of segments: written from the journal's facts or from an existing segment, read by the warehouse as a check before a manifest
// names them, and read later.

import { mkdirSync, rmSync, statSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileHash, makeFolder, renameAside, renameDurably, syncAside, writeAside, writeDurably } from '../files/durable.ts';
import type { Clock } from '../kit/clock.ts';
import type { Statement, Warehouse } from '../warehouse/port.ts';
import { statement, typed, type WarehouseRow } from '../warehouse/statements.ts';
import type { LoadedFacts } from './archive.ts';
import type { Journal, RewrittenFact } from './journal.ts';
import { loadingMark } from './leftovers.ts';
import {
  ArchiveDamaged,
  manifestPath,
  manifestText,
  PARSING,
  PARSING_SQL,
  SEGMENT_COLUMNS,
  SEGMENT_SCHEMA_VERSION,
  type Segment,
  segmentName,
} from './segments.ts';

/** The sum of any times fits 64 bits. */
const PAGE_ROWS = 1_000;
/** The time for reading pages before other work has its turn: during the intake of a file a page a turn would take longer than the file. */
const TURN_MS = 5;
/** DuckDB reserves twice the configured longest line, per thread. */
const LINE_BYTES = 1_048_576;

export interface SegmentFilesOptions {
  journal: Journal;
  warehouse: Pick<Warehouse, 'convert' | 'landingFolder'>;
  clock: Clock;
  /** Called before each step, by name; tests end the process there. */
  onStep?: (step: string) => void;
}

/** The facts of a profile that one segment is to hold, both ends included. */
export interface SealRange {
  profileId: string;
  first: bigint;
  last: bigint;
}

/** What a segment's file is to hold. */
interface Wanted {
  firstReceivedAt: number;
  seqSum: bigint;
  occurredAtSum: bigint;
  write: (target: string) => Statement<unknown>[];
  /** It is marked until the journal counts its facts. */
  isLoad?: true;
}

export class SegmentFiles {
  readonly #options: SegmentFilesOptions;

  constructor(options: SegmentFilesOptions) {
    this.#options = options;
  }

  /**
   * Writes a segment into the folder of the profile's archive. Each state of the disk between two steps is either the old archive or the
   * new one, with leftovers that opening removes.
   */
  async seal(range: SealRange, archive: string, onProgress: (seq: bigint) => void): Promise<Segment> {
    const { warehouse } = this.#options;
    const { profileId, first } = range;
    const landing = warehouse.landingFolder(profileId);
    mkdirSync(landing, { recursive: true });
    const source = join(landing, `seal-${first}.ndjson`);
    try {
      this.#step('collect');
      const wanted = await this.#collect(range, source, onProgress);
      const lineBytes = Math.max(LINE_BYTES, wanted.longestLine + 1);
      const write = (target: string) => [
        { sql: PARSING_SQL },
        statement('archive/segment_write', { source, target, line_bytes: lineBytes }),
      ];
      return await this.#write(range, archive, { ...wanted, write });
    } finally {
      rmSync(source, { force: true });
    }
  }

  /** Writes a segment of facts that the journal does not have, with the mark of a load beside it. */
  load(range: SealRange, archive: string, { receivedAt, occurredAtSum, write }: LoadedFacts): Promise<Segment> {
    const seqSum = ((range.first + range.last) * (range.last - range.first + 1n)) / 2n;
    return this.#write(range, archive, { firstReceivedAt: receivedAt, seqSum, occurredAtSum, write, isLoad: true });
  }

  /** Each state of the disk between two steps is either the old archive or the new one, with leftovers. */
  async #write({ profileId, first, last }: SealRange, archive: string, wanted: Wanted): Promise<Segment> {
    const folder = join(archive, new Date(wanted.firstReceivedAt).toISOString().slice(0, 7));
    makeFolder(folder);
    const path = join(folder, segmentName(first, last));
    const unfinished = `${path}.tmp`;
    this.#step('write');
    await this.#options.warehouse.convert(profileId, wanted.write(unfinished));
    this.#step('sync');
    await syncAside(unfinished);
    this.#step('check');
    const segment: Segment = {
      profileId,
      firstSeq: first,
      lastSeq: last,
      rows: Number(last - first + 1n),
      seqSum: wanted.seqSum,
      occurredAtSum: wanted.occurredAtSum,
      bytes: statSync(unfinished).size,
      sha256: await fileHash(unfinished),
      columns: SEGMENT_COLUMNS,
      schemaVersion: SEGMENT_SCHEMA_VERSION,
      parsing: PARSING,
      sealedAt: this.#options.clock.now(),
      path,
    };
    const reason = await this.#rowDamage(segment, unfinished);
    if (reason) throw new ArchiveDamaged({ path: unfinished, reason });
    if (wanted.isLoad) await writeAside(loadingMark(path), '');
    this.#step('rename');
    await renameAside(unfinished, path);
    this.#step('manifest');
    await writeAside(manifestPath(path), manifestText(segment));
    return segment;
  }

  /**
   * The segment with changed facts instead of its own: the old one or the new one, whenever it ends. `announce` is awaited before the
   * new one takes its place.
   */
  async rewrite(segment: Segment, changed: RewrittenFact[], announce: (rewritten: Segment) => Promise<void>): Promise<Segment> {
    const { warehouse, journal } = this.#options;
    const landing = warehouse.landingFolder(segment.profileId);
    mkdirSync(landing, { recursive: true });
    const rows = join(landing, `rewrite-${segment.firstSeq}.ndjson`);
    const [unfinished, next] = [`${segment.path}.tmp`, `${manifestPath(segment.path)}.next`];
    try {
      const lines = changed.map(rewrittenLine);
      await writeFile(rows, lines.join(''), { mode: 0o600 });
      const longest = lines.reduce((most, line) => Math.max(most, Buffer.byteLength(line)), 0);
      const params = { source: segment.path, rows, target: unfinished, line_bytes: Math.max(LINE_BYTES, longest + 1) };
      await warehouse.convert(segment.profileId, [{ sql: PARSING_SQL }, statement('archive/segment_rewrite', params)]);
      await syncAside(unfinished);
      const reason = await this.#rowDamage(segment, unfinished);
      if (reason) throw new ArchiveDamaged({ path: unfinished, reason });
      const rewritten: Segment = {
        ...segment,
        bytes: statSync(unfinished).size,
        sha256: await fileHash(unfinished),
        columns: SEGMENT_COLUMNS,
        parsing: PARSING,
      };
      await announce(rewritten);
      // A backup copies file and manifest one after the other: both change between two backups, and in one go.
      await journal.whenFree();
      writeDurably(next, manifestText(rewritten));
      this.#step('rewrite_file');
      renameDurably(unfinished, segment.path);
      this.#step('rewrite_manifest');
      renameDurably(next, manifestPath(segment.path));
      return rewritten;
    } finally {
      rmSync(rows, { force: true });
    }
  }

  /** The rows that a statement reads of the segment (its `$source`). */
  async rowsOf<AnyRow>(segment: Segment, find: Statement<AnyRow>): Promise<AnyRow[]> {
    const request: Statement<AnyRow> = { ...find, params: { ...find.params, source: segment.path } };
    const [rows] = await this.#options.warehouse.convert(segment.profileId, [request]);
    return typed(rows);
  }

  /** Reads every byte and row again; answers what is not as the manifest says. */
  async contentDamage(segment: Segment): Promise<string | undefined> {
    const hash = await fileHash(segment.path);
    if (hash !== segment.sha256) return 'its checksum is not the one in the manifest';
    return this.#rowDamage(segment, segment.path);
  }

  /** Reads the rows back by the warehouse's eyes. */
  async #rowDamage(segment: Segment, file: string): Promise<string | undefined> {
    const params = { source: file, first_seq: segment.firstSeq, profile_id: segment.profileId };
    let totals: WarehouseRow<'archive/segment_check'>[];
    try {
      [totals] = await this.#options.warehouse.convert(segment.profileId, [statement('archive/segment_check', params)]);
    } catch (error) {
      return `it cannot be read (${(error as Error).message})`;
    }
    const [row] = totals;
    if (!row || Number(row.fact_count) !== segment.rows) return `it contains ${row?.fact_count} facts instead of ${segment.rows}`;
    if (row.seq_sum !== segment.seqSum) return 'the sum of its seqs is not the one in the manifest';
    if (row.occurred_at_sum !== segment.occurredAtSum) return 'the sum of its times is not the one in the manifest';
    if (!row.is_dense) return 'its rows are not the dense range of one profile';
    if (Number(row.filled) !== 4 * segment.rows) return 'some of its rows lack a value that every fact has';
    return undefined;
  }

  /** Writes the journal's facts of the range as lines, and counts them. */
  async #collect({ profileId, first, last }: SealRange, file: string, onProgress: (seq: bigint) => void) {
    const { journal } = this.#options;
    const firstReceivedAt = journal.read(profileId, first - 1n, 1)[0]?.receivedAt ?? 0;
    const sums = { seqSum: 0n, occurredAtSum: 0n, firstReceivedAt, longestLine: 0 };
    const handle = await open(file, 'w', 0o600);
    let pages: Buffer[] = [];
    let began = performance.now();
    try {
      for (let next = first; next <= last; ) {
        const page = journal.linesToSeal(profileId, next - 1n, last, PAGE_ROWS);
        if (page?.firstSeq !== next || page.lastSeq - next + 1n !== BigInt(page.count))
          throw new Error(`the journal lacks a fact of profile ${profileId} from ${next} on`);
        sums.seqSum += page.seqSum;
        sums.occurredAtSum += page.occurredAtSum;
        sums.longestLine = Math.max(sums.longestLine, page.longestLine);
        pages.push(page.lines);
        next = page.lastSeq + 1n;
        if (next <= last && performance.now() - began < TURN_MS) continue;
        await handle.appendFile(Buffer.concat(pages));
        onProgress(page.lastSeq);
        pages = [];
        began = performance.now();
      }
    } finally {
      await handle.close();
    }
    return sums;
  }

  #step(name: string): void {
    this.#options.onStep?.(name);
  }
}

const rewrittenLine = ({ seq, dedupeHash, anonymousToken, identifierTokens, body }: RewrittenFact): string =>
  `{"seq":${seq},"dedupe_hash":${dedupeHash ?? 'null'},${JSON.stringify({
    anonymous_token: anonymousToken,
    identifier_tokens: identifierTokens,
    body,
  }).slice(1)}\n`;
