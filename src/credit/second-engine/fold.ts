// The full fold in ClickHouse: the same models in the same order as in DuckDB (credit/pipeline/models.ts), each by the file of its name
// under sql/clickhouse/models. A model that only empties a table has none, as a build begins empty.
import { existsSync, readdirSync } from 'node:fs';
import { projectFile } from '../../base/kit/paths.ts';
import { sqlText } from '../../base/sql/sql-files.ts';
import type { ClickHouse } from '../../base/warehouse/clickhouse/clickhouse.ts';
import type { AnyStatement } from '../../base/warehouse/port.ts';
import { fullStatements } from '../pipeline/index.ts';

/** The files of the schema, in their order. */
export const schemaNames = (): string[] =>
  readdirSync(projectFile('sql', 'clickhouse', 'schema'))
    .sort()
    .map((name) => `clickhouse/schema/${name.replace(/\.sql$/, '')}`);

export const hasFile = (name: string): boolean => existsSync(projectFile('sql', 'clickhouse', `${name}.sql`));

/** The models of the fold, by their names in DuckDB; `hasNone` are the ones that only DuckDB has. */
export function foldModels(): { names: string[]; hasNone: string[] } {
  const all = fullStatements().flatMap(({ name }) => name ?? []);
  return { names: all.filter(hasFile), hasNone: all.filter((name) => !hasFile(name)) };
}

const CREATED = /^create (table|view) (\w+)/gm;
const relationsOf = (name: string): { kind: string; relation: string }[] =>
  [...sqlText(`clickhouse/${name}`).matchAll(CREATED)].map(([, kind = '', relation = '']) => ({ kind, relation }));

/** The text of a file under sql/, with parameters. */
export const statementOf = (name: string, params: AnyStatement['params'] = {}): AnyStatement => ({
  sql: sqlText(name),
  name,
  params,
});

export const createTables = (clickhouse: ClickHouse, database: string): Promise<void> =>
  clickhouse.execute(
    database,
    schemaNames().map((name) => statementOf(name)),
  );

/** Computes everything of a database that contains facts and decisions. */
export const fold = (clickhouse: ClickHouse, database: string): Promise<void> =>
  runFiles(clickhouse, database, foldModels().names);

/** Runs files under sql/clickhouse in order; then what they, and `begun` before them, made on the way goes. */
export async function runFiles(
  clickhouse: ClickHouse,
  database: string,
  names: readonly string[],
  begun: readonly string[] = [],
): Promise<void> {
  await clickhouse.execute(
    database,
    names.map((name) => statementOf(`clickhouse/${name}`)),
  );
  const relations = [...begun, ...names].flatMap(relationsOf).reverse();
  await clickhouse.execute(
    database,
    relations.map(({ kind, relation }) => ({ sql: `drop ${kind} ${relation} sync` })),
  );
}
