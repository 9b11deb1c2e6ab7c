// The calls behind the page: figures of visits by a dimension, of the period and of the one that it is compared with.
import type { Answer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { type Asked, type ReportQuery, useFigures, useQuestion } from '../../question/use-question.tsx';
import type { Before } from './figures.tsx';
import type { Dimension, PageSort, Sort } from './words.ts';

/** The service finds rows beyond them by a filter. */
export const LIMIT = 200;

interface Compared {
  compared_from?: string;
  compared_to?: string;
}

export type TrafficQuery = ReportQuery & Compared & { goal?: string; dimension: Dimension; sort: Sort; limit: number };

/** The compared days; none where the period before is asked, or what was known of the same days. */
function comparedDays({ question, compared }: Asked): Compared {
  const isOther = question.comparison === 'weekdays' || question.comparison === 'year';
  return isOther && compared ? { compared_from: compared.date_from, compared_to: compared.date_to } : {};
}

export interface Choice {
  dimension: Dimension;
  sort: Sort;
}

export function trafficQuery(asked: Asked, { dimension, sort }: Choice): TrafficQuery {
  const { query, question } = asked;
  return {
    ...query,
    ...comparedDays(asked),
    ...(question.goal === undefined ? {} : { goal: question.goal }),
    dimension,
    sort,
    limit: LIMIT,
  };
}

export const useTraffic = (query: TrafficQuery, isEnabled = true): Answer<Schemas['TrafficAnswer']> =>
  useFigures(['traffic', query], (signal) => unwrap(api.GET('/api/v1/traffic', { params: { query }, signal })), { isEnabled });

export interface Comparing {
  /** Of a key; of all keys without one. Undefined: nothing is compared, or the other figures have no such key. */
  before: (key?: string) => Before | undefined;
}

/** The other figures: those in the answer, or those of the same days as they were known on a date. */
export function useComparing(choice: Choice, answer: Schemas['TrafficAnswer'] | undefined): Comparing {
  const asked = useQuestion();
  const { comparison } = asked.question;
  const query = trafficQuery(asked, choice);
  const known = { ...query, ...(asked.compared?.as_of === undefined ? {} : { as_of: asked.compared.as_of }) };
  const isKnown = comparison === 'known' && asked.compared !== undefined;
  const earlier = useTraffic(known, isKnown);
  const [data, side, source] = isKnown
    ? ([earlier.data?.data, 'current', known] as const)
    : ([comparison === 'none' ? undefined : answer?.data, 'previous', query] as const);
  const placeAt = (pointer: string) => ({ path: '/api/v1/traffic', query: { ...source }, pointer });
  return {
    before: (key) => {
      if (data === undefined) return undefined;
      if (key === undefined) return { figures: data.totals[side], place: placeAt(`/data/totals/${side}`) };
      const at = data.rows.findIndex((row) => row.key === key);
      const row = data.rows[at];
      return row && { figures: row[side], place: placeAt(`/data/rows/${at}/${side}`) };
    },
  };
}

/** The parameters that all tabs share; the dimension and order of sources are none of them. */
function sharedQuery(asked: Asked) {
  const { dimension: _, sort: __, ...query } = trafficQuery(asked, { dimension: 'channel', sort: 'visits' });
  return query;
}

export const pagesQuery = (asked: Asked, sort: PageSort) => ({ ...sharedQuery(asked), sort });

export const usePages = (query: ReturnType<typeof pagesQuery>) =>
  useFigures(['traffic pages', query], (signal) => unwrap(api.GET('/api/v1/traffic/pages', { params: { query }, signal })));

export function journeysQuery(asked: Asked, steps: number, fromPage: string) {
  return { ...sharedQuery(asked), steps, ...(fromPage === '' ? {} : { from_page: fromPage }) };
}

export const useJourneys = (query: ReturnType<typeof journeysQuery>) =>
  useFigures(['traffic journeys', query], (signal) => unwrap(api.GET('/api/v1/traffic/journeys', { params: { query }, signal })));

export interface Walk {
  steps: string[];
  within_days: number;
  dimension: 'channel' | 'source' | 'medium' | 'campaign' | 'device' | 'country';
}

/** A funnel has no compared period and no model. */
export function funnelQuery(asked: Asked, walk: Walk) {
  const { compared_from: _, compared_to: __, model: ___, ...query } = sharedQuery(asked);
  return { ...query, ...walk };
}

export const useFunnel = (query: ReturnType<typeof funnelQuery>) =>
  useFigures(['funnel', query], (signal) => unwrap(api.GET('/api/v1/funnels', { params: { query }, signal })));

/** The figures that are compared with, where an answer has them; none for what was known of the same days. */
export const beforeOf = ({ question: { comparison } }: Asked, previous: Before): Before | undefined =>
  comparison === 'none' || comparison === 'known' ? undefined : previous;
