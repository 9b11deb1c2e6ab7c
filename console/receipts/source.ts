// Where a printed figure comes from: the call, and the place of the figure in its answer.
import { api, type Schemas, unwrap } from '../api/client.ts';

type Path =
  | '/api/v1/overview'
  | '/api/v1/overview/series'
  | '/api/v1/attribution'
  | '/api/v1/attribution/paths'
  | '/api/v1/attribution/cohorts'
  | '/api/v1/attribution/changes';

/** The operations whose figures have receipts, and their tools for agents. */
const RECEIPTS: Readonly<Record<Path, string | undefined>> = {
  '/api/v1/overview': 'get_overview',
  '/api/v1/overview/series': 'get_overview_series',
  '/api/v1/attribution': 'get_attribution',
  '/api/v1/attribution/paths': 'list_attribution_paths',
  '/api/v1/attribution/cohorts': undefined,
  '/api/v1/attribution/changes': 'get_attribution_changes',
};

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

const hasReceipts = (path: string): path is Path => Object.hasOwn(RECEIPTS, path);

export const toolOf = ({ path, tool }: Source): string | undefined => tool ?? (hasReceipts(path) ? RECEIPTS[path] : undefined);

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

export interface Evidence {
  receipt: Schemas['Receipt'];
  statement: Schemas['ReceiptStatement'] | undefined;
  interval: Schemas['Interval'] | undefined;
}

interface WithReceipts {
  receipts?: Schemas['Receipts'];
  statements?: Schemas['ReceiptStatements'];
  intervals?: Schemas['Intervals'];
}

const INTERVALS: readonly string[] = ['/api/v1/overview', '/api/v1/overview/series', '/api/v1/attribution'];

/** The figure's receipt, asked of the service; null for a figure of an operation without receipts. */
export async function loadEvidence(source: Source, signal: AbortSignal): Promise<Evidence | null> {
  if (!hasReceipts(source.path)) return null;
  const { receipts, statements, intervals } = await askAgain(source.path, source, signal);
  const receipt = receipts?.find(({ path }) => path === source.pointer);
  if (!receipt) return null;
  return {
    receipt,
    statement: statements?.find(({ name }) => name === receipt.statement),
    interval: intervals?.find(({ path }) => path === source.pointer),
  };
}

/** The same question, with its receipts. */
function askAgain(path: Path, { query, pointer }: Source, signal: AbortSignal): Promise<WithReceipts> {
  const include = INTERVALS.includes(path) ? 'receipt,interval' : 'receipt';
  const text = queryText({ ...query, include, receipts_of: pointer });
  const days = { date_from: String(query['date_from']), date_to: String(query['date_to']) };
  const asked = { params: { query: days }, querySerializer: () => text, signal };
  if (path === '/api/v1/attribution/cohorts')
    return unwrap(api.GET(path, { ...asked, params: { query: { month_from: '', month_to: '' } } }));
  if (path === '/api/v1/attribution/changes')
    return unwrap(api.GET(path, { ...asked, params: { query: { ...days, known_from: '' } } }));
  if (path === '/api/v1/overview') return unwrap(api.GET('/api/v1/overview', asked));
  if (path === '/api/v1/overview/series') return unwrap(api.GET('/api/v1/overview/series', asked));
  if (path === '/api/v1/attribution') return unwrap(api.GET('/api/v1/attribution', asked));
  return unwrap(api.GET('/api/v1/attribution/paths', asked));
}
