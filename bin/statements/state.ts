// Describes the statements of sql/state for bin/statements/types.ts: their parameters, and their rows as SQLite names them against the empty schema.
import Database from 'better-sqlite3';
import { parametersByPlace } from '../../src/base/sql/sql-files.ts';
import { createSchema } from '../../src/base/state/schema.ts';
import { readStatements } from '../../src/base/state/statements.ts';

/** A parameter or a column, with the TypeScript types of its values. */
export interface Described {
  name: string;
  types: readonly string[];
  isNullable: boolean;
}

export interface DescribedStatement {
  /** The slice and the statement, e.g. `account/keys/api_key_get`. */
  name: string;
  slice: string;
  params: Described[];
  /** Empty for a statement that returns no rows. */
  columns: Described[];
  /** Nothing it does can change the database. */
  isReadonly: boolean;
}

interface Column {
  type: string;
  isNullable: boolean;
  /** The values that a check of the schema allows. */
  values: readonly string[];
}

type Tables = ReadonlyMap<string, ReadonlyMap<string, Column>>;

const UNKNOWN: Omit<Described, 'name'> = { types: ['SqlValue'], isNullable: false };
const ROW_TYPES: Record<string, string[]> = {
  integer: ['number'],
  text: ['string'],
  blob: ['Buffer'],
  real: ['number'],
  any: ['SqlValue'],
};
const PARAM_TYPES: Record<string, string[]> = {
  integer: ['SqlInteger'],
  text: ['string'],
  blob: ['Uint8Array'],
  real: ['number'],
  any: ['SqlValue'],
};

/** `check (status in ('open', 'ended'))` names the values of a column. */
function allowedValues(create: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [, column = '', list = ''] of create.matchAll(/check \((\w+) in \(([^()]*)\)\)/g))
    found.set(
      column,
      list.split(',').map((value) => value.trim()),
    );
  return found;
}

function readTables(db: Database.Database): Tables {
  const tables = new Map<string, Map<string, Column>>();
  const all = db.prepare("select name, sql from sqlite_master where type = 'table'").all() as { name: string; sql: string }[];
  for (const { name, sql } of all) {
    const values = allowedValues(sql);
    const columns = db.pragma(`table_info(${JSON.stringify(name)})`) as {
      name: string;
      type: string;
      notnull: number;
      pk: number;
    }[];
    tables.set(
      name,
      new Map(
        columns.map((column) => [
          column.name,
          {
            type: column.type.toLowerCase(),
            isNullable: column.notnull === 0 && column.pk === 0,
            values: values.get(column.name) ?? [],
          },
        ]),
      ),
    );
  }
  return tables;
}

/** Splits a list at the commas that are outside of parentheses. */
function splitList(list: string): string[] {
  const parts: string[] = [];
  let [depth, part] = [0, ''];
  for (const sign of list) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += sign;
  }
  return [...parts, part.trim()];
}

/** The text between an opening parenthesis at `from` and the one that closes it. */
function inParentheses(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(from + 1, at);
  }
  return '';
}

const withoutComments = (sql: string): string => sql.replace(/--[^\n]*/g, '');

class Parameters {
  readonly #text: string;
  readonly #tables: Tables;
  readonly #used: string[];
  readonly #declared: ReadonlyMap<string, Omit<Described, 'name'>>;
  readonly #found = new Map<string, { types: Set<string>; isNullable: boolean }>();

  constructor(sql: string, tables: Tables) {
    this.#text = withoutComments(sql);
    this.#tables = tables;
    this.#declared = declared(sql, 'params', PARAM_TYPES);
    this.#used = [...this.#text.matchAll(/\b(?:from|join|into|update)\s+(\w+)/g)].map(([, table = '']) => table);
    for (const name of parametersByPlace(sql).names) this.#found.set(name, { types: new Set(), isNullable: false });
  }

  describe(): Described[] {
    this.#readInserts();
    this.#readComparisons();
    this.#readOthers();
    return [...this.#found].map(([name, { types, isNullable }]) => {
      const cached = this.#declared.get(name);
      if (cached) return { name, ...cached };
      return types.size === 0 ? { name, ...UNKNOWN } : { name, types: [...types], isNullable };
    });
  }

  #columnNamed(name: string): Column | undefined {
    const all = this.#used.flatMap((table) => this.#tables.get(table)?.get(name) ?? []);
    return all.every(({ type }) => type === all[0]?.type) ? all[0] : undefined;
  }

  #add(name: string, types: readonly string[], isNullable: boolean): void {
    const param = this.#found.get(name);
    if (!param) return;
    for (const type of types) param.types.add(type);
    param.isNullable ||= isNullable;
  }

  #readInserts(): void {
    for (const match of this.#text.matchAll(/insert(?: or \w+)? into (\w+)\s*\(/g)) {
      const opens = match.index + match[0].length - 1;
      const list = inParentheses(this.#text, opens);
      const rest = this.#text.slice(opens + list.length + 2).trimStart();
      const values = rest.startsWith('values')
        ? inParentheses(rest, rest.indexOf('('))
        : (/^select\s+([\s\S]*?)(?:\sfrom\s|\swhere\s|$)/.exec(rest)?.[1] ?? '');
      const columns = splitList(list);
      for (const [at, value] of splitList(values).entries()) {
        const column = this.#tables.get(match[1] ?? '')?.get(columns[at] ?? '');
        if (column && value.startsWith('$')) this.#add(value.slice(1), PARAM_TYPES[column.type] ?? [], column.isNullable);
      }
    }
  }

  #readComparisons(): void {
    const isChange = /^\s*(insert|update)/.test(this.#text);
    const filters = this.#text.search(/\swhere\s/);
    const read = (name: string, column: string, operator: string, at: number): void => {
      const existing = this.#columnNamed(column);
      if (!existing) return;
      const isSet = isChange && operator === '=' && (filters < 0 || at < filters);
      this.#add(name, PARAM_TYPES[existing.type] ?? [], operator.startsWith('is') || (isSet && existing.isNullable));
    };
    const operators = '(=|<>|<=|>=|<|>|is not|is)';
    for (const match of this.#text.matchAll(new RegExp(`(?:\\w+\\.)?(\\w+)\\s*${operators}\\s*\\$(\\w+)`, 'g')))
      read(match[3] ?? '', match[1] ?? '', match[2] ?? '', match.index);
    for (const match of this.#text.matchAll(new RegExp(`\\$(\\w+)\\s*${operators}\\s*(?:\\w+\\.)?(\\w+)`, 'g')))
      read(match[1] ?? '', match[3] ?? '', match[2] ?? '', match.index);
  }

  #readOthers(): void {
    for (const [, name = ''] of this.#text.matchAll(/json_each\(\$(\w+)\)/g)) this.#add(name, ['string'], false);
    for (const [, name = ''] of this.#text.matchAll(/\b(?:limit|offset)\s+\$(\w+)/g)) this.#add(name, ['number'], false);
    for (const [, name = ''] of this.#text.matchAll(/\$(\w+)\s+is (?:not )?null/g)) this.#add(name, [], true);
  }
}

/**
 * For types that the engine cannot know, a comment of the statement names them: `-- columns: n integer, last text?` for computed columns, `-- params:
 * at integer?` for parameters, with a question mark where null is possible.
 */
function declared(
  sql: string,
  kind: 'columns' | 'params',
  typeNames: Record<string, string[]>,
): Map<string, Omit<Described, 'name'>> {
  const lines = sql.matchAll(new RegExp(`^-- ${kind}: (.*)$`, 'gm'));
  const list = [...lines].map(([, line]) => line).join(', ');
  const found = new Map<string, Omit<Described, 'name'>>();
  for (const [, name = '', type = '', optional] of list.matchAll(/(\w+) ((?:\w+|'[^',]*')(?:\|'[^',]*')*)(\?)?/g)) {
    const types = type.startsWith("'") ? type.split('|') : typeNames[type];
    if (!types) throw new Error(`${name}: there is no type ${type}`);
    found.set(name, { types, isNullable: optional !== undefined });
  }
  return found;
}

function describeColumns(place: string, sql: string, statement: Database.Statement, tables: Tables): Described[] {
  if (!statement.reader) return [];
  const computed = declared(sql, 'columns', ROW_TYPES);
  const text = withoutComments(sql);
  const outer = new Set([...text.matchAll(/left join\s+(\w+)/g)].map(([, table]) => table));
  return statement.columns().map((column) => {
    const cached = computed.get(column.name);
    if (cached) return { name: column.name, ...cached };
    const source = tables.get(column.table ?? '')?.get(column.column ?? '');
    if (!source)
      throw new Error(
        `${place}: column ${column.name} is computed; name its type in a comment: -- columns: ${column.name} integer`,
      );
    const isScalarQuery = new RegExp(`\\)\\s+as ${column.name}\\b`).test(text);
    return {
      name: column.name,
      types: source.values.length > 0 ? source.values : (ROW_TYPES[source.type] ?? ['SqlValue']),
      isNullable: source.isNullable || outer.has(column.table ?? '') || isScalarQuery,
    };
  });
}

/** All statements of sql/state, by name; throws an error that names every statement which cannot be described. */
export function describeStatements(): DescribedStatement[] {
  const db = new Database(':memory:');
  createSchema(db, 0);
  const tables = readTables(db);
  const faults: string[] = [];
  const described: DescribedStatement[] = [];
  for (const { name, slice, place, text: sql } of readStatements().values()) {
    try {
      const statement = db.prepare(parametersByPlace(sql).text);
      const columns = describeColumns(place, sql, statement, tables);
      described.push({ name, slice, params: new Parameters(sql, tables).describe(), columns, isReadonly: statement.readonly });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      faults.push(message.startsWith(place) ? message : `${place}: ${message}`);
    }
  }
  db.close();
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return described;
}
