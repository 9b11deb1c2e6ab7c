// The archive: sealed facts as Parquet files with manifests, in contiguous ranges of seqs. What a manifest names is on disk,
// was read back, and never changes; everything newer is in the journal.

/** One sealed range of a profile's facts, as its manifest says. */
export interface Segment {
  profileId: string;
  firstSeq: bigint;
  lastSeq: bigint;
  rows: number;
  /** Sums over the rows, so that a lost or doubled row is seen. */
  seqSum: bigint;
  occurredAtSum: bigint;
  sha256: string;
  columns: string[];
  schemaVersion: number;
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
   * Seals the facts after `sealedUpTo` up to and including `upTo` into one segment, then trims them from the journal.
   * Only facts that every follower has passed may be sealed. `undefined`: there was nothing to seal.
   */
  seal(profileId: string, upTo: bigint): Promise<Segment | undefined>;
  describeFacts(profileId: string): FactSources;
  /** Reads every byte and row again; answers what is not as its manifest says. Empty = sound. */
  verify(profileId: string): Promise<Damage[]>;
  /** Deletes a profile's segments. */
  purge(profileId: string): Promise<void>;
}
