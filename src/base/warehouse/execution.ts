// Runs the statements of one job on one connection inside one transaction, and sends the rows in parts.
import {
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  ResultReturnType,
  StatementType,
} from '@duckdb/node-api';
import { faultOfStatement, messageOf } from './faults.ts';
import { EngineError, type Interruptible } from './files.ts';
import { FilledTables } from './filled-tables.ts';
import type { KeptPlans } from './kept-plans.ts';
import type { Part } from './messages.ts';
import type { AnyStatement } from './port.ts';
import { bindParams, converterOf } from './values.ts';

/** More rows than this are a mistake of the statement: nothing that answers a caller is so long. */
const MAX_ROWS = 1_000_000;
const ROWS_PER_PART = 10_000;

export type SendPart = (part: Part) => Promise<void>;
/** The receiver of the wanted rows of a statement. */
export type Answer = (result: DuckDBResult, statement: number) => Promise<void>;

/** A job that can be stopped; it stops at the next chance that DuckDB gives it. */
export class Job implements Interruptible {
  stopped = false;
  /** Called once it is to stop: what waits for something else than DuckDB. */
  whenStopped: () => void = () => {};
  #connection: DuckDBConnection | undefined;
  #repeat: NodeJS.Timeout | undefined;

  interrupt(): void {
    if (this.stopped) return;
    this.stopped = true;
    this.whenStopped();
    this.#connection?.interrupt();
    // TRICKY: an interrupt that falls between two statements is forgotten when the next one starts, so it is repeated.
    this.#repeat = setInterval(() => this.#connection?.interrupt(), 50);
  }

  /** Runs `work` on a connection of its own: temporary tables go with it, and opening one takes 0.05 ms. */
  async on<T>(db: DuckDBInstance, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await db.connect();
    try {
      return await this.borrowing(connection, () => work(connection));
    } finally {
      connection.disconnectSync();
    }
  }

  /** Runs `work` on a connection that goes on after it. */
  async borrowing<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
    this.#connection = connection;
    try {
      return await work();
    } finally {
      this.#connection = undefined;
    }
  }

  end(): void {
    clearInterval(this.#repeat);
  }
}

interface Mode {
  begin: 'begin read only' | 'begin' | undefined;
  end: 'rollback' | 'commit' | undefined;
  /** Statements whose rows are answered while they are made; those of the others are collected in memory first. */
  streamed: 'each' | 'last' | 'none';
}

export const reading: Mode = { begin: 'begin read only', end: 'rollback', streamed: 'last' };
export const streaming: Mode = { ...reading, streamed: 'each' };
export const writing: Mode = { begin: 'begin', end: 'commit', streamed: 'none' };
export const converting: Mode = { begin: undefined, end: undefined, streamed: 'none' };

/** Runs a statement of a job; answers how many rows it has put into a table, where that is known. */
type RunOne = (statement: AnyStatement, wanted: Wanted) => Promise<number | undefined>;

/** Runs all statements or, on an error, rolls back and throws an EngineError that names the statement at fault. */
export async function runStatements(
  job: Job,
  db: DuckDBInstance,
  statements: readonly AnyStatement[],
  mode: Mode,
  answer: Answer,
  onStatement?: (ran: number) => void,
): Promise<void> {
  await job.on(db, (connection) =>
    inTransaction(job, connection, statements, {
      mode,
      answer,
      onStatement,
      runOne: (...one) => runOne(job, connection, ...one),
    }),
  );
}

/** As `runStatements`, writing, with the plans of earlier jobs. */
export async function runWithPlans(
  job: Job,
  plans: KeptPlans,
  statements: readonly AnyStatement[],
  answer: Answer,
): Promise<void> {
  const { connection } = plans;
  const runPlanned: RunOne = async (statement, wanted) => {
    if (!plans.takes(statement)) return runOne(job, connection, statement, wanted);
    if (job.stopped) throw stopped();
    const result = await plans.run(statement);
    return result && answered(result, wanted);
  };
  const way: Way = { mode: writing, answer, runOne: runPlanned, beforeEnd: (filled) => plans.end(filled) };
  try {
    await plans.during(() => job.borrowing(connection, () => inTransaction(job, connection, statements, way)));
  } catch (error) {
    // Of an instance that an earlier commit broke already the setting before the transaction is refused.
    throw failureOf(error, undefined);
  }
}

interface Way {
  mode: Mode;
  answer: Answer;
  onStatement?: ((ran: number) => void) | undefined;
  runOne: RunOne;
  /** Called before the commit, with what is known of the temporary tables. */
  beforeEnd?: (filled: FilledTables) => Promise<void>;
}

async function inTransaction(
  job: Job,
  connection: DuckDBConnection,
  statements: readonly AnyStatement[],
  { mode, answer, onStatement, runOne, beforeEnd }: Way,
): Promise<void> {
  let at: number | undefined;
  try {
    if (mode.begin) await connection.run(mode.begin);
    const filled = new FilledTables();
    const guard = new Guard(connection, filled);
    for (const [index, statement] of statements.entries()) {
      at = index;
      onStatement?.(index);
      if (!(await guard.lets(statement))) continue;
      const isStreamed = mode.streamed === 'each' || (mode.streamed === 'last' && index === statements.length - 1);
      const rows = await runOne(statement, { index, isStreamed, answer });
      filled.after(statement.sql, rows);
    }
    at = undefined;
    if (job.stopped) throw stopped();
    await beforeEnd?.(filled);
    if (mode.end) await connection.run(mode.end);
  } catch (error) {
    await connection.run('rollback').catch(() => {}); // a connection that is closed next rolls back on its own too
    throw failureOf(error, at);
  }
}

/** Decides which statements are left out; neighbours under the same guards share one decision. */
export class Guard {
  readonly #connection: DuckDBConnection;
  readonly #filled: FilledTables;
  /** The guards that were evaluated so far, with whether each had rows. */
  #asked = new Map<string, boolean>();

  constructor(connection: DuckDBConnection, filled = new FilledTables()) {
    this.#connection = connection;
    this.#filled = filled;
  }

  async lets({ unlessEmpty = [], unlessFewer }: AnyStatement): Promise<boolean> {
    if (unlessFewer && (this.#filled.rowsOf(unlessFewer.relation) ?? unlessFewer.rows) < unlessFewer.rows) return false;
    const before = this.#asked;
    this.#asked = new Map();
    for (const [depth, relation] of unlessEmpty.entries()) {
      const path = unlessEmpty.slice(0, depth + 1).join();
      const hasRows = before.get(path) ?? this.#filled.has(relation) ?? (await this.#isFilled(relation));
      this.#asked.set(path, hasRows);
      if (!hasRows) return false;
    }
    return true;
  }

  async #isFilled(relation: string): Promise<boolean> {
    const reader = await this.#connection.runAndReadAll(`select 1 from "${relation}" limit 1`);
    return reader.currentRowCount > 0;
  }
}

const stopped = (at: { statement?: number } = {}): EngineError =>
  new EngineError({ reason: 'cancelled', message: 'The query was stopped.', ...at });

function failureOf(error: unknown, statement: number | undefined): EngineError {
  if (error instanceof EngineError) return error;
  const at = statement === undefined ? {} : { statement };
  const message = messageOf(error);
  switch (faultOfStatement(error)) {
    case 'damaged':
      return new EngineError({ reason: 'lost', message, damaged: true, ...at });
    case 'fatal':
      // The outcome of a commit is unknown then: DuckDB may fail after it was written.
      return new EngineError({ reason: 'crashed', message, ...at });
    case 'environment':
      return new EngineError({ reason: 'environment', message, ...at });
    case 'interrupted':
      return stopped(at);
    default:
      return new EngineError({ reason: 'query', message, ...at });
  }
}

interface Wanted {
  index: number;
  isStreamed: boolean;
  answer: Answer;
}

/** A statement's text may hold several statements (a schema file); the rows of the last count. Answers how many rows it has put into a table, where that is known. */
async function runOne(
  job: Job,
  connection: DuckDBConnection,
  statement: AnyStatement,
  wanted: Wanted,
): Promise<number | undefined> {
  // A statement without parameters is not prepared first: preparing and releasing is a twelfth of a pipeline run.
  if (statement.params === undefined && !wanted.isStreamed) {
    if (job.stopped) throw stopped();
    return answered(await connection.run(statement.sql), wanted);
  }
  let rows: number | undefined;
  const extracted = await connection.extractStatements(statement.sql);
  for (let i = 0; i < extracted.count; i += 1) {
    if (job.stopped) throw stopped();
    const prepared = await extracted.prepare(i);
    try {
      bindParams(prepared, statement.params ?? {});
      rows = await run(prepared, i === extracted.count - 1 ? wanted : undefined);
    } finally {
      prepared.destroySync();
    }
  }
  return rows;
}

async function run(prepared: DuckDBPreparedStatement, wanted: Wanted | undefined): Promise<number | undefined> {
  if (!wanted) {
    await prepared.run();
    return undefined;
  }
  return answered(wanted.isStreamed ? await prepared.stream() : await prepared.run(), wanted);
}

async function answered(result: DuckDBResult, wanted: Wanted): Promise<number | undefined> {
  await wanted.answer(result, wanted.index);
  if (result.returnType === ResultReturnType.CHANGED_ROWS) return result.rowsChanged;
  if (result.statementType !== StatementType.CREATE) return undefined;
  // The count of `create table … as` is its row; a statement that only creates has none.
  const chunk = await result.fetchChunk();
  return chunk && chunk.rowCount > 0 ? Number(chunk.getColumnVector(0).getItem(0)) : undefined;
}

/** Sends rows in parts, as plain values. A statement that only changes something answers none: its count would be a message each. */
export const asRows =
  (send: SendPart): Answer =>
  async (result, statement) => {
    if (result.returnType === ResultReturnType.QUERY_RESULT) await sendRows(result, statement, send);
  };

async function sendRows(result: DuckDBResult, index: number, send: SendPart): Promise<void> {
  const names = result.columnNames();
  const converters = result.columnTypes().map(converterOf);
  let columns: unknown[][] = names.map(() => []);
  let inPart = 0;
  let total = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    const rows = chunk?.rowCount ?? 0;
    if (!chunk || rows === 0) break;
    total += rows;
    if (total > MAX_ROWS) {
      throw new EngineError({ reason: 'query', message: `The result has more than ${MAX_ROWS} rows.`, statement: index });
    }
    for (const [c, column] of columns.entries()) {
      const convert = converters[c];
      const vector = chunk.getColumnVector(c);
      for (let r = 0; r < rows; r += 1) column.push(convert ? convert(vector.getItem(r)) : vector.getItem(r));
    }
    inPart += rows;
    if (inPart < ROWS_PER_PART) continue;
    await send({ statement: index, names, columns });
    columns = names.map(() => []);
    inPart = 0;
  }
  if (inPart > 0) await send({ statement: index, names, columns });
}
