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

/** The models of the fold, by their names in DuckDB; `hasNone` are the ones that only DuckDB has. */
export function foldModels(): { names: string[]; hasNone: string[] } {
  const all = fullStatements().flatMap(({ name }) => name ?? []);
  const isThere = (name: string): boolean => existsSync(projectFile('sql', 'clickhouse', `${name}.sql`));
  return { names: all.filter(isThere), hasNone: all.filter((name) => !isThere(name)) };
}

const CREATED = /^create (table|view) (\w+)/gm;
const relationsOf = (name: string): { kind: string; relation: string }[] =>
  [...sqlText(`clickhouse/${name}`).matchAll(CREATED)].map(([, kind = '', relation = '']) => ({ kind, relation }));

const statementOf = (name: string): AnyStatement => ({ sql: sqlText(name), name });

export const createTables = (clickhouse: ClickHouse, database: string): Promise<void> =>
  clickhouse.execute(database, schemaNames().map(statementOf));

/** Computes everything of a database that contains facts and decisions; what the models made on the way goes. */
export async function fold(clickhouse: ClickHouse, database: string): Promise<void> {
  const { names } = foldModels();
  await clickhouse.execute(
    database,
    names.map((name) => statementOf(`clickhouse/${name}`)),
  );
  const relations = names.flatMap(relationsOf).reverse();
  await clickhouse.execute(
    database,
    relations.map(({ kind, relation }) => ({ sql: `drop ${kind} ${relation} sync` })),
  );
}
