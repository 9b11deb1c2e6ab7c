// SQL statements live in files under sql/, one statement each; this reads them once by their path from there.
import { readFileSync } from 'node:fs';
import { projectFile } from './paths.ts';

const texts = new Map<string, string>();

/** The text of `sql/<name>.sql`, e.g. sqlText('warehouse/report/analytics/overview_get'). */
export function sqlText(name: string): string {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(projectFile('sql', `${name}.sql`), 'utf8').trim();
  texts.set(name, text);
  return text;
}

const params = new Map<string, ReadonlySet<string>>();

/** The `$name` parameters of a statement, comments and quoted text left out. */
export function parameterNames(sql: string): ReadonlySet<string> {
  const known = params.get(sql);
  if (known) return known;
  const bare = sql.replace(/--[^\n]*/g, ' ').replace(/'(?:[^']|'')*'/g, "''");
  const names = new Set([...bare.matchAll(/(?<![\w$])\$([a-z_][a-z0-9_]*)/gi)].map((m) => m[1] as string));
  if (params.size < 10_000) params.set(sql, names);
  return names;
}
