// The schema of a profile's DuckDB file: one text per file of warehouse/schema, in their order.
import { readdirSync, readFileSync } from 'node:fs';
import { projectFile } from '../kit/paths.ts';

export const schemaText = (name: string): string => readFileSync(projectFile('warehouse', 'schema', name), 'utf8');

export const schemaTexts = (): string[] =>
  readdirSync(projectFile('warehouse', 'schema'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map(schemaText);

let tables: ReadonlySet<string> | undefined;

/** The tables and views of the schema. */
export function schemaTables(): ReadonlySet<string> {
  tables ??= new Set(
    schemaTexts().flatMap((text) => [...text.matchAll(/^create (?:table|view) (\w+)/gm)].map(([, name = '']) => name)),
  );
  return tables;
}

/** The tables of facts whose rows say which fact they are of. */
export const factTables = (): string[] =>
  [...schemaText('1-facts.sql').matchAll(/^create table (\w+) \(\n {2}seq bigint/gm)].map(([, name = '']) => name);
