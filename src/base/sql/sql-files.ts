// SQL statements live in files under sql/, one statement each; this reads them once by their path from there.
import { readFileSync } from 'node:fs';
import { projectFile } from '../kit/paths.ts';

const texts = new Map<string, string>();

/** The text of `sql/<name>.sql`, e.g. sqlText('warehouse/report/analytics/overview_get'). */
export function sqlText(name: string): string {
  const cached = texts.get(name);
  if (cached !== undefined) return cached;
  const text = readFileSync(projectFile('sql', `${name}.sql`), 'utf8').trim();
  texts.set(name, text);
  return text;
}

export interface ByPlace {
  /** With `?` instead of each parameter. */
  text: string;
  /** The parameter of each place; a name may occur several times. */
  names: readonly string[];
}

/** A statement's `$name` parameters by their places, comments and quoted text left alone. */
export function parametersByPlace(sql: string): ByPlace {
  const names: string[] = [];
  const text = sql.replace(/--[^\n]*|'(?:[^']|'')*'|(?<![\w$])\$([a-z_][a-z0-9_]*)/gi, (all, name?: string) => {
    if (name === undefined) return all;
    names.push(name);
    return '?';
  });
  return { text, names };
}

const params = new Map<string, ReadonlySet<string>>();

/** The `$name` parameters of a statement. */
export function parameterNames(sql: string): ReadonlySet<string> {
  const cached = params.get(sql);
  if (cached) return cached;
  const names = new Set(parametersByPlace(sql).names);
  if (params.size < 10_000) params.set(sql, names);
  return names;
}
