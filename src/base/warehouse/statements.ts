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

import { globSync } from 'node:fs';
import { projectFile } from '../kit/paths.ts';
import { parameterNames, sqlText } from '../sql/sql-files.ts';
import { type AnyStatement, type Param, type Row, type Statement, WarehouseFailure } from './port.ts';
import { schemaTables } from './schema-files.ts';

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

// A plan orders the statements that prepare others: it puts the makers of what a statement needs before it, each once. Where a name has several makers,
// the plan names the label of the one that it means.

let names: readonly string[] | undefined;

/** Every statement of DuckDB: its path under sql/, without `.sql`. */
export function statementNames(): readonly string[] {
  names ??= globSync('{archive,models,warehouse}/**/*.sql', { cwd: projectFile('sql') })
    .map((file) => file.replace(/\.sql$/, ''))
    .sort();
  return names;
}

interface Catalogue {
  makers: Map<string, string[]>;
  fillers: Map<string, string[]>;
}
let existing: Catalogue | undefined;

function catalogue(): Catalogue {
  if (existing) return existing;
  const byName = (of: 'makes' | 'fills'): Map<string, string[]> => {
    const found = new Map<string, string[]>();
    for (const name of statementNames())
      for (const each of headerOf(name)[of]) found.set(each.name, [...(found.get(each.name) ?? []), name]);
    return found;
  };
  existing = { makers: byName('makes'), fillers: byName('fills') };
  return existing;
}

export const makersOf = (relation: string): readonly string[] => catalogue().makers.get(relation) ?? [];
export const fillersOf = (relation: string): readonly string[] => catalogue().fillers.get(relation) ?? [];

/** Every label by which a plan may choose. */
export const planLabels = (): ReadonlySet<string> =>
  new Set(
    statementNames().flatMap((name) => [...headerOf(name).makes, ...headerOf(name).fills].flatMap(({ label }) => label ?? [])),
  );

/** Does it take the place of a table of the schema? */
export const replacesTable = ({ name }: MadeRelation): boolean => schemaTables().has(name);

type Needed<Name extends WarehouseName> = WarehouseStatements[Name]['needed'];
/** Its own parameters, and those of what it needs under the plan's labels. */
export type PlanParams<Name extends WarehouseName> = WarehouseStatements[Name]['params'] & Partial<Needed<Name>>;
export type Prepared<Row> = readonly [...AnyStatement[], Statement<Row>];

/** The statement of a name after all that it needs. */
export function prepared<Name extends WarehouseName>(
  name: Name,
  params: PlanParams<Name>,
  labels: readonly string[] = [],
): Prepared<WarehouseRow<Name>> {
  const steps = orderOf([name], labels);
  const before: AnyStatement[] = steps.slice(0, -1).map((step) => bound(step, params));
  const last: Statement<WarehouseRow<Name>> = bound(steps.at(-1) ?? { name, unlessEmpty: [] }, params);
  return [...before, last];
}

/** Rows by the names of their parts. */
export type RowsOfParts<Goals extends Record<string, WarehouseName>> = { [Part in keyof Goals]: WarehouseRow<Goals[Part]>[] };

/** Several statements after all that they need, each once, to be run on one snapshot. */
export function preparedParts<const Goals extends Record<string, WarehouseName>>(
  goals: Goals,
  params: Readonly<Record<string, unknown>>,
  labels: readonly string[] = [],
): { statements: readonly AnyStatement[]; rowsOf: (results: readonly Row[][]) => RowsOfParts<Goals> } {
  const steps = orderOf(Object.values(goals), labels);
  const rowsOf = (results: readonly Row[][]): RowsOfParts<Goals> =>
    typed(
      Object.fromEntries(
        Object.entries(goals).map(([part, goal]) => [part, results[steps.findIndex(({ name }) => name === goal)] ?? []]),
      ),
    );
  return { statements: steps.map((step) => bound(step, params)), rowsOf };
}

function bound({ name, unlessEmpty }: Step, params: Readonly<Record<string, unknown>>): Statement<never> {
  const wanted = [...parameterNames(sqlText(name))].map((param): [string, Param] => {
    const value = params[param];
    if (!isParam(value))
      throw new Error(`${name}.sql needs $${param}, which the plan does not have, or not as a value that can be bound.`);
    return [param, value];
  });
  return {
    name,
    sql: sqlText(name),
    ...(wanted.length > 0 ? { params: Object.fromEntries(wanted) } : {}),
    ...(unlessEmpty.length > 0 ? { unlessEmpty: [...unlessEmpty] } : {}),
  };
}

export interface Step {
  name: string;
  /** Its own guards, and before them those of all that need it. */
  unlessEmpty: readonly string[];
}

const orders = new Map<string, readonly Step[]>();

/** Goals and all that they need, in an order in which they can run. */
export function orderOf(goals: readonly string[], labels: readonly string[]): readonly Step[] {
  const key = `${goals.join()} ${labels.join()}`;
  const before = orders.get(key);
  if (before) return before;
  const order = new Order(labels);
  for (const goal of goals) order.add(goal, []);
  const steps = order.guarded(goals);
  orders.set(key, steps);
  return steps;
}

function commonStart(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = lists;
  const end = first.findIndex((item, at) => others.some((other) => other[at] !== item));
  return end < 0 ? first : first.slice(0, end);
}

class Order {
  readonly names: string[] = [];
  readonly #labels: readonly string[];
  readonly #done = new Set<string>();
  /** By relation: who makes it, then who fills it. */
  readonly #makers = new Map<string, readonly string[]>();

  constructor(labels: readonly string[]) {
    this.#labels = labels;
  }

  add(name: string, path: readonly string[]): void {
    if (this.#done.has(name)) return;
    if (path.includes(name))
      throw new Error(`These statements need each other: ${[...path.slice(path.indexOf(name)), name].join(' → ')}.`);
    const { needs, unlessEmpty } = headerOf(name);
    for (const need of [...unlessEmpty, ...needs]) this.#make(need, name, [...path, name]);
    this.#done.add(name);
    this.names.push(name);
  }

  /** Statements that only guarded ones need are left out with them. */
  guarded(goals: readonly string[]): Step[] {
    const wanted = new Map<string, (readonly string[])[]>(goals.map((goal) => [goal, [[]]]));
    const steps = this.names.toReversed().map((name): Step => {
      const own = headerOf(name).unlessEmpty;
      const start = commonStart(wanted.get(name) ?? [[]]);
      const unlessEmpty = [...start, ...own.filter((relation) => !start.includes(relation))];
      for (const relation of new Set([...own, ...headerOf(name).needs]))
        for (const maker of this.#makers.get(relation) ?? []) {
          const at = unlessEmpty.indexOf(relation);
          wanted.set(maker, [...(wanted.get(maker) ?? []), at < 0 ? unlessEmpty : unlessEmpty.slice(0, at)]);
        }
      return { name, unlessEmpty };
    });
    return steps.reverse();
  }

  #make(relation: string, by: string, path: readonly string[]): void {
    if (this.#makers.has(relation)) return;
    const maker = this.#makerOf(relation, by);
    if (maker === undefined) return;
    const fillers = fillersOf(relation).filter((filler) => this.#isMeant(headerOf(filler).fills, relation));
    this.add(maker, path);
    this.#makers.set(relation, [maker, ...fillers]);
    for (const filler of fillers) this.add(filler, path);
  }

  #makerOf(relation: string, by: string): string | undefined {
    const makers = makersOf(relation);
    const meant = makers.filter((maker) => this.#isMeant(headerOf(maker).makes, relation));
    if (meant.length === 1) return meant[0];
    if (meant.length === 0 && schemaTables().has(relation)) return undefined;
    const why =
      makers.length === 0
        ? 'no statement makes it'
        : `the plan must name one label of ${makers.flatMap((maker) => headerOf(maker).makes.flatMap((each) => (each.name === relation ? (each.label ?? '(none)') : []))).join(', ')}`;
    throw new Error(`${by}.sql needs ${relation}: ${why}.`);
  }

  #isMeant(list: readonly MadeRelation[], relation: string): boolean {
    return list.some((each) => each.name === relation && (each.label === undefined || this.#labels.includes(each.label)));
  }
}
