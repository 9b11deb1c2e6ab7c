// Facts, and the guarantee of the journal: an appended fact is on disk, in order, once.
// The journal knows no business word: kinds are names to it, `body` is each slice's own.
import type { RowDamage } from './row-sums.ts';

export type FactKind = 'event' | 'spend_day' | 'ad_objects' | 'payment_correction' | 'import_undo' | 'ad_view' | 'identity';
export type Trust = 'server' | 'browser';

/** A fact as a door hands it over: checked, enriched, tokenised. */
export interface NewFact {
  profileId: string;
  kind: FactKind;
  schemaVersion: number;
  /** Milliseconds since 1970, UTC. */
  receivedAt: number;
  /** Microseconds since 1970, UTC. */
  occurredAt: number;
  trust: Trust;
  /** 62-bit key of the client's event id (or of a backfill row's content); duplicates are dropped when landing. */
  dedupeHash?: bigint;
  eventType?: string;
  /** Keyed token of the browser's anonymous id. */
  anonymousToken?: string;
  /** Keyed tokens by type, e.g. {"email":"…"}; the clear values are only in `traits`. */
  identifierTokens?: Record<string, string>;
  /** The typed columns of the fact's kind (for events see `EventBody` in collect/events), as one JSON object's text. */
  body: string;
  /** Clear traits, encrypted with the profile's key; emptied once stitched. */
  traits?: Uint8Array;
  /** Outcomes only. 16 bytes each: keyed hash of the idempotency key; hash of the canonical content sent. */
  outcomeKey?: Uint8Array;
  contentHash?: Uint8Array;
  /** For the one who appends it, in its result; it is stored nowhere. */
  note?: string;
}

/** `conflict`: the same outcome key with other content; nothing was written and `seq` is the earlier fact's. */
export interface Appended {
  status: 'created' | 'duplicate' | 'conflict';
  seq: bigint;
  /** Of a fact that an order became: what its maker noted. */
  note?: string;
}

/** One append that is made into facts where it is written, so that its caller's thread is spared the work. */
export interface Order {
  profileId: string;
  /** The number of facts that it becomes, refused ones included. */
  rows: number;
  /** The input from which facts are made; only its maker reads it. */
  text: string;
}

/** Answered in place of a fact that a maker will not make; why is the maker's word to anyone who placed the order. */
export interface Refused {
  refused: unknown;
}

/** A module that makes the orders of a slice into facts. */
export interface Maker {
  /** URL of a module that exports `factEncoder: ThreadMaker`. The writer's thread loads it, with all that it imports. */
  module: string;
  /** The settings of a profile that the maker needs, in a cloneable form: requested before the profile's first order. */
  contextOf(profileId: string): unknown;
}

export interface ThreadMaker<Context = never> {
  learn(profileId: string, context: Context): void;
  /** As many as the order has rows, in their places. It is pure, and throws only by mistake. */
  make(profileId: string, text: string): (NewFact | Refused)[];
  /** The profile is purged. */
  forget(profileId: string): void;
}

/** A fact as it is in the journal or the archive. */
export interface Fact {
  profileId: string;
  seq: bigint;
  kind: FactKind;
  schemaVersion: number;
  receivedAt: number;
  occurredAt: number;
  trust: Trust;
  dedupeHash: bigint | null;
  eventType: string | null;
  anonymousToken: string | null;
  identifierTokens: string | null;
  body: string;
  traits: Uint8Array | null;
}

/** The changeable parts of a stored fact: never its kind, its time, or its place. */
export interface RewrittenFact {
  seq: bigint;
  dedupeHash: bigint | null;
  anonymousToken: string | null;
  identifierTokens: string | null;
  body: string;
}

/** An outcome key with what represents its content. 16 bytes each. */
export interface OutcomeContent {
  outcomeKey: Uint8Array;
  contentHash: Uint8Array;
}

/** A page of facts as lines of JSON, and the range that was checked. */
interface FactLines {
  firstSeq: bigint;
  lastSeq: bigint;
  /** The number of written facts. */
  count: number;
  lines: Buffer;
}

export interface LinesToLand extends FactLines {
  firstWritten: bigint | undefined;
  kinds: ReadonlySet<string>;
  /** In bytes. */
  longestLine: number;
}

export interface LinesToSeal extends FactLines {
  seqSum: bigint;
  occurredAtSum: bigint;
  /** In bytes. */
  longestLine: number;
}

/** A segment of the archive as the journal knows it; `nextSha256` is that of the one which is taking its place. */
export interface KnownSegment {
  firstSeq: bigint;
  lastSeq: bigint;
  sha256: string;
  nextSha256: string | null;
}

/** A fact of a sealed range of which the journal must know. */
export interface KeptFact {
  seq: bigint;
  fact: NewFact;
}

/** Which installation a store belongs to, and how often its stores were opened together. */
export interface Installation {
  id: string;
  opening: bigint;
}

/** An outcome key with its fact, of a profile that moves in. */
export interface AdoptedOutcome extends OutcomeContent {
  seq: bigint;
}

export type JournalRefusalReason =
  | 'profile_queue_full'
  | 'profile_share'
  | 'queue_full'
  | 'disk_full'
  | 'closed'
  | 'moved'
  | 'failed';

/** Thrown by `append` when a bounded queue is full (429 for one profile, 503 for all), the disk is, or a profile's share of it. */
export class JournalRefusal extends Error {
  readonly reason: JournalRefusalReason;
  constructor(reason: JournalRefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The journal for what only reads. */
export type ReadJournal = Pick<
  Journal,
  | 'read'
  | 'linesToLand'
  | 'linesToSeal'
  | 'readIdentified'
  | 'lastSeq'
  | 'receivedAt'
  | 'seqOfOutcome'
  | 'profiles'
  | 'installation'
  | 'knownSegments'
  | 'outcomesOf'
>;

export interface Journal {
  /** Resolves when every fact of the list is on disk; results are in the list's order. All or nothing. */
  append(facts: NewFact[]): Promise<Appended[]>;
  /** The same of what an order becomes; what its maker refuses is answered and not written. */
  appendMade(maker: Maker, order: Order): Promise<(Appended | Refused)[]>;
  /** From its answer on, which is the function that lets go, appends of a profile wait: what follows the last fact is the caller's. */
  holdAppends(profileId: string): Promise<() => void>;
  /**
   * The facts of a segment that was written without the journal, as the ones behind the last: the profile counts them from then on, and has
   * none of them but those that wait for stitching. `kept`: facts with keys of outcomes, none of which may be taken, or with traits. All or
   * nothing. Called by the archive alone, while appends of the profile are held and all before is trimmed.
   */
  appendSealed(profileId: string, segment: KnownSegment, kept: readonly KeptFact[]): Promise<void>;
  /**
   * Facts of a profile with `after < seq`, in order, at most `limit`, from the rows not yet trimmed. Like all that reads facts it throws
   * JournalDamaged for one that is not as it was written.
   */
  read(profileId: string, after: bigint, limit: number): Fact[];
  /**
   * As `read`, up to and including `upTo` and without those left out, as lines that landing reads. The engine writes them itself: a fact
   * costs a fraction of one that is read. Fewer than `limit` where bodies are long. Undefined when there is none.
   */
  linesToLand(
    profileId: string,
    after: bigint,
    upTo: bigint,
    limit: number,
    leaveOut: readonly bigint[],
  ): LinesToLand | undefined;
  /** The same for the archive, all of them, with what its manifests count. */
  linesToSeal(profileId: string, after: bigint, upTo: bigint, limit: number): LinesToSeal | undefined;
  /** As `read`, only facts that carry identifier tokens or traits, up to and including `upTo`. */
  readIdentified(profileId: string, after: bigint, upTo: bigint, limit: number): Fact[];
  /** When the first fact from `seq` on came in, for how long something waits: no figure, so its row is not checked. */
  receivedAt(profileId: string, seq: bigint): number | undefined;
  /** Rows that were found damaged since it was opened. */
  damages(): RowDamage[];
  /** Facts from rows that another module has read. */
  noteDamages(damages: readonly RowDamage[]): void;
  /** The last accepted seq of a profile, 0 when it has none. */
  lastSeq(profileId: string): bigint;
  /** The seq of an outcome by its keyed hash. */
  seqOfOutcome(profileId: string, outcomeKey: Uint8Array): bigint | undefined;
  /** The same, with what represents its content. */
  outcomeOf(profileId: string, outcomeKey: Uint8Array): { seq: bigint; contentHash: Uint8Array } | undefined;
  /** Profiles with facts, and the last seq of each. */
  profiles(): { profileId: string; lastSeq: bigint; firstKept: bigint }[];
  /** Empties the encrypted traits of facts up to and including `upTo`; sealed facts that were kept for them go. */
  clearTraits(profileId: string, upTo: bigint): Promise<void>;
  /** Up to which seq the traits of each profile were emptied: state has what was in them. Empty for a journal of an earlier version. */
  clearedTraits(): { profileId: string; seq: bigint }[];
  /** To be called before state forgets how far it has come in the facts of a profile. */
  forgetCleared(profileId: string): Promise<void>;
  /** Undefined until it was opened beside its state. */
  installation(): Installation | undefined;
  setInstallation(installation: Installation): Promise<void>;
  /** The segments that facts were trimmed for, in order. */
  knownSegments(profileId: string): KnownSegment[];
  recordSegment(profileId: string, segment: KnownSegment): Promise<void>;
  /** Room of its file that contains nothing, in bytes. */
  reclaimableBytes(): number;
  /** Gives that room back to the disk, but for a few megabytes, in small steps between which facts are written. */
  giveBack(): Promise<void>;
  /**
   * Deletes facts up to and including `upTo`, but for those that have traits, which stay for stitching until these are emptied; only the
   * archive calls it, after its manifest is on disk.
   */
  trim(profileId: string, upTo: bigint): Promise<void>;
  /** The outcome keys of these facts, with what represents their content. */
  outcomesOf(profileId: string, seqs: readonly bigint[]): (OutcomeContent & { seq: bigint })[];
  /** Rewrites facts after an erasure and empties their traits; sealed facts are rewritten by the archive. */
  rewrite(profileId: string, facts: readonly RewrittenFact[]): Promise<void>;
  /** Replaces what represents the content of outcomes. */
  rewriteOutcomes(profileId: string, outcomes: readonly OutcomeContent[]): Promise<void>;
  /** Overwrites the room of all that was ever deleted or rewritten. */
  wipe(): Promise<void>;
  /** Has the writer's thread load a maker's module, so that its first order does not wait for that. */
  prepare(module: string): Promise<void>;
  /** Makes the writer's thread drop its data of a profile's orders; the next order sends them again. */
  forget(profileId: string): Promise<void>;
  /** Accepts nothing more of a profile, for as long as this process lives; of one that moved, until it is reopened. */
  shut(profileId: string, moved?: string): void;
  reopen(profileId: string): void;
  /** Until nothing that was accepted of a profile waits to be written. */
  whenWritten(profileId: string): Promise<void>;
  /** Outcome keys of a profile that arrives, in portions: they wait for `adopt`. */
  adoptOutcomes(profileId: string, outcomes: readonly AdoptedOutcome[], isFirst: boolean): Promise<void>;
  /** A profile that arrives with all its facts sealed: its outcome keys, where its facts go on, its segments; all at once. */
  adopt(profileId: string, lastSeq: bigint, segments: readonly KnownSegment[]): Promise<void>;
  /** Deletes a profile's facts and outcome keys, and overwrites the room they took. */
  purge(profileId: string): Promise<void>;
  /**
   * Until the function it answers is called, traits are not emptied and nothing is sealed, trimmed, rewritten or purged: who requests it
   * waits. A backup pauses the journal, so that its copies of state, journal and archive fit together.
   */
  hold(): () => void;
  /** Resolves when the writer has begun and ended a transaction that writes nothing: it is alive, and so is its file. */
  probe(): Promise<void>;
  /** Resolves when no pause is active; the archive awaits it before it seals or purges. */
  whenFree(): Promise<void>;
  close(): Promise<void>;
}
