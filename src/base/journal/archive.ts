// The archive: sealed facts as Parquet files with manifests, in contiguous ranges of seqs. What a manifest names is on disk,
// was read back, and never changes; everything newer is in the journal. Clear traits never come here.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../kit/clock.ts';
import { fileHash, makeFolder, renameAside, renameDurably, syncAside, writeAside, writeDurably } from '../kit/durable.ts';
import { sqlText } from '../kit/sql-files.ts';
import { Turns } from '../kit/turns.ts';
import type { Row, Statement, Warehouse } from '../warehouse/port.ts';
import { least } from './group.ts';
import type { Journal, RewrittenFact } from './journal.ts';
import {
  ArchiveDamaged,
  archivedFiles,
  type Damage,
  manifestPath,
  manifestText,
  PARSING,
  PARSING_SQL,
  readSegments,
  SEGMENT_COLUMNS,
  SEGMENT_SCHEMA_VERSION,
  type Segment,
  segmentName,
} from './segments.ts';

export { ArchiveDamaged, type Damage, PARSING, type Segment } from './segments.ts';

/** The archive is ahead of the journal: the two are not of one moment, as when they were copied by hand one after the other. */
export class StoresDisagree extends Error {
  constructor(profileId: string, sealedUpTo: bigint, lastSeq: bigint) {
    super(
      `The archive of profile ${profileId} holds facts up to ${sealedUpTo}, the journal ends at ${lastSeq}: they are not of one moment. Restore a backup made by the backup command.`,
    );
  }
}

/** Where all facts of a profile are: the segments hold 1 … sealedUpTo, the journal sealedUpTo + 1 … lastSeq. */
export interface FactSources {
  segments: Segment[];
  sealedUpTo: bigint;
  lastSeq: bigint;
}

export interface Archive {
  /** In seq order, without gap or overlap, each with its file; throws ArchiveDamaged otherwise. */
  segments(profileId: string): Segment[];
  /** 0 when nothing is sealed. */
  sealedUpTo(profileId: string): bigint;
  /**
   * Seals the facts after `sealedUpTo` up to and including `upTo`, then trims them from the journal; answers the new segments
   * (at most 1,000,000 facts each). Only facts that every follower has passed may be sealed, but for landing, which reads both. Waits
   * while the journal is held. `onProgress`: told how far facts are written out.
   */
  seal(profileId: string, upTo: bigint, onProgress?: (seq: bigint) => void): Promise<Segment[]>;
  describeFacts(profileId: string): FactSources;
  /** Reads every byte and row again; answers what is not as its manifest says. Empty = sound. */
  verify(profileId: string): Promise<Damage[]>;
  /**
   * Writes segments anew in which facts change. `find` reads the rows of one segment (`$source`) that may: seq, kind, dedupe_hash,
   * anonymous_token, identifier_tokens, body; `change` answers what they become, undefined = as they are. Each segment is the old
   * or the new one, whenever it ends. Waits while the journal is held.
   */
  rewrite(profileId: string, find: Statement[], change: ChangeFacts): Promise<{ segments: number; facts: number }>;
  /** The rows that `find` reads, segment by segment. */
  find(profileId: string, find: Statement[]): AsyncGenerator<Row[]>;
  /** Deletes a profile's segments. Waits while the journal is held. */
  purge(profileId: string): Promise<void>;
}

export type ChangeFacts = (rows: Row[]) => RewrittenFact[];

export interface OpenArchiveOptions {
  dataDir: string;
  journal: Journal;
  warehouse: Pick<Warehouse, 'convert' | 'landingFolder'>;
  clock: Clock;
  /** The seq up to which a profile is stitched: newer facts stay in the journal, which alone holds their clear traits. */
  stitchedUpTo: (profileId: string) => bigint;
  /** Told before each step of a seal, by name; tests end the process there. */
  onStep?: (step: string) => void;
  segmentRows?: number;
}

/** The sum of their times fits 64 bits, whatever they are. */
const PAGE_ROWS = 1_000;
/** So long pages are read before others have their turn: beside the intake of a file one page a turn would take longer than the file. */
const TURN_MS = 5;
const SEGMENT_ROWS = 1_000_000;
/** DuckDB reserves twice the longest line it is told of, per thread. */
const LINE_BYTES = 1_048_576;

/** A manifest that waits for its file's renaming. */
const NEXT_MANIFEST = '.json.next';

export const archiveFolder = (dataDir: string, profileId: string): string => join(dataDir, 'profiles', profileId, 'archive');

/**
 * Deletes what an interrupted seal left behind, and finishes the trimming of what is sealed and stitched.
 * @throws StoresDisagree when the archive holds facts that the journal never gave out: seqs would be given out twice.
 */
export async function openArchive(options: OpenArchiveOptions): Promise<Archive> {
  for (const profile of options.journal.profiles()) {
    const folder = archiveFolder(options.dataDir, profile.profileId);
    cleanLanding(options.warehouse.landingFolder(profile.profileId));
    finishRewriting(folder);
    const { segments, damages } = readSegments(folder, profile.profileId);
    const sealedUpTo = segments.at(-1)?.lastSeq ?? 0n;
    if (sealedUpTo > profile.lastSeq) throw new StoresDisagree(profile.profileId, sealedUpTo, profile.lastSeq);
    cleanUnfinished(folder, profile.firstKept);
    const upTo = least(sealedUpTo, options.stitchedUpTo(profile.profileId));
    if (damages.length === 0 && profile.firstKept <= upTo) await options.journal.trim(profile.profileId, upTo);
  }
  return new FileArchive(options);
}

function cleanLanding(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (/^(?:seal|rewrite)-\d+\.ndjson$/.test(name)) rmSync(join(folder, name));
}

/** Its file has its new name already, or is still the old one: the manifest follows it. */
function finishRewriting(folder: string): void {
  for (const next of archivedFiles(folder).filter((file) => file.endsWith(NEXT_MANIFEST))) {
    const manifest = next.slice(0, -'.next'.length);
    if (existsSync(`${manifest.replace(/\.json$/, '.parquet')}.tmp`)) rmSync(next);
    else renameDurably(next, manifest);
  }
}

/** A segment without its manifest does not count: its facts are in the journal still. If they are not, it is evidence and stays. */
function cleanUnfinished(folder: string, firstKept: bigint): void {
  for (const file of archivedFiles(folder)) {
    if (file.endsWith('.tmp')) rmSync(file);
    const firstSeq = /(\d+)-\d+\.parquet$/.exec(file)?.[1];
    if (firstSeq && BigInt(firstSeq) >= firstKept && !existsSync(manifestPath(file))) rmSync(file);
  }
}

class FileArchive implements Archive {
  readonly #options: OpenArchiveOptions;
  readonly #known = new Map<string, Segment[]>();
  /** Of one profile, one of sealing, verifying and purging at a time. */
  readonly #turns = new Turns();

  constructor(options: OpenArchiveOptions) {
    this.#options = options;
  }

  segments(profileId: string): Segment[] {
    const known = this.#known.get(profileId);
    if (known) return known;
    const { segments, damages } = readSegments(this.#folder(profileId), profileId);
    if (damages[0]) throw new ArchiveDamaged(damages[0]);
    this.#known.set(profileId, segments);
    return segments;
  }

  sealedUpTo(profileId: string): bigint {
    return this.segments(profileId).at(-1)?.lastSeq ?? 0n;
  }

  describeFacts(profileId: string): FactSources {
    const segments = this.segments(profileId);
    return { segments, sealedUpTo: segments.at(-1)?.lastSeq ?? 0n, lastSeq: this.#options.journal.lastSeq(profileId) };
  }

  seal(profileId: string, upTo: bigint, onProgress: (seq: bigint) => void = () => undefined): Promise<Segment[]> {
    return this.#turns.run(profileId, async () => {
      const { journal } = this.#options;
      await journal.whenFree();
      const lastSeq = journal.lastSeq(profileId);
      if (upTo > lastSeq) throw new RangeError(`cannot seal up to ${upTo}: the last fact is ${lastSeq}`);
      const made: Segment[] = [];
      const rows = BigInt(this.#options.segmentRows ?? SEGMENT_ROWS);
      for (let first = this.sealedUpTo(profileId) + 1n; first <= upTo; first = this.sealedUpTo(profileId) + 1n) {
        const last = first + rows - 1n < upTo ? first + rows - 1n : upTo;
        const segment = await this.#sealRange(profileId, first, last, onProgress).catch((error) => {
          // As on a full disk: its leftovers take up room, and what a manifest got to name counts.
          this.#known.delete(profileId);
          cleanUnfinished(this.#folder(profileId), first);
          throw error;
        });
        this.#known.set(profileId, [...this.segments(profileId), segment]);
        made.push(segment);
        this.#step('trim');
        await journal.trim(profileId, last);
      }
      return made;
    });
  }

  async verify(profileId: string): Promise<Damage[]> {
    return this.#turns.run(profileId, async () => {
      this.#known.delete(profileId);
      const folder = this.#folder(profileId);
      const { segments, damages } = readSegments(folder, profileId);
      const named = new Set(damages.map((damage) => damage.path));
      for (const segment of segments) {
        if (named.has(segment.path)) continue;
        const reason = await this.#contentDamage(segment);
        if (reason) damages.push({ path: segment.path, reason });
      }
      for (const file of archivedFiles(folder))
        if (file.endsWith('.parquet') && !existsSync(manifestPath(file)))
          damages.push({ path: file, reason: 'its manifest is missing' });
      const firstKept = this.#options.journal.profiles().find((p) => p.profileId === profileId)?.firstKept ?? 1n;
      const sealedUpTo = segments.at(-1)?.lastSeq ?? 0n;
      if (firstKept > sealedUpTo + 1n)
        damages.push({
          path: folder,
          reason: `facts ${sealedUpTo + 1n} to ${firstKept - 1n} are neither here nor in the journal`,
        });
      return damages;
    });
  }

  async *find(profileId: string, find: Statement[]): AsyncGenerator<Row[]> {
    for (const segment of this.segments(profileId)) yield await this.#rowsOf(segment, find);
  }

  async #rowsOf(segment: Segment, find: Statement[]): Promise<Row[]> {
    const asked = find.map((statement, i) =>
      i < find.length - 1 ? statement : { ...statement, params: { ...statement.params, source: segment.path } },
    );
    return (await this.#options.warehouse.convert(segment.profileId, asked)).at(-1) ?? [];
  }

  rewrite(profileId: string, find: Statement[], change: ChangeFacts): Promise<{ segments: number; facts: number }> {
    return this.#turns.run(profileId, async () => {
      const done = { segments: 0, facts: 0 };
      for (const segment of this.segments(profileId)) {
        const changed = change(await this.#rowsOf(segment, find));
        if (changed.length === 0) continue;
        const rewritten = await this.#rewriteSegment(segment, changed);
        this.#known.set(
          profileId,
          this.segments(profileId).map((known) => (known.path === segment.path ? rewritten : known)),
        );
        done.segments += 1;
        done.facts += changed.length;
      }
      return done;
    });
  }

  async #rewriteSegment(segment: Segment, changed: RewrittenFact[]): Promise<Segment> {
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
      await warehouse.convert(segment.profileId, [{ sql: PARSING_SQL }, { sql: sqlText('archive/segment_rewrite'), params }]);
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

  purge(profileId: string): Promise<void> {
    return this.#turns.run(profileId, async () => {
      await this.#options.journal.whenFree();
      this.#known.delete(profileId);
      rmSync(this.#folder(profileId), { recursive: true, force: true });
    });
  }

  /** Each state of the disk between two steps is either the old archive or the new one, with leftovers that open removes. */
  async #sealRange(profileId: string, first: bigint, last: bigint, onProgress: (seq: bigint) => void): Promise<Segment> {
    const { warehouse } = this.#options;
    const landing = warehouse.landingFolder(profileId);
    mkdirSync(landing, { recursive: true });
    const source = join(landing, `seal-${first}.ndjson`);
    try {
      this.#step('collect');
      const wanted = await this.#collect(profileId, first, last, source, onProgress);
      const folder = join(this.#folder(profileId), new Date(wanted.firstReceivedAt).toISOString().slice(0, 7));
      makeFolder(folder);
      const path = join(folder, segmentName(first, last));
      const unfinished = `${path}.tmp`;
      this.#step('write');
      const params = { source, target: unfinished, line_bytes: Math.max(LINE_BYTES, wanted.longestLine + 1) };
      await warehouse.convert(profileId, [{ sql: PARSING_SQL }, { sql: sqlText('archive/segment_write'), params }]);
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
      this.#step('rename');
      await renameAside(unfinished, path);
      this.#step('manifest');
      await writeAside(manifestPath(path), manifestText(segment));
      return segment;
    } finally {
      rmSync(source, { force: true });
    }
  }

  /** Writes the journal's facts of the range as lines, and counts them. */
  async #collect(profileId: string, first: bigint, last: bigint, file: string, onProgress: (seq: bigint) => void) {
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

  async #contentDamage(segment: Segment): Promise<string | undefined> {
    const hash = await fileHash(segment.path);
    if (hash !== segment.sha256) return 'its checksum is not the one in the manifest';
    return this.#rowDamage(segment, segment.path);
  }

  /** Reads the rows back by the warehouse's eyes. */
  async #rowDamage(segment: Segment, file: string): Promise<string | undefined> {
    const params = { source: file, first_seq: segment.firstSeq, profile_id: segment.profileId };
    let rows: Record<string, unknown>[] | undefined;
    try {
      [rows] = await this.#options.warehouse.convert(segment.profileId, [{ sql: sqlText('archive/segment_check'), params }]);
    } catch (error) {
      return `it cannot be read (${(error as Error).message})`;
    }
    const row = rows?.[0] ?? {};
    if (Number(row['fact_count']) !== segment.rows) return `it holds ${row['fact_count']} facts instead of ${segment.rows}`;
    if (BigInt(row['seq_sum'] as bigint) !== segment.seqSum) return 'the sum of its seqs is not the one in the manifest';
    if (BigInt(row['occurred_at_sum'] as bigint) !== segment.occurredAtSum)
      return 'the sum of its times is not the one in the manifest';
    if (row['is_dense'] !== true) return 'its rows are not the dense range of one profile';
    if (Number(row['filled']) !== 4 * segment.rows) return 'some of its rows lack a value that every fact has';
    return undefined;
  }

  #folder(profileId: string): string {
    if (!/^[0-9a-f-]{36}$/.test(profileId)) throw new RangeError(`not a profile id: ${profileId}`);
    return archiveFolder(this.#options.dataDir, profileId);
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
