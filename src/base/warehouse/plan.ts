// Orders the statements that prepare others: a statement names the temporary relations that it needs (headers.ts), and a plan puts their
// makers before it, each once. Where a name has several makers, the plan names the label of the one that it means.
import { globSync } from 'node:fs';
import { projectFile } from '../kit/paths.ts';
import { parameterNames, sqlText } from '../sql/sql-files.ts';
import type { AnyStatement, Param, Row, Statement } from './port.ts';
import { schemaTables } from './schema-files.ts';
import {
  headerOf,
  isParam,
  type MadeRelation,
  typed,
  type WarehouseName,
  type WarehouseRow,
  type WarehouseStatements,
} from './statements.ts';

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
