// Manifests: the content of each segment of the archive, checked against the segment, its file's name and its neighbours.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { canonicalJson } from '../kit/canonical.ts';
import { projectFile } from '../kit/paths.ts';

export const SEGMENT_SCHEMA_VERSION = 1;
export const SEGMENT_COLUMNS = [
  'profile_id',
  'seq',
  'kind',
  'schema_version',
  'received_at',
  'occurred_at',
  'trust',
  'dedupe_hash',
  'event_type',
  'anonymous_token',
  'identifier_tokens',
  'body',
  'parsed',
];
/** SQL that reads bodies into `parsed`, the typed form beside them. The body is the truth, from which the form can be made again. */
export const PARSING_SQL = readFileSync(projectFile('warehouse', 'schema', '0-parsing.sql'), 'utf8');
/** Names it in manifests: what was parsed otherwise, or not at all, is parsed again when it is read. */
export const PARSING = createHash('sha256').update(PARSING_SQL).digest('hex').slice(0, 16);

/** One sealed range of a profile's facts, as its manifest says. */
export interface Segment {
  profileId: string;
  firstSeq: bigint;
  lastSeq: bigint;
  rows: number;
  /** Sums over the rows, so that a lost or doubled row is seen. */
  seqSum: bigint;
  occurredAtSum: bigint;
  bytes: number;
  sha256: string;
  columns: string[];
  schemaVersion: number;
  /** The version of the parser (`PARSING`) that made the column `parsed`; absent in segments older than the column. */
  parsing?: string | undefined;
  /** Milliseconds since 1970. */
  sealedAt: number;
  /** The Parquet file, absolute. */
  path: string;
}

export interface Damage {
  /** The file, absolute. */
  path: string;
  reason: string;
}

/** A manifest or segment that is missing, unreadable or not what it says; the message names the file. */
export class ArchiveDamaged extends Error {
  readonly damage: Damage;
  constructor(damage: Damage) {
    super(`The archive is damaged at ${damage.path}: ${damage.reason}`);
    this.damage = damage;
  }
}

const digits = z
  .string()
  .regex(/^-?\d{1,38}$/)
  .transform(BigInt);
const shape = z.object({
  profile_id: z.uuid(),
  first_seq: digits,
  last_seq: digits,
  count: z.int().positive(),
  seq_sum: digits,
  occurred_at_sum: digits,
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  columns: z.array(z.string()),
  schema_version: z.int().positive(),
  parsing: z.string().optional(),
  sealed_at: z.iso.datetime(),
});

const hashOf = (manifest: unknown): string => createHash('sha256').update(canonicalJson(manifest)).digest('hex');

export const segmentName = (firstSeq: bigint, lastSeq: bigint): string => `${firstSeq}-${lastSeq}.parquet`;
export const manifestPath = (segmentPath: string): string => segmentPath.replace(/\.parquet$/, '.json');

/** The text of a segment's manifest; its last member is the hash of the others. */
export function manifestText(segment: Segment): string {
  const manifest = {
    profile_id: segment.profileId,
    first_seq: String(segment.firstSeq),
    last_seq: String(segment.lastSeq),
    count: segment.rows,
    seq_sum: String(segment.seqSum),
    occurred_at_sum: String(segment.occurredAtSum),
    bytes: segment.bytes,
    sha256: segment.sha256,
    columns: segment.columns,
    schema_version: segment.schemaVersion,
    parsing: segment.parsing,
    sealed_at: new Date(segment.sealedAt).toISOString(),
  };
  return `${JSON.stringify({ ...manifest, manifest_sha256: hashOf(manifest) }, undefined, 2)}\n`;
}

function readManifest(path: string, profileId: string): Segment {
  const damaged = (reason: string): never => {
    throw new ArchiveDamaged({ path, reason });
  };
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return damaged(`the manifest cannot be read (${(error as Error).message})`);
  }
  const { manifest_sha256: hash, ...manifest } = fields ?? {};
  const parsed = shape.safeParse(manifest);
  if (!parsed.success || hashOf(manifest) !== hash) return damaged('the manifest was changed or is incomplete');
  const m = parsed.data;
  if (m.schema_version > SEGMENT_SCHEMA_VERSION)
    return damaged(`its schema version ${m.schema_version} is newer than this program`);
  if (m.profile_id !== profileId) return damaged(`it belongs to profile ${m.profile_id}`);
  if (basename(path) !== `${m.first_seq}-${m.last_seq}.json`) return damaged(`it contains ${m.first_seq}-${m.last_seq}`);
  return {
    profileId,
    firstSeq: m.first_seq,
    lastSeq: m.last_seq,
    rows: m.count,
    seqSum: m.seq_sum,
    occurredAtSum: m.occurred_at_sum,
    bytes: m.bytes,
    sha256: m.sha256,
    columns: m.columns,
    schemaVersion: m.schema_version,
    parsing: m.parsing,
    sealedAt: Date.parse(m.sealed_at),
    path: path.replace(/\.json$/, '.parquet'),
  };
}

/** Every file under the month folders, absolute. */
export function archivedFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Segments in seq order and all that is wrong with them short of reading their rows. */
export function readSegments(folder: string, profileId: string): { segments: Segment[]; damages: Damage[] } {
  const damages: Damage[] = [];
  const segments: Segment[] = [];
  const files = archivedFiles(folder);
  for (const path of files.filter((file) => file.endsWith('.json'))) {
    try {
      segments.push(readManifest(path, profileId));
    } catch (error) {
      if (!(error instanceof ArchiveDamaged)) throw error;
      damages.push(error.damage);
    }
  }
  segments.sort((a, b) => (a.firstSeq < b.firstSeq ? -1 : 1));
  let next = 1n;
  for (const segment of segments) {
    if (segment.firstSeq !== next)
      damages.push({ path: manifestPath(segment.path), reason: `it begins at ${segment.firstSeq}; ${next} was to come next` });
    next = segment.lastSeq + 1n;
    const bytes = statSync(segment.path, { throwIfNoEntry: false })?.size;
    if (bytes === undefined) damages.push({ path: segment.path, reason: 'the file is missing' });
    else if (bytes !== segment.bytes)
      damages.push({ path: segment.path, reason: `it has ${bytes} bytes instead of ${segment.bytes}` });
  }
  return { segments, damages };
}
