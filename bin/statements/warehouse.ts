// Describes the statements of DuckDB for bin/statements/types.ts: their parameters and rows as the engine names them against the empty warehouse, with
// the temporary relations that they need made beforehand, and the labels by which a plan chooses among several makers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ANY,
  BIGINT,
  type DuckDBConnection,
  DuckDBInstance,
  DuckDBListType,
  DuckDBMapType,
  type DuckDBPreparedStatement,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  LIST,
  listValue,
  ResultReturnType,
  SQLNULL,
  VARCHAR,
} from '@duckdb/node-api';
import { sqlText } from '../../src/base/sql/sql-files.ts';
import { factTables, schemaTables, schemaTexts } from '../../src/base/warehouse/schema-files.ts';
import {
  type ColumnNote,
  columnNotes,
  headerOf,
  type MadeRelation,
  replacesTable,
  statementNames,
} from '../../src/base/warehouse/statements.ts';

export interface TypedStatement {
  name: string;
  /** Names with their TypeScript types. */
  params: ReadonlyMap<string, string>;
  /** Empty for a statement that returns no rows. */
  columns: ReadonlyMap<string, string>;
}

const { BOOLEAN, FLOAT, DOUBLE, DECIMAL, BLOB, UBIGINT, HUGEINT, UHUGEINT } = DuckDBTypeId;
const SMALL = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
]);
const UNKNOWN = new Set([DuckDBTypeId.INVALID, DuckDBTypeId.ANY, DuckDBTypeId.SQLNULL]);
const LARGE = new Set([DuckDBTypeId.BIGINT, UBIGINT, HUGEINT, UHUGEINT, DuckDBTypeId.BIGNUM]);

/** The type of a value as it leaves the port (src/base/warehouse/values.ts). */
function typeOfValue(type: DuckDBType, path: string, notes: ReadonlyMap<string, ColumnNote>): string {
  const note = notes.get(path);
  const existing = note && note.texts.length > 0 ? note.texts.join(' | ') : plainType(type, path, notes);
  return note?.isNullable ? `${existing} | null` : existing;
}

function plainType(type: DuckDBType, path: string, notes: ReadonlyMap<string, ColumnNote>): string {
  if (type.typeId === DuckDBTypeId.SQLNULL) return 'null';
  if (type.typeId === BOOLEAN) return 'boolean';
  if (type.typeId === FLOAT || type.typeId === DOUBLE || SMALL.has(type.typeId)) return 'number';
  if (LARGE.has(type.typeId)) return 'bigint';
  if (type.typeId === BLOB) return 'Uint8Array';
  if (type instanceof DuckDBListType) {
    const item = typeOfValue(type.valueType, path.endsWith('[]') ? path : `${path}[]`, notes);
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  if (type instanceof DuckDBStructType) {
    const prefix = path.replace(/\[\]$/, '');
    const fields = type.entryNames.map(
      (name, at) => `${name}: ${typeOfValue(type.entryTypes[at] as DuckDBType, `${prefix}.${name}`, notes)}`,
    );
    return `{ ${fields.join('; ')} }`;
  }
  if (type instanceof DuckDBMapType) return `Record<string, ${plainType(type.valueType, path, notes)}>`;
  return 'string';
}

/** The values that may be bound to a parameter; null always may. */
function typeOfParam(type: DuckDBType): string {
  if (type instanceof DuckDBListType) return LARGE.has(type.valueType.typeId) ? 'bigint[] | null' : 'string[] | null';
  if (type.typeId === BOOLEAN) return 'boolean | null';
  if (SMALL.has(type.typeId) || LARGE.has(type.typeId)) return 'bigint | number | null';
  if ([FLOAT, DOUBLE, DECIMAL].includes(type.typeId)) return 'string | bigint | number | null';
  if (UNKNOWN.has(type.typeId)) return 'Param';
  return 'string | null';
}

interface Files {
  json: string;
  parquet: string;
  target: string;
}

/** A value to bind while nothing but types is requested: a file where one is read or written, otherwise null of the parameter's type. */
function sampleOf(sql: string, name: string, type: DuckDBType, files: Files): [DuckDBValue, DuckDBType] {
  const reads = (fn: string): boolean => new RegExp(`${fn}\\(\\s*\\$${name}\\b`).test(sql);
  if (name === 'files') return [listValue([files.parquet]), LIST(VARCHAR)];
  if (reads('read_json') || reads('read_ndjson')) return [files.json, VARCHAR];
  if (reads('read_parquet')) return [files.parquet, VARCHAR];
  if (new RegExp(`to \\$${name}\\b`).test(sql)) return [files.target, VARCHAR];
  if (reads('from_json') || reads('json_each')) return ['[]', VARCHAR];
  if (name === 'file') return [files.parquet, VARCHAR];
  if (name === 'line_bytes') return [1_000_000n, BIGINT];
  if (SMALL.has(type.typeId) || LARGE.has(type.typeId)) return [0n, BIGINT];
  return [null, UNKNOWN.has(type.typeId) ? SQLNULL : type];
}

class Describer {
  readonly #connection: DuckDBConnection;
  readonly #files: Files;
  readonly #params = new Map<string, Map<string, string>>();

  constructor(connection: DuckDBConnection, files: Files) {
    this.#connection = connection;
    this.#files = files;
  }

  /** Runs a statement on nothing, notes its parameters, and answers its columns. */
  async run(name: string): Promise<Map<string, DuckDBType>> {
    const sql = sqlText(name);
    const extracted = await this.#connection.extractStatements(sql);
    let columns = new Map<string, DuckDBType>();
    for (let at = 0; at < extracted.count; at += 1) {
      const prepared = await extracted.prepare(at);
      this.#bind(name, sql, prepared);
      const result = await prepared.run();
      const returnsRows = result.returnType === ResultReturnType.QUERY_RESULT;
      columns = returnsRows ? new Map(result.columnNames().map((column, i) => [column, result.columnType(i)])) : new Map();
      prepared.destroySync();
    }
    return columns;
  }

  paramsOf(name: string): ReadonlyMap<string, string> {
    return this.#params.get(name) ?? new Map();
  }

  #bind(name: string, sql: string, prepared: DuckDBPreparedStatement): void {
    const params = this.#params.get(name) ?? new Map<string, string>();
    this.#params.set(name, params);
    for (let index = 1; index <= prepared.parameterCount; index += 1) {
      const param = prepared.parameterName(index);
      const inferred = inferredType(prepared, index);
      const [value, type] = sampleOf(sql, param, inferred, this.#files);
      params.set(param, typeof value === 'string' ? 'string' : typeOfParam(param === 'line_bytes' ? BIGINT : inferred));
      prepared.bindValue(index, value, type);
    }
  }
}

/** Unknown where the engine only learns it from the value: of a table function, say. */
function inferredType(prepared: DuckDBPreparedStatement, index: number): DuckDBType {
  try {
    return prepared.parameterType(index);
  } catch {
    return ANY;
  }
}

/** Every statement of DuckDB, typed; throws an error that names each which the engine refuses. */
export async function describeWarehouse(): Promise<TypedStatement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-sql-'));
  const files: Files = {
    json: join(folder, 'empty.json'),
    parquet: join(folder, 'facts.parquet'),
    target: join(folder, 'out.parquet'),
  };
  writeFileSync(files.json, '');
  const db = await DuckDBInstance.create(':memory:');
  const connection = await db.connect();
  try {
    for (const text of schemaTexts()) await connection.run(text);
    // The tables that as-of reads set aside (credit/as-of/as-of.ts).
    for (const table of factTables()) await connection.run(`create table held_${table} as from ${table}`);
    const describer = new Describer(connection, files);
    return await describeAll(connection, describer, files);
  } finally {
    connection.disconnectSync();
    db.closeSync();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function describeAll(connection: DuckDBConnection, describer: Describer, files: Files): Promise<TypedStatement[]> {
  const faults: string[] = [];
  const typed: TypedStatement[] = [];
  const result = new Map<string, string>();
  const left = new Set(statementNames());

  /** @param isUndone its relation is made by another already, or would stand before a table of the schema */
  const take = async (name: string, isUndone: boolean): Promise<void> => {
    const { makes } = headerOf(name);
    left.delete(name);
    try {
      if (isUndone) await connection.run('begin');
      for (const each of makes) await connection.run(dropText(each, result.get(each.name)));
      const columns = await describer.run(name);
      const notes = columnNotes(name);
      typed.push({
        name,
        params: describer.paramsOf(name),
        columns: new Map([...columns].map(([column, type]) => [column, typeOfValue(type, column, notes)])),
      });
    } catch (error) {
      faults.push(`${name}.sql: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      if (isUndone) await connection.run('rollback').catch(() => {});
      else for (const each of makes) result.set(each.name, name);
    }
  };

  // The segment that others read is written first.
  const written = files.target;
  files.target = files.parquet;
  await take('archive/segment_write', false);
  files.target = written;
  const isReady = (name: string): boolean => headerOf(name).needs.every((need) => result.has(need) || schemaTables().has(need));
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const name of tablesFirst([...left])) {
      const { makes } = headerOf(name);
      if (makes.length > 0 && !makes.some(replacesTable) && !makes.some((each) => result.has(each.name)) && isReady(name))
        await take(name, false);
    }
  }
  for (const name of [...left]) await take(name, headerOf(name).makes.length > 0);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return typed.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Others fill a table, and cannot fill a view. */
const tablesFirst = (list: readonly string[]): string[] => {
  const isView = (name: string): boolean => /create (?:or replace )?temp view/.test(sqlText(name));
  return [...list.filter((name) => !isView(name)), ...list.filter(isView)];
};

/** Drops what another maker of the name made. */
function dropText({ name }: MadeRelation, maker: string | undefined): string {
  const kind = maker && new RegExp(`create (?:or replace )?(?:temp )?(table|view) ${name}\\b`).exec(sqlText(maker))?.[1];
  return kind ? `drop ${kind} if exists ${name}` : 'select 1';
}
