// The call behind the page.
import { api, unwrap } from '../../api/client.ts';
import { type Asked, modesOfOrigins, type ReportQuery, useFigures } from '../../question/use-question.tsx';
import type { Dimension } from './words.ts';

/** Filters that spend does not know. */
export const UNKNOWN_FILTERS = ['medium', 'device', 'country'] as const;

export type EconomicsQuery = ReturnType<typeof economicsQuery>;

function withoutUnknown(query: ReportQuery) {
  const { medium: _, device: __, country: ___, filter_modes: ____, ...known } = query;
  return { ...known, ...modesOfOrigins(query) };
}

export function economicsQuery({ query, question }: Asked, dimension: Dimension) {
  return { ...withoutUnknown(query), ...(question.goal === undefined ? {} : { goal: question.goal }), dimension };
}

export const useEconomics = (query: EconomicsQuery) =>
  useFigures(['economics', query], (signal) => unwrap(api.GET('/api/v1/economics', { params: { query }, signal })));
