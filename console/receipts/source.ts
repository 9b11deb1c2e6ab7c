// Where a printed figure comes from: the call, and the place of the figure in its answer.

type QueryValue = string | number | boolean | readonly string[];
export type SourceQuery = Readonly<Record<string, QueryValue | undefined>>;

export interface Source {
  /** The path of a GET. */
  path: string;
  query: SourceQuery;
  /** JSON pointer of the figure in the answer. */
  pointer: string;
  /** The tool for agents, where it is not one of the reports. */
  tool?: string;
}

/** A figure that a page computes of figures of answers, which have receipts of their own. */
export interface Derived {
  /** The name of the figure. */
  text: string;
  /** As formulas of receipts are. */
  formula: string;
  terms: readonly DerivedTerm[];
}

export interface DerivedTerm {
  /** In the formula. */
  name: string;
  /** For readers. */
  label: string;
  value: string | null;
  unit: string;
  source: Source;
}

export type Origin = Source | Derived;

export const isDerived = (origin: Origin): origin is Derived => 'formula' in origin;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Names of terms have letters alone: `path_a` to `path_z`, then `path_aa`. */
export function termName(word: string, at: number): string {
  let [rest, letters] = [at + 1, ''];
  for (; rest > 0; rest = Math.floor((rest - 1) / LETTERS.length)) letters = `${LETTERS[(rest - 1) % LETTERS.length]}${letters}`;
  return `${word}_${letters}`;
}

/** The call that answers a figure. */
export const callOf = ({ path, query }: Source): string => `${path}?${queryText(query)}`;

/** A figure whose receipt is shown. */
export interface Opened {
  source: Origin;
  /** As it is printed. */
  text: string;
  name: string;
}

/** The query as text, lists joined by commas as the contract has them. */
export function queryText(query: SourceQuery): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
  );
  return new URLSearchParams(pairs).toString().replaceAll('%2C', ',');
}

/** The pointer of a row or a member whose name may have any letters. */
export const pointerTo = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
