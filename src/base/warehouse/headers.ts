// What the first lines of a DuckDB statement say about it: its grain, then what it needs of other statements and makes for them.
//
//     -- One row per day and currency …
//     -- needs: money_days
//     -- makes: day_rates
//
// `needs`: temporary relations, variables and macros that other statements make. `makes (label)`: one of several makers of a name; a plan
// names the label. `fills`: adds to or changes what another makes, before anything that needs it is run. `unless empty`: left out where
// the relation has no row. `columns`: what the engine cannot know of a column (may it be null, which texts does it have).
import { sqlText } from '../sql/sql-files.ts';

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
