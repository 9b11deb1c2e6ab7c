// The messages between the journal and its worker: one per group of appends, as one flat list of plain values. Cloning
// that costs a quarter of columns in buffers of their own, a tenth where a group is small: every buffer handed over is dear.
import type {
  AdoptedOutcome,
  Appended,
  Installation,
  KnownSegment,
  NewFact,
  Order,
  OutcomeContent,
  RewrittenFact,
} from './journal.ts';

/** Several appends in order; `sizes` is the number of facts of each. */
export interface Group {
  sizes: number[];
  /** For appends that are facts: `COLUMNS` values for each, in the order of `addColumns`. */
  values: Packed[];
  /** For appends that are orders: the append's place, the profile and the text of each. */
  orders: Packed[];
  /** Profiles whose maker the writer does not know yet. */
  makers: ProfileMaker[];
}
export type Packed = string | number | bigint | null;

export interface ProfileMaker {
  profileId: string;
  module: string;
  context: unknown;
}

export const COLUMNS = 14;
export const STATUSES = ['created', 'duplicate', 'conflict'] as const satisfies Appended['status'][];

/** Bytes as a text of as many signs: a view of a larger buffer would take all of that along. */
const packBytes = (bytes: Uint8Array | undefined): string | null =>
  bytes === undefined ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
export const unpackBytes = (text: Packed | undefined): Buffer | null =>
  typeof text === 'string' ? Buffer.from(text, 'latin1') : null;

/** Appends a fact's columns to the existing ones. */
export function addColumns(values: Packed[], fact: NewFact): void {
  values.push(
    fact.profileId,
    fact.kind,
    fact.schemaVersion,
    fact.receivedAt,
    fact.occurredAt,
    fact.trust,
    fact.dedupeHash ?? null,
    fact.eventType ?? null,
    fact.anonymousToken ?? null,
    fact.identifierTokens ? JSON.stringify(fact.identifierTokens) : null,
    fact.body,
    packBytes(fact.traits),
    packBytes(fact.outcomeKey),
    packBytes(fact.contentHash),
  );
}

/** An append as it waits: facts, or an order to make some. */
export type Appending = readonly NewFact[] | Order;

export const sizeOf = (appending: Appending): number => ('text' in appending ? appending.rows : appending.length);

export function packGroup(appends: readonly Appending[], makers: ProfileMaker[]): Group {
  const group: Group = { sizes: appends.map(sizeOf), values: [], orders: [], makers };
  for (const [place, appending] of appends.entries()) {
    if ('text' in appending) group.orders.push(place, appending.profileId, appending.text);
    else for (const fact of appending) addColumns(group.values, fact);
  }
  return group;
}

/** The result of a group: a status (index in STATUSES) and a seq of each fact; the error of an append that failed. */
export interface GroupResult {
  status: number[];
  seq: bigint[];
  failures: (string | undefined)[];
  /** Rows that their makers refuse, by their place among all, and why. */
  refused: Map<number, unknown>;
  /** What makers noted of rows, likewise. */
  notes: Map<number, string>;
}

export type Chunk =
  | { task: 'trim'; profileId: string; upTo: bigint }
  | { task: 'clear_traits'; profileId: string; upTo: bigint }
  | { task: 'forget_cleared'; profileId: string }
  | { task: 'purge'; profileId: string }
  | { task: 'forget'; profileId: string }
  /** A message to a maker; it belongs to no profile. */
  | { task: 'load'; profileId: ''; module: string }
  | { task: 'rewrite'; profileId: string; facts: readonly RewrittenFact[] }
  | { task: 'rewrite_outcomes'; profileId: string; outcomes: readonly OutcomeContent[] }
  | { task: 'adopt_outcomes'; profileId: string; outcomes: readonly AdoptedOutcome[]; isFirst: boolean }
  | { task: 'adopt'; profileId: string; lastSeq: bigint; segments: readonly KnownSegment[] }
  | { task: 'record_segment'; profileId: string; segment: KnownSegment }
  /** `COLUMNS` values for each of the seqs. */
  | { task: 'append_sealed'; profileId: string; segment: KnownSegment; seqs: readonly bigint[]; values: Packed[] }
  | { task: 'set_installation'; profileId: ''; installation: Installation }
  /** Returns free pages to the disk; it is of no profile. */
  | { task: 'give_back'; profileId: '' }
  /** Overwrites all that was ever deleted; it is of no profile. */
  | { task: 'wipe_anew' | 'wipe'; profileId: '' };

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
