// ClickHouse as a second, read-only engine: it computes the same figures from the same facts, in databases of its own.
import { randomUUID } from 'node:crypto';
import { type AnyStatement, type LastRow, type Row, type RowsOfEach, type Statements, WarehouseFailure } from '../port.ts';
import { typed } from '../statements.ts';
import { HttpTransport } from './http-transport.ts';
import { paramTexts } from './params.ts';
import type { ClickHouseTransport } from './transport.ts';
import { readClickHouseUrl } from './url.ts';
import { rowsOf } from './values.ts';

/** The limit of all statements of a plan that reads. */
const READ_MS = 10_000;
/** The limit of one statement that computes. */
const BUILD_MS = 3_600_000;

/** The statements of a text: each ends with `;` at the end of a line. */
export const statementsOf = (sql: string): string[] =>
  sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;[ \t]*(?:\n|$)/)
    .map((text) => text.trim())
    .filter((text) => text !== '');

export class ClickHouse {
  readonly #transport: ClickHouseTransport;
  /** Before the name of each database. */
  readonly prefix: string;

  constructor(transport: ClickHouseTransport, prefix: string) {
    this.#transport = transport;
    this.prefix = prefix;
  }

  /** Runs read statements in order in one session, so that they see each other's temporary tables; answers the rows of the last. */
  async query<const Asked extends Statements>(
    database: string | undefined,
    statements: Asked,
    options: { deadlineMs?: number } = {},
  ): Promise<LastRow<Asked>[]> {
    const list: readonly AnyStatement[] = isOne(statements) ? [statements] : statements;
    return typed((await this.#runAll(database, list, options.deadlineMs ?? READ_MS)).at(-1) ?? []);
  }

  /** As `query`, the rows of each statement. */
  async queryEach<const List extends readonly AnyStatement[]>(
    database: string | undefined,
    statements: List,
    options: { deadlineMs?: number } = {},
  ): Promise<RowsOfEach<List>> {
    return typed(await this.#runAll(database, statements, options.deadlineMs ?? READ_MS));
  }

  /** Runs statements that make or fill tables, in order, each on its own: there are no transactions. */
  async execute(database: string | undefined, statements: readonly AnyStatement[]): Promise<void> {
    for (const { sql, params } of statements)
      for (const text of statementsOf(sql)) await this.#run(database, text, params, { deadlineMs: BUILD_MS });
  }

  /** Runs one statement `insert … from input('…') … format F`, with a file in that format behind it. */
  async insertFile(database: string, { sql, params }: AnyStatement, file: string): Promise<void> {
    const [text = ''] = statementsOf(sql);
    await this.#run(database, text, params, { deadlineMs: BUILD_MS, file });
  }

  async #runAll(database: string | undefined, statements: readonly AnyStatement[], deadlineMs: number): Promise<Row[][]> {
    const session = randomUUID();
    const results: Row[][] = [];
    const end = performance.now() + deadlineMs;
    const leftMs = (): number => {
      const ms = end - performance.now();
      if (ms <= 0) throw new WarehouseFailure('busy', 'ClickHouse did not answer within the deadline.');
      return ms;
    };
    try {
      for (const { sql, params } of statements) {
        let rows: Row[] = [];
        for (const text of statementsOf(sql)) rows = await this.#run(database, text, params, { deadlineMs: leftMs(), session });
        results.push(rows);
      }
      return results;
    } finally {
      await this.#transport.endSession(session);
    }
  }

  async #run(
    database: string | undefined,
    sql: string,
    params: AnyStatement['params'],
    options: { deadlineMs: number; session?: string; file?: string },
  ): Promise<Row[]> {
    const target = database === undefined ? {} : { database };
    return rowsOf(await this.#transport.run({ sql, ...target, ...options, params: paramTexts(sql, params) }));
  }
}

/** The engine that the settings name. */
export function openClickHouse(config: {
  warehouseUrl?: string | undefined;
  warehousePassword?: string | undefined;
}): ClickHouse | undefined {
  if (config.warehouseUrl === undefined) return undefined;
  const address = readClickHouseUrl(config.warehouseUrl, config.warehousePassword);
  return new ClickHouse(new HttpTransport(address), address.prefix);
}

const isOne = (statements: Statements): statements is AnyStatement => !Array.isArray(statements);
