// The plans of statements that come again on one file. Planning is half of what statements on few rows cost, so a connection of its own keeps them: its
// temporary tables are filled and emptied instead of being made, as a plan ends with any change of the catalogue.
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import { type FilledTables, statementsOf } from './filled-tables.ts';
import type { AnyStatement } from './port.ts';
import { bindParams } from './values.ts';

/**
 * TRICKY: DuckDB plans by what tables contain, and does not plan again when rows are added: a filter of values that were missing then finds nothing. These
 * are the steps of its planner that do so. DuckDB 2 leaves them out where it prepares a statement.
 */
const STEPS_BY_CONTENT = 'statistics_propagation,row_group_pruner,compressed_materialization';

/** Jobs after which plans are made anew: the order of their joins is that of the sizes of tables when they were made. */
const JOBS_OF_PLANS = 100;

/** What a statement does to the catalogue, if it does what plans can be kept of. */
type Step =
  | { kind: 'filled'; table: string; isReplaced: boolean; text: string; insert: string }
  | { kind: 'empty'; table: string; isReplaced: boolean; text: string }
  | { kind: 'view'; view: string; text: string }
  | { kind: 'planned'; text: string };

const FILLED = /^create (or replace )?temp table (\w+) as\b/;
const EMPTY = /^create (or replace )?temp table (\w+) (?:\([^;'"]*\)|as select \* from \w+ limit 0)$/;
const VIEW = /^create (?:or replace )?temp view (\w+) as\b/;
const PLANNED = /^(?:insert into|delete from|update|with|select|from)\b/;

function readStep(text: string): Step | undefined {
  const [, emptyReplaced, empty] = EMPTY.exec(text) ?? [];
  if (empty !== undefined) return { kind: 'empty', table: empty, isReplaced: emptyReplaced !== undefined, text };
  const [, replaced, table] = FILLED.exec(text) ?? [];
  if (table !== undefined)
    return {
      kind: 'filled',
      table,
      isReplaced: replaced !== undefined,
      text,
      insert: text.replace(FILLED, `insert into ${table}`),
    };
  const view = VIEW.exec(text)?.[1];
  if (view !== undefined) return { kind: 'view', view, text };
  return PLANNED.test(text) ? { kind: 'planned', text } : undefined;
}

/** The steps of a text. Several are told apart by semicolons, so none of them may be within quotes. */
function readSteps(sql: string): Step[] | undefined {
  const texts = statementsOf(sql).map((text) => text.trim());
  if (texts.length > 1 && /['"$]/.test(texts.join())) return undefined;
  const steps = texts.map(readStep).filter((step) => step !== undefined);
  return steps.length === texts.length ? steps : undefined;
}

/** The steps of texts, and the columns of the tables that they make: the same on every file. */
const stepsOfTexts = new Map<string, Step[] | undefined>();
const columnsOfTexts = new Map<string, string>();

function stepsOf(sql: string): Step[] | undefined {
  if (!stepsOfTexts.has(sql)) stepsOfTexts.set(sql, readSteps(sql));
  return stepsOfTexts.get(sql);
}

interface Relation {
  kind: 'table' | 'view';
  /** The text that made it. */
  by: string;
  /** The last job that used it. */
  job: number;
}

export class KeptPlans {
  readonly connection: DuckDBConnection;
  readonly #relations = new Map<string, Relation>();
  readonly #plans = new Map<string, DuckDBPreparedStatement>();
  #job = 0;
  /** The catalogue differs from the committed one, so that no plan of this job is one for the next. */
  #isChanged = false;
  #isSpent = false;
  usedAt = 0;

  constructor(connection: DuckDBConnection) {
    this.connection = connection;
  }

  /** Something happened on the connection that the next job must not find. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** The job changed no relation: when it is rolled back, all is as before. */
  get isUnchanged(): boolean {
    return !this.#isChanged;
  }

  /** Plans need memory, the tables that they filled none. */
  dropPlans(): void {
    for (const plan of this.#plans.values()) plan.destroySync();
    this.#plans.clear();
  }

  close(): void {
    this.dropPlans();
    this.connection.disconnectSync();
  }

  /** One job at a time. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.usedAt = performance.now();
    this.#job += 1;
    if (this.#job % JOBS_OF_PLANS === 0) this.dropPlans();
    this.#isChanged = false;
    await this.connection.run(`set global disabled_optimizers = '${STEPS_BY_CONTENT}'`);
    try {
      return await work();
    } finally {
      // An instance that has failed does not take it, and is closed.
      await this.connection.run("set global disabled_optimizers = ''").catch(() => {});
    }
  }

  /** Can it be run with a plan? Otherwise the caller runs it, and the connection is not used again. */
  takes({ sql }: AnyStatement): boolean {
    if (stepsOf(sql)) return true;
    this.#isSpent = true;
    this.#change();
    return false;
  }

  /** Answers the result of the last step; undefined: what it makes is there. */
  async run({ sql, params }: AnyStatement): Promise<DuckDBResult | undefined> {
    let result: DuckDBResult | undefined;
    for (const step of stepsOf(sql) ?? []) result = await this.#take(step, params);
    return result;
  }

  async #take(step: Step, params: AnyStatement['params']): Promise<DuckDBResult | undefined> {
    if (step.kind === 'planned') return this.#execute(step.text, params);
    if (step.kind === 'view')
      return this.#isThere(step.view, step.text) ? undefined : this.#make(step.view, 'view', step.text, params);
    if (!(await this.#fits(step.table, step.text))) return this.#make(step.table, 'table', step.text, params);
    if (step.isReplaced) await this.#empty(step.table);
    return step.kind === 'filled' ? this.#execute(step.insert, params) : undefined;
  }

  /** Empties the temporary tables, before the commit: rows that no transaction has committed leave nothing behind. */
  async end(filled: FilledTables): Promise<void> {
    for (const [name, { kind }] of this.#relations) if (kind === 'table' && filled.has(name) !== false) await this.#empty(name);
  }

  #empty(table: string): Promise<DuckDBResult> {
    return this.#execute(`delete from ${table}`);
  }

  async #execute(text: string, params: AnyStatement['params'] = {}): Promise<DuckDBResult> {
    const plan = this.#plans.get(text) ?? (await this.connection.prepare(text));
    if (!this.#isChanged) this.#plans.set(text, plan);
    try {
      bindParams(plan, params);
      return await plan.run();
    } finally {
      if (this.#isChanged) plan.destroySync();
    }
  }

  #isThere(name: string, text: string): boolean {
    const existing = this.#relations.get(name);
    if (existing?.by !== text) return false;
    existing.job = this.#job;
    return true;
  }

  /** Is the table there, with the columns that this text would give it? */
  async #fits(table: string, text: string): Promise<boolean> {
    if (this.#isThere(table, text)) return true;
    const existing = this.#relations.get(table);
    const wanted = columnsOfTexts.get(text);
    if (existing?.kind !== 'table' || wanted === undefined || wanted !== (await this.#columns(table, existing.by))) return false;
    existing.job = this.#job;
    return true;
  }

  async #columns(table: string, by: string): Promise<string> {
    const cached = columnsOfTexts.get(by);
    if (cached !== undefined) return cached;
    const result = await this.connection.runAndReadAll(
      `select column_name, data_type from duckdb_columns() where database_name = 'temp' and table_name = '${table}' order by column_index`,
    );
    const columns = JSON.stringify(result.getRows());
    columnsOfTexts.set(by, columns);
    return columns;
  }

  async #make(name: string, kind: Relation['kind'], text: string, params: AnyStatement['params']): Promise<DuckDBResult> {
    this.#change();
    const existing = this.#relations.get(name);
    if (existing?.kind === 'table') await this.#columns(name, existing.by);
    if (existing) await this.#dropRelation(name, existing);
    // A view is bound to the columns that it has found. Those of this job were there already when the table was to be made.
    for (const [view, each] of existing ? [...this.#relations] : [])
      if (each.kind === 'view' && each.job < this.#job) await this.#dropRelation(view, each);
    const result = await this.#execute(text, params);
    this.#relations.set(name, { kind, by: text, job: this.#job });
    return result;
  }

  async #dropRelation(name: string, { kind }: Relation): Promise<void> {
    await this.connection.run(`drop ${kind} ${name}`);
    this.#relations.delete(name);
  }

  #change(): void {
    this.#isChanged = true;
    this.dropPlans();
  }
}
