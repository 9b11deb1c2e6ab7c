// What crosses between the journal and its worker: one message per group of appends, as columns and a few packed buffers,
// because cloning thousands of small objects costs more than writing them.
import type { Appended, NewFact } from './journal.ts';

/** Facts of several appends, one after the other; `sizes` tells them apart. Packed blobs stand in the order of the rows that have one. */
export interface Group {
  sizes: Uint32Array;
  profiles: string[];
  profileIndex: Uint32Array;
  kind: string[];
  schemaVersion: Uint32Array;
  receivedAt: Float64Array;
  occurredAt: Float64Array;
  trust: string[];
  dedupeHash: (bigint | null)[];
  eventType: (string | null)[];
  anonymousToken: (string | null)[];
  identifierTokens: (string | null)[];
  body: string[];
  traitsLength: Uint32Array;
  traits: Uint8Array;
  hasOutcome: Uint8Array;
  outcomeKeys: Uint8Array;
  contentHashes: Uint8Array;
}

const HASH_BYTES = 16;
export const STATUSES = ['created', 'duplicate', 'conflict'] as const satisfies Appended['status'][];

export function packGroup(lists: NewFact[][]): Group {
  const facts = lists.flat();
  const profiles = new Map<string, number>();
  const outcomes = facts.filter((f) => f.outcomeKey).length;
  const group: Group = {
    sizes: Uint32Array.from(lists, (list) => list.length),
    profiles: [],
    profileIndex: new Uint32Array(facts.length),
    kind: [],
    schemaVersion: Uint32Array.from(facts, (f) => f.schemaVersion),
    receivedAt: Float64Array.from(facts, (f) => f.receivedAt),
    occurredAt: Float64Array.from(facts, (f) => f.occurredAt),
    trust: [],
    dedupeHash: [],
    eventType: [],
    anonymousToken: [],
    identifierTokens: [],
    body: [],
    traitsLength: Uint32Array.from(facts, (f) => f.traits?.length ?? 0),
    traits: new Uint8Array(facts.reduce((sum, f) => sum + (f.traits?.length ?? 0), 0)),
    hasOutcome: Uint8Array.from(facts, (f) => (f.outcomeKey ? 1 : 0)),
    outcomeKeys: new Uint8Array(outcomes * HASH_BYTES),
    contentHashes: new Uint8Array(outcomes * HASH_BYTES),
  };
  let traitsAt = 0;
  let outcomeAt = 0;
  for (const [i, fact] of facts.entries()) {
    let index = profiles.get(fact.profileId);
    if (index === undefined) {
      index = profiles.size;
      profiles.set(fact.profileId, index);
    }
    group.profileIndex[i] = index;
    group.kind.push(fact.kind);
    group.trust.push(fact.trust);
    group.dedupeHash.push(fact.dedupeHash ?? null);
    group.eventType.push(fact.eventType ?? null);
    group.anonymousToken.push(fact.anonymousToken ?? null);
    group.identifierTokens.push(fact.identifierTokens ? JSON.stringify(fact.identifierTokens) : null);
    group.body.push(fact.body);
    if (fact.traits) {
      group.traits.set(fact.traits, traitsAt);
      traitsAt += fact.traits.length;
    }
    if (fact.outcomeKey && fact.contentHash) {
      group.outcomeKeys.set(fact.outcomeKey, outcomeAt);
      group.contentHashes.set(fact.contentHash, outcomeAt);
      outcomeAt += HASH_BYTES;
    }
  }
  group.profiles.push(...profiles.keys());
  return group;
}

/** The buffers of a group, which are handed over instead of copied. */
export const buffersOf = (group: Group): ArrayBuffer[] =>
  Object.values(group)
    .filter((column) => ArrayBuffer.isView(column))
    .map((column) => column.buffer as ArrayBuffer);

/** What became of a group: of each row a status (index in STATUSES) and a seq, of each append why it failed, if it did. */
export interface GroupResult {
  status: Uint8Array;
  seq: BigInt64Array;
  failures: (string | null)[];
}

export type Chunk =
  | { task: 'trim'; profileId: string; upTo: bigint }
  | { task: 'clear_traits'; profileId: string; upTo: bigint }
  | { task: 'purge'; profileId: string };

export type ToWorker = { id: number; task: 'append'; group: Group } | ({ id: number } & Chunk) | { id: number; task: 'close' };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'cannot_open'; message: string }
  | { type: 'appended'; id: number; result: GroupResult }
  /** One step of a long task; `finished` = nothing is left of it. */
  | { type: 'step'; id: number; finished: boolean }
  | { type: 'refused'; id: number; reason: 'disk_full' | 'failed'; message: string };

export interface WorkerOptions {
  file: string;
  /** Largest size of the file in pages; tests use it as a small disk. */
  maxPages?: number;
}

export const FACT_ID_SHIFT = 40n;
export const MAX_SEQ = (1n << FACT_ID_SHIFT) - 1n;
export const firstFactId = (profileNo: number | bigint): bigint => BigInt(profileNo) << FACT_ID_SHIFT;
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
