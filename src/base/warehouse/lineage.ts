// The lineage of a statement: the relations that it reads, their makers, and so on down to the tables of the schema.
import { sqlText } from '../sql/sql-files.ts';
import { schemaTables } from './schema-files.ts';
import { fillersOf, headerOf, makersOf } from './statements.ts';

export interface LineageLine {
  /** 1: read by the statement itself. */
  depth: number;
  relation: string;
  /** The file of the statement that makes or fills it; undefined for a table of the schema. */
  file?: string;
}

const withoutComments = (sql: string): string => sql.replace(/--[^\n]*/g, '').replace(/'(?:[^']|'')*'/g, "''");

/** Names that a statement gives to parts of itself. */
const ownNames = (sql: string): Set<string> =>
  new Set(
    [...sql.matchAll(/(?:\bwith(?:\s+recursive)?|,)\s*(\w+)\s*(?:\([^()]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(/g)].map(
      ([, name = '']) => name,
    ),
  );

/** The relations that a statement names, its own parts left out. */
export function relationsIn(name: string): Set<string> {
  const sql = withoutComments(sqlText(name));
  const own = ownNames(sql);
  return new Set(
    [...sql.matchAll(/\b(?:from|join|into|update)\s+(\w+)/g)].map(([, read = '']) => read).filter((read) => !own.has(read)),
  );
}

/** The tables of the schema that a statement reads or writes. */
export const tablesIn = (name: string): string[] =>
  [...relationsIn(name)].filter((relation) => schemaTables().has(relation)).sort();

/** The makers and fillers of a relation under these labels; all possible ones where the labels name none. */
function meantOf(relation: string, labels: ReadonlySet<string>): string[] {
  const all = [...makersOf(relation), ...fillersOf(relation)];
  const isMeant = (name: string): boolean =>
    [...headerOf(name).makes, ...headerOf(name).fills].some(
      (each) => each.name === relation && (each.label === undefined || labels.has(each.label)),
    );
  const meant = all.filter(isMeant);
  return meant.length > 0 || schemaTables().has(relation) ? meant : all;
}

/**
 * Each statement once: where it comes again, its line has nothing below it.
 * @param labels of the plans that run it
 */
export function lineageOf(name: string, labels: ReadonlySet<string>): LineageLine[] {
  const lines: LineageLine[] = [];
  const seen = new Set<string>();
  const visit = (statement: string, depth: number): void => {
    for (const relation of headerOf(statement).needs)
      for (const maker of meantOf(relation, labels)) {
        lines.push({ depth, relation, file: `sql/${maker}.sql` });
        if (seen.has(maker)) continue;
        seen.add(maker);
        visit(maker, depth + 1);
      }
    for (const table of tablesIn(statement)) lines.push({ depth, relation: table });
  };
  visit(name, 1);
  return lines;
}
