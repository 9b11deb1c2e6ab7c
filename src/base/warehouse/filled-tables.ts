// Which temporary tables of a transaction have rows, and how many, as far as the statements that made them have said: a guard (`unless empty`) then needs
// no statement of its own, which would take as long as a small one does.

/** A comment at the beginning of a line, or white space. */
const LAYOUT = String.raw`(?:--[^\n]*\n|\s)*`;
const MADE = new RegExp(`^${LAYOUT}create (?:or replace )?temp table (\\w+) as\\b`);
const MADE_EMPTY = new RegExp(`^${LAYOUT}create (?:or replace )?temp table (\\w+) \\(`);
const ADDED = new RegExp(`^${LAYOUT}insert into (\\w+)\\b`);
const TAKEN = new RegExp(`^${LAYOUT}delete from (\\w+)\\b`);
const CHANGES_NO_TABLE = new RegExp(`^${LAYOUT}(?:select|from|update|create (?:or replace )?temp (?:view|macro))\\b`);

/** The statements of a text. One with a semicolon within quotes falls into pieces of which one is unknown here: then more is forgotten than need be. */
export const statementsOf = (sql: string): string[] =>
  sql
    .replace(/^\s*--[^\n]*$/gm, '')
    .split(';')
    .filter((text) => text.trim() !== '');

export class FilledTables {
  /** Not exact: more were there before, and it is not known how many. */
  readonly #rows = new Map<string, { rows: number; isExact: boolean }>();

  /** Undefined: not known. */
  has(table: string): boolean | undefined {
    const existing = this.#rows.get(table);
    return existing && existing.rows > 0;
  }

  /** Undefined: not known. */
  rowsOf(table: string): number | undefined {
    const existing = this.#rows.get(table);
    return existing?.isExact ? existing.rows : undefined;
  }

  /** Notes what a text has done. `rows`: how many its last statement has put into the table that it names first; undefined where that is not known. */
  after(sql: string, rows: number | undefined): void {
    const statements = statementsOf(sql);
    for (const [index, statement] of statements.entries())
      this.#note(statement, index === statements.length - 1 ? rows : undefined);
  }

  #note(statement: string, rows: number | undefined): void {
    const named = (form: RegExp): string | undefined => form.exec(statement)?.[1];
    const [creation, empty, added, taken] = [named(MADE), named(MADE_EMPTY), named(ADDED), named(TAKEN)];
    if (empty !== undefined) this.#set(empty, 0);
    else if (creation !== undefined) this.#set(creation, rows);
    else if (taken !== undefined) this.#rows.delete(taken);
    else if (added !== undefined) this.#add(added, rows);
    else if (!CHANGES_NO_TABLE.test(statement)) this.#rows.clear();
  }

  #set(table: string, rows: number | undefined): void {
    if (rows === undefined) this.#rows.delete(table);
    else this.#rows.set(table, { rows, isExact: true });
  }

  #add(table: string, rows: number | undefined): void {
    const before = this.#rows.get(table);
    if (rows === undefined) this.#rows.delete(table);
    else if (rows > 0) this.#rows.set(table, { rows: (before?.rows ?? 0) + rows, isExact: before?.isExact ?? false });
  }
}
