// Recognises files of JSON by the members that their objects have. A path names a member of a member with a dot between them, and the entry of a list of
// keys and values by its key: `event_params[page_location]`.
import type { Layout, LayoutColumn } from '../layout/shape.ts';
import type { RawRow } from '../open/rows.ts';
import type { BoundColumn, Match } from './plan.ts';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const STEP = /([^.[\]]+)|\[([^\]]+)\]/g;

/** A member by its name, or an entry of a list by its key. */
interface Step {
  name: string;
  isEntry: boolean;
}

const stepsOfPaths = new Map<string, readonly Step[]>();

/** Paths are those of layouts, so there are few. */
function stepsOf(path: string): readonly Step[] {
  const found = stepsOfPaths.get(path);
  if (found) return found;
  const steps = [...path.matchAll(STEP)].map(([, member, entry]) => ({
    name: entry ?? (member as string),
    isEntry: entry !== undefined,
  }));
  stepsOfPaths.set(path, steps);
  return steps;
}

/** The value of `{ key, value: { string_value, int_value, … } }`: whichever is set. */
function setValueOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.values(value).find((each) => each !== null && each !== undefined);
}

/** JSON that is written as text inside JSON. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function entryOf(list: unknown, key: string): unknown {
  if (!Array.isArray(list)) return undefined;
  for (const each of list as unknown[]) if (isObject(each) && each['key'] === key) return setValueOf(each['value']);
  return undefined;
}

/** What is at a path of an object; undefined where nothing is. */
export function valueAt(record: Json, path: string): unknown {
  let value: unknown = record;
  for (const { name, isEntry } of stepsOf(path)) {
    if (isEntry) {
      value = entryOf(value, name);
      continue;
    }
    const holder = parsed(value);
    value = isObject(holder) ? holder[name] : undefined;
  }
  return value ?? undefined;
}

/** The rows that the entries of a list make, each with the members around the list; of several lists, those of one after the other, without the rest. */
export function unfolded(row: RawRow, members: Layout['each']): RawRow[] {
  const names = members === undefined ? [] : [members].flat();
  const lists = names.flatMap((name) => {
    const list = row.record?.[name];
    return Array.isArray(list) ? [{ name, list: list as unknown[] }] : [];
  });
  if (lists.length === 0) return [row];
  const around = { ...row.record, ...Object.fromEntries(names.map((name) => [name, undefined])) };
  return lists.flatMap(({ name, list }) => list.map((each) => ({ line: row.line, record: { ...around, [name]: each } })));
}

const pathsOf = (column: LayoutColumn): readonly string[] => {
  if (Array.isArray(column)) return column;
  const { path } = column as { path?: string | string[] };
  return path === undefined ? [] : typeof path === 'string' ? [path] : path;
};

/** All objects together have every member that a layout requires. */
export function matchRecords(rows: readonly RawRow[], layouts: readonly Layout[]): Match | undefined {
  let best: { match: Match; score: number } | undefined;
  for (const layout of layouts) {
    const records = rows.flatMap((row) => unfolded(row, layout.each)).flatMap(({ record }): Json[] => (record ? [record] : []));
    const columns = new Map<string, BoundColumn>();
    const isThere = (path: string): boolean => records.some((record) => valueAt(record, path) !== undefined);
    for (const [key, column] of Object.entries(layout.columns)) {
      const paths = pathsOf(column);
      if (layout.recognise.includes(key) ? paths.some(isThere) : paths.length > 0)
        columns.set(key, { header: key, index: -1, paths });
    }
    if (records.length === 0 || !layout.recognise.every((key) => columns.has(key))) continue;
    const score = layout.recognise.length * 1_000 + columns.size;
    if (score <= (best?.score ?? 0)) continue;
    const match = { layout, columns, language: layout.language, headerLine: 0, header: [], delimiter: '', titles: [] };
    best = { match, score };
  }
  return best?.match;
}
