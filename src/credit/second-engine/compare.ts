// Compares the tables of two engines: the number of rows, and per column the sum of its integers, decimals, microseconds or of the low half
// of a digest of its texts, and of the rows' own texts, so that no value changes places unseen. Rows are read where a sum differs.
import type { ReadBase } from '../../base/base.ts';
import type { ClickHouse } from '../../base/warehouse/clickhouse/clickhouse.ts';
import type { Statement, Target } from '../../base/warehouse/port.ts';
import { schemaText } from '../../base/warehouse/schema-files.ts';
import { type Column, clickhouse, type Dialect, duckdb } from './dialects.ts';

/** Of one statement: nobody waits for a page. */
export const DEADLINE_MS = 1_800_000;
const BUCKETS = 4096;
/** Buckets that are read, and rows that are shown, of a table that differs. */
const SHOWN = 5;

export interface TableDifference {
  table: string;
  rows: string;
  /** Names of columns of which the sums differ, and `(row)`; empty: the tables are equal. */
  columns: string[];
  /** Some of the rows that only one engine has. */
  samples: { engine: 'duckdb' | 'clickhouse'; row: string }[];
}

export interface Comparison {
  base: ReadBase;
  /** A file without writers. */
  target: Target;
  clickhouse: ClickHouse;
  database: string;
}

type Texts = Record<string, string>;
/** One engine's part of a comparison. */
interface Side {
  dialect: Dialect;
  ask(sql: string): Promise<Texts[]>;
}

function sidesOf({ base, target, clickhouse: engine, database }: Comparison): [Side, Side] {
  const statementOf = (sql: string): Statement<Texts> => ({ sql });
  const options = { deadlineMs: DEADLINE_MS, size: 'heavy' } as const;
  return [
    { dialect: duckdb, ask: (sql) => base.warehouse.query(target, statementOf(sql), options) },
    { dialect: clickhouse, ask: (sql) => engine.query(database, statementOf(sql), { deadlineMs: DEADLINE_MS }) },
  ];
}

/** All but the file's own cursors: what the models compute, and what they compute it from. */
export const comparedTables = (): string[] =>
  tablesOf('3-models.sql', '2-decisions.sql', '1-facts.sql').filter((name) => name !== 'cursors');

/** The tables of files of the schema. */
export const tablesOf = (...files: string[]): string[] =>
  files.flatMap((file) => [...schemaText(file).matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name));

export function columnsOf({ base, target }: Pick<Comparison, 'base' | 'target'>, table: string): Promise<Column[]> {
  const statement: Statement<Column> = {
    sql: 'select column_name as name, data_type as type from duckdb_columns() where table_name = $table and not internal order by column_index',
    params: { table },
  };
  return base.warehouse.query(target, statement, { deadlineMs: DEADLINE_MS });
}

export async function compareTable(comparison: Comparison, table: string): Promise<TableDifference> {
  const columns = await columnsOf(comparison, table);
  const sides = sidesOf(comparison);
  const [own, other] = [await sumsOf(sides[0], table, columns), await sumsOf(sides[1], table, columns)];
  const names = [...own.keys()].filter((name) => own.get(name) !== other.get(name));
  const samples = names.length === 0 ? [] : await rowsThatDiffer(sides, table, columns);
  return { table, rows: own.get(ROWS) ?? '0', columns: [...new Set(names.map((name) => name.replace(/ .*$/, '')))], samples };
}

const ROWS = '(row) count';

/** By the name of the column and what is summed. */
async function sumsOf({ dialect, ask }: Side, table: string, columns: readonly Column[]): Promise<Map<string, string>> {
  const sums = columns.flatMap((column) => [
    [`${column.name} sum`, dialect.sum(column)] as const,
    [`${column.name} count`, dialect.count(column)] as const,
  ]);
  const all = [[ROWS, dialect.rows] as const, ['(row) digests', dialect.digests(dialect.row(columns))] as const, ...sums];
  const selects = all.map(([, expression], at) => `${expression} as s${at}`);
  const [row] = await ask(`select ${selects.join(', ')} from ${table}`);
  return new Map(all.map(([name], at) => [name, plain(row?.[`s${at}`] ?? '')]));
}

/** Decimals without the zeros at their ends, which engines write or not. */
const plain = (sum: string): string => (sum.includes('.') ? sum.replace(/\.?0+$/, '') : sum);

/** Compares buckets of rows first, then the rows of a few buckets that differ. */
async function rowsThatDiffer(
  sides: readonly [Side, Side],
  table: string,
  columns: readonly Column[],
): Promise<TableDifference['samples']> {
  const [own, other] = [await bucketsOf(sides[0], table, columns), await bucketsOf(sides[1], table, columns)];
  const buckets = [...new Set([...own.keys(), ...other.keys()])].filter((bucket) => own.get(bucket) !== other.get(bucket));
  const shown = buckets.slice(0, SHOWN);
  const [mine, theirs] = [await rowsOf(sides[0], table, columns, shown), await rowsOf(sides[1], table, columns, shown)];
  return [
    ...missingIn(theirs, mine).map((row) => ({ engine: 'duckdb' as const, row })),
    ...missingIn(mine, theirs).map((row) => ({ engine: 'clickhouse' as const, row })),
  ];
}

async function bucketsOf({ dialect, ask }: Side, table: string, columns: readonly Column[]): Promise<Map<string, string>> {
  const row = dialect.row(columns);
  const rows = await ask(
    `select ${dialect.bucket(row, BUCKETS)} as bucket, ${dialect.digests(row)} as digests from ${table} group by 1`,
  );
  return new Map(rows.map(({ bucket = '', digests = '' }) => [bucket, digests]));
}

async function rowsOf({ dialect, ask }: Side, table: string, columns: readonly Column[], buckets: string[]): Promise<string[]> {
  const row = dialect.row(columns);
  const list = buckets.map((bucket) => `'${bucket}'`).join(', ') || "''";
  const rows = await ask(`select ${row} as line from ${table} where ${dialect.bucket(row, BUCKETS)} in (${list})`);
  return rows.map(({ line = '' }) => line);
}

const missingIn = (others: readonly string[], rows: readonly string[]): string[] => {
  const there = new Set(others);
  return rows
    .filter((row) => !there.has(row))
    .slice(0, SHOWN)
    .map((row) => row.replaceAll('\u001d', ' | ').replaceAll('\u001e', 'null').replaceAll('\u001f', ' '));
};
