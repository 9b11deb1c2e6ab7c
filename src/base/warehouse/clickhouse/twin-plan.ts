// A plan of DuckDB's statements as ClickHouse runs it: in place of each, the statements of the file of the same name under sql/clickhouse.
// A file that makes only macros, or another name for a table, has no twin there, and of what the fold makes on the way nothing stays: the statements
// that need it repeat it.
import { existsSync } from 'node:fs';
import { projectFile } from '../../kit/paths.ts';
import { sqlText } from '../../sql/sql-files.ts';
import type { Param, Statement, Statements } from '../port.ts';

const WRITTEN_OUT: ReadonlySet<string> = new Set([
  'models/sales/alike_types',
  'models/sales/sale_edges',
  'warehouse/report/analytics/passes',
  'warehouse/report/analytics/shown_path',
  'warehouse/report/analytics/credit_in_force',
  'warehouse/report/money/converted',
  'warehouse/report/money/spend_key',
  'warehouse/credit/what-if/weighted_credit',
]);

const twinOf = (name: string): string => `clickhouse/${name}`;
const hasTwin = (name: string): boolean => existsSync(projectFile('sql', `${twinOf(name)}.sql`));

/** There is no null list there: an empty one says that none is requested. */
function withLists(sql: string, params: Readonly<Record<string, Param>>): Record<string, Param> {
  const lists = new Set([...sql.matchAll(/\{(\w+):Array\(/g)].map(([, name]) => name));
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value === null && lists.has(name) ? [] : value]),
  );
}

/** The same plan for ClickHouse; undefined where one of its statements has no file there. */
export function twinPlan(statements: Statements): readonly Statement[] | undefined {
  const plan = 'sql' in statements ? [statements] : statements;
  const params = Object.assign({}, ...plan.map((each) => each.params ?? {}));
  const twins: Statement[] = [];
  for (const { name } of plan) {
    if (name === undefined) return undefined;
    if (WRITTEN_OUT.has(name)) continue;
    if (!hasTwin(name)) return undefined;
    const sql = sqlText(twinOf(name));
    twins.push({ name: twinOf(name), sql, params: withLists(sql, params) });
  }
  return twins;
}
