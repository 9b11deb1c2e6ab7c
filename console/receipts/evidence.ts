// Receipts, asked of the service when a drawer is opened: no part of the first load.
import { api, type Schemas, unwrap } from '../api/client.ts';
import { queryText, type Source } from './source.ts';

type Path =
  | '/api/v1/overview'
  | '/api/v1/overview/series'
  | '/api/v1/attribution'
  | '/api/v1/attribution/paths'
  | '/api/v1/attribution/cohorts'
  | '/api/v1/attribution/changes'
  | '/api/v1/traffic'
  | '/api/v1/traffic/pages'
  | '/api/v1/traffic/journeys'
  | '/api/v1/funnels'
  | '/api/v1/why'
  | '/api/v1/economics'
  | '/api/v1/lifetime-value';

/** The operations whose figures have receipts, and their tools for agents. */
const RECEIPTS: Readonly<Record<Path, string | undefined>> = {
  '/api/v1/overview': 'get_overview',
  '/api/v1/overview/series': 'get_overview_series',
  '/api/v1/attribution': 'get_attribution',
  '/api/v1/attribution/paths': 'list_attribution_paths',
  '/api/v1/attribution/cohorts': undefined,
  '/api/v1/attribution/changes': 'get_attribution_changes',
  '/api/v1/traffic': undefined,
  '/api/v1/traffic/pages': undefined,
  '/api/v1/traffic/journeys': undefined,
  '/api/v1/funnels': undefined,
  '/api/v1/why': undefined,
  '/api/v1/economics': undefined,
  '/api/v1/lifetime-value': undefined,
};

/** Lists of a workspace whose figures have receipts. */
const LISTS = ['top-performers', 'creative-patterns', 'creative-archetypes', 'test-roadmap'] as const;

function listOf(path: string): { workspaceId: string; list: (typeof LISTS)[number] } | undefined {
  const [, workspaceId = '', name = ''] = /^\/api\/v1\/workspaces\/([^/]+)\/([a-z-]+)$/.exec(path) ?? [];
  const list = LISTS.find((each) => each === name);
  return list && { workspaceId, list };
}

const hasReceipts = (path: string): path is Path => Object.hasOwn(RECEIPTS, path);

export const toolOf = ({ path, tool }: Source): string | undefined => tool ?? (hasReceipts(path) ? RECEIPTS[path] : undefined);

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

const INTERVALS: readonly string[] = [
  '/api/v1/overview',
  '/api/v1/overview/series',
  '/api/v1/attribution',
  '/api/v1/economics',
  '/api/v1/lifetime-value',
];

/** The figure's receipt, asked of the service; null for a figure of an operation without receipts. */
export async function loadEvidence(source: Source, signal: AbortSignal): Promise<Evidence | null> {
  const found = await askFor(source, signal);
  if (!found) return null;
  const { receipts, statements, intervals } = found;
  const receipt = receipts?.find(({ path }) => path === source.pointer);
  if (!receipt) return null;
  return {
    receipt,
    statement: statements?.find(({ name }) => name === receipt.statement),
    interval: intervals?.find(({ path }) => path === source.pointer),
  };
}

async function askFor(source: Source, signal: AbortSignal): Promise<WithReceipts | null> {
  const list = listOf(source.path);
  if (list) return askList(list, source, signal);
  return hasReceipts(source.path) ? askAgain(source.path, source, signal) : null;
}

function askList(
  { workspaceId, list }: NonNullable<ReturnType<typeof listOf>>,
  { query, pointer }: Source,
  signal: AbortSignal,
): Promise<WithReceipts> {
  const text = queryText({ ...query, include: 'receipt', receipts_of: pointer });
  const asked = { params: { path: { workspaceId } }, querySerializer: () => text, signal };
  if (list === 'top-performers') return unwrap(api.GET('/api/v1/workspaces/{workspaceId}/top-performers', asked));
  if (list === 'creative-patterns') return unwrap(api.GET('/api/v1/workspaces/{workspaceId}/creative-patterns', asked));
  if (list === 'creative-archetypes') return unwrap(api.GET('/api/v1/workspaces/{workspaceId}/creative-archetypes', asked));
  return unwrap(api.GET('/api/v1/workspaces/{workspaceId}/test-roadmap', asked));
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
  if (path === '/api/v1/funnels') return unwrap(api.GET(path, { ...asked, params: { query: { ...days, steps: [] } } }));
  if (path === '/api/v1/traffic' || path === '/api/v1/why') return unwrap(api.GET(path, asked));
  if (path === '/api/v1/economics' || path === '/api/v1/lifetime-value') return unwrap(api.GET(path, asked));
  if (path === '/api/v1/traffic/pages') return unwrap(api.GET(path, asked));
  if (path === '/api/v1/traffic/journeys') return unwrap(api.GET(path, asked));
  if (path === '/api/v1/overview') return unwrap(api.GET('/api/v1/overview', asked));
  if (path === '/api/v1/overview/series') return unwrap(api.GET('/api/v1/overview/series', asked));
  if (path === '/api/v1/attribution') return unwrap(api.GET('/api/v1/attribution', asked));
  return unwrap(api.GET('/api/v1/attribution/paths', asked));
}
