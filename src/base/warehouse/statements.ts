// Statements of DuckDB by their names: what their first lines say about them, whether their parameters can be bound, and the types that `npm run sql`
// writes of what they take and what their rows hold. A statement begins with its grain, then what it needs of other statements and makes for them:
//
//     -- One row per day and currency …
//     -- needs: money_days
//     -- makes: day_rates
//
// `needs`: temporary relations, variables and macros that other statements make. `makes (label)`: one of several makers of a name; a plan
// names the label. `fills`: adds to or changes what another makes, before anything that needs it is run. `unless empty`: left out where
// the relation has no row. `columns`: what the engine cannot know of a column (may it be null, which texts does it have).
import { parameterNames, sqlText } from '../sql/sql-files.ts';
import { type AnyStatement, type Param, type Row, type Statement, WarehouseFailure } from './port.ts';

export type { Param };

/** Parameters and rows of each statement by its name; the generated files add theirs (`npm run sql`). `needed`: the parameters of all that it needs. */
// biome-ignore lint/suspicious/noEmptyInterface: the generated files fill it
export interface WarehouseStatements {}
export type WarehouseName = keyof WarehouseStatements;
export type WarehouseRow<Name extends WarehouseName> = WarehouseStatements[Name]['row'];
type OwnParams<Name extends WarehouseName> = WarehouseStatements[Name]['params'];
type Arguments<Params> = keyof Params extends never ? [] : [params: Params];

/** The statement of `sql/<name>.sql` on its own, without what it needs. */
export function statement<Name extends WarehouseName>(
  name: Name,
  ...[params]: Arguments<OwnParams<Name>>
): Statement<WarehouseRow<Name>> {
  return statementNamed(name, params);
}

/** As `statement`, of sealed facts: the archive fills in the segment (`$source`). */
export const statementOfSegment = <Name extends WarehouseName>(
  name: Name,
  params: Omit<OwnParams<Name>, 'source'>,
): Statement<WarehouseRow<Name>> => statementNamed(name, Object.fromEntries(Object.entries(params)));

/** As `statement`, for a name that is found at run time; its rows have no type. */
export function statementNamed(name: string, params?: Readonly<Record<string, Param>>): Statement<never> {
  const { unlessEmpty } = headerOf(name);
  return {
    name,
    sql: sqlText(name),
    ...(params ? { params } : {}),
    ...(unlessEmpty.length > 0 ? { unlessEmpty: [...unlessEmpty] } : {}),
  };
}

export interface MadeRelation {
  name: string;
  /** Undefined: the only maker of the name. */
  label?: string;
}

export interface Header {
  grain: string;
  needs: readonly string[];
  makes: readonly MadeRelation[];
  fills: readonly MadeRelation[];
  unlessEmpty: readonly string[];
}

function listed(text: string, key: string): string[] {
  const lines = [...text.matchAll(new RegExp(`^-- ${key}: (.*)$`, 'gm'))].map(([, list = '']) => list);
  return lines.flatMap((list) => list.split(/,\s*/)).filter((name) => name !== '');
}

function readMakes(text: string): MadeRelation {
  const [, name = '', label] = /^(\w+)(?: \((\w+)\))?$/.exec(text) ?? [];
  if (name === '') throw new Error(`"${text}" is not a name, or a name with its label in parentheses.`);
  return label === undefined ? { name } : { name, label };
}

const headers = new Map<string, Header>();

/** The header of `sql/<name>.sql`. */
export function headerOf(name: string): Header {
  const cached = headers.get(name);
  if (cached) return cached;
  const text = sqlText(name);
  const header: Header = {
    grain: /^-- (.*)$/m.exec(text)?.[1] ?? '',
    needs: listed(text, 'needs'),
    makes: listed(text, 'makes').map(readMakes),
    fills: listed(text, 'fills').map(readMakes),
    unlessEmpty: listed(text, 'unless empty'),
  };
  headers.set(name, header);
  return header;
}

/** The declaration of a column in a `-- columns:` line, or of a member as `list[]` or `list.member`. */
export interface ColumnNote {
  isNullable: boolean;
  /** Quoted; empty: any. */
  texts: readonly string[];
}

/** `-- columns: source?, kind 'touch'|'visit', models[].spend?`: which columns may be null, and which texts they have. */
export function columnNotes(name: string): ReadonlyMap<string, ColumnNote> {
  const notes = new Map<string, ColumnNote>();
  for (const text of listed(sqlText(name), 'columns')) {
    const [, column, texts = '', optional] = /^([\w.[\]]+)(?: ((?:'[^']*'\|?)+))?(\?)?$/.exec(text) ?? [];
    if (column === undefined) throw new Error(`${name}.sql: "${text}" is not a column, its texts and "?".`);
    notes.set(column, { isNullable: optional !== undefined, texts: texts === '' ? [] : texts.split('|') });
  }
  return notes;
}

// Rows as they come from the warehouse process. The engine's types hold on their own; which columns may be null, and which texts they have, a statement
// says (`-- columns:`), and tests check it of every row.

/** The one place where rows get the type of their statement. */
export const typed = <Rows>(rows: unknown): Rows => rows as Rows;

let isChecking = false;

/** From now on each row that differs from the `-- columns:` of its statement fails the call. For tests. */
export function checkRows(): void {
  isChecking = true;
}

/** The rows of each statement, empty where one was left out. */
export function checkedRows(statements: readonly AnyStatement[], results: readonly Row[][]): Row[][] {
  const rows = statements.map((_, at) => results[at] ?? []);
  if (isChecking) for (const [at, { name }] of statements.entries()) if (name !== undefined) checkAll(name, rows[at] ?? []);
  return rows;
}

function checkAll(name: string, rows: readonly Row[]): void {
  if (rows.length === 0) return;
  const notes = columnNotes(name);
  const faults = new Set<string>();
  for (const row of rows)
    for (const [column, value] of Object.entries(row)) for (const fault of faultsOf(value, column, notes)) faults.add(fault);
  if (faults.size > 0)
    throw new Error(`sql/${name}.sql: ${[...faults].join('; ')}. Write it as "-- columns: name?" or with its texts.`);
}

function faultsOf(value: unknown, path: string, notes: ReadonlyMap<string, ColumnNote>): string[] {
  const note = notes.get(path);
  if (value === null) return note?.isNullable ? [] : [`${path} is null`];
  if (typeof value === 'string')
    return note && note.texts.length > 0 && !note.texts.includes(`'${value}'`) ? [`${path} is '${value}'`] : [];
  if (Array.isArray(value)) return value.flatMap((item) => faultsOf(item, path.endsWith('[]') ? path : `${path}[]`, notes));
  if (typeof value !== 'object' || value instanceof Uint8Array) return [];
  const prefix = path.replace(/\[\]$/, '');
  return Object.entries(value).flatMap(([member, each]) => faultsOf(each, `${prefix}.${member}`, notes));
}

/** The first comment line of a statement, which says its grain, or the beginning of its text. */
export function titleOf(sql: string): string {
  const comment = /^\s*--\s*(.*)$/m.exec(sql)?.[1];
  return `[${comment ?? sql.trim().replace(/\s+/g, ' ').slice(0, 80)}]`;
}

/** @throws WarehouseFailure `parameters` naming the statement and what is wrong. */
export function checkParameters({ sql, params = {} }: AnyStatement): void {
  const wanted = parameterNames(sql);
  const refuse = (what: string): never => {
    throw new WarehouseFailure('parameters', `${titleOf(sql)} ${what}`);
  };
  for (const name of wanted) if (params[name] === undefined) refuse(`The parameter $${name} is missing.`);
  for (const [name, value] of Object.entries(params)) {
    if (!wanted.has(name)) refuse(`There is no parameter $${name}.`);
    if (!isParam(value)) refuse(`The value of $${name} is of no kind that can be bound.`);
  }
}

const MAX_128 = (1n << 127n) - 1n;

/** Can it be bound to a parameter? */
export function isParam(value: unknown): value is Param {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'bigint') return value <= MAX_128 && value >= -MAX_128;
  if (!Array.isArray(value)) return false;
  return value.every((item) => typeof item === 'string') || value.every((item) => typeof item === 'bigint' && isParam(item));
}
