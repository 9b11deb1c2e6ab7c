// Compares the tables of two files by what they mean: columns and conditions in any order, white space and comments left out, as a table that was changed
// has another text than one that was made at once.
import type { Database } from 'better-sqlite3';

const withoutLayout = (sql: string): string =>
  sql
    .replace(/'(?:[^']|'')*'|(?:--[^\n]*|\/\*[\s\S]*?\*\/|\s)+/g, (part) => (part.startsWith("'") ? part : ' '))
    .replace(/"(\w+)"/g, '$1')
    .replace(/'(?:[^']|'')*'| ?([(),;]) ?/g, (part, mark?: string) => mark ?? part)
    .trim();

/** What is between the outer brackets of a table, at its commas. */
function partsOf(body: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const piece of body.match(/'(?:[^']|'')*'|[(),]|[^(),']+/g) ?? []) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${piece}`);
  }
  return parts.map((part) => part.trim());
}

function meaningOf(sql: string): string {
  const text = withoutLayout(sql);
  const [, head, body = '', rest] = /^(create table \w+)\((.*)\)([^()]*)$/i.exec(text) ?? [];
  return head === undefined ? text : `${head}(${partsOf(body).sort().join(',')})${rest}`;
}

type Row = { name: string; sql: string };

/** Tables, indexes, triggers and views by name; those that SQLite makes itself left out. */
function objectsOf(db: Database): Map<string, string> {
  const rows = db
    .prepare<[], Row>("select name, sql from sqlite_schema where sql is not null and name not glob 'sqlite_*'")
    .all();
  return new Map(rows.map(({ name, sql }) => [name, meaningOf(sql)]));
}

/** The names of what is in one and not the same in the other. */
export function schemaDifferences(a: Database, b: Database): string[] {
  const [left, right] = [objectsOf(a), objectsOf(b)];
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].filter((name) => left.get(name) !== right.get(name)).sort();
}

export function requireSameSchema(db: Database, expected: Database): void {
  const differ = schemaDifferences(db, expected);
  if (differ.length > 0)
    throw new Error(`the tables of state are not those of this version after its migrations: ${differ.join(', ')}`);
}
