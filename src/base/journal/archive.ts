// The archive as others see it: sealed facts as Parquet files with manifests, in contiguous ranges of seqs. What a manifest names is on
// disk, was read back, and never changes; everything newer is in the journal. Clear traits never come here.
import { join } from 'node:path';
import { StoresDisagree } from '../folder/stores-disagree.ts';
import type { Statement } from '../warehouse/port.ts';
import type { WarehouseRow } from '../warehouse/statements.ts';
import type { KeptFact, RewrittenFact } from './journal.ts';
import type { Damage, Segment } from './segments.ts';

export { ArchiveDamaged, type Damage, PARSING, type Segment } from './segments.ts';

/** The archive is ahead of the journal: the two are not of one moment, as when they were copied by hand one after the other. */
export const archiveAhead = (profileId: string, sealedUpTo: bigint, lastSeq: bigint): StoresDisagree =>
  new StoresDisagree(
    `The archive of profile ${profileId} contains facts up to ${sealedUpTo}, the journal ends at ${lastSeq}: they are not of one moment. Restore a backup made by the backup command.`,
  );

/** Where all facts of a profile are: the segments hold 1 … sealedUpTo, the journal sealedUpTo + 1 … lastSeq. */
export interface FactSources {
  segments: Segment[];
  sealedUpTo: bigint;
  lastSeq: bigint;
}

/** Facts that become a segment without the journal. */
export interface LoadedFacts {
  /** 0: nothing is written. At most a segment. */
  rows: number;
  /** Milliseconds since 1970, of the first fact. */
  receivedAt: number;
  /** Of all of them, in microseconds. */
  occurredAtSum: bigint;
  /** The statements that write them into a file, as `archive/segment_write` does: dense, in order. */
  write: (target: string) => Statement<unknown>[];
  /** Those of which the journal must know. */
  kept: KeptFact[];
}

/** Plans the facts from a seq on. */
export type Load = (firstSeq: bigint) => Promise<LoadedFacts>;

export interface Archive {
  /** In seq order, without gap or overlap, each with its file; throws ArchiveDamaged otherwise. */
  segments(profileId: string): Segment[];
  /** 0 when nothing is sealed. */
  sealedUpTo(profileId: string): bigint;
  /**
   * Seals the facts after `sealedUpTo` up to and including `upTo`, then trims them from the journal; answers the new segments
   * (at most 1,000,000 facts each). Only facts that every follower has passed may be sealed, except landing, which reads both. Waits
   * while the journal is paused. `onProgress` receives the number of facts written so far.
   */
  seal(profileId: string, upTo: bigint, onProgress?: (seq: bigint) => void): Promise<Segment[]>;
  /**
   * Writes facts as one segment, without the journal, behind all that there are, and answers the seq of the first. Appends of the profile wait
   * from the call of `load` on until it is done. A crash leaves all of it or nothing.
   */
  load(profileId: string, load: Load): Promise<bigint>;
  describeFacts(profileId: string): FactSources;
  /** Reads every byte and row again; answers what is not as its manifest says. Empty = sound. */
  verify(profileId: string): Promise<Damage[]>;
  /** As `verify`, of a folder with segments of the profile that is not its archive yet. */
  inspectFolder(profileId: string, folder: string): Promise<{ segments: Segment[]; damages: Damage[] }>;
  /** Missing files, files of another size than in their manifest, and files found damaged by an earlier reading; reads no segment. */
  damages(profileId: string): Damage[];
  /** The same, and reads the bytes of each segment whose present version was not read before. */
  inspect(profileId: string): Promise<Damage[]>;
  /** The same, and reads the bytes of all of them, at most this many per second. */
  scrub(profileId: string, bytesPerSecond: number, isStopped: () => boolean): Promise<Damage[]>;
  /** Before its rows are read: throws ArchiveDamaged unless its bytes are what its manifest says. */
  requireSound(segment: Segment): Promise<void>;
  /**
   * Writes segments again in which facts change. `find` reads the rows of one segment (`$source`) that may: seq, kind, dedupe_hash,
   * anonymous_token, identifier_tokens, body; `change` answers what they become, undefined = as they are. Each segment is the old
   * or the new one, whenever it ends. Waits while the journal is paused.
   */
  rewrite(profileId: string, find: FindFacts, change: ChangeFacts): Promise<{ segments: number; facts: number }>;
  /** The rows that `find` reads, segment by segment. */
  find<AnyRow>(profileId: string, find: Statement<AnyRow>): AsyncGenerator<AnyRow[]>;
  /** Deletes a profile's segments. Waits while the journal is paused. */
  purge(profileId: string): Promise<void>;
}

export type SealedRow = WarehouseRow<'archive/facts_of_keys'>;
export type FindFacts = Statement<SealedRow>;
export type ChangeFacts = (rows: readonly SealedRow[]) => RewrittenFact[];

export const archiveFolder = (dataDir: string, profileId: string): string => join(dataDir, 'profiles', profileId, 'archive');
