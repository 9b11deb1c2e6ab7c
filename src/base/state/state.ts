// State: the truth that changes, in SQLite. Each slice owns its tables in sql/state/schema and its statements in sql/state.
import type { KeyObject } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { Jobs } from '../work/jobs.ts';
import type { Memory } from '../work/memo.ts';
import type { Decision, NewDecision } from './decisions.ts';

export interface State extends Memory {
  /** The connection. Slices use `statement` and `tx`; raw SQL text in TypeScript is not for slices. */
  readonly db: Database;
  /** The prepared statement of that slice and name in sql/state, cached. Named parameters `$name`; integers come back as number unless `big`. */
  statement<Name extends StatementName>(name: Name): StateStatement<Name>;
  /** Runs `work` in one immediate transaction; nested calls join it. */
  tx<T>(work: () => T): T;
  /**
   * Like `tx`, without waiting for the disk, a wait that would block the whole service. A crash of the process loses nothing; a crash of the
   * machine may lose this and all later commits that were not synced. For data that is then made again, or not answered before `synced`.
   * Inside another transaction it is part of that one.
   */
  txUnsynced<T>(work: () => T): T;
  /** Resolves when all commits so far are on disk. A thread of the pool waits for it; later callers share the next sync. */
  synced(): Promise<void>;
  /** A counter of the connection: it grows with every written row. */
  changeCount(): number;
  isInTransaction(): boolean;
  /** Appends a decision inside the running (or an own) transaction; answers its dense number. */
  decide(decision: NewDecision): bigint;
  /** Decisions of a profile with `after < decisionNo`, in order. Throws StateDamaged for one that is not as it was written. */
  decisions(profileId: string, after: bigint, limit: number): Decision[];
  lastDecision(profileId: string): bigint;
  /** An erasure's alone: one field of a decision's payload. */
  rekeyDecision(profileId: string, decisionNo: bigint, field: string, key: string): void;
  /** A cursor of a follower, e.g. ('stitched', profileId); 0 when never set. */
  cursor(name: string, profileId: string): bigint;
  setCursor(name: string, profileId: string, value: bigint): void;
  keys: ProfileKeys;
  vault: StateVault;
  /** As it is in memory: its file may be lost meanwhile. For a backup alone. */
  masterKey(): Buffer;
  jobs: Jobs;
  /** Overwrites the remains of deleted rows in the log and in the pages of the file; other calls continue during it. */
  wipe(): Promise<void>;
  close(): void;
}

/** State for what only reads: a statement that writes is none of its statements. */
export interface ReadState
  extends Pick<State, 'memo' | 'decisions' | 'lastDecision' | 'cursor' | 'vault' | 'synced' | 'changeCount' | 'isInTransaction'> {
  statement<Name extends ReadStatementName>(name: Name): ReadStatement<Name>;
  keys: KeyedWork;
  jobs: Pick<Jobs, 'latest' | 'byId'>;
}

/** A value that SQLite stores. */
export type SqlValue = string | number | bigint | boolean | Uint8Array | null;
/** A value for an integer column; true is 1. */
export type SqlInteger = number | bigint | boolean;

/** Parameters and rows of each statement by its name; each slice's `statements.gen.ts` adds its own (`npm run sql`). */
// biome-ignore lint/suspicious/noEmptyInterface: the generated files fill it
export interface StateStatements {}
export type StatementName = keyof StateStatements;
export type ParamsOf<Name extends StatementName> = StateStatements[Name]['params'];
export type RowOf<Name extends StatementName> = StateStatements[Name]['row'];
/** A row with every integer as bigint. */
export type BigRow<Row> = {
  [Column in keyof Row]: Exclude<Row[Column], number> | (Extract<Row[Column], number> extends never ? never : bigint);
};
export type StateStatement<Name extends StatementName> = Statement<ParamsOf<Name>, RowOf<Name>>;
/** Statements that only read, as SQLite reports of the prepared statement. */
export type ReadStatementName = {
  [Name in StatementName]: StateStatements[Name] extends { isReadonly: true } ? Name : never;
}[StatementName];
export type ReadStatement<Name extends ReadStatementName> = Omit<StateStatement<Name>, 'run'>;

export interface Statement<Params, Row> {
  get(...params: Arguments<Params>): Row | undefined;
  all(...params: Arguments<Params>): Row[];
  run(...params: Arguments<Params>): { changes: number; lastInsertRowid: number | bigint };
  /** As `all`, with every integer as bigint. */
  allBig(...params: Arguments<Params>): BigRow<Row>[];
}
type Arguments<Params> = keyof Params extends never ? [] : [params: Params];

/** Per-profile secrets, encrypted by the master key; they tokenise identifiers and encrypt traits. */
export interface ProfileKeys {
  /** Makes the profile's key; called in the transaction that creates the profile. */
  create(profileId: string): void;
  /** HMAC-SHA-256 over type and normalised value, base64url (32 bytes). Throws for an unknown profile. */
  token(profileId: string, type: string, value: string): string;
  /** The raw 16 first bytes of such a token, for outcome keys. */
  tokenBytes(profileId: string, type: string, value: string): Buffer;
  /** AES-256-GCM, random IV; `context` is authenticated. */
  encrypt(profileId: string, context: string, clear: string): Buffer;
  decrypt(profileId: string, context: string, sealed: Uint8Array): string;
  /** Objects for `keysInThread`: another thread of this process can use them, and none can read them. */
  forThread(profileId: string): ThreadKeys;
  remove(profileId: string): void;
  /** The profile's own key, sealed with the key of a file in which the profile leaves. */
  sealFor(profileId: string, fileKey: KeyObject): Buffer;
  /** Keeps the key of a profile that arrives, under this master key; in the transaction that it arrives by. */
  adopt(profileId: string, sealed: Buffer, fileKey: KeyObject): void;
}

/** Functions with a profile's key. */
export type KeyedWork = Pick<ProfileKeys, 'token' | 'tokenBytes' | 'encrypt' | 'decrypt'>;

export interface ThreadKeys {
  token: KeyObject;
  seal: KeyObject;
}

/** Seals what state keeps for a while but must not show: AES-256-GCM under a key made from the master key. */
export interface Vault {
  /** `context` is authenticated: what was sealed for one row does not open in another. */
  seal(context: string, clear: string): Buffer;
  open(context: string, sealed: Uint8Array): string;
}

/** The vault of state. */
export interface StateVault extends Vault {
  /** Opens also what an earlier master key sealed: for links that were sent and must work as long as somebody has them. */
  openSent(context: string, sealed: Uint8Array): string;
}
