// The typed port to the warehouse process, which alone opens DuckDB files: one per profile, one writer queue each.

import type { IdParts } from '../kit/ids.ts';

/** One SQL statement with `$name` parameters. Missing and extra names are refused before DuckDB sees the statement. */
export interface Statement<out AnyRow = Row> {
  sql: string;
  /** Its path under sql/, without `.sql`; what is written by hand has none. */
  name?: string;
  params?: Record<string, Param>;
  /**
   * Names of tables or views, asked in turn: the statement is left out where one has no row, and those behind it need not be there. Asked once
   * for neighbours under the same names, before the first of them.
   */
  unlessEmpty?: string[];
  /** Left out where a temporary table was made with fewer rows; its maker must be a statement of the same transaction. */
  unlessFewer?: { relation: string; rows: number };
  /** Never set: carries the type of the rows (statements.ts). */
  readonly row?: AnyRow;
}
export type Param = string | number | bigint | boolean | null | string[] | bigint[];

/**
 * A row as it crosses the port: BIGINT and HUGEINT are bigint, smaller integers and DOUBLE are number, FLOAT is the number of its shortest
 * decimal, DECIMAL is a decimal string, TIMESTAMP (always UTC) is ISO 8601 with Z and up to microseconds, DATE is YYYY-MM-DD, LIST is an array, STRUCT and
 * MAP are objects, JSON and VARCHAR are string.
 */
export type Row = Record<string, unknown>;

/** A profile's live file, or a file being built beside it. */
export interface Target {
  profileId: string;
  /** Name of a build started by `startBuild`; absent means the live file. */
  build?: string;
  /** A build of few facts. */
  isSmall?: boolean;
}

export type WarehouseFailureReason =
  | 'busy'
  | 'environment'
  | 'lost'
  | 'crashed'
  | 'cancelled'
  | 'query'
  | 'parameters'
  | 'closed';

/** The engine that is asked for cannot be chosen; the message says what to do. */
export class EngineRefused extends Error {}

/**
 * `busy`: the deadline passed (503). `environment`: memory, disk or file handles are wanting (503): the machine's fault, not the
 * statement's, which is as good as any and may be tried again later or in smaller portions; nothing was written. `lost`: there is
 * no live file, or it is damaged and was moved aside. `crashed`: the process died or its instance failed; a write may or may not
 * have been committed, so read the cursor again. `cancelled`: a swap had to end a read of the old file. `query`: DuckDB refused
 * the statement; nothing was written.
 */
export class WarehouseFailure extends Error {
  readonly reason: WarehouseFailureReason;
  constructor(reason: WarehouseFailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Numbers that are public ids where they leave: those of one kind, and of another where they are negative. */
export interface IdWriting {
  positive: IdParts;
  negative?: IdParts;
}

/**
 * Writes, swaps and losses of a live file, counted when they are over. A value read while none was under way remains valid as long as the
 * count is the same; while a write is under way, it is the value before that write.
 */
export interface Writes {
  count: number;
  /** The operations after which another file is the live one. */
  files: number;
  isUnderWay: boolean;
}

/** `small`: a read of one person or key, also on a busy machine. `heavy`: a long read of everything. */
export type ReadSize = 'small' | 'middling' | 'heavy';

export interface ReadOptions {
  deadlineMs?: number;
  /** The size that is known beforehand; otherwise it is learnt. */
  size?: ReadSize;
}

export interface StreamOptions {
  deadlineMs?: number;
  portions?: readonly Record<string, Param>[];
  /** By the names of their columns. Texts that DuckDB makes cost several times as much. */
  ids?: Readonly<Record<string, IdWriting>>;
}

export type AnyStatement = Statement<unknown>;
/** One statement, or several of which the rows of the last are answered. */
export type Statements = AnyStatement | readonly AnyStatement[];
/** A statement without declared rows, as one written by hand, has rows of any form. */
type RowOf<Each> = Each extends Statement<infer AnyRow> ? (unknown extends AnyRow ? Row : AnyRow) : never;
export type LastRow<Asked extends Statements> = Asked extends readonly [...unknown[], infer Last]
  ? RowOf<Last>
  : Asked extends readonly (infer Each)[]
    ? RowOf<Each>
    : RowOf<Asked>;
export type RowsOfEach<List extends readonly AnyStatement[]> = { -readonly [At in keyof List]: RowOf<List[At]>[] };
export interface WriteOptions {
  /** They touch few rows and will come again: their plans are kept. A plan is that of the first time, whatever the tables contain later. */
  keepsPlans?: boolean;
}
/** Runs statements in one transaction; answers the rows of each. */
export type WriteAll = <const List extends readonly AnyStatement[]>(
  statements: List,
  options?: WriteOptions,
) => Promise<RowsOfEach<List>>;

/** Takes the share of a job's statements that have run. */
export type OnStatement = (share: number) => void;

export interface Warehouse {
  /**
   * Runs read statements in order on one connection and one snapshot and answers the rows of the last. Earlier ones may create temporary tables,
   * which are dropped afterwards. Waits at most `deadlineMs` (default 30 s) for a place and an answer. Reads queue by their size: small ones wait for
   * no other, heavy ones leave a place for quick reads.
   */
  query<const Asked extends Statements>(target: Target, statements: Asked, options?: ReadOptions): Promise<LastRow<Asked>[]>;
  /** As `query`, the rows of each statement. */
  queryEach<const List extends readonly AnyStatement[]>(
    target: Target,
    statements: List,
    options?: ReadOptions,
  ): Promise<RowsOfEach<List>>;
  /**
   * As `query`, the rows as pieces of one stream in Arrow's format, made as they are consumed. With `portions`, the statement runs once
   * for each of them, with its parameters beside the statement's own, all on one snapshot: joins and sorts then need the memory of one
   * portion at a time, for any number of rows. A few streams run at once; one that is not read to
   * its end within `deadlineMs` (default 15 minutes) fails.
   */
  stream(target: Target, statement: AnyStatement, options?: StreamOptions): AsyncIterable<Uint8Array>;
  /** Runs statements in one transaction in the target's writer queue; answers the rows of each, none of what only changes something. All or nothing. Temporary tables go. */
  write<const List extends readonly AnyStatement[]>(
    target: Target,
    statements: List,
    onStatement?: OnStatement,
  ): Promise<RowsOfEach<List>>;
  /** The number of writes to the live file so far. */
  writes(profileId: string): Writes;
  /** Does the live file exist? */
  exists(profileId: string): Promise<boolean>;
  /** The identity of the live file: another after a swap or a replacement. Undefined where there is none. */
  identity(profileId: string): Promise<string | undefined>;
  /**
   * Starts a file beside the live one. Only one heavy build runs at a time over all profiles; others wait, small ones do not.
   * It is empty or, with `ofNothing`, what these statements make of an empty file or, with `ofLive`, a copy of the live file as it is between two writes, in which these statements have run;
   * the room that they free is used again. Refused as `lost` when there is no live file to copy.
   */
  startBuild(
    profileId: string,
    options?: { isSmall?: boolean; ofNothing?: readonly AnyStatement[]; ofLive?: readonly AnyStatement[] },
  ): Promise<Target>;
  /**
   * Runs inside the live file's writer queue: runs `last` (the final catching-up round on the build), then closes both, renames the build over the
   * live file and opens it.
   */
  swap(build: Target, last: () => Promise<void>): Promise<void>;
  /** Throws a build away. */
  dropBuild(build: Target): Promise<void>;
  /** Runs `work` inside the target's writer queue: no write of others comes between the calls that `work` makes with `write`. */
  exclusive<T>(profileId: string, work: (write: WriteAll) => Promise<T>): Promise<T>;
  /** Moves the write-ahead log into the live file. */
  checkpoint(profileId: string): Promise<void>;
  /** Version of the engine, e.g. v1.5.6. */
  version(): string;
  /** Closes the live file and deletes it with its write-ahead log and damaged copies (purge, rebuild). */
  remove(profileId: string): Promise<void>;
  /**
   * Runs statements in order on a throw-away in-memory instance that may touch files in the profile's folder and its landing
   * folder only (sealing, exports); answers the rows of each.
   */
  convert<const List extends readonly AnyStatement[]>(profileId: string, statements: List): Promise<RowsOfEach<List>>;
  /** Folder for files that statements may read (`read_json`, `read_parquet`) or write; absolute. */
  landingFolder(profileId: string): string;
  status(): { openFiles: number; queued: number; running: number; restarts: number; pid: number | undefined };
  /** Called when a live file was found missing or damaged and must be rebuilt. */
  onLost(listener: (profileId: string, reason: string) => void): void;
  close(): Promise<void>;
}
