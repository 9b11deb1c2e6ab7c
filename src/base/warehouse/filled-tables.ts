// Which temporary tables of a transaction have rows, as far as the statements that made them have said: a guard (`unless empty`) then needs no statement
// of its own, which would take as long as a small one does.

/** A comment at the beginning of a line, or white space. */
const LAYOUT = String.raw`(?:--[^\n]*\n|\s)*`;
const MADE = new RegExp(`^${LAYOUT}create temp table (\\w+) as\\b`);
const ADDED = new RegExp(`^${LAYOUT}insert into (\\w+)\\b`);
const TAKEN = new RegExp(`^${LAYOUT}delete from (\\w+)\\b`);
const CHANGES_NO_TABLE = new RegExp(`^${LAYOUT}(?:select|from|update|create temp (?:view|macro))\\b`);

/** Is there a statement behind another? A semicolon within quoted text counts too: then more is forgotten than need be. */
const isSeveral = (sql: string): boolean => /;\s*\S/.test(sql.replace(/^\s*--[^\n]*$/gm, ''));

export class FilledTables {
  readonly #known = new Map<string, boolean>();

  /** Undefined: not known. */
  has(table: string): boolean | undefined {
    return this.#known.get(table);
  }

  /** Notes what a statement has done. `rows`: how many it has put into the table that it names first; undefined where that is not known. */
  after(sql: string, rows: number | undefined): void {
    const named = (statement: RegExp): string | undefined => (isSeveral(sql) ? undefined : statement.exec(sql)?.[1]);
    const [creation, addition, removal] = [named(MADE), named(ADDED), named(TAKEN)];
    if (creation !== undefined && rows !== undefined) this.#known.set(creation, rows > 0);
    else if (removal !== undefined) this.#known.delete(removal);
    else if (addition === undefined && (isSeveral(sql) || !CHANGES_NO_TABLE.test(sql))) this.#known.clear();
    else if (addition !== undefined && rows === undefined) this.#known.delete(addition);
    else if (addition !== undefined && rows !== 0) this.#known.set(addition, true);
  }
}
