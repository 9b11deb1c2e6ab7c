// The dictionary of the warehouse for analysts, written from the comments of warehouse/schema; a name without one is refused.
import { readdirSync, readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { projectFile } from '../kit/paths.ts';

interface Column {
  table: string;
  tableComment: string | null;
  name: string;
  type: string;
  optional: boolean;
  comment: string | null;
}

// A view's column without a comment of its own is explained by the column of that name in a table the view reads: of several
// tables, the one it takes most columns from.
const columnsQuery = `
  with relations as (
    select table_oid as oid, table_name as name, comment, null as view_sql from duckdb_tables()
    union all
    select view_oid, view_name, comment, sql from duckdb_views() where not internal
  ),
  candidates as (
    select v.oid, vc.column_name, tc.comment, t.name, count(*) over (partition by v.oid, t.oid) as shared
    from relations v
    join duckdb_columns() vc on vc.table_oid = v.oid and vc.table_name = v.name
    join relations t on t.view_sql is null and regexp_matches(v.view_sql, '\\b(from|join) \\(*' || t.name || '\\b', 'i')
    join duckdb_columns() tc on tc.table_oid = t.oid and tc.table_name = t.name and tc.column_name = vc.column_name
    where v.view_sql is not null
  ),
  sources as (
    select oid, column_name, arg_max(comment, (shared, name)) as comment
    from candidates
    group by all
  )
  select r.name, r.comment, c.column_name, c.data_type, c.is_nullable and r.view_sql is null, coalesce(c.comment, s.comment)
  from relations r
  join duckdb_columns() c on c.table_oid = r.oid and c.table_name = r.name
  left join sources s on s.oid = r.oid and s.column_name = c.column_name
  order by r.oid, c.column_index`;

/** The schema files in their order, as the warehouse is made from them. */
export function schemaFiles(): string[] {
  const names = readdirSync(projectFile('warehouse', 'schema')).filter((name) => name.endsWith('.sql'));
  return names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

async function readColumns(): Promise<Column[]> {
  const db = await DuckDBInstance.create(':memory:');
  try {
    const connection = await db.connect();
    for (const name of schemaFiles()) await connection.run(readFileSync(projectFile('warehouse', 'schema', name), 'utf8'));
    const rows = await (await connection.run(columnsQuery)).getRows();
    connection.disconnectSync();
    return rows.map(([table, tableComment, name, type, optional, comment]) => ({
      table: String(table),
      tableComment: tableComment as string | null,
      name: String(name),
      type: String(type),
      optional: optional === true,
      comment: comment as string | null,
    }));
  } finally {
    db.closeSync();
  }
}

function refuseSilence(columns: Column[]): void {
  const silent = new Set<string>();
  for (const column of columns) {
    if (!column.tableComment) silent.add(column.table);
    if (!column.comment) silent.add(`${column.table}.${column.name}`);
  }
  if (silent.size > 0) throw new Error(`The schema has no comment on: ${[...silent].join(', ')}.`);
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The text of warehouse/DICTIONARY.md. */
export async function dictionary(): Promise<string> {
  const columns = await readColumns();
  refuseSilence(columns);
  const lines = [
    '# Dictionary of the warehouse',
    '',
    'Every profile has one DuckDB file with these tables. Written by `bin/dictionary.ts` from the comments in `warehouse/schema`;',
    'change those, not this page. Times are UTC, money is exact, and a 62-bit key is a hash that serves joins only.',
  ];
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    lines.push('', `## ${table}`, '', own[0]?.tableComment ?? '', '', '| column | type | meaning |', '|---|---|---|');
    for (const { name, type, optional, comment } of own) {
      lines.push(`| \`${name}\` | ${cell(type.toLowerCase())}${optional ? ', may be null' : ''} | ${cell(comment ?? '')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}
