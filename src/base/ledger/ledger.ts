// Ledgers: rows that may become millions and that only their own reader requests, such as attempts of deliveries and calls of providers. A
// SQLite file of their own and a thread that writes it keep them off the connection that authenticates requests.

export interface NewEntry {
  /** The name of the ledger; each belongs to one slice. */
  ledger: string;
  profileId: string;
  /** Unique in the profile's ledger. */
  key: string;
  state: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Redacted before it comes here: no secret, and of people no more than the ledger is for. */
  body: unknown;
  /** A queue of the ledger's, whose entries are due one after the other. */
  lane?: string;
  /** Milliseconds since 1970; an entry without it waits for nothing. */
  dueAt?: number;
}

/** An entry of another installation, that waits there for its time. */
export interface WaitingEntry {
  ledger: string;
  key: string;
  state: string;
  at: number;
  updated_at: number;
  /** As JSON. */
  body: string;
  lane: string | null;
  due_at: number;
}

/** Without `dueAt` the entry is not due any more. */
export interface EntryChange extends Omit<NewEntry, 'body' | 'lane'> {
  /** Stays as it is where absent. */
  body?: unknown;
  keeps?: Kept;
}

/** JSON paths: a text of the body that an erasure may change at any time, and what goes if it did. */
export interface Kept {
  path: string;
  ends: string;
}

export interface Entry extends NewEntry {
  /** Rises with each entry; the cursor of pages. */
  entryNo: number;
  updatedAt: number;
}

/** As the file has it. */
export interface LedgerRow {
  entry_no: number;
  ledger: string;
  profile_id: string;
  key: string;
  state: string;
  at: number;
  updated_at: number;
  body: string;
  lane: string | null;
  due_at: number | null;
  checksum: number | null;
}

/** Which file it is, and how often it was opened. */
export interface LedgerIdentity {
  id: string;
  opening: number;
}

/** A file that was missing, damaged or another one than state knows. */
export interface LedgerLoss {
  /** What was found, as the end of a sentence about the file. */
  what: string;
  /** Where the file is now; null where there was none. */
  movedTo: string | null;
}

/** A lane of a ledger. */
export interface Lane {
  ledger: string;
  lane: string;
}

export interface PageOptions {
  limit: number;
  /** Entries before this number, downwards; the newest where absent. */
  before?: number | undefined;
  state?: string | undefined;
}

export interface LanePageOptions extends Omit<PageOptions, 'state'> {
  /** Entries of these alone. */
  states: readonly string[];
}

/** Writes run in the order of the calls and are on disk when their promise resolves; reads see what is written. */
export interface Ledger {
  /** Adds entries, many in one transaction; answers how many are new. An entry whose key is known changes nothing. @throws LedgerRefusal */
  append(entries: readonly NewEntry[]): Promise<number>;
  /** Sets the state of entries by their key; answers how many there are. @throws LedgerRefusal */
  update(changes: readonly EntryChange[]): Promise<number>;
  page(ledger: string, profileId: string, options: PageOptions): Entry[];
  /** As `page`, of one lane. */
  lanePage(lane: Lane, options: LanePageOptions): Entry[];
  /** Entries of a lane that are due, the earliest first. */
  due(lane: Lane, options: { now: number; limit: number }): Entry[];
  /** When the next entry of a lane is due; undefined where none waits. */
  nextDue(lane: Lane): number | undefined;
  /** Ends all entries of a lane that are due some time, with a `reason` in their bodies; answers how many. @throws LedgerRefusal */
  endLane(lane: Lane, end: LaneEnd): Promise<number>;
  byKey(ledger: string, profileId: string, key: string): Entry | undefined;
  /** Deletes entries of a ledger from before a moment; answers how many. */
  forget(ledger: string, before: number): Promise<number>;
  /** Takes these words out of every key and body of a profile. It may be repeated. */
  erase(profileId: string, words: readonly string[]): Promise<void>;
  /** Makes these the entries of a profile that are due some time: others of it are deleted. It may be repeated. */
  replaceWaiting(profileId: string, entries: readonly WaitingEntry[]): Promise<void>;
  /** Deletes all of a profile, and what deleted rows leave in the file. It may be repeated. */
  purge(profileId: string): Promise<void>;
  /** Rows that wait to be written. */
  readonly waiting: number;
  /** Of the file that is open. */
  readonly identity: LedgerIdentity;
  /** Moves the file aside, if there is one, and begins a new one: it is not what it was. @param what As in LedgerLoss. */
  renew(what: string): void;
  close(): Promise<void>;
}

/** Nothing of the call was written: the queue is full, the disk refused, or the ledger is closed or was replaced by a new one. */
export class LedgerRefusal extends Error {
  readonly reason: 'queue_full' | 'write_failed' | 'closed' | 'replaced';
  constructor(reason: LedgerRefusal['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A write as it goes to the thread. */
export interface LaneEnd {
  state: string;
  /** Entries in this state keep it. */
  kept?: string | undefined;
  reason: string;
  at: number;
}

export type Operation =
  | { type: 'add'; entry: Omit<NewEntry, 'body'>; body: string }
  | { type: 'update'; entry: Omit<NewEntry, 'body'>; body: string | null; keeps?: Kept | undefined }
  | ({ type: 'end'; lane: Lane } & LaneEnd)
  | { type: 'forget'; ledger: string; before: number }
  | { type: 'erase'; profileId: string; words: readonly string[] }
  | { type: 'adopt'; profileId: string; entry: WaitingEntry }
  | { type: 'drop waiting'; profileId: string }
  | { type: 'purge'; profileId: string };

export interface ToLedgerThread {
  id: number;
  operations: readonly Operation[];
}
/** `changes` of each operation; or why none of them was done. */
export type FromLedgerThread =
  | { ready: true }
  | { id: number; changes: number[] }
  | { id: number; failure: string; isDamage: boolean };
